#!/usr/bin/env bash
# Installs the tools that Chaffinch is measured beside into target/rivals, in the versions that the figures are of.
set -euo pipefail
cd "$(dirname "$0")/.."
rivals=target/rivals
if [ ! -x "$rivals/bin/python" ]; then python3 -m venv "$rivals"; fi
"$rivals/bin/pip" install --quiet -r scripts/rivals.txt
echo "$rivals/bin/python"
