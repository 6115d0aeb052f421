#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Makes what is published of a version, from its tag: source tarball, .deb, zip for Windows, checksums.
#
# Usage: packaging/release.sh TAG [FOLDER]        FOLDER is release-TAG/ without it
#
# TAG is vMAJOR.MINOR.PATCH; CMakeLists.txt must say the same number, and CHANGELOG.md, which says what the numbers mean,
# must have a chapter about it.
#
# Needs git, what the build needs, dpkg-dev for the .deb, and what packaging/windows/build.sh asks for.
#
#   BCNET_RELEASE_WITHOUT  parts to leave out, of "deb windows"
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

build_deb() {
    cmake -S "$scratch/$name" -B "$scratch/deb" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DBCNET_TESTS=OFF &&
        cmake --build "$scratch/deb" --target package && cp "$scratch/deb/"*.deb "$folder/"
}

build_windows() {
    SOURCE_DATE_EPOCH=$(git -C "$top" log -1 --format=%ct "$tag") "$scratch/$name/packaging/windows/build.sh" "$folder"
}

# part NAME COMMAND: unless it is to be left out.
part() {
    case " ${BCNET_RELEASE_WITHOUT:-} " in
        *" $1 "*) echo "left out: $1" ;;
        *) "$2" >"$scratch/$1.log" 2>&1 || { tail -n 20 "$scratch/$1.log" >&2; complain "$1 was not built"; exit 1; } ;;
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
part deb build_deb
part windows build_windows
(cd "$folder" && sha256sum "$name.tar.gz" $(ls | grep -E '\.(deb|zip)$') >SHA256SUMS && cat SHA256SUMS)
