#!/usr/bin/env bash
# The dependency policy of deny.toml, and whether the notices name what is compiled in.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v cargo-deny >/dev/null || cargo install --quiet --locked --version 0.20.2 cargo-deny
cargo deny check --hide-inclusion-graph bans licenses sources
python3 scripts/third-party-notices.py --check
