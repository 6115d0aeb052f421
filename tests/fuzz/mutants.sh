#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Reads mutants of the captures in 15 modes, with AddressSanitizer and UndefinedBehaviorSanitizer in the plugin, and all
# tables on: tests/fuzz/mutants.sh [COUNT [SEED]]. 20,000 without COUNT, which takes an hour or more.
# BCNET_SANITIZE_BUILD: where to build; build-sanitize without it. What is found stays there.
set -eu
cd "$(dirname "$0")/../.."
build=${BCNET_SANITIZE_BUILD:-build-sanitize}

cmake -S . -B "$build" -G Ninja -DBCNET_SANITIZE=ON >/dev/null
cmake --build "$build" --target bcnet >/dev/null
build=$(cd "$build" && pwd)
BCNET_PRELOAD=$(cc -print-file-name=libasan.so):$(cc -print-file-name=libubsan.so)
export BCNET_PRELOAD BCNET_BUILD_DIR="$build" WIRESHARK_DEBUG_WMEM_OVERRIDE=simple
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 ASAN_OPTIONS=detect_leaks=0 PYTHONDONTWRITEBYTECODE=1
exec python3 tests/fuzz/mutants.py "${1:-20000}" "${2:-1}"
