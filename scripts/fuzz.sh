#!/usr/bin/env bash
# Feeds hostile input to every room of the program: fuzz.sh [SECONDS for each target, 3600 by default] [TARGET…]. Inputs come from a seed
# that is the time, so that every run sees others; FUZZ_SEED repeats one. Runs on any toolchain; with cargo-fuzz and a nightly one,
# `cargo +nightly fuzz run TARGET` steers the same targets by coverage.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-3600}
shift || true
exec cargo run --quiet --release --locked -p chaffinch-fuzz -- --seconds "$seconds" --seed "${FUZZ_SEED:-$(date +%s)}" "$@"
