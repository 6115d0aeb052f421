#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What to do after the demonstration: what-next.sh BUILD CAPTURE
set -eu

build=$1
capture=$2
case $capture in
    *[!A-Za-z0-9_./+-]*) capture="'$capture'" ;;
esac
has_wireshark=
command -v wireshark >/dev/null || has_wireshark="    sudo apt install wireshark                        # Wireshark itself
"

cat <<TEXT

What next? The battle as a page that plays it, for your browser:

    scripts/with-plugin.sh $build scripts/bcnet-report $capture

And the plugin for Wireshark, as the user who will run it (as root it ignores plugins of a home folder):

$has_wireshark    cmake --install $build                             # the plugin and the tools, below ~/.local
    cmake --install $build --component profile         # columns, colours, buttons; choose it at the lower right
    wireshark $capture

README.md goes on from there.
TEXT
