# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# For the scripts that build packages: headers and libraries of any series of Wireshark that Debian has. Sourced after debian.sh.

# The packages of shared libraries that a suite's headers go with.
libraries_of() {
    apt_of "$1" apt-cache show libwireshark-dev libwsutil-dev libwiretap-dev | sed -n 's/^Depends: //p' | tr ',' '\n' |
        sed -n 's/^ *\(lib\(wireshark\|wsutil\|wiretap\)[0-9][^ ]*\).*/\1/p' | sort -u
}

# wireshark_of SUITE: sets $headers and, for Linux, $libraries.
wireshark_of() {
    debian_suite "$1" || return 1
    # shellcheck disable=SC2046 # a list
    debian_packages "$1" "$cache/wireshark-$1" wireshark-dev libwireshark-dev libwiretap-dev libwsutil-dev \
        $(libraries_of "$1") || return 1
    headers=$cache/wireshark-$1/usr/include/wireshark
    libraries=$(find "$cache/wireshark-$1" -name 'lib*.so' | sort | paste -sd ';')
}
