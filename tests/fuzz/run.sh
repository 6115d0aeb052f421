#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs the fuzzers one after the other and tells what they did: executions, coverage, findings.
#
# Usage: tests/fuzz/run.sh [--short | --long | --fast | --coverage | --sums] [NAME...]
#
# --short, the default, is so many executions of each, about 40 seconds on an idle machine; --long takes 12 minutes for
# every reader and two hours for the dissector. --fast takes as long as --long, without the sanitizers and with shorter
# inputs: many times as many executions, which see crashes, hangs and broken promises, but not every read beyond an end.
# --coverage tells what of our files the corpora reach, --sums what all runs in this build folder executed. NAMEs are
# fuzzers (dissector, wire, layout ...) or "damage": broken bytes in all captures, read by tshark.
# What is found stays in the build folder, under findings; corpora under corpus, and the next run goes on from there.
#
#   BCNET_FUZZ_BUILD  where to build; build-fuzz without it
#   BCNET_BUILD_DIR   build tree with the plugin, for "damage"; build without it
#   BCNET_FUZZ_TIME   seconds for the dissector, instead of the above; the readers get a tenth
# How long a datagram takes is looked at where time was given, that is not in --short: machines are slow, or busy.
set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
build=${BCNET_FUZZ_BUILD:-$top/build-fuzz}
plugin=${BCNET_BUILD_DIR:-$top/build}

what=sanitized
time=
case ${1:-} in
    --short) shift ;;
    --long) time=7200 && shift ;;
    --fast) time=7200 && what=fast && shift ;;
    --coverage | --sums) what=${1#--} && shift ;;
esac
time=${BCNET_FUZZ_TIME:-$time}
[ -z "$time" ] || export BCNET_FUZZ_CLOCK=1 # what is too slow is a finding, too
readers="wire primitives gamespy layout infer trace forge paste hardpoint names game"
if [ $# -eq 0 ]; then
    damage=
    [ "$what" != sanitized ] || damage=damage
    # shellcheck disable=SC2086 # a list
    set -- $readers dissector $damage
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
status=0

# build_fuzzers FOLDER FLAGS
build_fuzzers() {
    {
        cmake -S "$top" -B "$1" -G Ninja -DCMAKE_C_COMPILER=clang -DBCNET_FUZZ=ON -DCMAKE_BUILD_TYPE=None \
            "-DCMAKE_C_FLAGS=$2" && cmake --build "$1" --target fuzzers
    } >"$scratch/build.log" 2>&1 || {
        cat "$scratch/build.log" >&2
        exit 1
    }
    mkdir -p "$build/corpus" "$build/findings"
    python3 "$top/tests/fuzz/seeds.py" "$build/seeds"
}

build_all() {
    case $what in
        sanitized)
            fuzzers="$build/tests/fuzz"
            build_fuzzers "$build" "-g -O1 -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined \
-fno-sanitize-recover=undefined"
            ;;
        fast)
            fuzzers="$build/fast/tests/fuzz"
            build_fuzzers "$build/fast" "-g -O2 -fsanitize=fuzzer-no-link"
            ;;
        coverage)
            fuzzers="$build/coverage/tests/fuzz"
            build_fuzzers "$build/coverage" "-g -O1 -fsanitize=fuzzer-no-link -fprofile-instr-generate -fcoverage-mapping"
            ;;
    esac
}

# stat NAME LOG: one of libFuzzer's final figures.
stat() {
    sed -n "s/^stat::$1: *//p" "$2" | tail -n 1
}

# How long fuzzer NAME goes on: for executions, the same on every machine, or seconds.
extent() {
    if [ "$time" ]; then
        [ "$1" = dissector ] && echo "-max_total_time=$time" || echo "-max_total_time=$((time / 10 + 1))"
        return
    fi
    case $1 in
        wire | gamespy) runs=40000 ;;
        primitives) runs=300000 ;;
        names) runs=100000 ;;
        paste) runs=20000 ;;
        layout | trace | forge) runs=4000 ;;
        game) runs=50 ;;
        *) runs=1500 ;;
    esac
    echo "-runs=$runs -seed=1"
}

fuzz() {
    mkdir -p "$build/corpus/$1"
    leaks=1
    if [ "$1" = dissector ]; then
        leaks=0 # memory of the session would be looked through after every input
    fi
    options=$(extent "$1")
    if [ "$what" = fast ]; then
        leaks=0 # they are the sanitizer's to find
        options="$options -max_len=600 -entropic=0"
    fi
    result=0
    # shellcheck disable=SC2086 # options
    TMPDIR="$scratch" "$fuzzers/fuzz-$1" -detect_leaks=$leaks -timeout=600 -rss_limit_mb=4000 $options \
        -artifact_prefix="$build/findings/$1-" -print_final_stats=1 "$build/corpus/$1" "$build/seeds/$1" \
        >"$scratch/$1.log" 2>&1 || result=$?
    executions=$(stat number_of_executed_units "$scratch/$1.log")
    dissections=$(stat number_of_dissections "$scratch/$1.log")
    edges=$(sed -n 's/.*cov: \([0-9]*\) .*/\1/p' "$scratch/$1.log" | tail -n 1)
    all=$(sed -n 's/.*inline 8-bit counters): \([0-9]*\).*/\1/p' "$scratch/$1.log" | head -n 1)
    printf '%-11s %9s executions, %5s of %5s edges, %s\n' "$1" "${executions:-?}" "${edges:-?}" "${all:-?}" \
        "$([ $result -eq 0 ] && echo "nothing found" || echo "ENDED WITH $result")"
    echo "$1 $what ${executions:-0} ${dissections:-0} $result" >>"$build/counts"
    if [ $result -ne 0 ]; then
        tail -n 40 "$scratch/$1.log" >&2
        status=1
    fi
}

# All runs that this build folder has seen.
sums() {
    touch "$build/counts"
    awk '
        NF == 5 { runs[$1]++; sum[$1, $2] += $3; datagrams += $4; found[$1] += $5 != 0; readers += ($1 != "dissector") * $3 }
        END {
            printf "%-11s %15s %15s %6s %6s\n", "fuzzer", "sanitized", "fast", "runs", "ended with a finding"
            for (name in runs)
                printf "%-11s %15d %15d %6d %6d\n", name, sum[name, "sanitized"], sum[name, "fast"], runs[name], found[name] | "sort"
            close("sort")
            printf "All readers: %d executions. The dissector: %d, %d datagrams dissected in them.\n", \
                readers, sum["dissector", "sanitized"] + sum["dissector", "fast"], datagrams
        }' "$build/counts"
}

# What of our files is reached by the corpora, each fuzzer over its own.
coverage() {
    objects=
    for name in "$@"; do
        mkdir -p "$build/corpus/$name"
        LLVM_PROFILE_FILE="$scratch/$name.profraw" "$fuzzers/fuzz-$name" -runs=0 "$build/corpus/$name" \
            "$build/seeds/$name" >"$scratch/$name.log" 2>&1 || {
            tail -n 20 "$scratch/$name.log" >&2
            exit 1
        }
        objects="$objects -object $fuzzers/fuzz-$name"
    done
    llvm-profdata merge -o "$scratch/all.profdata" "$scratch"/*.profraw
    # shellcheck disable=SC2086 # options
    llvm-cov report $objects -instr-profile="$scratch/all.profdata" -ignore-filename-regex='tests/fuzz|/usr/' \
        -show-branch-summary=false -show-region-summary=false
}

# Bytes changed at random, in the payload only: 42 bytes of Ethernet, IPv4 and UDP stay.
damage() {
    config="$scratch/config"
    tables="-z bcnet,csv,all -z bcnet,world,/dev/null -z bcnet,tree -z conv,bcnet -z endpoints,bcnet"
    for table in players ships damage chat relay cadence unacked stock files; do
        tables="$tables -z bcnet,$table -z bcnet,$table,csv"
    done
    mkdir -p "$config"
    rounds=$(((${time:-1} + 29) / 30))
    mergecap -a -w "$scratch/all.pcapng" "$top"/captures/*.pcapng
    for round in $(seq 1 "$rounds"); do
        for share in 0.001 0.02 0.3; do
            editcap -E "$share" -o 42 --seed "$round" "$scratch/all.pcapng" "$scratch/damaged.pcapng" 2>/dev/null
            for mode in "-V" "-2 -O bcnet" "-q $tables"; do
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
    echo "damage: $((rounds * 9)) readings of all captures"
}

build_all
case $what in
    sums) sums ;;
    coverage) coverage "$@" ;;
    *)
        for name in "$@"; do
            case $name in
                damage) damage ;;
                *) fuzz "$name" ;;
            esac
        done
        ;;
esac
exit $status
