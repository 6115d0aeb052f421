#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Tries mutants: changes the meaning of the sources in one place, builds that, and runs the tests that execute the
# place until one fails. Prints the score and the mutants that no test sees; tests/MUTATION.md holds those of the last
# whole run, which takes some hours.
#
# Usage: tests/mutate.sh [--list] [--quick] [--again] [--afresh] [--report] [-j N] [WORD...]
#
# WORDs are parts of file names, functions, keys or reasons. --quick asks the most promising tests only, a few seconds of
# each mutant, for a first look; a run without it goes on from there. --again tries survivors once more, after a new test;
# --afresh everything. Verdicts are kept, so it can be broken off and goes on where it was.
#
#   BCNET_BUILD_DIR     the build that is used; build without it
#   BCNET_MUTATE_BUILD  where mutants, verdicts and a build that counts lines are; build-mutate without it
set -eu

cd "$(dirname "$0")/.."
. scripts/bootstrap.sh
bootstrap
PYTHONPATH=tests/mutate PYTHONDONTWRITEBYTECODE=1 exec nice python3 tests/mutate/run.py "$@"
