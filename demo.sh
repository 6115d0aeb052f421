#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Builds the plugin and shows a capture with it: ./demo.sh [capture]
set -eu
capture=$(realpath -- "${1:-}" 2>/dev/null || :)
cd "$(dirname "$0")"
if [ $# = 0 ]; then
    capture=captures/session.pcapng
    [ -e "$capture" ] || capture=captures/join.pcapng
fi
if [ ! -r "$capture" ]; then
    echo "There is no capture file ${1:-$capture}." >&2
    exit 1
fi
. scripts/bootstrap.sh
bootstrap

config=$(mktemp -d)
export BCNET_CONFIG="$config"
trap 'rm -rf "$config"; leave_terminal' EXIT
trap 'exit 130' INT TERM

bold='' plain='' colour=''
enter_terminal() {
    bold=$(printf '\033[1m') plain=$(printf '\033[0m')
    printf '\033[?7l'       # long lines end at the edge instead of wrapping
    if [ -f "profile/Bridge Commander/colorfilters" ] && [ -z "${NO_COLOR:-}" ]; then
        cp "profile/Bridge Commander/colorfilters" "$config/"
        colour=--color
    fi
}
leave_terminal() {
    if [ -t 1 ]; then
        printf '\033[?7h'
    fi
}
if [ -t 1 ]; then
    enter_terminal
fi

show() {
    scripts/with-plugin.sh "$BUILD" tshark -n -r "$capture" "$@"
}

# The first frame that matches one of the filters, the most telling filter first.
telling_frame() {
    for filter in "bcnet.subsystem.condition.percent < 100" "bcnet.object.snapshot" "bcnet.event" "bcnet"; do
        frame=$(show -Y "$filter" -T fields -e frame.number 2>/dev/null | head -n 1)
        if [ -n "$frame" ]; then
            echo "$frame"
            return
        fi
    done
}

printf '%s%s%s\n\n' "$bold" "$capture" "$plain"
# Straight to the terminal: tshark leaves colours out of a pipe.
# shellcheck disable=SC2086 # an option or nothing
show $colour -o 'gui.column.format:"No.","%m","Time","%t","Info","%i"'

frame=$(telling_frame)
if [ -n "$frame" ]; then
    printf '\n%sPacket %s opened%s\n\n' "$bold" "$frame" "$plain"
    show -2 -Y "frame.number == $frame" -O bcnet | sed -n '/^Bridge Commander/,$p'
fi
