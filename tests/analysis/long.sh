#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The analysis and the tables against the truth about battles of 140,000 datagrams, and the memory. Takes some minutes.
#
#     tests/analysis/long.sh [BUILD-FOLDER]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
BCNET_SOURCE_DIR=$root
BCNET_BUILD_DIR=$(cd "${1:-$root/build}" && pwd)
BCNET_BATTLE=${BCNET_BATTLE:-140000}
BCNET_SLOWNESS=${BCNET_SLOWNESS:-20}
PYTHONPATH=$root/tests/lib
export BCNET_SOURCE_DIR BCNET_BUILD_DIR BCNET_BATTLE BCNET_SLOWNESS PYTHONPATH
python3 "$here/test_battle_analysis.py" -v
python3 "$here/test_memory.py" -v
python3 "$here/test_statistics.py" -v Totals.test_battle Totals.test_ships Rows.test_battle
