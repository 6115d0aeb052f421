#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Measures what the plugin costs, against a bare tshark and against a dissector in Lua, on battles of the forge.
#
# Usage: bench/run.sh [--build FOLDER] [--runs N] [--large] [--callgrind] [--output FILE]
#
# --large adds the battle of 1,400,000 datagrams; --callgrind counts instructions (a minute or two). The table goes to
# standard output, and with --output into a file too. The figures of one machine are in bench/RESULTS.md.
set -eu
exec python3 "$(dirname "$0")/run.py" "$@"
