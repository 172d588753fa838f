#!/bin/sh
# sqlite.sh - SQLite keeps what it promises, however its transactions begin and whichever journal it keeps.
#
# Each run ends after a number of transactions, or 4 seconds on a machine that is slow.
. tests/live/support/live.sh

need sqlite:

# holds NAME ARGUMENT...: a run that finds nothing, judged by what SQLite documents.
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

# A file of the user's: used, and left as it was but for its size.
sqlite3 "$work/mine.db" 'CREATE TABLE mine (x); INSERT INTO mine VALUES (7)'
holds mine "sqlite:$work/mine.db" -n 1000 -t 2
[ "$(sqlite3 "$work/mine.db" 'SELECT group_concat(name) FROM sqlite_master')" = mine ] ||
    fail "something was left in the file, or lost"
[ "$(sqlite3 "$work/mine.db" 'PRAGMA journal_mode; SELECT x FROM mine')" = "delete
7" ] || fail "the file was changed"
