#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copies the plugin, the tools and the profile to where Wireshark and the shell look for those of this user.
#
#   ./install.sh           for the Wireshark that is installed; says whether it loads the plugin
#   ./install.sh --check   only says that
#   ./install.sh --undo    removes what ./install.sh copied
#
# TSHARK names another tshark. For Linux and macOS; what macOS opens with a double click is install.command.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
data=$HOME/.local
profile="Bridge Commander"
manifest=$data/share/bcnet/installed

complain() {
    echo "install.sh: $*" >&2
    exit 1
}

sum_of() {
    { sha256sum "$1" 2>/dev/null || shasum -a 256 "$1"; } | cut -d ' ' -f 1
}

# The program that says which Wireshark this is: tshark need not be there. The last two are the application's on macOS.
find_wireshark() {
    application=/Applications/Wireshark.app/Contents/MacOS
    for program in "${TSHARK:-tshark}" wireshark "$application/tshark" "$application/Wireshark"; do
        version=$("$program" --version 2>/dev/null | sed -n '1s/^[^0-9]*\([0-9][0-9.]*[0-9]\).*/\1/p' || :)
        [ -z "$version" ] || break
    done
    [ -n "$version" ] || complain "Wireshark is not installed (neither tshark nor wireshark is found)."
    series=$(echo "$version" | cut -d . -f 1,2)
}

# A folder as Wireshark names it; where it does not tell, the usual one.
folder() {
    named=$("$program" -G folders 2>/dev/null | sed -n "s/^$1:[[:space:]]*//p" | head -n 1)
    echo "${named:-$2}"
}

find_folders() {
    plugins=$(folder "Personal Plugins" "$data/lib/wireshark/plugins/$series")/epan
    config=$(folder "Personal configuration" "${XDG_CONFIG_HOME:-$HOME/.config}/wireshark")
}

# copy FILE TO: and remember it, with what it was, so that --undo leaves what was changed since.
copy() {
    mkdir -p "$(dirname "$2")"
    printf '%s  %s\n' "$(sum_of "$1")" "$2" >>"$manifest.new"
    cp "$1" "$2.new" && mv "$2.new" "$2" || complain "$2 could not be written."
}

# The user's own settings in a profile of that name stay; all else in it is ours and is renewed.
copy_profile() {
    to=$config/profiles/$profile
    kept=''
    for file in "$here/profiles/$profile/"*; do
        name=$(basename "$file")
        if [ "$name" = preferences ] && [ -e "$to/$name" ] && ! cmp -s "$file" "$to/$name"; then
            kept=$to/$name
            grep -sF "  $kept" "$manifest" >>"$manifest.new" || :
            continue
        fi
        copy "$file" "$to/$name"
    done
    echo "Profile   $to"
    [ -z "$kept" ] || echo "          its preferences were there already and stay as they are: $kept"
}

copy_tree() {
    (cd "$here/$1" && find . -type f) | while IFS= read -r file; do copy "$here/$1/$file" "$2/${file#./}"; done
}

install_all() {
    [ -f "$here/plugins/$series/epan/bcnet.so" ] ||
        complain "there is no plugin for Wireshark $series here, only for $(cd "$here/plugins" && echo *). docs/versions.md says how to build one."
    mkdir -p "$(dirname "$manifest")"
    : >"$manifest.new"
    copy "$here/plugins/$series/epan/bcnet.so" "$plugins/bcnet.so"
    echo "Plugin    $plugins/bcnet.so"
    copy_tree bin "$data/bin"
    chmod 755 "$data/bin/bcnet-"*
    copy_tree share "$data/share"
    echo "Tools     $data/bin"
    copy_profile
    mv "$manifest.new" "$manifest"
}

check() {
    echo "Wireshark $version"
    if [ "$(id -u)" = 0 ]; then
        echo "You are root, and as root Wireshark ignores plugins of a home folder." >&2
    fi
    case $program in
        *tshark)
            "$program" -G plugins 2>/dev/null | grep -q '^bcnet\.so' ||
                complain "Wireshark does not load the plugin; $here/bin/bcnet-doctor says why."
            echo "Wireshark loads the plugin."
            ;;
        *) # only tshark tells
            [ -f "$plugins/bcnet.so" ] || complain "the plugin is not installed."
            echo "The plugin is in its place; Help > About Wireshark > Plugins tells whether it is loaded."
            ;;
    esac
}

undo() {
    # The first is there when an installation was broken off.
    { cat "$manifest.new" "$manifest" >"$manifest.all"; } 2>/dev/null || :
    [ -s "$manifest.all" ] || { rm -f "$manifest.all"; echo "Nothing is installed."; return; }
    while read -r sum file; do
        [ -f "$file" ] || continue
        if [ "$(sum_of "$file")" = "$sum" ]; then
            rm "$file"
        else
            echo "Changed since, so it stays: $file"
        fi
        rmdir -p "$(dirname "$file")" 2>/dev/null || :
    done <"$manifest.all"
    rm -f "$manifest" "$manifest.new" "$manifest.all"
    rmdir -p "$(dirname "$manifest")" 2>/dev/null || :
    echo "Removed."
}

case ${1:-} in
    '')
        find_wireshark
        find_folders
        install_all
        check
        case :$PATH: in
            *":$data/bin:"*) ;;
            *) echo "Log in again, or: PATH=\$HOME/.local/bin:\$PATH" ;;
        esac
        ;;
    --check)
        find_wireshark
        find_folders
        check
        ;;
    --undo) undo ;;
    *)
        sed -n '5,9s/^#  *//p' "$0" >&2
        exit 2
        ;;
esac
