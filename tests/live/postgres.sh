#!/bin/sh
# postgres.sh - anomalies that PostgreSQL shows at each level, and those it does not.
#
# Each run ends after a number of transactions, or after 4 seconds on a slow machine.
. tests/live/support/live.sh
. tests/live/support/postgres_conflict.sh

need postgres:

# Anomalies that no level shows: PostgreSQL never reads uncommitted data.
never="garbage-read duplicate-elements future-read dirty-update G0 G1a G1b G1c incompatible-order"
never="$never lost-write"
# Anomalies that transactions with one snapshot and first-committer-wins do not show.
torn="internal lost-update G-single-item G-nonadjacent-item"

# claims NAME MODEL: the run was judged by MODEL, and it holds.
claims() {
    judged_by "$1" "$2"
    [ "$status" -eq 0 ] || fail "$1: $2 does not hold"
}

# serializes NAME ARGUMENT...: no anomaly but PostgreSQL's known conflict, which is rare.
serializes() {
    run "$@" -i serializable
    serializable "$1"
}

shows repeatable-read "G2-item" "$never $torn" postgres: -i repeatable-read -n 10000 -t 4
claims repeatable-read snapshot-isolation

shows read-committed "internal lost-update G-single-item" "$never" postgres: -n 10000 -t 4
claims read-committed read-committed
shows read-uncommitted "lost-update G-single-item" "$never" postgres: -i read-uncommitted -n 10000 \
    -t 4
claims read-uncommitted read-committed

# A set is a table of rows, and a read of it is a search. A row that a search misses is not an
# anomaly on items, so it does not rule out repeatable read.
rows="G-single-item G-nonadjacent-item G2-item G-single-item-process G-single-item-realtime"
rows="$rows G2-item-realtime"
shows set-repeatable-read "G2" "$never $rows G-single G-nonadjacent" postgres: -w set \
    -i repeatable-read -n 10000 -t 4
claims set-repeatable-read snapshot-isolation
shows set-read-committed "G-single" "$never $rows" postgres: -w set -c repeatable-read -n 10000 -t 4
[ "$status" -eq 0 ] || fail "set: repeatable-read is ruled out by rows that searches missed"

# Clients that read, modify and write back overwrite concurrent appends, so lists lose elements.
shows rmw "lost-update" "garbage-read G1a" postgres: --append rmw -n 6000 -t 4
shows rmw-counter "lost-update" "garbage-read G1a" postgres: --append rmw -w counter -n 6000 -t 4

serializes serializable postgres: -n 10000 -t 4
serializes array postgres: --append array --tables 3 -n 4000 -t 2
serializes text postgres: --append rmw --simple-protocol -n 2000 -t 2
for workload in rw-register set counter; do
    serializes "$workload" postgres: -w "$workload" -n 3000 -t 2
done
for access in secondary none; do
    serializes "$access" postgres: --access "$access" --tables 3 -n 1000 -t 2
done
report_known_conflicts

# A throw-away server accepts connections of all clients.
run many postgres: -p 150 -n 1500
worked many 100
! grep -q 'never connected' "$work/many.err" || fail "not all of 150 clients could connect"
