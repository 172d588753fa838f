#!/bin/sh
# demo.sh - tests SQLite and a buggy simulated database, and prints where the reports are.
#
# SQLite delivers the isolation it claims: exit status 0. The simulated database reads from a
# lagging replica: exit status 1 ("violated"). Any other status fails the demo.
set -u

minos=${1:-build/minos}
reports=demo-report

# run STATUS FOLDER ARGUMENT...: minos run, which must exit with STATUS and write a report.
run() {
    expected=$1
    folder=$2
    shift 2
    echo "\$ minos run $*"
    "$minos" run -o "$folder" "$@"
    status=$?
    if [ "$status" -ne "$expected" ]; then
        echo "demo: expected exit status $expected, got $status" >&2
        exit 1
    fi
    if [ ! -s "$folder/index.html" ]; then
        echo "demo: no report was written to $folder/" >&2
        exit 1
    fi
    echo
}

rm -rf "$reports"
run 0 "$reports/sqlite" --time 3 sqlite:
run 1 "$reports/buggy" -n 1000 --bug stale-replica sim:strict-serializable
echo "SQLite kept its claim (exit status 0). The buggy database violated its claim (exit status 1)."
echo "Open the reports in a browser:"
echo "    $reports/sqlite/index.html"
echo "    $reports/buggy/index.html"
