#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The first ten minutes: in fresh Debian systems, the last commit is cloned and used as README.md says, line by line.
#
# Usage: tests/newcomer.sh [root] [user] [tests]
#
# root: nobody but root is there, and no sudo. user: an ordinary user who may use sudo, and one who may not. Both
# without an argument. With tests, ./test.sh is run there, too. Every line of the result has the minutes and seconds it
# took, most of which is the download.
#
# Needs root, debootstrap and git. The empty system (120 MB) is kept for the next run.
#
#   BCNET_NEWCOMER_CACHE  where it is; ${XDG_CACHE_HOME:-~/.cache}/bcnet-newcomer without it
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
cache=${BCNET_NEWCOMER_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/bcnet-newcomer}

complain() {
    echo "newcomer.sh: $*" >&2
}

. "$top/tests/lib/chroot.sh"

failures=0

# type_in COMMAND: as the newcomer, in the clone, on a terminal; a shell of a login, so that PATH is what it will be.
type_in() {
    inside "$system" env TERM=xterm su -l "$who" -c "cd ${clone:-bcnet} && timeout --foreground 3600 script -qec '$1' /dev/null"
}

# step EXPECTED COMMAND: a line of the result. What is printed has to hold EXPECTED, a regular expression.
step() {
    began=$(date +%s)
    type_in "$2" >"$scratch/output" 2>&1 </dev/null || : # judged by what it says
    took=$(($(date +%s) - began))
    if grep -q "$1" "$scratch/output"; then
        result=ok
    else
        result=FAILED
        failures=$((failures + 1))
    fi
    printf '%-7s %2d:%02d  %s: %s\n' "$result" $((took / 60)) $((took % 60)) "$who" "$2"
    [ $result = ok ] || tail -n 20 "$scratch/output" | sed 's/^/        /'
}

make_empty_system() {
    if [ ! -e "$cache/.bcnet-ready" ]; then
        rm -rf "$cache"
        mkdir -p "$cache"
        debootstrap --variant=minbase bookworm "$cache" "$(mirror)" >"$scratch/debootstrap" 2>&1 ||
            { cat "$scratch/debootstrap" >&2 && exit 1; }
        inside "$cache" sh -c 'apt-get clean; rm -rf /var/lib/apt/lists/*'
        touch "$cache/.bcnet-ready"
    fi
}

# fresh_system HOME: with a clone of the last commit in it.
fresh_system() {
    system=$scratch/$who
    cp -a "$cache" "$system"
    cp /etc/resolv.conf "$system/etc/resolv.conf"
    [ "$who" = root ] || prepare_users >"$scratch/users" 2>&1 || { cat "$scratch/users" >&2 && exit 1; }
    git clone -q "$top" "$system$1/bcnet"
    inside "$system" chown -R "$who:" "$1/bcnet"
}

prepare_users() {
    install_packages "$system" sudo
    inside "$system" useradd --create-home --shell /bin/bash user
    inside "$system" useradd --create-home --shell /bin/bash guest
    echo "user ALL=(ALL) NOPASSWD: ALL" >"$system/etc/sudoers.d/user"
    git clone -q "$top" "$system/home/guest/bcnet"
    inside "$system" chown -R guest: /home/guest/bcnet
}

demonstration() {
    step "^What next?" ./demo.sh
    step "^What next?" ./demo.sh
}

package() {
    step "generated" "cmake --build build --target package"
    step "Setting up wireshark-plugin-bcnet" "${1}apt-get install -y ./build/*.deb"
    step "^Plugin *loaded" bcnet-doctor
    step "hello Sep! Akira again?" "tshark -r captures/session.pcapng -Y bcnet.chat"
    step "session.html" "bcnet-report captures/session.pcapng"
    step "Removing wireshark-plugin-bcnet" "${1}apt-get remove -y wireshark-plugin-bcnet"
}

root_alone() {
    who=root
    fresh_system /root
    demonstration
    step "NOT loaded" scripts/bcnet-doctor
    package ""
    [ -z "$tests" ] || step "100% tests passed" ./test.sh
}

user_with_sudo() {
    who=user
    fresh_system /home/user
    who=guest
    step "Packages are missing; run as root, once" ./demo.sh
    who=user
    demonstration
    step "please run this without sudo" "sudo ./demo.sh"
    step "bin/bcnet-report" "cmake --install build"
    step "profiles/Bridge Commander" "cmake --install build --component profile"
    step "^Plugin *loaded, .*/home/user/.local" bcnet-doctor
    step "please run it without sudo" "sudo cmake --install build"
    step "NOT loaded" "xargs -d \"\\n\" rm < build/install_manifest.txt; scripts/bcnet-doctor"
    package "sudo "
    step "made anew" "mv ../bcnet ../moved && cd ../moved && ./demo.sh"
    clone=moved
    [ -z "$tests" ] || step "100% tests passed" ./test.sh
}

tests='' with_root='' with_user=''
for word in "$@"; do
    case $word in
        root) with_root=yes ;;
        user) with_user=yes ;;
        tests) tests=yes ;;
        *) complain "There is nothing called $word; root, user and tests are." && exit 2 ;;
    esac
done
[ -n "$with_root$with_user" ] || with_root=yes with_user=yes
require_chroots
scratch=$(mktemp -d)
trap 'rm -rf --one-file-system "$scratch"' EXIT
trap 'exit 130' INT TERM
make_empty_system
[ -z "$with_root" ] || root_alone
[ -z "$with_user" ] || user_with_sudo
[ $failures = 0 ]
