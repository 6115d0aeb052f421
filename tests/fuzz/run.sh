#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs the fuzzers one after the other and tells what they did: executions, coverage, findings.
#
# Usage: tests/fuzz/run.sh [--short | --long] [NAME...]
#
# --short, the default, takes about a minute and a half; --long 12 minutes for every reader and two hours for the
# dissector. NAMEs are fuzzers (dissector, wire, layout ...) or "damage": broken bytes in all captures, read by tshark.
# What is found stays in the build folder, under findings; corpora under corpus, and the next run goes on from there.
#
#   BCNET_FUZZ_BUILD  where to build; build-fuzz without it
#   BCNET_BUILD_DIR   build tree with the plugin, for "damage"; build without it
#   BCNET_FUZZ_TIME   seconds for the dissector, instead of the above; the readers get a tenth
set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
build=${BCNET_FUZZ_BUILD:-$top/build-fuzz}
plugin=${BCNET_BUILD_DIR:-$top/build}

time=30
case ${1:-} in
    --short) shift ;;
    --long) time=7200 && shift ;;
esac
time=${BCNET_FUZZ_TIME:-$time}
readers="wire primitives gamespy layout infer trace forge paste hardpoint"
if [ $# -eq 0 ]; then
    # shellcheck disable=SC2086 # a list
    set -- $readers dissector damage
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
status=0

# The sentence for somebody who lacks the compiler; cmake would say the same in two hundred lines.
require_clang() {
    echo 'int LLVMFuzzerTestOneInput(void); int LLVMFuzzerTestOneInput(void) { return 0; }' >"$scratch/try.c"
    if ! clang -fsanitize=fuzzer,address,undefined -o "$scratch/try" "$scratch/try.c" 2>"$scratch/try.log"; then
        cat "$scratch/try.log" >&2
        echo "The fuzzers need clang and its runtime: on Debian the packages clang and libclang-rt-dev." >&2
        exit 1
    fi
}

build_fuzzers() {
    flags="-g -O1 -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined"
    {
        cmake -S "$top" -B "$build" -G Ninja -DCMAKE_C_COMPILER=clang -DBCNET_FUZZ=ON -DCMAKE_BUILD_TYPE=None \
            "-DCMAKE_C_FLAGS=$flags" && cmake --build "$build" --target fuzzers
    } >"$scratch/build.log" 2>&1 || {
        cat "$scratch/build.log" >&2
        exit 1
    }
    mkdir -p "$build/corpus" "$build/findings"
    python3 "$top/tests/fuzz/seeds.py" "$build/seeds"
}

# Wireshark's own files are not read: a new session reads them all again.
fuzz() {
    mkdir -p "$build/corpus/$1"
    seconds=$((time / 10 + 1))
    leaks=1
    if [ "$1" = dissector ]; then
        seconds=$time
        leaks=0 # memory of the session would be looked through after every input
    fi
    result=0
    WIRESHARK_DATA_DIR=/nonexistent "$build/tests/fuzz/fuzz-$1" -detect_leaks=$leaks -timeout=20 -rss_limit_mb=4000 \
        -max_total_time="$seconds" -artifact_prefix="$build/findings/$1-" -print_final_stats=1 \
        "$build/corpus/$1" "$build/seeds/$1" >"$scratch/$1.log" 2>&1 || result=$?
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$scratch/$1.log")
    edges=$(sed -n 's/.*cov: \([0-9]*\) .*/\1/p' "$scratch/$1.log" | tail -n 1)
    all=$(sed -n 's/.*inline 8-bit counters): \([0-9]*\).*/\1/p' "$scratch/$1.log" | head -n 1)
    printf '%-11s %9s executions, %5s of %5s edges, %s\n' "$1" "${executions:-?}" "${edges:-?}" "${all:-?}" \
        "$([ $result -eq 0 ] && echo "nothing found" || echo "ENDED WITH $result")"
    if [ $result -ne 0 ]; then
        tail -n 40 "$scratch/$1.log" >&2
        status=1
    fi
}

# Bytes changed at random, in the payload only: 42 bytes of Ethernet, IPv4 and UDP stay.
damage() {
    config="$scratch/config"
    mkdir -p "$config"
    rounds=$((time / 30))
    mergecap -a -w "$scratch/all.pcapng" "$top"/captures/*.pcapng
    for round in $(seq 1 "$rounds"); do
        for share in 0.001 0.02 0.3; do
            editcap -E "$share" -o 42 --seed "$round" "$scratch/all.pcapng" "$scratch/damaged.pcapng" 2>/dev/null
            for mode in "-V" "-2 -O bcnet"; do
                # shellcheck disable=SC2086 # options
                if ! BCNET_CONFIG="$config" "$top/scripts/with-plugin.sh" "$plugin" tshark -n -r "$scratch/damaged.pcapng" \
                    $mode >"$scratch/out" 2>"$scratch/err" || [ -s "$scratch/err" ] ||
                    grep -q -E 'Malformed Packet: (BCNET|GameSpy)|Dissector bug' "$scratch/out"; then
                    cp "$scratch/damaged.pcapng" "$build/findings/damage-$round-$share.pcapng"
                    echo "damage: seed $round, share $share, tshark $mode: $(head -n 3 "$scratch/err")" \
                        "$(grep -m 3 -E 'Malformed Packet|issector bug' "$scratch/out")" >&2
                    status=1
                fi
            done
        done
    done
    echo "damage: $((rounds * 6)) readings of all captures"
}

require_clang
build_fuzzers
for name in "$@"; do
    case $name in
        damage) damage ;;
        *) fuzz "$name" ;;
    esac
done
exit $status
