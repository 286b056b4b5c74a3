#!/usr/bin/env bash
# Unpacks the labelled pages beside the workspace into target/data, where the tests look for them:
# unpack-data.sh [SET…]. Without the packed pages it says so and changes nothing.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
packed=$root/../shared/data
if [ ! -f "$packed/unpack.sh" ]; then
  echo "$packed: no packed pages here, nothing unpacked"
  exit 0
fi
bash "$packed/unpack.sh" "$root/target/data" "$@"
