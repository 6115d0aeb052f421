# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# For the scripts that build archives: what they have in common. Sourced; needs $top, $cache, $output and complain.

# require_programs NAME...: or says what the head of the script says it needs, and ends.
require_programs() {
    missing=''
    for program in "$@"; do
        command -v "$program" >/dev/null 2>&1 || missing="$missing $program"
    done
    [ -z "$missing" ] && return
    complain "not installed:$missing"
    sed -n '/^# Needs /,/^#$/s/^# //p' "$0" >&2
    exit 2
}

# start_archive SYSTEM: sets $version, $packed, $stage and $epoch, the time of all files.
start_archive() {
    # A compiler cache may write other paths into what it compiles.
    unset CMAKE_C_COMPILER_LAUNCHER
    version=$(sed -n 's/^project(bcnet VERSION \([0-9.]*\).*/\1/p' "$top/CMakeLists.txt")
    packed=bcnet-$version-$1
    mkdir -p "$cache" "$output"
    output=$(cd "$output" && pwd)
    stage=$cache/package-stage/$packed
    rm -rf "$cache/package-stage"
    mkdir -p "$stage"
    epoch=${SOURCE_DATE_EPOCH:-$(git -C "$top" log -1 --format=%ct 2>/dev/null || echo 315532800)}
}

# collect_documents README.txt
collect_documents() {
    python3 "$top/packaging/lib/documents.py" "$top" "$stage" || { complain "links of the documents lead nowhere"; return 1; }
    cp "$top/debian/copyright" "$stage/COPYRIGHT"
    mkdir "$stage/profiles"
    cp -R "$top/profile/Bridge Commander" "$stage/profiles/"
    rm -f "$stage/profiles/Bridge Commander/"*.md
    sed "s/@VERSION@/$version/" "$1" >"$stage/README.txt"
}
