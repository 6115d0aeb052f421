#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs every script that builds an archive in a fresh Debian 12 with nothing in it but the packages that the head of the script
# names, and twice: the second time, from another folder, must give the same bytes.
#
# Usage: tests/archives.sh [linux] [macos] [windows]        all without an argument
#
# Needs root, debootstrap and git. Takes the last commit.
#
#   BCNET_LINUX_CACHE  where the empty system is; ${XDG_CACHE_HOME:-~/.cache}/bcnet-linux without it
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
cache=${BCNET_LINUX_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/bcnet-linux}
folder=${BCNET_ARCHIVES:-}

complain() {
    echo "archives.sh: $*" >&2
}

. "$top/tests/lib/chroot.sh"
. "$top/tests/lib/checks.sh"

# The words between "Needs the packages" and the next full stop or clause, of those that Debian calls so.
needed() {
    sed -n '/^# Needs the packages/,/^#$/p' "$top/packaging/$1/build.sh" | tr -d '#' | tr '\n' ' ' |
        sed 's/.*Needs the packages //; s/, and *Debian.s mirror.*//; s/, Debian.s mirror.*/ npm/; s/ and / /g; s/,/ /g'
}

fresh_system() {
    kept_system "$cache/empty-bookworm" bookworm || return 1
    rm -rf --one-file-system "$system"
    cp -a "$cache/empty-bookworm" "$system"
    # shellcheck disable=SC2046 # a list
    install_packages "$system" $(needed "$1")
    # What npm is told on this machine, and whom it trusts.
    [ ! -e "$HOME/.npmrc" ] || cp "$HOME/.npmrc" "$system/root/"
    [ ! -e "${NODE_EXTRA_CA_CERTS:-}" ] || cp "$NODE_EXTRA_CA_CERTS" "$system/root/trusted.pem"
    for number in 1 2; do
        mkdir "$system/bcnet-$number"
        git -C "$top" archive "$commit" | tar -x -C "$system/bcnet-$number"
    done
}

# build KIND NUMBER: what it says, and the end of the newest log where it fails; the system is not kept.
build() {
    inside "$system" env NODE_EXTRA_CA_CERTS=/root/trusted.pem SOURCE_DATE_EPOCH="$(git -C "$top" log -1 --format=%ct "$commit")" \
        "/bcnet-$2/packaging/$1/build.sh" "/made-$2" && return
    newest=$(ls -t "$system/root/.cache/bcnet-$1/"*.log 2>/dev/null | head -n 1)
    [ -z "$newest" ] || tail -n 20 "$newest"
    return 1
}

same_bytes() {
    ls "$system/made-1/"bcnet-* && diff -r "$system/made-1" "$system/made-2"
}

require_chroots
[ $# -gt 0 ] || set -- linux macos windows
commit=$(git -C "$top" rev-parse HEAD)
scratch=$(mktemp -d)
system=$scratch/system
trap 'rm -rf --one-file-system "$scratch"' EXIT
trap 'exit 130' INT TERM
for kind in "$@"; do
    check "$kind: a fresh system with $(needed "$kind")" fresh_system "$kind"
    check "$kind: the archive is built" build "$kind" 1
    check "$kind: and again" build "$kind" 2
    check "$kind: with the same bytes" same_bytes
    (cd "$system/made-1" 2>/dev/null && sha256sum bcnet-*) || :
    [ -z "$folder" ] || cp "$system/made-1/"bcnet-* "$folder/" || :
done
[ "$failures" = 0 ]
