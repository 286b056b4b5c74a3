#!/usr/bin/env bash
# The dependency policy of deny.toml, whether the notices name what is compiled in, and whether a crate with unsafe code came in unseen.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v cargo-deny >/dev/null || cargo install --quiet --locked --version 0.20.2 cargo-deny
cargo deny check --hide-inclusion-graph bans licenses sources
python3 scripts/third-party-notices.py --check
python3 scripts/supply-chain.py --check
