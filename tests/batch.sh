#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# scripts/batch.py on a Dask cluster of loopback, one of whose workers is killed in mid-run, and its result in DuckDB, with
# the commands of docs/batch.md. Installs Debian's python3-distributed, and for the run npm's @duckdb/node-api in a folder
# that is removed afterwards. Needs a build (./test.sh), node and npm.
#
#     tests/batch.sh [TEST...]
#
#   BCNET_BUILD_DIR   build tree with the plugin; build/ without it
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/.." && pwd)
BCNET_SOURCE_DIR=$root
BCNET_BUILD_DIR=$(cd "${BCNET_BUILD_DIR:-$root/build}" && pwd)
PYTHONPATH=$root/tests/lib
PYTHONDONTWRITEBYTECODE=1
export BCNET_SOURCE_DIR BCNET_BUILD_DIR PYTHONPATH PYTHONDONTWRITEBYTECODE

for program in node npm; do
    command -v "$program" >/dev/null || {
        echo "batch.sh: $program is missing; DuckDB is tried with it. On Debian: apt install nodejs npm" >&2
        exit 1
    }
done
# Debian's Python: it is the one that has Debian's Dask.
if ! /usr/bin/python3 -c "import distributed" 2>/dev/null; then
    command -v apt-get >/dev/null || {
        echo "batch.sh: Dask is missing, and this is no Debian system to install it on." >&2
        exit 1
    }
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    $sudo apt-get update -q >&2
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends python3-distributed >&2
fi

BCNET_DUCKDB=$(mktemp -d)
export BCNET_DUCKDB
trap 'rm -rf "$BCNET_DUCKDB"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-save --prefix "$BCNET_DUCKDB" @duckdb/node-api >&2 || {
    echo "batch.sh: npm cannot install @duckdb/node-api." >&2
    exit 1
}
/usr/bin/python3 "$here/batch/cluster.py" -v "$@"
