#!/usr/bin/env bash
# Tests the Python package as its users get it: builds the wheel, installs it into a clean virtual environment, runs the tests, the examples
# of its documentation and those under examples/:
#   test-python.sh [spark] [engines]
# With `spark`, those on a cluster of Spark as well, which needs Java 17; with `engines`, those with Ray, Dask and Daft.
set -euo pipefail
cd "$(dirname "$0")/.."
for more in "$@"; do
  [ "$more" = spark ] || [ "$more" = engines ] || {
    echo "test-python: $more is unknown; it is test-python.sh, with spark or engines behind it" >&2
    exit 2
  }
done
scripts/build-wheel.sh
wheel="$(ls target/wheels/chaffinch-*.whl)"
size="$(stat -c %s "$wheel")"
echo "$(basename "$wheel"): $((size / 1000000)) MB"
[ "$size" -lt 30000000 ] || { echo "the wheel must stay under 30 MB" >&2; exit 1; }

tests="$PWD/crates/chaffinch-python/tests"
environment=target/python/test
python3 -m venv --clear "$environment"
pip="$environment/bin/pip --quiet --disable-pip-version-check"
# First without anything else: the package needs nothing.
$pip install "$wheel"
"$environment/bin/chaffinch" extract examples/finch-shop.html --format text
"$environment/bin/python" -c 'import chaffinch; assert chaffinch.extract("examples/finch-shop.html").rows()'
$pip install -r "$tests/requirements.txt"
"$environment/bin/python" -m pytest "$tests" --ignore "$tests/test_spark.py"
"$environment/bin/python" -m pytest --doctest-modules --ignore-glob '*/spark.py' --pyargs chaffinch
"$environment/bin/python" examples/python/run.py

for more in "$@"; do
  $pip install -r "$tests/requirements-$more.txt"
  "$environment/bin/python" -m pytest "$tests/test_$more.py"
done
