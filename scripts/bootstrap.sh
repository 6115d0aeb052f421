# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# For demo.sh and test.sh: installs missing Debian packages, then configures and builds in build/.
# Sourced from the top folder of the project.

BUILD=build
# Seconds between two words about how far the build is, where there is no terminal.
PROGRESS_SECONDS=5

# Everything that building, the demonstration and the Debian package use (file and dpkg-dev), nothing else; test.sh adds
# its own.
PACKAGES="gcc libc6-dev cmake ninja-build pkg-config libglib2.0-dev wireshark-dev tshark wireshark-common libjs-dygraphs python3 \
file dpkg-dev"

missing_packages() {
    # shellcheck disable=SC2086 # a list of packages
    installed=$(dpkg-query -W -f=' ${Package}:${db:Status-Status}' $PACKAGES 2>/dev/null || :)
    for package in $PACKAGES; do
        case "$installed " in
            *" $package:installed "*) ;;
            *) printf '%s ' "$package" ;;
        esac
    done
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# wireshark-common asks whether users may capture; nothing here captures, its default (no) stands.
# Who may not use sudo is asked once for his password, and not for each command. A source of packages that cannot be
# updated is no reason to give up: what is needed may come from another one.
install_packages() {
    as_root true || return 1
    as_root apt-get update -q >&2
    # shellcheck disable=SC2086 # a list of packages
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $1 >&2
}

install_missing() {
    if ! command -v dpkg-query >/dev/null; then
        echo "This is not a Debian system. Please install what these packages hold yourself: $PACKAGES" >&2
        return
    fi
    missing=$(missing_packages)
    if [ -z "$missing" ]; then
        return
    fi
    if [ "$(id -u)" = 0 ] || command -v sudo >/dev/null; then
        echo "Installing $missing" >&2
        install_packages "$missing" && return
    fi
    echo "Packages are missing; run as root, once:  apt-get update && apt-get install --no-install-recommends $missing" >&2
    return 1
}

# Root would leave files that the owner of the folder can neither change nor remove. An owner without a name is a
# container's: there root is the only user.
refuse_root() {
    owner=$(stat -c %U .)
    if [ "$(id -u)" = 0 ] && [ "$owner" != root ] && [ "$owner" != UNKNOWN ]; then
        echo "This folder belongs to $owner: please run this without sudo, as $owner. It asks for what needs root." >&2
        return 1
    fi
}

# What an earlier run as another user left. The list that sudo cmake --install leaves is in nobody's way.
refuse_foreign_build() {
    foreign=$(find "$BUILD" "$BUILD/CMakeCache.txt" "$BUILD/.ninja_log" "$BUILD/build.log" -maxdepth 0 ! -writable -print -quit \
        2>/dev/null || :)
    if [ -n "$foreign" ]; then
        echo "You cannot write to $foreign, which belongs to $(stat -c %U "$foreign"); remove it first:  sudo rm -rf $BUILD" >&2
        return 1
    fi
}

# Whether build/ was configured to its end, and in this very place: a clone that was moved or copied still names the old.
is_configured() {
    [ -f "$BUILD/CMakeCache.txt" ] || return 1
    [ -f "$BUILD/build.ninja" ] || [ -f "$BUILD/Makefile" ] || return 1
    for pair in "CMAKE_CACHEFILE_DIR $BUILD" "CMAKE_HOME_DIRECTORY ."; do
        place=$(sed -n "s/^${pair% *}:INTERNAL=//p" "$BUILD/CMakeCache.txt")
        [ "$(cd "$place" 2>/dev/null && pwd -P)" = "$(cd "${pair#* }" && pwd -P)" ] || return 1
    done
}

# report LOG WHAT: a compiler's and CMake's words only when something fails.
report() {
    cat "$1" >&2
    echo "$2 failed; the messages are above and in $1." >&2
    return 1
}

configure() {
    if is_configured; then
        return
    fi
    if [ -e "$BUILD" ]; then
        echo "$BUILD/ was not configured to its end, or for another place: it is made again." >&2
        rm -rf "$BUILD"
    fi
    mkdir -p "$BUILD"
    cmake -S . -B "$BUILD" -G Ninja >"$BUILD/configure.log" 2>&1 || report "$BUILD/configure.log" "Configuring"
}

# Tells how far ninja is, "[12/166] ...": on a terminal in one line that goes away, elsewhere now and then.
tell_progress() {
    told=$(date +%s)
    while IFS= read -r line; do
        case $line in
            "["*"] "*) ;;
            *) continue ;;
        esac
        if [ -t 2 ]; then
            printf '\r\033[K%.78s' "$line" >&2
        elif now=$(date +%s) && [ $((now - told)) -ge "$PROGRESS_SECONDS" ]; then
            printf '%.100s\n' "$line" >&2
            told=$now
        fi
    done
    if [ -t 2 ]; then
        printf '\r\033[K' >&2
    fi
}

build() {
    if ! ls "$BUILD"/plugins/*/epan/bcnet.so >/dev/null 2>&1; then
        echo "Building in $BUILD/ ..." >&2
    fi
    # The result of the first command of a pipe is lost, so the log ends with it.
    { cmake --build "$BUILD" 2>&1 && echo "Everything is built."; } | tee "$BUILD/build.log" | tell_progress
    tail -n 1 "$BUILD/build.log" | grep -qx "Everything is built." || report "$BUILD/build.log" "The build"
}

bootstrap() {
    refuse_root && refuse_foreign_build && install_missing && configure && build
}
