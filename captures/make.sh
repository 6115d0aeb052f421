#!/bin/sh
# Makes all captures from their scenarios; with --check only compares.
# SPDX-License-Identifier: GPL-2.0-or-later
set -eu

usage() {
    echo "Usage: captures/make.sh FORGE-BINARY [--check]" >&2
    exit 2
}

case $#,${2:-} in
    1, | 2,--check) ;;
    *) usage ;;
esac
forge=$1
check=${2:-}
case $forge in
    */*) forge=$(cd "$(dirname "$forge")" && pwd)/$(basename "$forge") ;;
esac
cd "$(dirname "$0")"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

status=0
for scenario in scenarios/*.scn; do
    name=$(basename "$scenario" .scn)
    "$forge" "$scenario" "$scratch/$name.pcapng" || { status=1; continue; }
    cmp -s "$scratch/$name.pcapng" "$name.pcapng" && continue
    if [ -n "$check" ]; then
        echo "captures/$name.pcapng is not what captures/$scenario makes." >&2
        status=1
    else
        cp "$scratch/$name.pcapng" "$name.pcapng"
        echo "captures/$name.pcapng"
    fi
done

for capture in *.pcapng; do
    name=${capture%.pcapng}
    if [ "$name" != "*" ] && [ ! -e "scenarios/$name.scn" ]; then
        echo "captures/$capture has no scenario." >&2
        status=1
    fi
done
exit $status
