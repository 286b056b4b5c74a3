#!/usr/bin/env bash
# Installs what the commands of the README need on a fresh Debian machine with Rust, and nothing that is there already:
#   setup.sh         a C compiler, which build scripts and the linker need
#   setup.sh tests   also Chromium for the comparisons, Python for the data of html5lib's tests
#   setup.sh workbench  also what the tests of the workbench need: Chromium and Node
#   setup.sh cost    also what counts instructions: Valgrind
#   setup.sh python  also what the tests of the Python package need: virtual environments, and Java for Spark
set -euo pipefail
cd "$(dirname "$0")/.."

packages=()
command -v cc >/dev/null || packages+=(build-essential)
case "${1:-}" in
  "") ;;
  tests)
    command -v chromium >/dev/null || [ -n "${CHAFFINCH_CHROMIUM:-}" ] || packages+=(chromium fonts-liberation)
    command -v python3 >/dev/null || packages+=(python3 python3-pip)
    ;;
  workbench)
    command -v chromium >/dev/null || [ -n "${CHAFFINCH_CHROMIUM:-}" ] || packages+=(chromium fonts-liberation)
    command -v npm >/dev/null || packages+=(nodejs npm)
    command -v python3 >/dev/null || packages+=(python3)
    ;;
  cost)
    command -v valgrind >/dev/null || packages+=(valgrind)
    command -v python3 >/dev/null || packages+=(python3)
    ;;
  python)
    python3 -c 'import ensurepip, venv' 2>/dev/null || packages+=(python3 python3-venv)
    command -v java >/dev/null || packages+=(openjdk-17-jre-headless)
    ;;
  *)
    echo "setup: $1 is unknown; it is setup.sh, setup.sh tests, setup.sh workbench, setup.sh cost or setup.sh python" >&2
    exit 2
    ;;
esac
if [ ${#packages[@]} -gt 0 ]; then
  if ! command -v apt-get >/dev/null; then
    echo "setup: please install ${packages[*]}; this script only knows Debian's apt-get" >&2
    exit 1
  fi
  sudo=""
  [ "$(id -u)" -eq 0 ] || sudo="sudo"
  $sudo apt-get update -qq
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${packages[@]}" >/dev/null
fi
