#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Builds everything and runs all tests: ./test.sh [arguments for ctest, for example -R names]
set -eu

usage() {
    cat <<'TEXT'
Usage: ./test.sh [CTEST-ARGUMENT]...

Installs the Debian packages that are missing (with sudo when you are not root), builds
in build/ and runs all tests.

  -R NAMES            only the tests whose names match, for example -R '^events'
  -E NAMES            all but those
  -N                  only list them
  -h, --help          print this and end

Every other argument goes to ctest, too. tests/README.md tells what the tests are.
TEXT
}

case ${1:-} in
    -h | --help)
        usage
        exit
        ;;
esac
cd "$(dirname "$0")"
. scripts/bootstrap.sh
PACKAGES="$PACKAGES valgrind clang libclang-rt-dev clang-format locales nodejs sqlite3"
bootstrap

# Wireshark is silent about plugins it does not load; without ours no test means anything.
if ! scripts/with-plugin.sh "$BUILD" tshark -G plugins | grep -q "^bcnet\.so"; then
    echo "tshark does not load the plugin in $BUILD/plugins." >&2
    exit 1
fi
exec python3 tests/lib/run_ctest.py "$BUILD" "$@"
