#!/usr/bin/env bash
# Builds the Python wheel for all machines with glibc 2.28 or later (Debian 10, RHEL 8) into target/wheels:
#   build-wheel.sh [PROFILE [PYTHON]]
# PROFILE is release (the default; it shares its dependencies with the tests) or dist, what is published. PYTHON is the interpreter to build
# for; one wheel serves 3.10 and all later ones, and a free-threaded interpreter such as python3.14t gets a wheel of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
profile="${1:-release}"
python="${2:-python3}"
glibc=2.28

tools=target/python/tools
if [ ! -x "$tools/bin/cargo-zigbuild" ]; then
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check "maturin>=1.9,<2" "cargo-zigbuild>=0.20" "ziglang>=0.13"
fi
export PATH="$PWD/$tools/bin:$PATH"

# Which versions of glibc's functions are asked for is decided when the module is linked. So only the linker knows of the old glibc, and
# everything that was compiled for the program is used as it is.
linker="$PWD/target/python/link-for-glibc-$glibc"
cat > "$linker" <<END
#!/bin/sh
exec "$PWD/$tools/bin/cargo-zigbuild" zig cc -- -g -target $(uname -m)-linux-gnu.$glibc "\$@"
END
chmod +x "$linker"

rm -rf target/wheels
maturin build --locked --profile "$profile" --interpreter "$python" --strip --auditwheel check \
  --compatibility "manylinux_${glibc/./_}" --out target/wheels -- -C linker="$linker"
