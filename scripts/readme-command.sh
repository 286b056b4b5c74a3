#!/usr/bin/env bash
# Prints a command of the README, so that what is tested is what is written: readme-command.sh run|test
set -euo pipefail
cd "$(dirname "$0")/.."
awk -v want="<!-- command: $1 -->" '
  $0 == want { found = 1; next }
  found && /^```/ { fences++; if (fences == 2) exit; next }
  found && fences == 1 { print }
' README.md
