#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Builds the Debian package, has lintian look at it, installs it in a fresh chroot of this machine's suite, uses it
# there as an ordinary user, and removes it again.
#
# Usage: tests/package.sh
#
# Needs root, debootstrap and lintian. The empty system (300 MB) is kept for the next run.
#
#   BCNET_PACKAGE_BUILD  where to build; build-package without it
#   BCNET_PACKAGE_CACHE  where the empty system is; ${XDG_CACHE_HOME:-~/.cache}/bcnet-package without it
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
build=${BCNET_PACKAGE_BUILD:-$top/build-package}
cache=${BCNET_PACKAGE_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/bcnet-package}
name=wireshark-plugin-bcnet
manuals="bcnet-check bcnet-columns bcnet-compare bcnet-doctor bcnet-forge bcnet-layout bcnet-redact bcnet-report bcnet-scenario bcnet-trace2pcap"

complain() {
    echo "package.sh: $*" >&2
}

. "$top/tests/lib/chroot.sh"
. "$top/tests/lib/checks.sh"

build_package() {
    mkdir -p "$build"
    rm -f "$build"/*.deb
    cmake -S "$top" -B "$build" -G Ninja -DBCNET_TESTS=OFF && cmake --build "$build" --target package
}

# A copy of an empty system of this suite, with what the checks themselves need.
prepare() {
    suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
    kept_system "$cache/$suite" "$suite" tshark man-db python3 || return 1
    cp -a "$cache/$suite" "$system"
    cp -R "$top/captures" "$system/captures"
}

# ---- What is checked ----

# The package is for the Wireshark it was built with: the library's soname changes with every series.
depends_on_series() {
    soname=$(readelf -d "$build"/plugins/*/epan/bcnet.so | sed -n 's/.*\[libwireshark\.so\.\([0-9]*\)\].*/\1/p')
    dpkg-deb --field "$package" Depends
    [ -n "$soname" ] && dpkg-deb --field "$package" Depends | grep -q "\blibwireshark$soname\b"
}

# Names of all files; what the package manager and manual pages keep for themselves is not the package's.
files() {
    find "$system" -xdev -path "$system/proc" -prune -o -path "$system/dev" -prune -o -path "$system/home" -prune -o \
        -path "$system/var/cache" -prune -o -path "$system/var/log" -prune -o -path "$system/tmp" -prune -o -print |
        grep -v -e '/var/lib/dpkg/info$' -e '/var/lib/dpkg/[a-z]*-old$' | sort
}

user_sees_plugin() {
    as_user "$system" tshark -G plugins | grep '^bcnet\.so'
}

user_reads_capture() {
    as_user "$system" tshark -n -r /captures/join.pcapng -Y "$1" -T fields -e _ws.col.Info | grep "$2"
}

profile_is_offered() {
    as_user "$system" tshark -n -C "Bridge Commander" -r /captures/join.pcapng --color \
        -T fields -e frame.coloring_rule.name | grep "joining and leaving"
}

# The forge of the package makes, byte for byte, the capture that is bundled.
forge_works() {
    as_user "$system" bcnet-forge /captures/scenarios/join.scn /home/tester/join.pcapng &&
        cmp "$system/home/tester/join.pcapng" "$system/captures/join.pcapng"
}

layout_works() {
    as_user "$system" bcnet-layout show Sovereign | grep "Forward Torpedo"
}

compare_works() {
    as_user "$system" bcnet-compare /captures/join.pcapng /captures/join.pcapng | grep " 0 only in the first, 0 only in the second"
}

# A chat line (chapter 70) as the logging server writes it.
trace_works() {
    as_user "$system" sh -c 'bcnet-trace2pcap - /home/tester/trace.pcapng &&
        tshark -n -r /home/tester/trace.pcapng -Y "bcnet.chat.text == \"hi\"" | grep hi' <<'END'
# Session started: 2026-02-14 22:08:08
[22:08:08.000] #1 C->S Peer#0(10.0.0.2:59405) len=16 rc=16 DATA
  Decrypted:
    0000: 02 01 32 0E 80 00 01 2C 02 00 00 00 02 00 68 69  |..2....,......hi|

END
}

doctor_is_content() {
    as_user "$system" bcnet-doctor >"$scratch/doctor" && cat "$scratch/doctor" && grep -q "^Plugin *loaded" "$scratch/doctor" &&
        grep -q "^Profile *.*offered by the package" "$scratch/doctor" && grep -q "^Tools */usr/bin$" "$scratch/doctor"
}

manual_is_there() {
    as_user "$system" env MANPAGER=cat man "$1" | grep "^SEE ALSO"
}

is_gone() {
    files >"$scratch/after"
    diff "$scratch/before" "$scratch/after" && ! user_sees_plugin
}

require_chroots
if ! command -v lintian >/dev/null; then
    complain "lintian is not installed."
    exit 2
fi
scratch=$(mktemp -d)
system=$scratch/system
trap 'rm -rf --one-file-system "$scratch"' EXIT
trap 'exit 130' INT TERM

check "the package is built" build_package
package=$(find "$build" -maxdepth 1 -name "$name*.deb")
[ -n "$package" ] || exit 1
check "lintian finds no error and no warning" lintian --allow-root --fail-on error,warning "$package"
check "it depends on the Wireshark it was built for" depends_on_series
check "a fresh system is made" prepare
files >"$scratch/before"
cp "$package" "$system/tmp"
check "it is installed by apt" install_packages "$system" "/tmp/$(basename "$package")"
check "an ordinary user sees the plugin" user_sees_plugin
check "an ordinary user reads a capture" user_reads_capture "bcnet.opcode == 0x2a" "NewPlayerInGame"
# Before somebody has used the profile: then there is a copy of his own.
check "bcnet-doctor finds plugin and profile" doctor_is_content
check "the profile is offered" profile_is_offered
check "bcnet-forge makes the bundled capture" forge_works
check "bcnet-layout shows a ship" layout_works
check "bcnet-compare compares two captures" compare_works
check "bcnet-trace2pcap runs" trace_works
for manual in $manuals; do
    check "the manual of $manual is there" manual_is_there "$manual"
done
check "it is purged" inside "$system" apt-get -q -y purge "$name"
check "nothing of it is left" is_gone
[ $failures = 0 ]
