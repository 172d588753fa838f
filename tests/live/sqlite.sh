#!/bin/sh
# sqlite.sh - SQLite delivers what it claims with every kind of BEGIN and every journal mode.
#
# Each run ends after a number of transactions, or after 4 seconds on a slow machine.
. tests/live/support/live.sh

need sqlite:

# holds NAME ARGUMENT...: a run without anomalies, judged by what SQLite documents.
holds() {
    held=$1
    shift
    run "$held" "$@"
    clean "$held"
    jq -e '.models == ["serializable"]' "$work/$held/results.json" >"$work/jq.out" ||
        fail "$held: judged by $(jq -c .models "$work/$held/results.json")"
    [ "$status" -eq 0 ] || fail "$held: does not hold"
}

for level in deferred immediate exclusive; do
    holds "$level" sqlite: -i "$level" -n 5000 -t 4
    holds "$level-delete" 'sqlite:?journal_mode=delete' -i "$level" -n 1000 -t 4
done
for workload in rw-register set counter; do
    holds "$workload" sqlite: -w "$workload" -n 3000 -t 2
done
for access in secondary none; do
    holds "$access" sqlite: --access "$access" --tables 3 -n 2000 -t 2
done
holds rmw sqlite: --append rmw --simple-protocol -n 2000 -t 2

# An existing file is used and, except for its size, left unchanged.
sqlite3 "$work/mine.db" 'CREATE TABLE mine (x); INSERT INTO mine VALUES (7)'
holds mine "sqlite:$work/mine.db" -n 1000 -t 2
[ "$(sqlite3 "$work/mine.db" 'SELECT group_concat(name) FROM sqlite_master')" = mine ] ||
    fail "tables were not removed from the file, or too many were"
[ "$(sqlite3 "$work/mine.db" 'PRAGMA journal_mode; SELECT x FROM mine')" = "delete
7" ] || fail "the file was changed"
