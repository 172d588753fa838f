#!/bin/sh
# postgres.sh - what PostgreSQL does at each of its levels, and what it does not, on a server of its own.
#
# Each run ends after a number of transactions, or 4 seconds on a machine that is slow.
. tests/live/support/live.sh

need postgres:

# What no level shows: PostgreSQL never reads what is not committed.
never="garbage-read duplicate-elements future-read dirty-update G0 G1a G1b G1c incompatible-order lost-write"
# What a transaction that reads one snapshot and defends it does not show.
torn="internal lost-update G-single-item G-nonadjacent-item"

# claims NAME MODEL: that is what the run was judged by, and it holds.
claims() {
    judged_by "$1" "$2"
    [ "$status" -eq 0 ] || fail "$1: $2 does not hold"
}

# serializes NAME ARGUMENT...: nothing is found. PostgreSQL (15.20 here, 18.4 in a report to pgsql-bugs, "Possible
# G2-item at SERIALIZABLE") lets a write skew slip through once in many runs; where its check is not done at
# all, each of three runs has one.
serializes() {
    serial=$1
    shift
    for seed in 1 2 3; do
        run "$serial" --seed "$seed" -i serializable "$@"
        # shellcheck disable=SC2086 # one word for each anomaly
        lacks "$serial" $never $torn
        if [ "$(types "$serial")" = '[]' ]; then
            clean "$serial"
            claims "$serial" serializable
            return 0
        fi
        echo "$serial: seed $seed: a rare fault of PostgreSQL: $(types "$serial")"
    done
    fail "$serial: three runs in succession found $(types "$serial")"
}

shows repeatable-read "G2-item" "$never $torn" postgres: -i repeatable-read -n 10000 -t 4
claims repeatable-read snapshot-isolation

shows read-committed "internal lost-update G-single-item" "$never" postgres: -n 10000 -t 4
claims read-committed read-committed
shows read-uncommitted "lost-update G-single-item" "$never" postgres: -i read-uncommitted -n 10000 -t 4
claims read-uncommitted read-committed

# A set is a table of rows, and a read of it a search. What a search misses is no anomaly on items, so it says
# nothing of repeatable read.
rows="G-single-item G-nonadjacent-item G2-item G-single-item-process G-single-item-realtime G2-item-realtime"
shows set-repeatable-read "G2" "$never $rows G-single G-nonadjacent" postgres: -w set -i repeatable-read -n 10000 -t 4
claims set-repeatable-read snapshot-isolation
shows set-read-committed "G-single" "$never $rows" postgres: -w set -c repeatable-read -n 10000 -t 4
[ "$status" -eq 0 ] || fail "set: repeatable-read is ruled out by rows that searches missed"

# Clients that read, add and write back lose what others wrote in between, and lists lose elements.
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

# A server of its own has room for all clients.
run many postgres: -p 150 -n 1500
worked many 100
! grep -q 'never connected' "$work/many.err" || fail "not all of 150 clients were let in"
