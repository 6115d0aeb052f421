#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs the tests with AddressSanitizer and UndefinedBehaviorSanitizer in the plugin and the tools; tshark stays the
# system's. Usage: tests/sanitize.sh [arguments for ctest]
# A leak whose stack ends in a library tells more, very slowly, with ASAN_OPTIONS=fast_unwind_on_malloc=0.
set -eu
cd "$(dirname "$0")/.."
build=${BCNET_SANITIZE_BUILD:-build-sanitize}

cmake -S . -B "$build" -G Ninja -DBCNET_SANITIZE=ON
cmake --build "$build"
build=$(cd "$build" && pwd)

# The stacks of leaks have names only if the plugin stays mapped until the leaks are looked for.
keep="$build/keep-mapped.so"
cc -shared -fPIC -o "$keep" tests/lib/keep-mapped.c

runtime=$(cc -print-file-name=libasan.so):$(cc -print-file-name=libubsan.so)
export BCNET_PRELOAD="$runtime:$keep"
# Wireshark's own allocator hands out parts of large blocks, where no overflow is seen; `simple` is malloc.
export WIRESHARK_DEBUG_WMEM_OVERRIDE=simple
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export BCNET_SLOWNESS=10

exec ctest --test-dir "$build" -j2 --output-on-failure -LE valgrind "$@"
