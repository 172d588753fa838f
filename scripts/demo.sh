#!/bin/sh
# demo.sh - find out what a real database does, then what a buggy one looks like, and say where the reports are.
#
# SQLite keeps what it claims, so status 0 must come back; the simulated database answers from a
# replica that lags, so status 1 ("violated") must. Anything else fails the demo.
set -u

minos=${1:-build/minos}
reports=demo-report

# run STATUS FOLDER ARGUMENT...: minos run, which must end so and leave a page.
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
echo "SQLite did what it claims (exit status 0); the buggy database did not (1), and was found out."
echo "Open the reports in a browser:"
echo "    $reports/sqlite/index.html"
echo "    $reports/buggy/index.html"
