# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# For build.sh, tests/windows.sh and tests/upstream.sh: packages and sources of any suite of Debian, fetched by apt into
# folders of their own, without chroots and without touching the system. Sourced; needs $cache and complain.

. "$top/tests/lib/chroot.sh" # mirror

# apt_of SUITE PROGRAM ARGUMENT...: apt-get or apt-cache with that suite's indices.
# Debian's indices expire; a machine whose clock is ahead would refuse those of a frozen mirror.
apt_of() {
    apt_state=$cache/apt/$1
    apt_program=$2
    shift 2
    "$apt_program" -q -o Dir::Etc::sourcelist="$apt_state/sources.list" -o Dir::Etc::sourceparts=- \
        -o Dir::State::lists="$apt_state/lists" -o Dir::State::status=/dev/null -o Dir::Cache="$apt_state/cache" \
        -o Acquire::Check-Valid-Until=false -o APT::Sandbox::User=root "$@"
}

# debian_suite SUITE: its indices, with those of its security updates where there are any.
debian_suite() {
    [ ! -e "$cache/apt/$1/ready" ] || return 0
    mkdir -p "$cache/apt/$1/lists/partial" "$cache/apt/$1/cache/archives/partial"
    archive=$(mirror)
    for kind in deb deb-src; do
        signed="[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]"
        echo "$kind $signed $archive $1 main"
        [ "$1" = sid ] || echo "$kind $signed ${archive%/}-security $1-security main"
    done >"$cache/apt/$1/sources.list"
    apt_of "$1" apt-get update >"$cache/apt/$1/log" 2>&1 && touch "$cache/apt/$1/ready" ||
        { complain "the indices of $1 did not arrive; see $cache/apt/$1/log"; return 1; }
}

# debian_packages SUITE FOLDER PACKAGE...: their newest versions, unpacked into FOLDER.
debian_packages() {
    debian_suite "$1" || return 1
    debian_from=$1 debian_folder=$2
    shift 2
    [ ! -e "$debian_folder/.ready" ] || return 0
    rm -rf "$debian_folder"
    mkdir -p "$debian_folder/.archives"
    (cd "$debian_folder/.archives" && apt_of "$debian_from" apt-get download "$@" >log 2>&1) ||
        { complain "$* of $debian_from did not arrive"; return 1; }
    for archive in "$debian_folder/.archives/"*.deb; do
        dpkg-deb -x "$archive" "$debian_folder" || return 1
    done
    touch "$debian_folder/.ready"
}

# Lines "URI FILE SUM" of the upstream tarballs of a source package, newest version first. The mirror may lack the newest.
tarballs_of() {
    apt_of "$1" apt-cache showsrc --only-source "$2" | sed -n 's/^Version: //p' | sort -Vru | while read -r version; do
        apt_of "$1" apt-get --print-uris --download-only source "$2=$version" 2>/dev/null |
            sed -n "s/^'\([^']*\)' \([^ ]*\.orig\.tar\.[a-z0-9]*\) [0-9]* \(SHA256:[0-9a-f]*\)$/\1 \2 \3/p"
    done
}

# debian_source SUITE PACKAGE: unpacks the newest upstream tarball that the mirror has, prints its folder.
debian_source() {
    debian_suite "$1" || return 1
    source_folder=$cache/source/$1-$2
    if [ ! -e "$source_folder/.ready" ]; then
        rm -rf "$source_folder"
        mkdir -p "$source_folder"
        tarballs_of "$1" "$2" | while read -r uri file sum; do
            /usr/lib/apt/apt-helper -o APT::Sandbox::User=root download-file "$uri" "$source_folder/$file" "$sum" \
                >"$source_folder/log" 2>&1 && break
            rm -f "$source_folder/$file"
        done
        tar -x -C "$source_folder" -f "$(echo "$source_folder/"*.orig.tar.*)" 2>>"$source_folder/log" &&
            touch "$source_folder/.ready" ||
            { complain "the source of $2 ($1) did not arrive; see $source_folder/log"; return 1; }
    fi
    find "$source_folder" -mindepth 1 -maxdepth 1 -type d
}
