#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Builds everything and runs all tests: ./test.sh [arguments for ctest, for example -R names]
set -eu
cd "$(dirname "$0")"
. scripts/bootstrap.sh
PACKAGES="$PACKAGES valgrind clang libclang-rt-dev clang-format locales"
bootstrap

# Wireshark is silent about plugins it does not load; without ours no test means anything.
if ! scripts/with-plugin.sh "$BUILD" tshark -G plugins | grep -q "^bcnet\.so"; then
    echo "tshark does not load the plugin in $BUILD/plugins." >&2
    exit 1
fi
exec ctest --test-dir "$BUILD" -j2 --output-on-failure "$@"
