#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Builds the plugin for every series of Wireshark that Debian has, and the tools, and packs bcnet-VERSION-linux-x86_64.tar.xz.
#
# Usage: packaging/linux/build.sh [FOLDER]        the archive goes there; build-linux/ without it
#
# Needs the packages gcc, libc6-dev, cmake, ninja-build, pkg-config, libglib2.0-dev, libjs-dygraphs, gzip, xz-utils, file and python3, and
# Debian's mirror: headers and libraries of the other series come from there and are kept. Installs nothing.
#
# One compiler and one C library for all of it, those of this machine: what is built on Debian 12 runs wherever glibc is
# 2.34 or newer.
#
#   BCNET_LINUX_CACHE   where what was fetched is kept; ${XDG_CACHE_HOME:-~/.cache}/bcnet-linux without it
#   BCNET_LINUX_SUITES  the suites whose Wireshark to build for; "bookworm trixie sid" (4.0, 4.4, 4.6) without it
#   SOURCE_DATE_EPOCH   the time of the files in the archive; that of the last commit without it
set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
cache=${BCNET_LINUX_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/bcnet-linux}
suites=${BCNET_LINUX_SUITES:-bookworm trixie sid}
output=${1:-$top/build-linux}

complain() {
    echo "build.sh: $*" >&2
}

. "$top/packaging/lib/debian.sh"
. "$top/packaging/lib/wireshark.sh"
. "$top/packaging/lib/archive.sh"

# build_for SUITE TARGET...: into $cache/build-SUITE. No path of this machine gets into what is built.
build_for() {
    suite=$1 tree=$cache/build-$1
    shift
    wireshark_of "$suite" || return 1
    rm -rf "$tree"
    (cmake -S "$top" -B "$tree" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBCNET_TESTS=OFF \
        -DCMAKE_C_FLAGS="-ffile-prefix-map=$top=. -ffile-prefix-map=$cache=." \
        -DCMAKE_MODULE_LINKER_FLAGS="-s -Wl,--allow-shlib-undefined" -DCMAKE_EXE_LINKER_FLAGS=-s \
        -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON -DWireshark_DIR="$top/packaging/lib/cmake" \
        -DBCNET_WIRESHARK_INCLUDE="$headers" -DBCNET_WIRESHARK_LIBRARIES="$libraries" &&
        cmake --build "$tree" -j "${BCNET_JOBS:-2}" --target "$@") >"$tree.log" 2>&1 ||
        { complain "$* for $suite failed; see $tree.log"; return 1; }
}

collect_plugins() {
    for suite in $suites; do
        build_for "$suite" bcnet && cp -R "$cache/build-$suite/plugins" "$stage/" || return 1
    done
}

# The tools know nothing of Wireshark: the last headers will do. cmake knows which scripts and manual pages go with them.
collect_tools() {
    build_for "$suite" bcnet-forge bcnet-layout bcnet-trace2pcap documents &&
        cmake --install "$tree" --component tools --prefix "$stage" >>"$tree.log" 2>&1 || { complain "see $tree.log"; return 1; }
}

check_binary() {
    if grep -qaF -e "$cache" -e "$top" "$1"; then
        complain "$1 holds paths of this machine"
        return 1
    fi
    if readelf -d "$1" | grep -qE 'R(UN)?PATH'; then
        complain "$1 looks for libraries in places of this machine"
        return 1
    fi
}

# The same files give the same bytes.
pack() {
    chmod -R u=rwX,go=rX "$stage"
    tar -c --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$epoch" --format=ustar -C "$(dirname "$stage")" \
        -f "$stage.tar" "$packed" && xz -9 --threads=1 <"$stage.tar" >"$output/$packed.tar.xz"
}

require_programs gcc cmake ninja pkg-config gzip xz readelf python3 apt-get dpkg-deb
start_archive linux-x86_64

collect_plugins
collect_tools
collect_documents "$top/packaging/linux/README.txt"
cp "$top/packaging/lib/install.sh" "$stage/"
for binary in "$stage/plugins/"*/epan/*.so "$stage/bin/bcnet-forge" "$stage/bin/bcnet-layout" "$stage/bin/bcnet-trace2pcap"; do
    check_binary "$binary"
done
pack
(cd "$output" && sha256sum "$packed.tar.xz")
