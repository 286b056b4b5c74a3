#!/usr/bin/env bash
# Installs what the commands of the README need on a fresh Debian machine with Rust: a C compiler for
# build scripts, and for the tests Chromium and the data of html5lib's tests. Does nothing where it is all there.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=()
command -v cc >/dev/null || packages+=(build-essential)
command -v chromium >/dev/null || [ -n "${CHAFFINCH_CHROMIUM:-}" ] || packages+=(chromium fonts-liberation)
command -v python3 >/dev/null || packages+=(python3 python3-pip)
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
