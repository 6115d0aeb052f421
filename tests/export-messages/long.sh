#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A battle of 140,000 datagrams and its export, compared message by message. Takes some minutes.
#
#     tests/export-messages/long.sh [BUILD-FOLDER]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
BCNET_SOURCE_DIR=$root
BCNET_BUILD_DIR=$(cd "${1:-$root/build}" && pwd)
BCNET_BATTLE=${BCNET_BATTLE:-140000}
PYTHONPATH=$root/tests/lib
export BCNET_SOURCE_DIR BCNET_BUILD_DIR BCNET_BATTLE PYTHONPATH
exec python3 "$here/test_battle_of_messages.py" -v
