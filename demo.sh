#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Builds the plugin and shows captures with it: ./demo.sh [capture...]
set -eu

usage() {
    cat <<'TEXT'
Usage: ./demo.sh [OPTION]... [CAPTURE]...

Installs the Debian packages that are missing (with sudo when you are not root), builds
the plugin in build/ and shows captures with it: the bundled story, or yours.

  -a, --all           every packet, also of a long capture; else its beginning and tables
  -h, --help          print this and end

Nothing is installed for Wireshark itself; what to do for that is said at the end.
TEXT
}

fail() {
    echo "demo.sh: $1" >&2
    exit "${2:-1}"
}

# What can be known before anything is built.
check_capture() {
    [ -e "$1" ] || fail "There is no capture file $1."
    [ ! -d "$1" ] || fail "$1 is a folder; please name the captures in it."
    [ -r "$1" ] || fail "You may not read $1, which belongs to $(stat -c %U -- "$1"):  sudo chmod a+r '$1'"
}

all=
while [ $# -gt 0 ]; do
    case $1 in
        -a | --all) all=--all ;;
        -h | --help)
            usage
            exit
            ;;
        --)
            shift
            break
            ;;
        -?*) fail "There is no option $1; ./demo.sh --help tells which there are." 2 ;;
        *) break ;;
    esac
    shift
done
# From here on names are seen from the top folder.
for capture in "$@"; do
    check_capture "$capture"
    shift
    set -- "$@" "$(realpath -- "$capture")"
done
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- captures/session.pcapng
. scripts/bootstrap.sh
bootstrap

status=0
shown=
for capture in "$@"; do
    if scripts/show-capture.sh $all "$BUILD" "$capture"; then
        shown=${shown:-$capture}
    else
        status=$?
        [ "$status" = 1 ] || exit "$status"
    fi
done
[ -z "$shown" ] || scripts/what-next.sh "$BUILD" "$shown"
exit $status
