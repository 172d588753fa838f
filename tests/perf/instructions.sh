#!/bin/sh
# Counts the instructions of Minos with callgrind on small simulated histories and compares them
# with tests/perf/instructions.txt. More than 10 % above the number there fails; more than 10 %
# below passes and asks for an update:
#
#   tests/perf/instructions.sh --update        counts again; rewrites the lines for this machine
#
# The instructions of starting (mostly the loading of libraries) are counted separately and
# subtracted. Instructions do not depend on the load of the machine, but on the compiler and on
# whether libc and Minos use AVX2, so numbers are kept for each combination. The test is skipped if
# there are none for this machine, and in builds other than the plain optimised one. One thread,
# fixed histories. The only randomness is the seed of the hash maps: most runs are within 1 %, but
# one in about forty has unlucky collisions and takes 10 % more. So the minimum of RUNS counts.
set -eu

source=${MINOS_SOURCE_DIR:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${MINOS_BUILD_DIR:-$source/build}
numbers=$source/tests/perf/instructions.txt
tolerance=10
runs=3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

skip() {
    echo "skipped: $1"
    exit 77
}

# setting NAME: its value in the build's cache.
setting() {
    sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"
}

# The compiler and processor that a number is valid for.
kind() {
    compiler=$(setting CMAKE_C_COMPILER)
    case $("$compiler" --version | head -n 1) in
    *clang*) name=clang ;;
    *) name=gcc ;;
    esac
    if grep -qw avx2 /proc/cpuinfo; then vectors=avx2; else vectors=plain; fi
    echo "$name-$("$compiler" -dumpversion | cut -d. -f1) $(uname -m) $vectors"
}

# executed ARGUMENT...: the instructions of minos ARGUMENT...
executed() {
    status=0
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$build/minos" "$@" \
        >"$work/output" 2>"$work/log" || status=$?
    # Status 1 is a verdict; anything above is an error.
    if [ "$status" -gt 1 ] || ! grep -q 'Collected : [0-9]' "$work/log"; then
        cat "$work/output" "$work/log" >&2
        exit 1
    fi
    sed -n 's/.*Collected : *\([0-9]*\).*/\1/p' "$work/log"
}

# run_once: the instructions of one check of $work/history, without those of starting.
run_once() {
    whole=$(executed check -q -j1 "$work/history")
    echo $((whole - start))
}

# count HISTORY SIZE [OPTION...]: the line of a history. Stops after the first run within the limit.
count() {
    history=$1 size=$2
    shift 2
    "$build/minos" sim -n "$size" -k 100 --key-distribution uniform --max-length 5 \
        --max-writes-per-key 100 "$@" -o "$work/history"
    allowed=$(allowed "$history")
    least=$(run_once)
    run=1
    while [ "$least" -gt "$allowed" ] && [ $run -lt $runs ]; do
        again=$(run_once)
        if [ "$again" -lt "$least" ]; then least=$again; fi
        run=$((run + 1))
    done
    echo "$kind $history $least"
}

# allowed HISTORY: the limit; 0 when updating, so that all runs are made.
allowed() {
    if $update; then
        echo 0
    else
        awk -v start="$kind $1 " -v tolerance=$tolerance '
            index($0, start) == 1 { allowed = $NF * (1 + tolerance / 100) }
            END { printf "%d\n", allowed }' "$numbers"
    fi
}

count_all() {
    count list-append 4000
    count list-append-json 4000 -f json
    count list-append-read-uncommitted 4000 -i read-uncommitted
    count rw-register 1000 -w rw-register
}

[ "$(setting CMAKE_BUILD_TYPE)" = Release ] || skip "not an optimised build"
[ -z "$(setting MINOS_SANITIZE)" ] || skip "sanitizers multiply instructions"
[ "$(setting MINOS_COVERAGE)" != ON ] || skip "coverage adds instructions"
[ -z "$(setting CMAKE_C_FLAGS)" ] || skip "CMAKE_C_FLAGS is set"
command -v valgrind >/dev/null || skip "valgrind is not installed"
kind=$(kind)
start=$(executed --version)
update=false
if [ "${1:-}" = --update ]; then
    update=true
    { grep -v "^$kind " "$numbers" && count_all; } >"$work/numbers"
    cp "$work/numbers" "$numbers"
    exit 0
fi
grep -q "^$kind " "$numbers" ||
    skip "no numbers for $kind; tests/perf/instructions.sh --update adds them"

count_all >"$work/counted"
awk -v tolerance=$tolerance '
    FNR == NR { known[$1, $2, $3, $4] = $5; next }
    !(($1, $2, $3, $4) in known) { print $4 ": no number: update"; failed = 1; next }
    {
        before = known[$1, $2, $3, $4]
        change = 100 * ($5 / before - 1)
        verdict = "ok"
        if (change > tolerance) { verdict = "TOO MANY" }
        if (change < -tolerance) { verdict = "fewer: update the number" }
        printf "%-30s %11d instructions, %11d known, %+6.1f %%: %s\n", $4, $5, before, change,
            verdict
        failed = failed || change > tolerance
    }
    END { exit failed }' "$numbers" "$work/counted"
