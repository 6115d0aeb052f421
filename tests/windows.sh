#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs the plugin for Windows and the tools under Wine, and compares them with Linux.
#
# Usage: tests/windows.sh [CAPTURE...]        all captures without it
#
# Builds tshark.exe of Wireshark 4.4 from its source, with all of its dissectors and the libraries that it needs, then the
# plugin and the tools as packaging/windows/build.sh does, and runs both under Wine: every capture must look as it does
# on Debian with the same version (tests/windows/compare.py), install.cmd must install and undo, clang must take the plugin
# for a program of Microsoft's compiler (tests/windows/test_*.py).
#
# Needs root, debootstrap (a chroot of trixie is made, 1 GB), wine64, what build.sh needs, and bison, flex, lemon, make, clang,
# libgcrypt-mingw-w64-dev, libgpg-error-mingw-w64-dev and libz-mingw-w64-dev. The first run takes a quarter of an hour on two
# idle cores.
#
#   BCNET_WINDOWS_CACHE   where all that is kept; ${XDG_CACHE_HOME:-~/.cache}/bcnet-windows without it
#   BCNET_WINDOWS_PARTS   what to run, of "captures tests"; both without it
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
cache=${BCNET_WINDOWS_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/bcnet-windows}
BCNET_WINDOWS_CACHE=$cache
WINEPREFIX=${WINEPREFIX:-$cache/wine}
WINEDEBUG=-all
export BCNET_WINDOWS_CACHE WINEPREFIX WINEDEBUG

complain() {
    echo "windows.sh: $*" >&2
}

. "$top/packaging/lib/debian.sh"
. "$top/packaging/lib/archive.sh"
. "$top/packaging/windows/toolchain.sh"
. "$top/packaging/windows/glib.sh"
. "$top/tests/lib/windows-wireshark.sh"

# The Debian to compare with: the plugin is where root's tshark finds it too.
prepare_linux() {
    chroot=$cache/chroot-trixie
    kept_system "$chroot" trixie gcc libc6-dev cmake ninja-build pkg-config libglib2.0-dev wireshark-dev tshark libjs-dygraphs gzip ||
        return 1
    rm -rf "$chroot/src" "$chroot/build"
    mkdir "$chroot/src"
    (cd "$top" && tar -c --exclude ./build* --exclude ./.git .) | tar -x -C "$chroot/src"
    # The report holds a library: the same here as in the package.
    cp -L "$(find /usr/share/javascript/dygraphs/ -name dygraph.min.js | head -n 1)" "$chroot/src/dygraph.js"
    cp -L "$(find /usr/share/javascript/dygraphs/ -name dygraph.min.css | head -n 1)" "$chroot/src/dygraph.css"
    inside "$chroot" sh -c 'cmake -S /src -B /build -G Ninja -DBCNET_TESTS=OFF -DBCNET_DYGRAPHS_JS=/src/dygraph.js \
        -DBCNET_DYGRAPHS_CSS=/src/dygraph.css && cmake --build /build --target bcnet && d=/usr/lib/x86_64-linux-gnu/wireshark/plugins/4.4/epan && mkdir -p $d &&
        cp /build/plugins/4.4/epan/bcnet.so $d/'
}

same_version() {
    here=$(chroot "$chroot" tshark --version 2>/dev/null | sed -n '1s/.* \([0-9][0-9.]*[0-9]\).*/\1/p')
    there=$(wine "$stage/tshark.exe" --version 2>/dev/null | sed -n '1s/.* \([0-9][0-9.]*[0-9]\)[ .].*/\1/p')
    echo "Wireshark $here on Debian, $there under Wine"
    [ "$here" = "$there" ] || { complain "these are different versions"; return 1; }
}

logged() {
    log=$cache/$1.log
    shift
    "$@" >"$log" 2>&1 || { complain "$* failed; see $log"; return 1; }
}

[ "$(id -u)" = 0 ] || { complain "Chroots are made by root only; please run it with sudo."; exit 2; }
require_programs wine debootstrap bison flex lemon clang $triplet-gcc meson ninja cmake pkg-config make python3
mkdir -p "$cache"
write_compiler
build_glib shared
logged wireshark build_wireshark
stage=$cache/wireshark-stage
logged package "$top/packaging/windows/build.sh" "$cache/package"
rm -rf "$cache/unpacked"
python3 -m zipfile -e "$cache/package/"bcnet-*-windows-x64.zip "$cache/unpacked"
package=$(echo "$cache/unpacked/"*)
mkdir -p "$stage/plugins/4.4/epan"
cp "$package/plugins/4.4/epan/bcnet.dll" "$stage/plugins/4.4/epan/"
logged linux prepare_linux
same_version

result=0
[ $# -gt 0 ] || set -- "$top/captures/"*.pcapng
for part in ${BCNET_WINDOWS_PARTS:-captures tests}; do
    case $part in
        captures) python3 "$top/tests/windows/compare.py" "$chroot" "$stage" "$@" || result=1 ;;
        tests) BCNET_WINDOWS_STAGE=$stage BCNET_WINDOWS_PACKAGE=$package \
            python3 -m unittest discover -s "$top/tests/windows" -p 'test_*.py' || result=1 ;;
        *) complain "there is no part \"$part\"" && exit 2 ;;
    esac
done
exit $result
