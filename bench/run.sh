#!/bin/sh
# run.sh - what `minos check` costs on histories of 10 k, 100 k and 1 M transactions.
#
#   run.sh [BUILD_DIR]      MINOS_BENCH_SIZES="10000 100000" for other sizes
#
# In: a build with MINOS_BENCH. Out: a table, to be compared within itself and not with a clock:
# processor time for each transaction, memory beyond the mapped file, the ratio to counting the
# file's lines, how cost grows with the history, with threads and with concurrency. Nothing fails
# for being slow.
set -eu

build=${1:-build}
sizes=${MINOS_BENCH_SIZES:-10000 100000 1000000}
minos=$build/minos
generate=$build/bench/generate
measure=$build/bench/measure
folder=$(mktemp -d "${TMPDIR:-/tmp}/minos-bench.XXXXXX")
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
history=$folder/history.edn

# Small histories take so little that one run says nothing.
repeats() {
    if [ "$1" -ge 1000000 ]; then echo 3; else echo 5; fi
}

# stages: milliseconds in each stage, as minos itself counts them.
stages() {
    "$minos" check --json "$history" | sed -n 's/.*"timing_ms":{\([^}]*\)}.*/\1/p' |
        sed 's/"//g; s/:/ /g; s/,/, /g'
}

# One line: size bytes, then wall cpu rss of minos, wc, minos -j1, minos -j2.
bench_size() {
    times=$(repeats "$1")
    "$generate" --transactions "$1" >"$history"
    # The page cache is warm from here on, for everybody.
    lines=$("$measure" --repeat "$times" wc -l "$history")
    check=$("$measure" --repeat "$times" "$minos" check -q "$history")
    one=$("$measure" --repeat "$times" "$minos" check -q -j1 "$history")
    two=$("$measure" --repeat "$times" "$minos" check -q -j2 "$history")
    echo "$1 $(wc -c <"$history") $check $lines $one $two"
}

echo "minos check, list-append, strict-serializable, 10 processes, EDN; the least of several runs."
echo "B/txn: greatest resident set less the size of the file. x wc: processor time over that of wc -l."
echo
printf '%12s %8s %8s %8s %8s %8s %8s\n' transactions MB wall_s cpu_s us/txn B/txn 'x wc'
for size in $sizes; do
    bench_size "$size" >>"$folder/results"
    tail -n 1 "$folder/results" | awk '
        {
            printf "%12d %8.1f %8.3f %8.3f %8.3f %8.0f %8.1f\n", $1, $2 / 1e6, $3, $4,
                $4 * 1e6 / $1, ($5 - $2) / $1, $4 / ($7 > 0 ? $7 : 1e-6)
        }'
    echo "$size: $(stages)" >>"$folder/stages"
    rm -f "$history"
done
echo
awk '
    NR > 1 {
        printf "growth   %d to %d transactions (%.0fx): processor time %.1fx, memory %.1fx\n",
            size, $1, $1 / size, $4 / cpu, ($5 - $2) / memory
    }
    { size = $1; cpu = $4; memory = $5 - $2 }' "$folder/results"
awk '{
        printf "threads  %d: -j1 %.3f s, -j2 %.3f s (%.2fx as fast); processor time %.3f s, %.3f s\n",
            $1, $9, $12, $9 / $12, $10, $13
    }' "$folder/results"
sed 's/^/stages   (ms) /' "$folder/stages"

for processes in 10 1000; do
    "$generate" --transactions 100000 --processes $processes >"$history"
    echo "$processes $("$measure" --repeat 5 "$minos" check -q "$history")"
done | awk '
    NR == 1 { cpu = $3 }
    NR == 2 {
        printf "clients  100000 transactions of 10 or 1000 processes: %.3f s, %.3f s (%.2fx)\n",
            cpu, $3, $3 / cpu
    }'

# The other datatypes, by the simulator, with the same keys and lengths; each against lists.
for workload in list-append rw-register set counter; do
    "$minos" sim -w $workload -n 1000000 -k 100 --key-distribution uniform --max-length 5 \
        --max-writes-per-key 100 -o "$history"
    echo "$workload $(wc -c <"$history") $("$measure" --repeat 3 "$minos" check -q -j1 "$history")"
    rm -f "$history"
done | awk '
    NR == 1 { cpu = $4 }
    {
        printf "datatype 1000000 transactions of %-11s %.1f MB: processor time %.3f s (%.2fx), %.0f B/txn\n",
            $1, $2 / 1e6, $4, $4 / cpu, ($5 - $2) / 1e6
    }'
