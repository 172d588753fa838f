#!/bin/sh
# run.sh - measures `minos check` on ordinary and hostile histories, the cost of recording, and of
# reading other formats.
#
#   run.sh [BUILD_DIR [RESULT]]
#
# In: a build with MINOS_BENCH. Out: a table, and the same as JSON in RESULT (BUILD_DIR/bench.json),
# from which document.sh writes docs/performance.md. All measurements run one after the other in one
# series, so that ratios hold even on a machine that is not idle. Slowness is never a failure; an
# unexpected verdict is. Skipped histories are printed with the reason.
#
#   MINOS_BENCH_SIZES   sizes of the ordinary histories ("10000 100000 1000000"); all other
#                       histories have the last size
#   MINOS_BENCH_LARGE   1: also 10 and 22 million transactions and a line of 1 GB; 10 GB of disk
#   MINOS_BENCH_REPEAT  how often each history is timed (1 to 5 times, by its size)
#   MINOS_BENCH_LIMIT   seconds after which a run is stopped (300)
#   MINOS_BENCH_RIVAL   "name=command {file}": another checker, run on the same histories
#   MINOS_CORPUS        folder with Elle's two hardest histories
#   TMPDIR              folder for the histories, each removed after use
#
# row.sh has the functions that make and measure one history.
set -eu

bench=$(dirname "$0")
build=${1:-build}
result=${2:-$build/bench.json}
sizes=${MINOS_BENCH_SIZES:-10000 100000 1000000}
full=${sizes##* }
limit_s=${MINOS_BENCH_LIMIT:-300}
folder=$(mktemp -d "${TMPDIR:-/tmp}/minos-bench.XXXXXX")
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
history=$folder/history
reading=$(cd "$build" && pwd)/bench/reading

# shellcheck source=bench/row.sh
. "$bench/row.sh"

# ---- Ordinary histories --------------------------------------------------------------------------

# grow WORKLOAD: each size against the one before it. $history remains the largest.
grow() {
    before=
    for size in $sizes; do
        simulate "$size" -w "$1"
        measure "$1" "$size" 0 "${before:+growth=$1/$before}"
        before=$size
    done
}

table_head
ordinary=list-append/$full
grow list-append
measure list-append/threads-1 "$full" 0 "" -j1
measure list-append/threads-2 "$full" 0 "threads=list-append/threads-1/$full" -j2
simulate "$full" -f json
measure list-append/json "$full" 0 "format=$ordinary"
grow rw-register
for workload in set counter; do
    simulate "$full" -w $workload
    measure $workload "$full" 0 "datatype=$ordinary"
done
simulate "$full" -p 1000
measure list-append/processes-1000 "$full" 0 "processes=$ordinary"
for crashes in 1 10000; do
    simulate "$full" --crash-rate "$(awk "BEGIN { print $crashes / 1000000 }")"
    measure list-append/crashed-$crashes-in-a-million "$full" 0 "crashes=$ordinary"
done
for level in read-committed read-uncommitted; do
    simulate "$full" -i $level
    measure list-append/$level "$full" 1 "broken=$ordinary"
done

# ---- Hostile histories ---------------------------------------------------------------------------

quarter=$((full / 4))
for format in edn json; do
    simulate_line $quarter $format
    measure one-line/$format $quarter 0 ""
    simulate_line "$full" $format
    measure one-line/$format "$full" 0 "growth=one-line/$format/$quarter ordinary=$ordinary"
done

# hostile NAME WORKLOAD STATUS FRACTION TWIN: at a quarter of its size and at its size.
hostile() {
    large=$((full / $4)) small=$((full / $4 / 4))
    name=hostile/$1/$2
    generate "$1" "$small" "$2"
    measure "$name" "$small" "$3" ""
    if [ "$5" = twin ]; then
        generate "$1" "$large" "$2" clean
        measure "$name/clean" "$large" 0 ""
        against=acyclic=$name/clean/$large
    else
        against=ordinary=$ordinary
    fi
    generate "$1" "$large" "$2"
    measure "$name" "$large" "$3" "growth=$name/$small $against"
}

"$build/bench/hostile" --list >"$folder/shapes"
while read -r shape workload status fraction twin _; do
    hostile "$shape" "$workload" "$status" "$fraction" "$twin"
done <"$folder/shapes"

# Two of Elle's histories, each compared with a simulated one with as many transactions.
for name in huge-scc.edn generated/elle.list-append-test_unfindable-g-single-1.jsonl; do
    found=${MINOS_CORPUS:-}/elle-histories/$name
    if [ ! -f "$found" ]; then
        skip "corpus/${name##*/}" "not in MINOS_CORPUS"
        continue
    fi
    count=$(($(grep -c . "$found") / 2))
    simulate $count
    measure "corpus/${name##*/}/clean" $count 0 ""
    cp "$found" "$history"
    measure "corpus/${name##*/}" $count 1 "acyclic=corpus/${name##*/}/clean/$count"
done

# ---- Large histories -----------------------------------------------------------------------------

for size in 10000000 22000000; do
    if large_wanted list-append/$size $((size * 500)); then
        simulate $size
        measure list-append $size 0 "growth=$ordinary"
    fi
done
if large_wanted one-line/edn/2500000 2500000000; then
    simulate_line 2500000 edn
    measure one-line/edn 2500000 0 "growth=one-line/edn/$full"
fi
rm -f "$history"

# ---- Recording -----------------------------------------------------------------------------------

echo
"$build/bench/recording" "$folder/recorded" "$full"

# ---- Other formats -------------------------------------------------------------------------------

# The same registers in every format, without invocations; EDN comes first. Names are those of the
# formats.
echo
simulate "$full" -w rw-register --timestamps
"$build/minos" convert -q --to plume "$history" "$folder/plume"
for format in edn json dbcop dbcop-json dbcop-text cobra awdit viper; do
    "$build/minos" convert -q --from plume --to $format "$folder/plume" "$folder/$format"
done
"$build/minos" convert -q --to timekiller "$history" "$folder/timekiller"
rm -f "$history"
echo "Reading: user CPU time, and that of EDN times"
(cd "$folder" && "$reading" edn json plume dbcop dbcop-json dbcop-text cobra awdit viper timekiller)

# ---- The result ----------------------------------------------------------------------------------

machine | jq -s --slurpfile rows "$folder/rows" --slurpfile skipped "$folder/skipped" \
    -L "$bench" -f "$bench/result.jq" >"$result"
echo
jq -r -L "$bench" -f "$bench/ratios.jq" "$result"
echo
echo "As JSON: $result"
