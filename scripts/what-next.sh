#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What to do after the demonstration: what-next.sh BUILD CAPTURE
set -eu

build=$1
capture=$2
case $capture in
    *[!A-Za-z0-9_./+-]*) capture="'$capture'" ;;
esac

# step COMMAND [REMARK]
step() {
    if [ $# = 1 ]; then
        printf '    %s\n' "$1"
    else
        printf '    %-50s # %s\n' "$1" "$2"
    fi
}

is_missing() {
    ! command -v "$1" >/dev/null
}

for_oneself() {
    ! is_missing wireshark || step "sudo apt install wireshark" "Wireshark itself"
    step "cmake --install $build" "the plugin and the tools, below ~/.local"
    step "cmake --install $build --component profile" "columns, colours, buttons; choose it at the lower right"
}

# To root Wireshark shows no plugin of a home folder.
for_everybody() {
    ! is_missing wireshark || step "apt install wireshark" "Wireshark itself"
    step "cmake --build $build --target package" "a package of the plugin, the tools and the profile"
    step "apt install ./$build/*.deb" "choose the profile in Wireshark, at the lower right"
}

cat <<TEXT

What next? The battle as a page that plays it, for your browser:

    scripts/with-plugin.sh $build scripts/bcnet-report $capture

And the plugin in Wireshark itself:

TEXT
if [ "$(id -u)" = 0 ]; then
    for_everybody
else
    for_oneself
fi
step "wireshark $capture"
echo
echo "README.md goes on from there."
