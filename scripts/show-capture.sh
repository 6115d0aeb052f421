#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Shows what a capture holds of the game, with the plugin of a build tree: the packet list, one packet opened, and for
# a long capture the beginning of the list and tables.
#
# Usage: show-capture.sh [--all] BUILD CAPTURE
#
# Exit code 1: nothing of the game is in it, or it cannot be read.
set -eu

LONG=1000 # packets of the game: a list that somebody may still scroll through
SCREENS=100 # packets of a longer list that are shown
BEHIND=5000 # packets behind the opened one that may tell what became of it

all=
if [ "$1" = --all ]; then
    all=yes
    shift
fi
build=$1
capture=$2
here=$(dirname "$0")

config=$(mktemp -d)
export BCNET_CONFIG="$config"
trap 'rm -rf "$config"; leave_terminal' EXIT
trap 'exit 130' INT TERM HUP

bold='' plain='' colour=''
enter_terminal() {
    bold=$(printf '\033[1m') plain=$(printf '\033[0m')
    printf '\033[?7l' # long lines end at the edge instead of wrapping
    if [ -z "${NO_COLOR:-}" ]; then
        cp "$here/../profile/Bridge Commander/colorfilters" "$config/"
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
    "$here/with-plugin.sh" "$build" tshark -n -r "$capture" "$@"
}

headline() {
    printf '\n%s%s%s\n\n' "$bold" "$1" "$plain"
}

# One pass over everything: number, UDP or not, of the game or not, and what makes a packet worth opening.
survey() {
    show -T tabs -o 'gui.column.format:"n","%m","u","%Cus:udp:0:R","g","%Cus:bcnet:0:R",
        "c","%Cus:bcnet.subsystem.condition.percent:0:R","o","%Cus:bcnet.object.snapshot:0:R","e","%Cus:bcnet.event:0:R"' |
        awk -F '\t' -v screens="$SCREENS" '
            function remember(rank) { if (!(rank in first)) first[rank] = $1 + 0 }
            { total++ }
            $2 != "" { udp++ }
            $3 != "" {
                ours++
                if (ours <= screens) last = $1 + 0
                values = split($4, percent, ",")
                for (i = 1; i <= values; i++) if (percent[i] + 0 < 100) remember(1)
                if ($5 != "") remember(2)
                if ($6 != "") remember(3)
                remember(4)
            }
            END {
                for (rank = 1; rank <= 4 && !(rank in first);) rank++
                printf "total=%d udp=%d ours=%d last=%d telling=%d\n", total, udp, ours, last, first[rank]
            }'
}

# packets NUMBER [ADJECTIVE]
packets() {
    if [ "$1" = 1 ]; then
        echo "1 ${2:-}packet"
    else
        echo "$1 ${2:-}packets"
    fi
}

# tshark's own words, without its name: a file that is cut short, or no capture at all.
complaint() {
    sed -n 's/^tshark: //p' "$config/complaint" | head -n 1
}

tell_nothing() {
    if [ "$total" = 0 ] || is_no_capture; then
        echo "This file holds no packets; give a capture that Wireshark, tshark or tcpdump made." >&2
        return
    fi
    echo "There is no Bridge Commander traffic in $(packets "$total"), $udp of them UDP." >&2
    cat >&2 <<'TEXT'
The game talks UDP, a server's port is 22101 as a rule. To catch it, capture with the filter "udp" on the
machine that plays or hosts, best from before you join. If you know that a conversation is the game's,
Wireshark's "Decode As... BCNET" forces it (tshark: -d udp.port==NUMBER,bcnet).
TEXT
}

# Straight to the terminal: tshark leaves colours out of a pipe.
list_packets() {
    # shellcheck disable=SC2086 # an option or nothing
    show $colour -Y bcnet "$@" -o 'gui.column.format:"No.","%m","Time","%t","Info","%i"' 2>/dev/null
}

# Tables of the whole capture: the columns that a screen has room for, by their names.
tables() {
    show -q -z bcnet,ships -z bcnet,players 2>/dev/null | awk -F '|' '
        BEGIN {
            count = split("Id|Name|Joined (s)|Left (s)|Ships|Kills|Deaths|Score|Object|Player|Class|Fate|Died (s)|Killed by", names, "|")
            for (i = 1; i <= count; i++) wanted[names[i]] = 1
        }
        function name(text) { sub(/ +$/, "", text); return text }
        NF > 1 && (name($1) in wanted) {
            print ""
            for (i = 1; i <= NF; i++) shown[i] = name($i) in wanted
        }
        NF > 1 {
            row = ""
            for (i = 1; i <= NF; i++) if (shown[i]) row = row $i " "
            print row
        }'
}

# Whether tshark took some other file for a capture of one packet: texts and pictures can be looked at in it, too.
is_no_capture() {
    capinfos -E "$capture" 2>/dev/null | grep -q -e MIME -e "MP4 files"
}

status=0 total=0 udp=0 ours=0 last=0 telling=0
eval "$(survey 2>"$config/complaint")"
if [ "$total" = 0 ] && [ -n "$(complaint)" ]; then
    complaint >&2
    exit 1
fi
headline "$capture"
[ -z "$(complaint)" ] || printf '%s\nWhat is there before is shown.\n\n' "$(complaint)"
if [ "$ours" = 0 ]; then
    tell_nothing
    exit 1
fi

if [ -n "$all" ] || [ "$ours" -le "$LONG" ]; then
    list_packets || status=$?
else
    list_packets -c "$last" || status=$?
    printf '\n... and %s (--all shows them)\n' "$(packets $((ours - SCREENS)) "more ")"
    tables
fi
# A capture that is cut short (2, since Wireshark 4.6 14) is shown as far as it goes; a reader who went away wants
# nothing more.
[ "$status" -le 2 ] || [ "$status" = 14 ] || exit "$status"
[ "$total" = "$ours" ] || printf '\n%s left out that are none of the game.\n' "$(packets $((total - ours)) "other ")"

headline "Packet $telling opened"
show -2 -c $((telling + BEHIND)) -Y "frame.number == $telling" -O bcnet 2>/dev/null | sed -n '/^Bridge Commander/,$p'
