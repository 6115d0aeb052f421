#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Builds the plugin and the tools for Windows on Debian, and packs bcnet-VERSION-windows-x64.zip.
#
# Usage: packaging/windows/build.sh [FOLDER]        the zip goes there; build-windows/ without it
#
# Needs the packages mingw-w64, meson, ninja-build, cmake, pkg-config, groff-base, libjs-dygraphs, libz-mingw-w64-dev, xz-utils and
# python3, and Debian's mirror: the plugin is built with the headers of every series of Wireshark that Debian has, and GLib from its source.
# What was fetched and built once is kept. Installs nothing.
#
#   BCNET_WINDOWS_CACHE   where that is kept; ${XDG_CACHE_HOME:-~/.cache}/bcnet-windows without it
#   BCNET_WINDOWS_SUITES  the suites whose Wireshark to build for; "bookworm trixie sid" (4.0, 4.4, 4.6) without it
#   SOURCE_DATE_EPOCH     the time of the files in the zip; that of the last commit without it
set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
cache=${BCNET_WINDOWS_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/bcnet-windows}
suites=${BCNET_WINDOWS_SUITES:-bookworm trixie sid}
output=${1:-$top/build-windows}

complain() {
    echo "build.sh: $*" >&2
}

. "$top/packaging/lib/debian.sh"
. "$top/packaging/lib/wireshark.sh"
. "$top/packaging/lib/archive.sh"
. "$top/packaging/windows/toolchain.sh"
. "$top/packaging/windows/glib.sh"
. "$top/packaging/windows/import.sh"

# configure GLIB TREE: static GLib for programs that stand alone, shared for the plugin, which uses that of Wireshark.
# No path of this machine gets into what is built.
configure() {
    rm -rf "$2"
    BCNET_PKG_CONFIG_LIBDIR="$cache/glib-$1/lib/pkgconfig" cmake -S "$top" -B "$2" -G Ninja \
        -DCMAKE_TOOLCHAIN_FILE="$cache/toolchain/cmake" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE="-O2 -DNDEBUG" \
        -DCMAKE_C_FLAGS="-ffile-prefix-map=$top=. -ffile-prefix-map=$cache=." -DCMAKE_EXE_LINKER_FLAGS=-s \
        -DCMAKE_MODULE_LINKER_FLAGS=-s -DWireshark_DIR="$top/packaging/lib/cmake" \
        -DBCNET_WIRESHARK_INCLUDE="$headers" \
        -DBCNET_WIRESHARK_LIBRARIES="$import/libwireshark.dll.a;$import/libwsutil.dll.a;$import/libwiretap.dll.a" \
        -DPKG_CONFIG_EXECUTABLE="$cache/toolchain/pkg-config" -DBCNET_TESTS=OFF
}

# make_parts GLIB TREE TARGET...
make_parts() {
    linkage=$1 tree=$2
    shift 2
    (configure "$linkage" "$tree" && cmake --build "$tree" -j "${BCNET_JOBS:-2}" --target "$@") >"$tree.log" 2>&1 ||
        { complain "$* failed; see $tree.log"; return 1; }
}

# The runtime is Windows' own, and nothing of this machine is inside.
check_binary() {
    if $triplet-objdump -p "$1" | grep -qiE 'DLL Name: (msvcr|libgcc|libwinpthread|libssp)'; then
        complain "$1 wants libraries that no Windows has"
        return 1
    fi
    if grep -qaF -e "$cache" -e "$top" "$1"; then
        complain "$1 holds paths of this machine"
        return 1
    fi
}

collect_plugins() {
    for suite in $suites; do
        wireshark_for_windows "$suite" && make_parts shared "$cache/plugin-$suite" bcnet || return 1
        cp -R "$cache/plugin-$suite/plugins" "$stage/" || return 1
    done
}

# The last headers will do: the tools know nothing of Wireshark.
collect_tools() {
    make_parts static "$cache/tools" bcnet-forge bcnet-layout bcnet-trace2pcap &&
        mkdir "$stage/tools" && cp "$cache/tools/tools/"*.exe "$stage/tools/" &&
        cp "$top/packaging/windows/bcnet-report.cmd" "$top/packaging/windows/wireshark-folders.cmd" "$stage/tools/"
}

# Manual pages and licences, which the other archives do not need as texts.
collect_texts() {
    mkdir "$stage/manuals" "$stage/licenses"
    for page in "$top/packaging/man/"*.1; do
        GROFF_NO_SGR=1 groff -Tutf8 -man -P-cbou "$page" >"$stage/manuals/$(basename "$page" .1).txt" || return 1
    done
    cp "$stage/LICENSE" "$stage/licenses/bcnet.txt"
    rm "$stage/COPYRIGHT"
    cp "$cache/glib-static/COPYING" "$stage/licenses/GLib (in the tools).txt"
    cp "$(debian_source bookworm pcre2)/LICENCE" "$stage/licenses/PCRE2 (in the tools).txt"
    cp "$top/packaging/windows/install.cmd" "$stage/"
}

require_programs $triplet-gcc $triplet-dlltool meson ninja cmake pkg-config groff xz python3 apt-get dpkg-deb
start_archive windows-x64

write_compiler
build_glib shared
build_glib static
collect_plugins
collect_tools
collect_documents "$top/packaging/windows/README.txt"
collect_texts
for binary in "$stage/plugins/"*/epan/*.dll "$stage/tools/"*.exe; do
    check_binary "$binary"
done
python3 "$top/packaging/lib/pack.py" --windows "$stage" "$output/$packed.zip" "$epoch"
(cd "$output" && sha256sum "$packed.zip")
