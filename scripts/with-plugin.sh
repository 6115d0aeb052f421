#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs a Wireshark program with the plugin of a build tree.
#
# Usage: with-plugin.sh BUILD PROGRAM [ARGUMENT...]
#
# Wireshark ignores plugins outside the system folder when user or group is root, without a word. So root runs
# PROGRAM under another identity: in a user namespace, or, where namespaces are refused (containers), as nobody
# who may still read and write root's files.
#
#   BCNET_CONFIG   folder for HOME and the configuration; without it a new one, removed at the end
#   BCNET_PRELOAD  LD_PRELOAD for PROGRAM (sanitizer runtimes)
#   BCNET_LOCALE   LC_ALL for PROGRAM; without it C.UTF-8, so that a run looks the same everywhere
#   BCNET_IDENTITY how to leave root's identity, as `with-plugin.sh --identity` says it: who starts many programs finds
#                  it once; empty when the user is not root
set -eu

# Prints the command that runs another one as somebody else than root, or nothing.
find_identity() {
    if [ "$(id -u)" != 0 ] && [ "$(id -g)" != 0 ]; then
        return
    fi
    for way in "unshare --user --map-user=1000 --map-group=1000" \
        "setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=+dac_override --ambient-caps=+dac_override"; do
        if $way true 2>/dev/null; then
            echo "$way"
            return
        fi
    done
    echo "with-plugin.sh: Cannot leave the root identity: both unshare and setpriv are refused." >&2
    return 1
}

case ${1:-} in
    --identity)
        find_identity
        exit
        ;;
    '' | -*)
        echo "Usage: with-plugin.sh BUILD PROGRAM [ARGUMENT...], for example: scripts/with-plugin.sh build tshark -r FILE" >&2
        exit 2
        ;;
esac
build=$(cd "$1" && pwd)
shift

if [ -n "${BCNET_IDENTITY+known}" ]; then
    identity=$BCNET_IDENTITY
    unset BCNET_IDENTITY    # within PROGRAM the user is another one
else
    identity=$(find_identity)
fi

if [ -n "${BCNET_CONFIG:-}" ]; then
    config=$BCNET_CONFIG
    replace="exec"
else
    config=$(mktemp -d)
    trap 'rm -rf "$config"' EXIT
    trap 'exit 130' INT TERM HUP
    replace=
fi

# XDG_CONFIG_HOME would win over HOME; programs in the extcap folder are slow to start and can hang.
unset XDG_CONFIG_HOME XDG_DATA_HOME
# shellcheck disable=SC2086 # identity and replace are command words or nothing
$replace $identity env HOME="$config" WIRESHARK_CONFIG_DIR="$config" WIRESHARK_PLUGIN_DIR="$build/plugins" \
    WIRESHARK_EXTCAP_DIR=/nonexistent TZ=UTC LC_ALL="${BCNET_LOCALE:-C.UTF-8}" ${BCNET_PRELOAD:+LD_PRELOAD="$BCNET_PRELOAD"} "$@"
