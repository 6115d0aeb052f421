# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# For the scripts that try things in fresh Debian systems: these systems, in folders. Sourced.

# Ends the script unless chroots can be made here.
require_chroots() {
    if [ "$(id -u)" != 0 ]; then
        complain "Chroots are made by root only; please run it with sudo."
        exit 2
    fi
    if ! command -v debootstrap >/dev/null; then
        complain "debootstrap is not installed."
        exit 2
    fi
}

# The Debian mirror that apt uses here.
mirror() {
    # shellcheck disable=SC2016 # the names in parentheses are apt's
    apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' | sed -n 's/^Debian //p' | head -n 1
}

# inside CHROOT COMMAND...: everything that is mounted disappears with the namespace, whatever happens.
inside() {
    root=$1
    shift
    # shellcheck disable=SC2016 # expanded by the inner shell
    unshare --mount sh -c 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"' \
        "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "$@"
}

add_user() {
    inside "$1" sh -c "id tester >/dev/null 2>&1 || useradd --uid 1000 --create-home tester"
}

# as_user CHROOT COMMAND...: as an ordinary user, who sees plugins like everybody.
as_user() {
    root=$1
    shift
    inside "$root" setpriv --reuid=1000 --regid=1000 --clear-groups env HOME=/home/tester "$@"
}

# kept_system FOLDER SUITE PACKAGE...: an empty system with these packages and an ordinary user, made once. It is complete when its
# mark is there; what an interrupted run left is thrown away.
kept_system() {
    kept=$1 kept_suite=$2
    shift 2
    [ ! -e "$kept/.bcnet-ready" ] || return 0
    rm -rf --one-file-system "$kept"
    mkdir -p "$(dirname "$kept")"
    debootstrap --variant=minbase "$kept_suite" "$kept" "$(mirror)" && install_packages "$kept" "$@" && add_user "$kept" &&
        touch "$kept/.bcnet-ready"
}

# install_packages CHROOT PACKAGE...
# Debian's indices expire; a machine whose clock is ahead would refuse those of a frozen mirror.
install_packages() {
    chroot=$1
    shift
    cp /etc/resolv.conf "$chroot/etc/resolv.conf"
    # shellcheck disable=SC2016 # expanded by the inner shell
    inside "$chroot" sh -c 'apt-get -q -o Acquire::Check-Valid-Until=false update &&
        DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install "$@" && apt-get clean' sh "$@"
}
