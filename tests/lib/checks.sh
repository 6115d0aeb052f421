# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# For linux.sh and package.sh: a line for everything that is tried. Sourced; needs $scratch when check is called.

failures=0

# check WHAT COMMAND...: one line of the result.
check() {
    what=$1
    shift
    if "$@" >"$scratch/output" 2>&1; then
        echo "ok      $what"
    else
        echo "FAILED  $what"
        sed 's/^/        /' "$scratch/output"
        failures=$((failures + 1))
    fi
}
