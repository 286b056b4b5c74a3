#!/usr/bin/env bash
# The dependency policy of deny.toml, advisories where their database can be had, whether the notices name what is compiled in, and whether a crate with unsafe code came in unseen.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v cargo-deny >/dev/null || cargo install --quiet --locked --version 0.20.2 cargo-deny
cargo deny check --hide-inclusion-graph bans licenses sources
# The database of advisories lies on GitHub, which not every machine reaches.
if timeout 120 cargo deny fetch db >/dev/null 2>&1; then
  cargo deny check --disable-fetch --hide-inclusion-graph advisories
else
  echo "advisories: not checked, because their database cannot be fetched; SECURITY.md says when they were last looked up"
fi
python3 scripts/third-party-notices.py --check
python3 scripts/supply-chain.py --check
