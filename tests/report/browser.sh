#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The after-action report in a browser: installs Debian's chromium, opens reports of all captures, of strangers who try
# to be more than text and of a long battle, uses them, and measures. Needs a build (./test.sh) and Python.
#
#     tests/report/browser.sh [--pictures] [TEST...]
#
#   --pictures        takes the pictures of the documents into docs/images as well
#   BCNET_BUILD_DIR   build tree with the plugin; build/ without it
#   BCNET_BATTLE      datagrams of the battle, 140000 without it
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
BCNET_SOURCE_DIR=$root
BCNET_BUILD_DIR=$(cd "${BCNET_BUILD_DIR:-$root/build}" && pwd)
PYTHONPATH=$root/tests/lib
PYTHONDONTWRITEBYTECODE=1
export BCNET_SOURCE_DIR BCNET_BUILD_DIR PYTHONPATH PYTHONDONTWRITEBYTECODE

if [ "${1:-}" = --pictures ]; then
    BCNET_PICTURES=$root/docs/images
    export BCNET_PICTURES
    shift
fi
if ! command -v chromium >/dev/null; then
    command -v apt-get >/dev/null || {
        echo "browser.sh: chromium is missing, and this is no Debian system to install it on." >&2
        exit 1
    }
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    $sudo apt-get update -q >&2
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends chromium \
        fonts-dejavu-core >&2
fi
python3 "$here/test_browser.py" -v "$@"
# 256 colours are enough for these, as for those of the window.
if [ -n "${BCNET_PICTURES:-}" ] && command -v convert >/dev/null; then
    for picture in "$BCNET_PICTURES"/report-*.png; do
        convert "$picture" -strip -dither None -colors 256 -define png:compression-level=9 "PNG8:$picture"
    done
fi
