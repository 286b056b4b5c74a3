#!/usr/bin/env bash
# The workbench in a real Chromium: what each room shows, accessibility, script injection, and many clients at once. Screenshots are left in
# target/workbench/shots.
#   test-workbench.sh             everything, with ten seconds of load
#   test-workbench.sh load [S]    the load alone, for S seconds (60)
#   test-workbench.sh pictures    makes the pictures of the README anew
# The program must have been built: cargo build --release --locked -p chaffinch-cli
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh workbench
here=crates/chaffinch-server/tests/browser
packages=${CHAFFINCH_WORKBENCH:-$PWD/target/workbench}
export CHAFFINCH_WORKBENCH="$packages"
mkdir -p "$packages"
if [ ! -d "$packages/node_modules/playwright-core" ] || [ ! -d "$packages/node_modules/axe-core" ]; then
  cp "$here/package.json" "$here/package-lock.json" "$packages/"
  (cd "$packages" && npm ci --silent --no-audit --no-fund)
fi
case "${1:-all}" in
  all)
    node "$here/explore.mjs"
    node "$here/rooms.mjs"
    node "$here/safety.mjs"
    node "$here/load.mjs" 10
    ;;
  load) node "$here/load.mjs" "${2:-60}" ;;
  pictures) node "$here/pictures.mjs" ;;
  *)
    echo "test-workbench: $1 is unknown; it is test-workbench.sh, test-workbench.sh load or test-workbench.sh pictures" >&2
    exit 2
    ;;
esac
