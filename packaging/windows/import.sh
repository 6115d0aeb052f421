# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# For build.sh: import libraries of the official Wireshark for Windows, from Debian's packages. Sourced after
# ../lib/wireshark.sh and toolchain.sh.

# Wireshark shows the same names to plugins on every system; what the shared library shows here, the DLL shows there.
# import_library NAME FOLDER: NAME.dll.a in $import from the NAME.so of the packages.
import_library() {
    library=$(find "$2" -name "$1.so.*" -type f | head -n 1)
    [ -n "$library" ] || { complain "$1.so is not in the packages"; return 1; }
    {
        echo "LIBRARY $1.dll"
        echo EXPORTS
        $triplet-nm -D --defined-only --without-symbol-versions "$library" |
            awk '$2 ~ /^[TW]$/ { print $3 } $2 ~ /^[RDBV]$/ { print $3, "DATA" }' | LC_ALL=C sort -u
    } >"$import/$1.def"
    $triplet-dlltool --deterministic-libraries -d "$import/$1.def" -l "$import/$1.dll.a"
}

# wireshark_for_windows SUITE: sets $headers and $import.
wireshark_for_windows() {
    wireshark_of "$1" || return 1
    import=$cache/import-$1
    mkdir -p "$import"
    for name in libwireshark libwsutil libwiretap; do
        import_library "$name" "$cache/wireshark-$1" || return 1
    done
}
