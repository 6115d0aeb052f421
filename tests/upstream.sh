#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs the checkers of Wireshark's own source tree on the plugin: what they say must be nothing, or be explained in
# tests/upstream/explained.txt.
#
# Usage: tests/upstream.sh [SUITE...]      the suites whose Wireshark to take; "bookworm trixie" (4.0, 4.4) without it
#
# Takes Wireshark's source from Debian's mirror (300 MB unpacked, kept) and needs perl and python3.
#
#   BCNET_UPSTREAM_CACHE  where the sources are; ${XDG_CACHE_HOME:-~/.cache}/bcnet-windows (shared with windows.sh)
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
cache=${BCNET_UPSTREAM_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/bcnet-windows}
needs="Install Debian's perl and python3."

complain() {
    echo "upstream.sh: $*" >&2
}

. "$top/packaging/windows/debian.sh"
. "$top/packaging/windows/toolchain.sh" # require_programs

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
        sed "s#$top/##g" || :
}

check_apis() {
    for file in $(files); do
        (cd "$top" && perl "$1/tools/checkAPIs.pl" -g dissectors-prohibited -g dissectors-restricted "$file" 2>&1) || :
    done
}

typed_calls() {
    for file in $(dissecting); do
        (cd "$1" && python3 tools/check_typed_item_calls.py --file "$top/$file" --mask --consecutive --label 2>&1) || :
    done
}

python_checker() {
    checker=$2 source=$1
    shift 2
    [ -e "$source/tools/$checker" ] || return 0
    for file in $(dissecting); do
        (cd "$source" && python3 "tools/$checker" --file "$top/$file" "$@" 2>&1) || :
    done
}

check_fields() {
    (cd "$top" && perl "$1/tools/checkhf.pl" $(dissecting) 2>&1) || :
    for file in $(dissecting); do
        (cd "$top" && perl "$1/tools/checkfiltername.pl" "$file" 2>&1) || :
    done
}

# report NAME: findings on stdin, less what is explained.
report() {
    findings >"$scratch/all"
    grep -avE -f "$scratch/explained" "$scratch/all" >"$scratch/left" || :
    printf '%-10s %-26s %3d findings, %d unexplained\n' "$suite" "$1" "$(wc -l <"$scratch/all")" "$(wc -l <"$scratch/left")"
    sed 's/^/        /' "$scratch/left"
    [ ! -s "$scratch/left" ] || touch "$scratch/failed"
}

require_programs perl python3 apt-get
mkdir -p "$cache"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
grep -v "^#" "$top/tests/upstream/explained.txt" | grep . >"$scratch/explained" || :
[ $# -gt 0 ] || set -- bookworm trixie
for suite in "$@"; do
    source=$(debian_source "$suite" wireshark)
    check_apis "$source" | report checkAPIs
    typed_calls "$source" | report check_typed_item_calls
    python_checker "$source" check_tfs.py --common | report check_tfs
    python_checker "$source" check_val_to_str.py | report check_val_to_str
    python_checker "$source" check_col_apis.py | report check_col_apis
    check_fields "$source" | report "checkhf, checkfiltername"
done
[ ! -e "$scratch/failed" ]
