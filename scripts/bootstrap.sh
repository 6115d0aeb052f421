# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# For demo.sh and test.sh: installs missing Debian packages, then configures and builds in build/.
# Sourced from the top folder of the project.

BUILD=build

# Everything that building and the demonstration use, nothing else; test.sh adds its own.
PACKAGES="gcc libc6-dev cmake ninja-build pkg-config libglib2.0-dev wireshark-dev tshark wireshark-common libjs-dygraphs python3"

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

install_missing() {
    if ! command -v dpkg-query >/dev/null; then
        echo "This is no Debian system. Please see to it yourself that what these packages hold is there: $PACKAGES" >&2
        return
    fi
    missing=$(missing_packages)
    if [ -z "$missing" ]; then
        return
    fi
    echo "Installing $missing" >&2
    # wireshark-common asks whether users may capture; nothing here captures, its default (no) stands.
    as_root apt-get update -q >&2
    # shellcheck disable=SC2086 # a list of packages
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing >&2
}

configure() {
    if [ ! -f "$BUILD/CMakeCache.txt" ]; then
        cmake -S . -B "$BUILD" -G Ninja >&2
    fi
}

# Shows the compiler's words only when something fails.
build() {
    log="$BUILD/build.log"
    if ! ls "$BUILD"/plugins/*/epan/bcnet.so >/dev/null 2>&1; then
        echo "Building in $BUILD/ ..." >&2
    fi
    if ! cmake --build "$BUILD" >"$log" 2>&1; then
        cat "$log" >&2
        echo "The build failed; the messages are above and in $log." >&2
        return 1
    fi
}

bootstrap() {
    install_missing && configure && build
}
