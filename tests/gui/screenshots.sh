#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Makes the screenshots of the documents: Wireshark with the project's profile and captures/session.pcapng, on a
# screen that nobody sees.
#
# Usage: tests/gui/screenshots.sh [FOLDER]     docs/images without it; needs a build (./test.sh)
#
#   BCNET_BUILD_DIR   build tree with the plugin; build/ without it
#
# Nobody compares these pictures with anything: they are made to be looked at.
set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
build=${BCNET_BUILD_DIR:-$top/build}
out=${1:-$top/docs/images}
capture=$top/captures/session.pcapng
packages="wireshark xvfb imagemagick xdotool openbox x11-utils"
width=1360
height=800
mkdir -p "$out"

# shellcheck disable=SC2086 # a list of packages
missing=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' $packages 2>/dev/null | sed -n 's/ installed$//p' |
    sort - <(tr ' ' '\n' <<<"$packages") | uniq -u)
if [ -n "$missing" ]; then
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    # shellcheck disable=SC2086 # a list of packages
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing >&2
fi

work=$(mktemp -d)
processes=()
finish() {
    kill "${processes[@]}" 2>/dev/null || :
    wait 2>/dev/null || :
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

# ---- A screen, a window manager, a configuration ----

start_screen() {
    Xvfb -displayfd 3 -screen 0 "${width}x${height}x24" -nolisten tcp 3>"$work/display" 2>"$work/xvfb.log" &
    processes+=($!)
    for _ in {1..50}; do
        [ -s "$work/display" ] && break
        sleep 0.2
    done
    DISPLAY=:$(cat "$work/display")
    export DISPLAY
    # Without borders a window is as large as it is told to be.
    mkdir -p "$work/openbox"
    cat >"$work/openbox/rc.xml" <<'XML'
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <applications><application class="*"><decor>no</decor></application></applications>
</openbox_config>
XML
    openbox --config-file "$work/openbox/rc.xml" 2>"$work/openbox.log" &
    processes+=($!)
}

# configure LIST DETAILS: height of the packet list; 0 for no details. The bytes would take their room.
configure() {
    mkdir -p "$work/config/profiles" "$work/run"
    chmod 700 "$work/run"
    cp -r "$top/profile/Bridge Commander" "$work/config/profiles/"
    printf 'gui.update.enabled: FALSE\n' >>"$work/config/profiles/Bridge Commander/preferences"
    lower=$([ "$2" = 0 ] && echo FALSE || echo TRUE)
    cat >>"$work/config/profiles/Bridge Commander/recent" <<RECENT
gui.geometry_main_upper_pane: $1
gui.geometry_main_lower_pane: $2
gui.tree_view_show: $lower
gui.byte_view_show: FALSE
RECENT
}

# start_wireshark FRAME [ARGUMENT...]
start_wireshark() {
    frame=$1
    shift
    BCNET_CONFIG="$work/config" XDG_RUNTIME_DIR="$work/run" \
        "$top/scripts/with-plugin.sh" "$build" wireshark -n -C "${profile:-Bridge Commander}" -r "$capture" -g "$frame" "$@" \
        >"$work/wireshark.log" 2>&1 &
    wireshark=$!
    window=$(wait_for_window "$(basename "$capture")")
    xdotool windowmove "$window" 0 0 windowsize "$window" "$width" "$height" windowfocus "$window"
    sleep 2
}

wait_for_window() {
    for _ in {1..200}; do
        if found=$(xdotool search --onlyvisible --name "$1" 2>/dev/null); then
            head -n 1 <<<"$found"
            return
        fi
        sleep 0.2
    done
    echo "No window named $1 came up; Wireshark says: $(cat "$work/wireshark.log")" >&2
    return 1
}

stop_wireshark() {
    kill "$wireshark" 2>/dev/null || :
    wait "$wireshark" 2>/dev/null || :
    rm -rf "$work/config" "$work/run"
}

# shoot NAME: the screen as a picture of 256 colours, which suffice for a user interface.
shoot() {
    xdotool mousemove "$width" "$height"
    import -window root "$work/shot.png"
    convert "$work/shot.png" ${2:+-crop "$2" +repage} -strip -dither None -colors 256 -define png:compression-level=9 \
        "PNG8:$out/$1.png"
    echo "$out/$1.png: $(identify -format '%wx%h, %b' "$out/$1.png")"
}

# press KEY[*TIMES]...: keys for whoever has the focus.
press() {
    for keys in "$@"; do
        case $keys in
            *\**) xdotool key --repeat "${keys#*\*}" --delay 40 "${keys%\**}" ;;
            *) xdotool key "$keys" ;;
        esac
        sleep 0.5
    done
}

# ---- The pictures ----

# A fight, with the button "No routine" pressed.
packet_list() {
    configure 700 0
    start_wireshark 267
    xdotool mousemove 829 78 click 1
    sleep 2
    shoot packet-list
    stop_wireshark
}

# The same fight as whoever has no profile sees it.
default_list() {
    configure 700 0
    cp "$work/config/profiles/Bridge Commander/recent" "$work/config/recent"
    printf 'gui.update.enabled: FALSE\n' >"$work/config/preferences"
    profile=Default start_wireshark 267
    shoot packet-list-default
    stop_wireshark
}

# opened NAME FRAME KEY...: the last protocol of the frame, the fifth line of the details, and in it what the
# keys open.
opened() {
    configure 150 1300
    start_wireshark "$2"
    xdotool mousemove 300 345 click 1
    sleep 0.5
    press Home Down*4 Right "${@:3}"
    sleep 1
    shoot "$1"
    stop_wireshark
}

# table NAME TAP TITLE
table() {
    configure 150 1300
    start_wireshark 191 -z "$2"
    shoot_dialog "$1" "$3" "$width" 250
    stop_wireshark
}

# shoot_dialog NAME TITLE WIDTH HEIGHT
shoot_dialog() {
    dialog=$(wait_for_window "$2")
    xdotool windowmove "$dialog" 0 0 windowsize "$dialog" "$3" "$4" windowraise "$dialog" windowfocus "$dialog"
    sleep 2
    shoot "$1" "${3}x$4+0+0"
}

# The tree of messages, last but one in the menu Statistics.
messages() {
    configure 150 1300
    start_wireshark 191
    press alt+s Up*2 Right Return
    shoot_dialog messages Messages 1000 600
    stop_wireshark
}

# A graph of one ship, in messages as frames: the preset lines of the profile, those of the ship switched on, the others off.
ship_graph() {
    configure 150 1300
    graphs="$work/config/profiles/Bridge Commander/io_graphs"
    sed -i 's/^"Enabled"/"Disabled"/; /Messages as frames/s/^"Disabled"/"Enabled"/; /speed/s/^"Enabled"/"Disabled"/' "$graphs"
    "$top/scripts/with-plugin.sh" "$build" tshark -n -r "$top/captures/session.pcapng" -U "BCNET messages" \
        -w "$work/messages.pcapng" 2>/dev/null
    capture=$work/messages.pcapng
    start_wireshark 191
    press alt+s
    xdotool type --delay 100 i
    sleep 1
    shoot_dialog ship-graph "I/O Graphs" 1100 640
    stop_wireshark
    capture=$top/captures/session.pcapng
}

# The page of preferences, without what depends on the machine.
preferences() {
    configure 150 1300
    start_wireshark 191
    press ctrl+shift+p
    dialog=$(wait_for_window Preferences)
    xdotool windowmove "$dialog" 0 0 windowsize "$dialog" 1000 560 windowfocus "$dialog"
    sleep 1
    xdotool mousemove 65 156 click 1
    press Right
    xdotool type --delay 100 BCNET
    sleep 1
    shoot preferences 770x240+222+0
    stop_wireshark
}

start_screen
packet_list
default_list
opened state-update 246 Down*6 Right Down*12 Right Down*6 Right Down*6 Right Down*12
opened object-create 24 Down*6 Right Down*32 Right Down*14
table ships bcnet,ships Ships
table players bcnet,players Players
table damage bcnet,damage Damage
messages
preferences
ship_graph

# ---- The pictures of docs/learn ----

# lesson NAME CAPTURE FRAME KEY...: list, details with everything open, and bytes; the keys go to the details.
lesson() {
    local capture=$top/captures/$2.pcapng
    configure 90 470
    sed -i 's/^gui.byte_view_show: FALSE/gui.byte_view_show: TRUE/' "$work/config/profiles/Bridge Commander/recent"
    start_wireshark "$3"
    xdotool mousemove 300 700 click 1
    sleep 0.5
    press ctrl+Right Home "${@:4}"
    sleep 1
    shoot "$1"
    stop_wireshark
}

lesson learn-1 learn-1-cipher 2 End Up*2
lesson learn-2 learn-2-acks 6 End
lesson learn-3 learn-3-fragments 7 Down*82
lesson learn-4 learn-4-bits 1 End
lesson learn-5 learn-5-state 3 End Up*42
lesson learn-6 learn-6-inference 6 End
lesson learn-7 learn-1-cipher 2 Down*62
lesson learn-8 learn-8-ids 11 End
lesson learn-9 join 28 End
lesson learn-10 learn-10-fight 26 End
lesson learn-12 learn-12-capstone 4 End
