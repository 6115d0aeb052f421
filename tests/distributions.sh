#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Builds the last commit as the packagers of Debian, Fedora and Arch would, with their own tools as Debian has them, and
# compares what is in the packages.
#
# Usage: tests/distributions.sh [deb] [rpm] [arch]        all without an argument
#
# Needs what the build needs, and: for deb debhelper, dpkg-dev, lintian, autopkgtest, and root with debootstrap for a system to
# install in; for rpm the packages rpm and rpmlint; for arch makepkg, libarchive-tools and pacman-package-manager.
#
# What the tools of another distribution ask for by its own names cannot be had here: rpmbuild runs with --nodeps, makepkg
# with -d. So dependencies are not tried there, and neither is loading: the plugin is built for the Wireshark of this machine.
#
#   BCNET_LINUX_CACHE  where the empty system is; ${XDG_CACHE_HOME:-~/.cache}/bcnet-linux without it
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
cache=${BCNET_LINUX_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/bcnet-linux}
name=wireshark-plugin-bcnet
version=$(sed -n 's/^project(bcnet VERSION \([0-9.]*\).*/\1/p' "$top/CMakeLists.txt")

complain() {
    echo "distributions.sh: $*" >&2
}

. "$top/packaging/lib/archive.sh" # require_programs
. "$top/tests/lib/chroot.sh"
. "$top/tests/lib/checks.sh"

# The sources of the last commit, in a folder called $1 inside $2.
unpack() {
    mkdir -p "$2"
    git -C "$top" archive --prefix="$1/" HEAD | tar -x -C "$2"
}

tarball() {
    mkdir -p "$1"
    git -C "$top" archive --prefix="bcnet-$version/" HEAD | gzip -n >"$1/bcnet-$version.tar.gz"
}

# Lists are compared without what each system does in its own way: compression of manuals, its own papers about a package.
plain_list() {
    sed -e 's,^\./,/,' -e 's,/man/\(.*\)\.gz$,/man/\1,' | grep -v -e '/$' -e '^/\.' -e /.build-id -e "^/usr/share/doc/$name/\(copyright\|changelog.*\)$" | LC_ALL=C sort
}

# ---- Debian ----

build_deb() {
    unpack "$name-$version" "$scratch/deb"
    (cd "$scratch/deb/$name-$version" && dpkg-buildpackage -us -uc)
}

list_deb() {
    dpkg-deb --fsys-tarfile "$scratch/deb/${name}_${version}"_*.deb | tar -t | plain_list >"$scratch/list.deb" && [ -s "$scratch/list.deb" ]
}

# A system of its own, with nothing in it but what the package asks for.
test_deb() {
    suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
    kept_system "$cache/empty-$suite" "$suite" || return 1
    cp -a "$cache/empty-$suite" "$scratch/system"
    cp /etc/resolv.conf "$scratch/system/etc/resolv.conf"
    inside "$scratch/system" apt-get -q -o Acquire::Check-Valid-Until=false update
    # A folder for temporary files of this machine's user is not there.
    env -u TMPDIR autopkgtest "$scratch/deb/${name}_${version}"_*.deb "$scratch/deb/${name}_$version.dsc" -- chroot "$scratch/system"
}

try_deb() {
    require_programs dpkg-buildpackage dh lintian autopkgtest debootstrap
    check "deb: dpkg-buildpackage builds the source package and the package" build_deb
    check "deb: lintian is content" lintian --allow-root --fail-on error,warning "$scratch/deb/${name}_${version}_$(dpkg --print-architecture).changes"
    check "deb: its files are listed" list_deb
    check "deb: autopkgtest reads a capture with the installed package" test_deb
}

# ---- Fedora and others with rpm ----

build_rpm() {
    tarball "$scratch/rpm/SOURCES"
    rpmbuild -ba --nodeps --define "_topdir $scratch/rpm" "$top/packaging/rpm/bcnet.spec"
}

# Of its errors one is about a signature, one about tags that a builder's own configuration sets.
lint_rpm() {
    rpmlint "$top/packaging/rpm/bcnet.spec" "$scratch/rpm/RPMS/"*/*.rpm >"$scratch/lint" || :
    cat "$scratch/lint"
    ! grep ' E: ' "$scratch/lint" | grep -v -e no-signature -e no-packager-tag
}

list_rpm() {
    rpm -qlp "$scratch/rpm/RPMS/"*/*.rpm | plain_list >"$scratch/list.rpm" && [ -s "$scratch/list.rpm" ]
}

try_rpm() {
    require_programs rpmbuild rpmlint
    check "rpm: rpmbuild builds both packages" build_rpm
    check "rpm: rpmlint finds no error" lint_rpm
    check "rpm: its files are listed" list_rpm
}

# ---- Arch ----

# makepkg refuses to run as root.
build_arch() {
    tarball "$scratch/arch"
    cp "$top/packaging/arch/PKGBUILD" "$scratch/arch/"
    chmod 755 "$scratch"
    chown -R 65534:65534 "$scratch/arch"
    (cd "$scratch/arch" && setpriv --reuid=65534 --regid=65534 --clear-groups env -u CMAKE_C_COMPILER_LAUNCHER HOME="$scratch/arch" TMPDIR="$scratch/arch" makepkg -d --nocolor)
}

list_arch() {
    tar -tf "$scratch/arch/$name-$version"-*.pkg.tar.* | sed 's,^,/,' | plain_list >"$scratch/list.arch" && [ -s "$scratch/list.arch" ]
}

try_arch() {
    require_programs makepkg bsdtar pacman
    check "arch: makepkg builds the package" build_arch
    check "arch: its files are listed" list_arch
}

scratch=$(mktemp -d)
trap 'rm -rf --one-file-system "$scratch"' EXIT
trap 'exit 130' INT TERM
# A compiler cache is for whoever builds often.
unset CMAKE_C_COMPILER_LAUNCHER
[ $# -gt 0 ] || set -- deb rpm arch
for kind in "$@"; do
    "try_$kind"
done
for kind in "$@"; do
    [ "$kind" = "$1" ] || check "$kind: the same files as in $1" diff "$scratch/list.$1" "$scratch/list.$kind"
done
echo "$(wc -l <"$scratch/list.$1") files"
[ "$failures" = 0 ]
