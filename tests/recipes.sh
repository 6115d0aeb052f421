#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The recipes of the documents in all situations, and on all captures that show one thing; ./test.sh has the short form. Needs a build.
#
#     tests/recipes.sh [TEST...]
#
#   BCNET_BUILD_DIR   build tree with the plugin; build/ without it
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/.." && pwd)
BCNET_SOURCE_DIR=$root
BCNET_BUILD_DIR=$(cd "${BCNET_BUILD_DIR:-$root/build}" && pwd)
PYTHONPATH=$root/tests/lib
PYTHONDONTWRITEBYTECODE=1
BCNET_ALL=1
export BCNET_SOURCE_DIR BCNET_BUILD_DIR PYTHONPATH PYTHONDONTWRITEBYTECODE BCNET_ALL
python3 "$here/situations/test_recipes.py" "$@"
