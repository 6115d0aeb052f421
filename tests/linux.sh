#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Tries the archive for Linux: in empty systems of Debian's suites, each with another series of Wireshark, an ordinary user
# unpacks it, installs, looks at a capture, changes the profile, installs again, and takes everything away.
#
# Usage: tests/linux.sh [SUITE...]        bookworm, trixie and sid (Wireshark 4.0, 4.4, 4.6) without it
#
# Needs root, debootstrap, and what packaging/linux/build.sh asks for. The systems (400 MB each) are kept for the next run.
#
#   BCNET_LINUX_CACHE    where they are, and what build.sh keeps; ${XDG_CACHE_HOME:-~/.cache}/bcnet-linux without it
#   BCNET_LINUX_ARCHIVE  an archive that is built already
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
cache=${BCNET_LINUX_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/bcnet-linux}
export BCNET_LINUX_CACHE="$cache"

complain() {
    echo "linux.sh: $*" >&2
}

. "$top/tests/lib/chroot.sh"
. "$top/tests/lib/checks.sh"

# A copy of an empty system of SUITE with tshark in it.
prepare() {
    kept_system "$cache/system-$1" "$1" tshark python3 xz-utils || return 1
    rm -rf --one-file-system "$system"
    cp -a "$cache/system-$1" "$system"
    cp "$archive" "$system/home/tester/"
    as_user "$system" sh -c 'cd ~ && tar -xf bcnet-*.tar.xz && rm bcnet-*.tar.xz && mv bcnet-* unpacked'
}

# by_user COMMAND: in the unpacked folder.
by_user() {
    as_user "$system" sh -c "cd ~/unpacked && PATH=\$HOME/.local/bin:\$PATH && $1"
}

# says TEXT COMMAND
says() {
    by_user "$2" >"$scratch/said" 2>&1 || :
    cat "$scratch/said"
    grep -q "$1" "$scratch/said"
}

# What the plugin of this machine's build says of a capture, field by field.
same_fields() {
    fields="-n -r captures/$1.pcapng -Y bcnet.opcode -T fields -e frame.number -e bcnet.opcode -e bcnet.object.id -e bcnet.from.name -e _ws.col.Info"
    by_user "tshark $fields" >"$scratch/there" &&
        (cd "$top" && "$top/scripts/with-plugin.sh" "${BCNET_LINUX_BUILD:-$top/build}" tshark $fields) >"$scratch/here" &&
        [ -s "$scratch/here" ] && diff "$scratch/here" "$scratch/there" | head
}

homes_files() {
    (cd "$system/home/tester" && find .local .config 2>/dev/null | sort)
}

own_preferences() {
    by_user 'echo "gui.own: 1" >>"$HOME/.config/wireshark/profiles/Bridge Commander/preferences"' && says "stay as they are" ./install.sh &&
        by_user 'grep -q gui.own "$HOME/.config/wireshark/profiles/Bridge Commander/preferences"'
}

only_own_preferences_are_left() {
    says "Changed since.*preferences" "./install.sh --undo" && homes_files && [ "$(homes_files | grep -vc /preferences)" = 4 ]
}

nothing_is_left() {
    by_user "./install.sh" && by_user "./install.sh --undo" && homes_files && [ -z "$(homes_files)" ]
}

what_was_begun_is_removed() {
    by_user 'mkdir -p ~/.config && chmod 500 ~/.config; ! ./install.sh' && [ -n "$(homes_files | grep /bcnet.so)" ] &&
        by_user './install.sh --undo; chmod 700 ~/.config && rmdir ~/.config' && homes_files && [ -z "$(homes_files)" ]
}

no_plugin_for_it() {
    by_user 'mkdir -p fake && printf "#!/bin/sh\necho TShark \\(Wireshark\\) 4.2.7\n" >fake/tshark && chmod +x fake/tshark'
    says "no plugin for Wireshark 4.2 here" "PATH=\$PWD/fake:\$PATH ./install.sh" && [ -z "$(homes_files)" ]
}

require_chroots
[ $# -gt 0 ] || set -- bookworm trixie sid
scratch=$(mktemp -d)
system=$scratch/system
trap 'rm -rf --one-file-system "$scratch"' EXIT
trap 'exit 130' INT TERM
archive=${BCNET_LINUX_ARCHIVE:-}
if [ -z "$archive" ]; then
    check "the archive is built" "$top/packaging/linux/build.sh" "$cache/packed"
    archive=$(echo "$cache/packed/"bcnet-*.tar.xz)
fi
for suite in "$@"; do
    check "$suite: a fresh system is made" prepare "$suite"
    check "$suite: a Wireshark without a plugin changes nothing" no_plugin_for_it
    check "$suite: nothing is loaded before" says "does not load" "./install.sh --check"
    check "$suite: it is installed, and loaded" says "Wireshark loads the plugin" ./install.sh
    check "$suite: bcnet-doctor is content" says "^Plugin *loaded" bcnet-doctor
    check "$suite: the profile is there" says "joining and leaving" \
        "tshark -n -C 'Bridge Commander' -r captures/join.pcapng --color -T fields -e frame.coloring_rule.name"
    for capture in join session state-mid-battle; do
        check "$suite: $capture is dissected as here" same_fields $capture
    done
    check "$suite: the tools run" says "Forward Torpedo" "bcnet-layout show Sovereign"
    check "$suite: a page about a game is made" says "report" "bcnet-report captures/session.pcapng -o /home/tester/report.html; ls /home/tester"
    as_user "$system" rm -f /home/tester/report.html
    check "$suite: own preferences stay when it is installed again" own_preferences
    check "$suite: they stay when it is removed, and nothing else" only_own_preferences_are_left
    as_user "$system" rm -rf /home/tester/.config /home/tester/.local
    check "$suite: nothing is left" nothing_is_left
    check "$suite: nothing is left of an installation that broke off" what_was_begun_is_removed
done
[ "$failures" = 0 ]
