#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs the heuristic over other people's traffic: not one datagram may be taken for the game's.
#
# Usage: tests/foreign.sh [--random | CAPTURE|FOLDER...]
#
# Without arguments the captures are those that Debian ships in the sources of network programs; they are fetched once
# into a cache folder (about 190 MB to download). Then follow packets of randpkt; with --random nothing but these.
#
#   BCNET_BUILD_DIR      build tree with the plugin; build/ without it
#   BCNET_FOREIGN_CACHE  cache folder; ~/.cache/bcnet/foreign without it
#   BCNET_RANDOM         packets of each kind of randpkt; 20000 without it, 0 for none
#
# Everything is judged twice. First the preferred port is unbound, and the heuristic is asked before all other
# dissectors: a datagram that a dissector takes by its port would never reach it. Then as people have it, with the port
# bound: other programs use it as well.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
build=${BCNET_BUILD_DIR:-$top/build}
cache=${BCNET_FOREIGN_CACHE:-${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/bcnet/foreign}
random=${BCNET_RANDOM:-20000}

# Source packages that hold captures with UDP.
packages="2ping dnscap dnsjit fwknop libosmo-netif ndpi osmo-iuh pathspider sip-tester tcpdump wireshark"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

complain() {
    echo "$*" >&2
}

# ---- Fetching ----

# apt with lists and settings of its own: the machine's need not name source packages, and stay as they are.
private_apt() {
    apt-get -q -o "Dir::Etc::SourceList=$cache/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
        -o "Dir::State::Lists=$cache/apt/lists" -o "Dir::Cache=$cache/apt" -o "APT::Sandbox::User=$(id -un)" "$@"
}

# The suites of this machine, and two later ones: archives do not always hold every file their lists name.
prepare_apt() {
    mkdir -p "$cache/apt/lists/partial" "$cache/apt/archives/partial"
    # shellcheck disable=SC2016 # the names in parentheses are apt's
    apt-get indextargets --format '$(ORIGIN) deb-src $(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        sort -u | sed -n 's/^Debian //p' >"$cache/apt/sources.list"
    own=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
    suites="$own trixie sid"
    sed -n "s/^\(deb-src [^ ]*\) $own main\$/\1 trixie main\n\1 sid main/p" "$cache/apt/sources.list" >"$scratch/later"
    cat "$scratch/later" >>"$cache/apt/sources.list"
    private_apt update >&2
}

# Keeps the captures of a source package, under names without folders: two files may have the same.
keep_captures() {
    kept="$cache/captures/$1"
    mkdir -p "$kept"
    find "$2" -type f \( -iname '*.pcap' -o -iname '*.pcapng' -o -iname '*.cap' -o -iname '*.pcap.gz' \
        -o -iname '*.pcapng.gz' -o -iname '*.pcap.xz' -o -iname '*.ntar' \) -size +24c |
        while IFS= read -r file; do
            mv "$file" "$kept/$(echo "${file#"$2"/}" | tr '/ ' '__')"
        done
    find "$kept" -name '*.xz' -exec xz -d '{}' +
}

# Downloads the original sources of a package into a folder, from the first suite that has them.
download() {
    for suite in $suites; do
        private_apt source --print-uris --only-source "$1/$suite" 2>/dev/null | tr -d "'" |
            grep -E '\.orig[^ ]*\.tar\.(gz|xz|bz2) ' >"$scratch/uris" || continue
        while read -r uri file _ hash; do
            /usr/lib/apt/apt-helper -o "APT::Sandbox::User=$(id -un)" download-file "$uri" "$2/$file" "$hash" \
                >/dev/null 2>&1 || rm -f "$2/$file"
        done <"$scratch/uris"
        [ -z "$(ls "$2")" ] || return 0
    done
    return 1
}

fetch() {
    work="$scratch/$1"
    mkdir -p "$work/sources" "$work/files"
    if ! download "$1" "$work/sources"; then
        complain "$1: could not be fetched; the archives do not have it."
        return
    fi
    for archive in "$work/sources"/*; do
        tar -xf "$archive" -C "$work/files" --wildcards '*.pcap*' '*.cap' '*.ntar' 2>/dev/null || :
    done
    keep_captures "$1" "$work/files"
    rm -rf "$work"
    echo "$1: $(find "$cache/captures/$1" -type f | wc -l) captures" >&2
}

fetch_missing() {
    prepared=
    for package in $packages; do
        if [ ! -d "$cache/captures/$package" ]; then
            if [ -z "$prepared" ]; then prepare_apt; fi
            prepared=yes
            fetch "$package"
        fi
    done
    if [ ! -d "$cache/captures" ]; then
        complain "There are no captures in $cache, and none could be fetched. Name captures as arguments."
        exit 2
    fi
}

# ---- Judging ----

configure() {
    mkdir -p "$scratch/unbound" "$scratch/bound"
    echo "udp.try_heuristic_first: TRUE" >"$scratch/unbound/preferences"
    printf 'decode_as_entry: %s,%s,%s,(none)\n' udp.port 22101 BCNET tcp.port 28900 BCNET \
        >"$scratch/unbound/decode_as_entries"
}

# protocols unbound|bound CAPTURE: prints the protocols of every frame with UDP, or that was claimed without. A file that
# cannot be read to its end is judged as far as it goes; a crash is a failure.
protocols() {
    status=0
    BCNET_CONFIG="$scratch/$1" "$top/scripts/with-plugin.sh" "$build" tshark -n -r "$2" -Y 'udp or bcnet' -T fields \
        -e frame.number -e frame.protocols 2>"$scratch/stderr" || status=$?
    if [ "$status" -gt 2 ]; then
        complain "tshark ended with $status on $2:"
        cat "$scratch/stderr" >&2
        return 1
    fi
}

judge_with() {
    protocols "$1" "$2" >"$scratch/protocols" || { failed=yes; return; }
    if grep -q ':bcnet' "$scratch/protocols"; then
        count=$(grep -c ':bcnet' "$scratch/protocols")
        claimed=$((claimed + count))
        complain "$2, port $1: $count taken for the game's, the first in frame $(grep -m 1 ':bcnet' "$scratch/protocols")"
    fi
}

judge() {
    judge_with unbound "$1"
    seen=$((seen + $(wc -l <"$scratch/protocols")))
    on_port=$((on_port + $(count_on_port "$1")))
    files=$((files + 1))
    judge_with bound "$1"
}

count_on_port() {
    BCNET_CONFIG="$scratch/unbound" "$top/scripts/with-plugin.sh" "$build" tshark -n -r "$1" -Y 'udp.port == 22101' \
        -T fields -e frame.number 2>/dev/null | wc -l
}

# tshark does not read what xz has packed.
judge_packed() {
    unpacked="$scratch/$(basename "$1" .xz)"
    xz -dc "$1" >"$unpacked"
    judge "$unpacked"
    rm -f "$unpacked"
}

judge_all() {
    for place in "$@"; do
        find "$place" -type f >"$scratch/list"
        while IFS= read -r file; do
            case $file in
                *.xz) judge_packed "$file" ;;
                *) judge "$file" ;;
            esac
        done <"$scratch/list"
    done
}

judge_random() {
    [ "$random" -gt 0 ] || return 0
    for kind in udp dns nbns syslog bvlc; do
        randpkt -b 200 -c "$random" -t "$kind" "$scratch/random-$kind.pcap" 2>/dev/null
        judge "$scratch/random-$kind.pcap"
        rm -f "$scratch/random-$kind.pcap"
    done
}

# A heuristic that is off, or a port that is not bound, would pass everything else.
check_heuristic() {
    protocols unbound "$top/captures/foreign-port.pcapng" >"$scratch/protocols"
    if ! grep -q ':bcnet' "$scratch/protocols"; then
        complain "The heuristic does not even take the game's own datagrams."
        exit 2
    fi
    protocols unbound "$top/captures/weak-preferred.pcapng" >"$scratch/protocols"
    if grep -q ':bcnet' "$scratch/protocols"; then
        complain "The preferred port is still bound."
        exit 2
    fi
    protocols bound "$top/captures/weak-preferred.pcapng" >"$scratch/protocols"
    if ! grep -q ':bcnet' "$scratch/protocols"; then
        complain "The preferred port is not bound."
        exit 2
    fi
}

seen=0 on_port=0 files=0 claimed=0 failed=
configure
check_heuristic
case ${1:-} in
    "") fetch_missing && set -- "$cache/captures" ;;
    --random) shift ;;
esac
judge_all "$@"
judge_random
echo "$seen foreign UDP datagrams in $files files, $on_port of them on port 22101: $claimed taken for the game's, port" \
    "unbound and bound together."
if [ "$seen" -eq 0 ]; then
    complain "No datagram was seen at all."
    exit 2
fi
[ "$claimed" -eq 0 ] && [ -z "$failed" ]
