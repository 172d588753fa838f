#!/bin/sh
# Minos executes no more instructions than it did: counted by callgrind on small simulated histories
# and compared with tests/perf/instructions.txt. More than 10 % above the number there fails; more
# than 10 % below passes, and asks for the number to be brought up to date:
#
#   tests/perf/instructions.sh --update        counts again and rewrites the lines of this machine's kind
#
# What starting takes (libraries being loaded, above all) is counted apart and taken off. Instructions do not
# depend on the load of the machine. They do depend on the compiler and on
# whether libc and Minos may use AVX2, so each number belongs to one of these; where there is none
# for this machine, and in builds that are not the plain optimised one, the test is skipped. One
# thread, fixed histories. What is left of chance is the seed of the hash maps: most runs are within
# 1 %, but in one of some forty the keys fall badly and it is 10 %. So the least of RUNS counts.
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

# The kind of machine and compiler that a number is good for.
kind() {
    compiler=$(setting CMAKE_C_COMPILER)
    case $("$compiler" --version | head -n 1) in
    *clang*) name=clang ;;
    *) name=gcc ;;
    esac
    if grep -qw avx2 /proc/cpuinfo; then vectors=avx2; else vectors=plain; fi
    echo "$name-$("$compiler" -dumpversion | cut -d. -f1) $(uname -m) $vectors"
}

# executed ARGUMENT...: instructions of minos with these.
executed() {
    status=0
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$build/minos" "$@" \
        >"$work/output" 2>"$work/log" || status=$?
    # Status 1 is a verdict too; anything above is not.
    if [ "$status" -gt 1 ] || ! grep -q 'Collected : [0-9]' "$work/log"; then
        cat "$work/output" "$work/log" >&2
        exit 1
    fi
    sed -n 's/.*Collected : *\([0-9]*\).*/\1/p' "$work/log"
}

# run_once: instructions of one check of $work/history, without those of starting.
run_once() {
    whole=$(executed check -q -j1 "$work/history")
    echo $((whole - start))
}

# count HISTORY SIZE [OPTION...]: its line; no more runs once one is below what is allowed.
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

# allowed HISTORY: 0 when updating, so that all runs are made.
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
grep -q "^$kind " "$numbers" || skip "no numbers for $kind; tests/perf/instructions.sh --update adds them"

count_all >"$work/counted"
awk -v tolerance=$tolerance '
    FNR == NR { known[$1, $2, $3, $4] = $5; next }
    !(($1, $2, $3, $4) in known) { print $4 ": no number: update"; failed = 1; next }
    {
        before = known[$1, $2, $3, $4]
        change = 100 * ($5 / before - 1)
        verdict = change > tolerance ? "TOO MANY" : change < -tolerance ? "fewer: update the number" : "ok"
        printf "%-30s %11d instructions, %11d known, %+6.1f %%: %s\n", $4, $5, before, change, verdict
        failed = failed || change > tolerance
    }
    END { exit failed }' "$numbers" "$work/counted"
