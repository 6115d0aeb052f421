# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# For windows.sh: tshark.exe from the newest source of Wireshark's series SUITE has, with what it needs, as the official
# installation has it: libwireshark.dll and its like, glib-2.0-0.dll, the Universal C Runtime. Sourced after
# packaging/windows/*.sh.

# cmake_package NAME SOURCE OPTION...
cmake_package() {
    package=$1 package_source=$2
    shift 2
    cmake -S "$package_source" -B "$cache/$package" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$cache/toolchain/cmake" \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$cache/prefix" "$@" &&
        cmake --build "$cache/$package" -j "${BCNET_JOBS:-2}" && cmake --install "$cache/$package"
}

build_cares() {
    cmake_package c-ares "$(debian_source bookworm c-ares)" -DCARES_BUILD_TOOLS=OFF
}

# The codec of RTP players; Wireshark does not configure without it.
build_speexdsp() {
    source=$(debian_source bookworm speexdsp) && rm -rf "$cache/speexdsp" && mkdir "$cache/speexdsp" && (
        cd "$cache/speexdsp" && "$source/configure" --quiet --host=$triplet --prefix="$cache/prefix" --disable-shared \
            --disable-examples CC="$cache/toolchain/ucrt-gcc" && make -s -C include install && make -s -C libspeexdsp install &&
            make -s install-data-am
    )
}

configure_wireshark() {
    cmake -S "$1" -B "$2" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$cache/toolchain/cmake" -DCMAKE_BUILD_TYPE=None \
        -DCMAKE_C_FLAGS="-O0 -DPCRE2_STATIC -w" -DCMAKE_CXX_FLAGS=-O0 -DENABLE_WERROR=OFF -DENABLE_CCACHE=OFF \
        -DENABLE_COMPILER_COLOR_DIAGNOSTICS=OFF \
        -DLEMON_EXECUTABLE=/usr/bin/lemon -DUSE_REPOSITORY=OFF \
        -DGLIB2_MAIN_INCLUDE_DIR="$cache/glib-shared/include" -DGLIB2_INTERNAL_INCLUDE_DIR="$cache/glib-shared/include/glib" \
        -DGLIB2_LIBRARY="$cache/glib-shared/lib/libglib-2.0.dll.a" \
        -DGMODULE2_INCLUDE_DIR="$cache/glib-shared/include" -DGMODULE2_LIBRARY="$cache/glib-shared/lib/libgmodule-2.0.dll.a" \
        -DGTHREAD2_INCLUDE_DIR="$cache/glib-shared/include" -DGTHREAD2_LIBRARY="$cache/glib-shared/lib/libgthread-2.0.dll.a" \
        -DBUILD_wireshark=OFF -DBUILD_tshark=ON -DBUILD_sharkd=ON -DBUILD_editcap=ON -DBUILD_rawshark=OFF -DBUILD_dumpcap=OFF \
        -DBUILD_logray=OFF -DBUILD_stratoshark=OFF -DBUILD_mmdbresolve=OFF -DBUILD_androiddump=OFF -DBUILD_sshdump=OFF \
        -DBUILD_ciscodump=OFF -DBUILD_wifidump=OFF -DBUILD_udpdump=OFF -DBUILD_randpktdump=OFF -DBUILD_etwdump=OFF \
        -DBUILD_randpkt=OFF -DBUILD_dftest=OFF -DBUILD_capinfos=OFF -DBUILD_captype=OFF -DBUILD_mergecap=OFF \
        -DBUILD_reordercap=OFF -DBUILD_text2pcap=OFF -DENABLE_PLUGINS=ON -DENABLE_PCAP=OFF -DENABLE_AIRPCAP=OFF \
        -DENABLE_LUA=OFF -DENABLE_LIBXML2=OFF -DENABLE_GNUTLS=OFF -DENABLE_WINSPARKLE=OFF
}

# build_wireshark: tshark.exe and its DLLs in $cache/wireshark-stage.
build_wireshark() {
    [ ! -e "$cache/wireshark-stage/.ready" ] || return 0
    wireshark_source=$(debian_source trixie wireshark) || return 1
    build_pcre2 && build_cares && build_speexdsp && configure_wireshark "$wireshark_source" "$cache/wireshark-4.4" &&
        ninja -j"${BCNET_JOBS:-2}" -C "$cache/wireshark-4.4" tshark sharkd editcap || return 1
    compiler_libraries=$(dirname "$($triplet-gcc -print-libgcc-file-name)")
    rm -rf "$cache/wireshark-stage"
    mkdir "$cache/wireshark-stage"
    cp "$cache/wireshark-4.4/run/"*.exe "$cache/wireshark-4.4/run/"*.dll "$cache/glib-shared/bin/"*.dll \
        "$cache/prefix/bin/"*.dll "/usr/$triplet/bin/libgcrypt-20.dll" "/usr/$triplet/bin/libgpg-error-0.dll" \
        "/usr/$triplet/lib/zlib1.dll" "$compiler_libraries/libgcc_s_seh-1.dll" "$cache/wireshark-stage/" &&
        touch "$cache/wireshark-stage/.ready"
}
