#!/usr/bin/env bash
# Measures what the README claims, on the real pages in CHAFFINCH_DATA or target/data: measure.sh [agreement|speed|cost|robustness|abused|faults|growth|wrapper|tables|python|spark|text-tools]…
set -euo pipefail
cd "$(dirname "$0")/.."
data=${CHAFFINCH_DATA:-target/data}
[ -d "$data" ] || [ "$*" = growth ] || [ "$*" = cost ] || [ "$*" = faults ] || { echo "measure: there are no pages in $data; run scripts/unpack-data.sh" >&2; exit 1; }
cargo build --quiet --release --locked -p chaffinch-cli
chaffinch=target/release/chaffinch
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

agreement() {
  "$chaffinch" eval rendering "$data/testbed/pages"
  "$chaffinch" eval rendering --no-style-sheets "$data/lists/pages" "$data/courts/pages"
}

# Wall clock of whole runs with one and two threads, three times each, the best counts.
speed() {
  for threads in 1 2; do
    best=""
    for _ in 1 2 3; do
      start=$(date +%s.%N)
      "$chaffinch" extract "$data/testbed/pages" -j "$threads" -o "$scratch/out.jsonl"
      took=$(echo "$(date +%s.%N) - $start" | bc)
      if [ -z "$best" ] || [ "$(echo "$took < $best" | bc)" = 1 ]; then best=$took; fi
    done
    echo "testbed, $threads threads: $best s"
    if [ "$threads" = 1 ]; then one=$best; else echo "two threads are $(echo "scale=2; $one / $best" | bc) times one"; fi
  done
}

# Every page of every set: none may fail, and the largest memory of any run.
robustness() {
  for set in "$data"/*/; do
    name=$(basename "$set")
    /usr/bin/time -f "%M" -o "$scratch/memory" "$chaffinch" extract "$set/pages" -o "$scratch/$name.jsonl"
    echo "$name: $(wc -l < "$scratch/$name.jsonl") pages, peak $(($(cat "$scratch/memory") / 1024)) MB"
  done
}

# Instructions a page, by stage, on pages of our own making: the same on a busy machine. COST has further options: --check compares them with
# what --record wrote down, and names of folders count other pages.
cost() {
  # shellcheck disable=SC2086
  python3 scripts/cost.py "$chaffinch" ${COST:-}
}

# Every page cut, stripped, doubled and joined. ABUSED has further options, as --every 10.
abused() {
  # shellcheck disable=SC2086
  python3 scripts/abused.py "$chaffinch" "$data" ${ABUSED:-}
}

# Closed pipes, full disks, little memory, signals at random instants.
faults() {
  python3 scripts/faults.py "$chaffinch"
}

# Made-up pages of growing size: how time grows with them, for every command.
growth() {
  python3 scripts/growth.py "$chaffinch"
}

# Wrappers: the experiments, then the speed of applying them beside autoscraper and lxml on the same pages.
wrapper() {
  "$chaffinch" eval wrapper-coverage "$data/wien/gold.jsonl"
  "$chaffinch" eval wrapper-coverage "$data/swde/gold.jsonl"
  "$chaffinch" eval wrapper-noise "$data/wien/gold.jsonl" --svg target/wrapper-noise.svg
  rivals=$(scripts/rivals.sh)
  CHAFFINCH_DATA=$(realpath "$data") cargo bench --quiet --locked -p chaffinch-wrapper --bench wrapper -- --out "$scratch/bench.jsonl"
  "$rivals" scripts/wrapper-rivals.py "$scratch/bench.jsonl" "$data"
  python3 scripts/wrapper-lists.py "$chaffinch"
}

# Tables as they are and made of divs, false alarms, keywords; pandas on the same pages.
tables() {
  "$chaffinch" eval tables "$data" --python "$(scripts/rivals.sh)"
}

# The Python package beside the program, on a cluster of Spark, and beside tools that read the text or the structured data of pages. The
# wheel is that of scripts/test-python.sh.
python() {
  package_python many "$chaffinch" "$data/testbed/pages"
}

spark() {
  target/python/test/bin/pip install --quiet -r crates/chaffinch-python/tests/requirements-spark.txt
  package_python spark "$chaffinch" "$data/testbed/pages"
}

text-tools() {
  target/python/test/bin/pip install --quiet extruct==0.18.0 trafilatura==2.3.1 resiliparse==1.1.0
  package_python rivals "$data/testbed/pages" "$data/products/pages" "$data/wild/pages"
}

package_python() {
  [ -x target/python/test/bin/python ] || scripts/test-python.sh
  target/python/test/bin/python scripts/measure-python.py "$@"
}

for what in "${@:-agreement}"; do "$what"; done
