#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Builds the plugin and runs tests on several versions of Wireshark: in chroots of Debian's suites, as an ordinary user.
#
# Usage: tests/matrix.sh [--full] [SUITE[:COMPILER]...]
#
# Without suites: bookworm (4.0) with gcc and clang, trixie (4.4) and sid (4.6) with gcc and clang. Needs root and
# debootstrap. A chroot is made once (about 1 GB) and kept.
#
#   --full               all tests but valgrind; without it the unit tests, all dissection tests, and the passes over a few
#                        captures
#   BCNET_MATRIX_CACHE   where the chroots are; ${XDG_CACHE_HOME:-~/.cache}/bcnet-matrix without it
#   BCNET_MATRIX_REVISION  the revision to build; without it the files as they are now
#   BCNET_MATRIX_FRESH   update: fetch newer packages into chroots that are there already
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
cache=${BCNET_MATRIX_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/bcnet-matrix}
packages="gcc clang clang-format libc6-dev cmake ninja-build pkg-config libglib2.0-dev libpcap-dev wireshark-dev tshark
    libjs-dygraphs locales wireshark-common python3 gzip file dpkg-dev valgrind nodejs sqlite3"
# Captures that hold everything that depends on Wireshark: reassembly, resends, both name tables, a whole game.
few="session join messages fragments-any-order fragments-lost retransmissions gamespy-queries odd-messages"
quick='^(unit-|opcodes-|layout|block|infer|gamespy|names|harness|contract|recognition|profile|install)'

complain() {
    echo "matrix.sh: $*" >&2
}

. "$top/tests/lib/chroot.sh"

# ---- Chroots ----

# shellcheck disable=SC2086 # lists
prepare() {
    chroot=$cache/$1
    if [ -n "${BCNET_MATRIX_FRESH:-}" ] && [ -e "$chroot/.bcnet-ready" ]; then
        install_packages "$chroot" $packages
    else
        kept_system "$chroot" "$1" $packages
    fi
}

# ---- One build ----

# Of the names on stdin those of files that exist: a file may be deleted and not yet committed.
existing() {
    xargs -0 ls -d --zero -- 2>/dev/null || :
}

# The sources as a tar archive.
sources() {
    cd "$top"
    if [ -n "${BCNET_MATRIX_REVISION:-}" ]; then
        git archive "$BCNET_MATRIX_REVISION"
    elif git rev-parse --git-dir >/dev/null 2>&1; then
        git ls-files -z --cached --others --exclude-standard | existing | tar -c --null -T -
    else
        tar -c --exclude './build*' .
    fi
}

copy_sources() {
    rm -rf "$1/src" "$1/few"
    mkdir -p "$1/src" "$1/few/scenarios"
    (sources) | tar -x -C "$1/src"
    for name in $few; do
        cp "$1/src/captures/$name.pcapng" "$1/few/"
        cp "$1/src/captures/scenarios/$name.scn" "$1/few/scenarios/"
    done
    chown -R 1000:1000 "$1/src" "$1/few"
}

build() {
    rm -rf "$1/build-$2"
    mkdir "$1/build-$2"
    chown 1000:1000 "$1/build-$2"
    as_user "$1" sh -c "cmake -S /src -B /build-$2 -G Ninja -DCMAKE_C_COMPILER=$2 -DBCNET_WERROR=ON \
        -DBCNET_FUZZ_TEST=OFF && cmake --build /build-$2"
}

plugin_loads() {
    as_user "$1" /src/scripts/with-plugin.sh "/build-$2" tshark -G plugins | grep '^bcnet\.so'
}

# run_ctest CHROOT COMPILER ARGUMENT...
run_ctest() {
    chroot=$1 tree=/build-$2
    shift 2
    as_user "$chroot" env BCNET_CAPTURES="$captures" ctest --test-dir "$tree" -j2 --output-on-failure "$@"
}

run_tests() {
    if [ -n "$full" ]; then
        captures=/src/captures
        run_ctest "$1" "$2" -LE valgrind
        return
    fi
    status=0
    captures=/src/captures
    run_ctest "$1" "$2" -R "$quick" || status=1
    captures=/few
    run_ctest "$1" "$2" -R '^passes$' || status=1
    return $status
}

# Prints one line of the table; everything else goes to the log.
row() {
    suite=$1 compiler=$2 chroot=$cache/$1 log=$cache/$1-$2.log
    version='' built=no loads=no tests='not run'
    {
        prepare "$suite" && copy_sources "$chroot" &&
            version=$(inside "$chroot" tshark --version | sed -n '1s/.* \([0-9][0-9.]*[0-9]\).*/\1/p') &&
            build "$chroot" "$compiler" && built=yes &&
            plugin_loads "$chroot" "$compiler" && loads=yes &&
            run_tests "$chroot" "$compiler"
    } >"$log" 2>&1 || :
    passed=$(sed -n 's/^[0-9]*% tests passed, \([0-9]*\) tests failed out of \([0-9]*\)$/\1 \2/p' "$log" |
        awk '{ failed += $1; all += $2 } END { if (all) print failed " of " all " failed" }')
    tests=${passed:-$tests}
    printf '%-10s %-10s %-9s %-6s %-6s %s\n' "$suite" "${version:-none}" "$compiler" "$built" "$loads" "$tests"
    [ "$built$loads" = yesyes ] && case $tests in "0 of "*) true ;; *) false ;; esac
}

full=''
if [ "${1:-}" = --full ]; then
    full=yes
    shift
fi
require_chroots
[ $# -gt 0 ] || set -- bookworm trixie sid
mkdir -p "$cache"

table=$(mktemp)
trap 'rm -f "$table"' EXIT
trap 'exit 130' INT TERM
result=0
printf '%-10s %-10s %-9s %-6s %-6s %s\n' suite Wireshark compiler builds loads tests >"$table"
for pair in "$@"; do
    case $pair in
        *:*) compilers=${pair#*:} ;;
        *) compilers="gcc clang" ;;
    esac
    for compiler in $compilers; do
        echo "${pair%%:*} with $compiler ..." >&2
        if ! row "${pair%%:*}" "$compiler" >>"$table"; then
            complain "${pair%%:*} with $compiler failed; the log is $cache/${pair%%:*}-$compiler.log."
            result=1
        fi
    done
done
cat "$table"
exit $result
