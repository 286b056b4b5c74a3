#!/usr/bin/env bash
# Fetches html5lib's tree construction tests: fetch-html5lib-tests.sh [TARGET_DIR].
# They come with the source package of the Python library, wherever pip is set up to find it.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
target=${1:-$root/target/html5lib-tests}
version=1.1
if [ -f "$target/.version" ] && [ "$(cat "$target/.version")" = "$version" ]; then
  echo "$target: already there"
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The package's own build asks for a setuptools that still has what it needs.
echo 'setuptools<66' > "$work/constraints.txt"
PIP_CONSTRAINT="$work/constraints.txt" python3 -m pip download --quiet --no-deps --no-binary :all: \
  --dest "$work" "html5lib==$version"
tar -xzf "$work/html5lib-$version.tar.gz" -C "$work"
rm -rf "$target"
mkdir -p "$target"
cp "$work/html5lib-$version/html5lib/tests/testdata/tree-construction/"*.dat "$target/"
echo "$version" > "$target/.version"
echo "$target: $(find "$target" -name '*.dat' | wc -l) files"
