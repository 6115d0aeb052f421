#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Captures live with the plugin: a capture is replayed on loopback in its own time, then a battle with 10,000 datagrams a
# second. Nothing may be missed, and output comes at once.
#
# Usage: tests/live.sh [CAPTURE [RATE]]
#
# Everything happens in network and user namespaces of its own; nothing has to be set up, and nothing else on the
# machine is seen or disturbed.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
build=${BCNET_BUILD_DIR:-$top/build}
rate=${2:-10000}

namespaces="unshare --user --map-user=1000 --map-group=1000 --net --keep-caps"
if ! $namespaces true 2>/dev/null; then
    echo "Namespaces are refused here; a live capture cannot be tried." >&2
    exit 77
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
mkdir "$scratch/config"

replay() {
    $namespaces python3 "$top/tests/live.py" --build "$build" --config "$scratch/config" "$@"
}

if [ $# -gt 0 ]; then
    replay "$1" --rate "$rate"
else
    replay "$top/captures/join.pcapng"
    "$build/tools/bcnet-forge" --battle --players 3 --datagrams 100000 --seconds 100000 "$scratch/battle.pcapng"
    replay "$scratch/battle.pcapng" --rate "$rate"
fi
