# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# For build.sh: headers and import libraries of the official Wireshark for Windows, from Debian's packages. Sourced after
# debian.sh and toolchain.sh.

# Wireshark shows the same names to plugins on every system; what the shared library shows here, the DLL shows there.
# import_library NAME FOLDER: NAME.dll.a in $import from the NAME.so of the packages.
import_library() {
    library=$(find "$2" -name "$1.so.*" -type f | head -n 1)
    [ -n "$library" ] || { complain "$1.so is not in the packages"; return 1; }
    {
        echo "LIBRARY $1.dll"
        echo EXPORTS
        nm -D --defined-only --without-symbol-versions "$library" |
            awk '$2 ~ /^[TW]$/ { print $3 } $2 ~ /^[RDBV]$/ { print $3, "DATA" }' | LC_ALL=C sort -u
    } >"$import/$1.def"
    $triplet-dlltool --deterministic-libraries -d "$import/$1.def" -l "$import/$1.dll.a"
}

# The packages of shared libraries that a suite's headers go with.
libraries_of() {
    apt_of "$1" apt-cache show libwireshark-dev libwsutil-dev libwiretap-dev | sed -n 's/^Depends: //p' | tr ',' '\n' |
        sed -n 's/^ *\(lib\(wireshark\|wsutil\|wiretap\)[0-9][^ ]*\).*/\1/p' | sort -u
}

# wireshark_of SUITE: sets $headers and $import.
wireshark_of() {
    debian_suite "$1" || return 1
    # shellcheck disable=SC2046 # a list
    debian_packages "$1" "$cache/wireshark-$1" wireshark-dev libwireshark-dev libwiretap-dev libwsutil-dev \
        $(libraries_of "$1") || return 1
    headers=$cache/wireshark-$1/usr/include/wireshark
    import=$cache/import-$1
    mkdir -p "$import"
    for name in libwireshark libwsutil libwiretap; do
        import_library "$name" "$cache/wireshark-$1" || return 1
    done
}
