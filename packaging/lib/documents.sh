# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# For the scripts that build archives: what stands in each beside programs. Sourced; needs $top, $stage and $version.

# collect_documents README.txt
collect_documents() {
    python3 "$top/packaging/lib/documents.py" "$top" "$stage" || { complain "links of the documents lead nowhere"; return 1; }
    cp "$top/debian/copyright" "$stage/COPYRIGHT"
    mkdir "$stage/profiles"
    cp -R "$top/profile/Bridge Commander" "$stage/profiles/"
    rm -f "$stage/profiles/Bridge Commander/"*.md
    sed "s/@VERSION@/$version/" "$1" >"$stage/README.txt"
}
