#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Builds everything and runs all tests: ./test.sh [arguments for ctest, for example -R names]
set -eu
cd "$(dirname "$0")"
. scripts/bootstrap.sh
PACKAGES="$PACKAGES valgrind clang libclang-rt-dev clang-format locales"

# The first build takes a while: every few seconds, how far it is.
build_and_tell() {
    build &
    building=$!
    seconds=0
    while sleep 1 && kill -0 "$building" 2>/dev/null; do
        seconds=$((seconds + 1))
        if [ $((seconds % 5)) -eq 0 ]; then
            tail -n 1 "$BUILD/build.log" | cut -c 1-100 >&2
        fi
    done
    wait "$building"
}

install_missing
configure
build_and_tell

# Wireshark is silent about plugins it does not load; without ours no test means anything.
if ! scripts/with-plugin.sh "$BUILD" tshark -G plugins | grep -q "^bcnet\.so"; then
    echo "tshark does not load the plugin in $BUILD/plugins." >&2
    exit 1
fi
exec python3 tests/lib/run_ctest.py "$BUILD" "$@"
