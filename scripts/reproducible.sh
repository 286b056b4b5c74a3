#!/usr/bin/env bash
# Builds the program from nothing as it is released, twice and in different folders, and says whether both are the same to the last byte:
# reproducible.sh [PACKAGE]. The settings are what whoever releases or checks a release uses, too.
set -euo pipefail
cd "$(dirname "$0")/.."
package=${1:-chaffinch-cli}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Neither the day nor chance goes into the program,
export SOURCE_DATE_EPOCH=0 CONST_RANDOM_SEED=chaffinch CARGO_INCREMENTAL=0
for copy in one a-longer-name; do
  git clone --quiet . "$scratch/$copy"
  (
    cd "$scratch/$copy"
    # nor where it, its dependencies and the compiler lie.
    export RUSTFLAGS="--remap-path-prefix=$PWD=/chaffinch --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo --remap-path-prefix=$(rustc --print sysroot)=/rust"
    export CFLAGS="-ffile-prefix-map=$PWD=/chaffinch -ffile-prefix-map=${CARGO_HOME:-$HOME/.cargo}=/cargo"
    CARGO_TARGET_DIR=$PWD/target cargo build --quiet --release --locked -p "$package"
    cd target/release
    find . -maxdepth 1 -type f ! -name '*.d' ! -name '.*' -exec sha256sum {} + | sort
  ) > "$scratch/$copy.sums"
done
cat "$scratch/one.sums"
diff "$scratch/one.sums" "$scratch/a-longer-name.sums" && echo "both builds are the same"
