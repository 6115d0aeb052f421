# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# For upstream.sh: the plugin built within Wireshark's own source, in a chroot of Debian. Sourced after
# packaging/lib/debian.sh; needs $top, $cache, $scratch and complain.

inside_packages="gcc g++ libc6-dev cmake ninja-build pkg-config bison flex lemon perl python3 libglib2.0-dev libgcrypt20-dev
    libpcap-dev libc-ares-dev libspeexdsp-dev libpcre2-dev zlib1g-dev wireshark-dev tshark libjs-dygraphs"
# What the plugin does not need is left out; without optimising it is built in half the time.
inside_options="-G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O0 -DCMAKE_CXX_FLAGS=-O0 -DENABLE_CCACHE=OFF
    -DUSE_REPOSITORY=OFF -DLEMON_EXECUTABLE=/usr/bin/lemon -DBUILD_wireshark=OFF -DBUILD_logray=OFF
    -DBUILD_stratoshark=OFF -DENABLE_LUA=OFF -DENABLE_LIBXML2=OFF -DENABLE_GNUTLS=OFF"

inside_sources() {
    if [ ! -e "$chroot/wireshark/CMakeLists.txt" ]; then
        wireshark=$(debian_source "$1" wireshark) && rm -rf "$chroot/wireshark" &&
            cp -R "$wireshark" "$chroot/wireshark" || return 1
    fi
    # What is the same keeps its time, so that it is not built again.
    inside_own=$chroot/wireshark/plugins/epan/bcnet
    rm -rf "$scratch/own"
    mkdir -p "$scratch/own" "$inside_own"
    (cd "$top" && git ls-files -z --cached --others --exclude-standard | xargs -0 ls -d --zero -- 2>/dev/null |
        tar -c --null -T -) | tar -x -C "$scratch/own"
    python3 "$top/tests/upstream/renew.py" "$scratch/own" "$inside_own" &&
        echo 'set(CUSTOM_PLUGIN_SRC_DIR plugins/epan/bcnet)' >"$chroot/wireshark/CMakeListsCustom.txt"
}

# Within Wireshark's build, and alone with the headers of Debian's Wireshark.
inside_build() {
    # Options are for a fresh tree: others would build all of it again.
    [ -e "$chroot/wireshark-build/build.ninja" ] || set -- $inside_options
    inside "$chroot" cmake -S /wireshark -B /wireshark-build "$@" &&
        inside "$chroot" ninja -j "${BCNET_JOBS:-2}" -C /wireshark-build tshark bcnet &&
        inside "$chroot" cmake -S /wireshark/plugins/epan/bcnet -B /bcnet-build -G Ninja -DBCNET_TESTS=OFF &&
        inside "$chroot" ninja -j "${BCNET_JOBS:-2}" -C /bcnet-build bcnet
}

# inside_wireshark SUITE: false when it does not build, or a capture looks different.
inside_wireshark() {
    chroot=$cache/upstream-$1
    inside_log=$cache/upstream-$1.log
    # shellcheck disable=SC2086 # a list
    { kept_system "$chroot" "$1" $inside_packages && inside_sources "$1" && set -- && inside_build; } >"$inside_log" 2>&1 ||
        { complain "the plugin does not build within Wireshark's source; see $inside_log"; return 1; }
    # shellcheck disable=SC2086 # names
    as_user "$chroot" python3 /wireshark/plugins/epan/bcnet/tests/upstream/inside.py ${BCNET_UPSTREAM_CAPTURES:-}
}
