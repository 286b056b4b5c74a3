#!/usr/bin/env bash
# Runs the CSS selectors and XPaths that `chaffinch wrapper` writes through lxml, on pages written for it and, where they are at hand, on
# labelled pages: both must give the values that the wrapper gives. Without Python nothing is tested.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v python3 > /dev/null; then
  echo "test-selectors: skipped, because there is no Python here" >&2
  exit 0
fi
venv=target/selectors
if [ ! -x "$venv/bin/python" ]; then python3 -m venv "$venv"; fi
if ! "$venv/bin/python" -c 'import cssselect, lxml' 2> /dev/null && ! "$venv/bin/pip" install --quiet lxml==6.1.3 cssselect==1.3.0; then
  echo "test-selectors: skipped, because lxml cannot be installed" >&2
  exit 0
fi
cargo build --quiet --release --locked -p chaffinch-cli
exec "$venv/bin/python" scripts/test-selectors.py "${CARGO_TARGET_DIR:-target}/release/chaffinch" "${CHAFFINCH_DATA:-target/data}"
