# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# For upstream.sh: the tests of what knows nothing of Wireshark, on a machine that has the high byte first (s390x), which
# qemu plays. Sourced after packaging/lib/debian.sh; needs $top, $cache and complain.

big_packages="gcc libc6-dev gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user cmake ninja-build pkg-config wireshark-dev
    libglib2.0-dev:s390x libjs-dygraphs python3"
# Programs; other tests start tshark. test-noise, a matter of statistics, takes many minutes under qemu.
big_tests="test-cipher test-name-hash test-name-list test-primitives test-wire test-recognise test-bound
    test-layout-model test-layout-errors test-layout-folder test-block test-infer test-json test-series
    test-gamespy-text test-trace-reader test-forge-cipher test-forge-language test-forge-traffic test-forge-battle"

big_chroot() {
    [ ! -e "$chroot/.bcnet-ready" ] || return 0
    rm -rf "$chroot"
    # shellcheck disable=SC2086 # a list
    debootstrap --variant=minbase bookworm "$chroot" "$(mirror)" && inside "$chroot" dpkg --add-architecture s390x &&
        install_packages "$chroot" $big_packages && add_user "$chroot" && touch "$chroot/.bcnet-ready"
}

big_build() {
    rm -rf "$chroot/src"
    mkdir "$chroot/src"
    (cd "$top" && git ls-files -z --cached --others --exclude-standard | xargs -0 ls -d --zero -- 2>/dev/null |
        tar -c --null -T -) | tar -x -C "$chroot/src"
    # Wireshark is named only because the project asks for it: nothing is built with that of another machine.
    wireshark=$(cd "$chroot" && find usr/lib -name WiresharkConfig.cmake)
    # shellcheck disable=SC2086 # a list
    inside "$chroot" env PKG_CONFIG_LIBDIR=/usr/lib/s390x-linux-gnu/pkgconfig:/usr/share/pkgconfig cmake -S /src -B /build \
        -G Ninja -DWireshark_DIR="/${wireshark%/*}" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=s390x -DCMAKE_C_COMPILER=s390x-linux-gnu-gcc &&
        inside "$chroot" ninja -j "${BCNET_JOBS:-2}" -C /build $big_tests
}

big_run() {
    for test in $big_tests; do
        program=$(cd "$chroot" && find build/tests -name "$test" -type f)
        if as_user "$chroot" env -C /tmp BCNET_TEST_DATA=/src/tests/data qemu-s390x "/$program" >"$scratch/$test" 2>&1; then
            echo "s390x      $test: $(grep -c '^ok ' "$scratch/$test") passed"
        else
            echo "s390x      $test FAILED"
            grep -avE '^(ok|#|1\.\.|TAP)' "$scratch/$test" | head -n 20
            touch "$scratch/failed"
        fi
    done
}

big_endian() {
    chroot=$cache/upstream-s390x
    { big_chroot && big_build; } >"$chroot.log" 2>&1 ||
        { complain "the tests do not build for s390x; see $chroot.log"; return 1; }
    big_run
}
