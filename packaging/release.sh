#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Makes what is published of a version, from its tag: source tarball, Debian packages, archives for Linux, macOS and Windows,
# checksums, and a list of what each was tried with.
#
# Usage: packaging/release.sh TAG [FOLDER]        FOLDER is release-TAG/ without it
#
# TAG is vMAJOR.MINOR.PATCH; CMakeLists.txt must say the same number, and CHANGELOG.md, which says what the numbers mean,
# must have a chapter about it.
#
# Needs git, what the build needs, dpkg-dev and debhelper, and what packaging/*/build.sh ask for.
#
#   BCNET_RELEASE_WITHOUT  parts to leave out, of "deb linux macos windows"
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)

complain() {
    echo "release.sh: $*" >&2
}

# Everything is built from what the tag holds, not from what lies around.
unpack() {
    git -C "$top" archive --format=tar --prefix="$name/" "$tag" >"$scratch/$name.tar"
    tar -x -C "$scratch" -f "$scratch/$name.tar"
    gzip -9 -n <"$scratch/$name.tar" >"$folder/$name.tar.gz"
}

check_version() {
    said=$(sed -n 's/^project(bcnet VERSION \([0-9.]*\).*/\1/p' "$scratch/$name/CMakeLists.txt")
    [ "$said" = "$version" ] || { complain "CMakeLists.txt of $tag says $said"; return 1; }
    grep -qE "^#+ .*\b$(echo "$version" | sed 's/\./\\./g')\b" "$scratch/$name/CHANGELOG.md" 2>/dev/null ||
        { complain "CHANGELOG.md of $tag has no chapter about $version"; return 1; }
}

# The package of this machine's Wireshark, and the source package, from which others make theirs.
build_deb() {
    cp -R "$scratch/$name" "$scratch/wireshark-plugin-$name"
    (cd "$scratch/wireshark-plugin-$name" && dpkg-buildpackage -us -uc) &&
        cp "$scratch/wireshark-plugin-bcnet_$version"*.deb "$scratch/wireshark-plugin-bcnet_$version".dsc \
            "$scratch/wireshark-plugin-bcnet_$version".tar.* "$folder/"
}

# archive SYSTEM: what packaging/SYSTEM/build.sh makes.
archive() {
    "$scratch/$name/packaging/$1/build.sh" "$folder"
}

# part NAME COMMAND...: unless it is to be left out.
part() {
    part=$1
    shift
    case " ${BCNET_RELEASE_WITHOUT:-} " in
        *" $part "*) echo "left out: $part" ;;
        *) "$@" >"$scratch/$part.log" 2>&1 || { tail -n 20 "$scratch/$part.log" >&2; complain "$part was not built"; exit 1; } ;;
    esac
}

tag=${1:-}
case $tag in
    v[0-9]*.[0-9]*.[0-9]*) version=${tag#v} ;;
    *) complain "which tag? Usage: packaging/release.sh vMAJOR.MINOR.PATCH [FOLDER]"; exit 2 ;;
esac
git -C "$top" rev-parse -q --verify "refs/tags/$tag" >/dev/null || { complain "there is no tag $tag"; exit 2; }
name=bcnet-$version
mkdir -p "${2:-release-$tag}"
folder=$(cd "${2:-release-$tag}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

unpack
check_version
SOURCE_DATE_EPOCH=$(git -C "$top" log -1 --format=%ct "$tag")
export SOURCE_DATE_EPOCH
part deb build_deb
for system in linux macos windows; do
    part $system archive $system
done
# What it links to is in the sources, not beside it.
sed 's/\[\([^]]*\)\]([^h)][^)]*)/\1/g' "$scratch/$name/docs/install.md" >"$folder/INSTALL.md"
(cd "$folder" && sha256sum $(ls | grep -E '\.(deb|dsc|zip|gz|xz)$') >SHA256SUMS && cat SHA256SUMS)
