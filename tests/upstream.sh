#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Tries the plugin on Wireshark's own source: how its authors would.
#
# Usage: tests/upstream.sh [PART...]       checkers, inside, big-endian; all these without it; next
#
#   checkers   the checkers of Wireshark's source run on the plugin: what they say must be nothing, or be explained in
#              tests/upstream/explained.txt. Needs perl, python3 and codespell.
#   inside     tshark is built with the plugin within Wireshark's source (plugins/epan/bcnet); every capture must look as
#              with Debian's tshark and the plugin built outside. Needs root and debootstrap, 2 GB and half an hour for
#              each suite; later runs build only what changed.
#   big-endian the tests of what knows nothing of Wireshark run on s390x, under qemu. Needs root and debootstrap.
#   next       a compiler reads the plugin with the headers of Wireshark's development branch: BCNET_UPSTREAM_TREE names a
#              checkout of it. Nothing is built.
#
# Wireshark's source comes from Debian's mirror (300 MB unpacked, kept).
#
#   BCNET_UPSTREAM_CACHE  where all that is; ${XDG_CACHE_HOME:-~/.cache}/bcnet-windows (shared with windows.sh)
#   BCNET_UPSTREAM_SUITES the suites whose Wireshark to take; "bookworm trixie" without it: 4.0, and 4.4, the newest
#                         whose source the mirror still had when this was written
#   BCNET_UPSTREAM_CAPTURES  names of captures for "inside"; all without it
#   BCNET_JOBS            how many compilers run at once; 2 without it
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
cache=${BCNET_UPSTREAM_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/bcnet-windows}

complain() {
    echo "upstream.sh: $*" >&2
}

. "$top/packaging/lib/debian.sh"
. "$top/packaging/lib/archive.sh" # require_programs
. "$top/tests/lib/inside-wireshark.sh"
. "$top/tests/lib/big-endian.sh"

# The plugin; the tools are programs of their own.
files() {
    (cd "$top" && ls packet-bcnet.c plugin/*.c plugin/*/*.c)
}

# Files with fields: what dissects.
dissecting() {
    (cd "$top" && grep -l 'proto\.h\|packet\.h\|reading/reader\.h\|reading/compat\.h' $(files))
}

# Lines that count: without the names of files that were looked at, and totals.
findings() {
    grep -aiE 'error|warn|prohibited|deprecated|NO ARRAY|unused|missing|Entry' | grep -avE '^ *(0 (errors|warnings)|[0-9]+ (errors|warnings)).*$' |
        sed "s#$written/##g" || :
}

check_apis() {
    for file in $(files); do
        (cd "$written" && perl "$1/tools/checkAPIs.pl" -g dissectors-prohibited -g dissectors-restricted "$file" 2>&1) || :
    done
}

typed_calls() {
    for file in $(dissecting); do
        (cd "$1" && python3 tools/check_typed_item_calls.py --file "$written/$file" --mask --consecutive --label 2>&1) || :
    done
}

python_checker() {
    checker=$2 source=$1
    shift 2
    [ -e "$source/tools/$checker" ] || return 0
    for file in $(dissecting); do
        (cd "$source" && python3 "tools/$checker" --file "$written/$file" "$@" 2>&1) || :
    done
}

check_fields() {
    (cd "$written" && perl "$1/tools/checkhf.pl" $(dissecting) 2>&1) || :
    for file in $(dissecting); do
        (cd "$written" && perl "$1/tools/checkfiltername.pl" "$file" 2>&1) || :
    done
}

# The checker fetches every address; what has none needs no network.
urls() {
    for file in $(files); do
        ! grep -q 'https\?://' "$top/$file" ||
            (cd "$1" && python3 tools/check_dissector_urls.py --file "$written/$file" 2>&1) || :
    done
}

# The checker of Wireshark's source wants a library of Python that Debian lacks; codespell knows common mistakes.
spelling() {
    (cd "$top" && codespell --ignore-words-list=anothers,nin,ot,readd,upto $(files) plugin/*/*.h docs README.md CHANGELOG.md tools packaging profile |
        sed 's/^/error: /') || :
}

# report NAME: findings on stdin, less what is explained.
report() {
    findings >"$scratch/all"
    grep -avE -f "$scratch/explained" "$scratch/all" >"$scratch/left" || :
    printf '%-10s %-26s %3d findings, %d unexplained\n' "$suite" "$1" "$(wc -l <"$scratch/all")" "$(wc -l <"$scratch/left")"
    sed 's/^/        /' "$scratch/left"
    [ ! -s "$scratch/left" ] || touch "$scratch/failed"
}

run_checkers() {
    require_programs perl python3 codespell
    # shellcheck disable=SC2046 # a list
    python3 "$top/tests/upstream/written_out.py" "$top" "$written" $(files)
    for suite in $suites; do
        source=$(debian_source "$suite" wireshark)
        check_apis "$source" | report checkAPIs
        typed_calls "$source" | report check_typed_item_calls
        python_checker "$source" check_tfs.py --common | report check_tfs
        python_checker "$source" check_val_to_str.py | report check_val_to_str
        python_checker "$source" check_col_apis.py | report check_col_apis
        check_fields "$source" | report "checkhf, checkfiltername"
        urls "$source" | report check_dissector_urls
    done
    suite=all
    spelling | report spelling
}

run_inside() {
    require_chroots
    for suite in $suites; do
        inside_wireshark "$suite" || touch "$scratch/failed"
    done
}

# ws_version.h is what Wireshark's build would write.
run_next() {
    require_programs gcc pkg-config
    tree=${BCNET_UPSTREAM_TREE:?names no checkout of Wireshark}
    sed -n 's/^ *set(PROJECT_\(MAJOR\|MINOR\)_VERSION \([0-9]*\)).*/#define WIRESHARK_VERSION_\1 \2/p' "$tree/CMakeLists.txt" |
        sort -u >"$scratch/ws_version.h"
    # shellcheck disable=SC2046 # lists
    if (cd "$top" && gcc -std=gnu11 -fsyntax-only -Werror -Wall -Wextra -Wno-unused-parameter -Iplugin -I"$scratch" \
        -isystem "$tree" -isystem "$tree/include" $(pkg-config --cflags glib-2.0) -DBCNET_VERSION='""' \
        $(files)); then
        echo "next       $(files | wc -l) files read with the headers of Wireshark" \
            "$(awk '{ print $3 }' "$scratch/ws_version.h" | paste -sd .)"
    else
        touch "$scratch/failed"
    fi
}

run_big_endian() {
    require_chroots
    big_endian || touch "$scratch/failed"
}

require_programs apt-get
suites=${BCNET_UPSTREAM_SUITES:-bookworm trixie}
mkdir -p "$cache"
scratch=$(mktemp -d)
written=$scratch/written # the sources with their lists of fields written out
trap 'rm -rf "$scratch"' EXIT
grep -v "^#" "$top/tests/upstream/explained.txt" | grep . >"$scratch/explained" || :
[ $# -gt 0 ] || set -- checkers inside big-endian
for part in "$@"; do
    case $part in
        checkers) run_checkers ;;
        inside) run_inside ;;
        big-endian) run_big_endian ;;
        next) run_next ;;
        *) complain "there is no part \"$part\"" && exit 2 ;;
    esac
done
[ ! -e "$scratch/failed" ]
