#!/bin/sh
# mariadb.sh - anomalies that MariaDB shows at each level, and those it does not.
#
# Each run ends after a number of transactions, or after 3 seconds on a slow machine.
. tests/live/support/live.sh

need mariadb:

# Anomalies that no level shows: they would mean that lists or answers are corrupt.
never="garbage-read duplicate-elements future-read dirty-update G0 lost-write"
# Anomalies that only reads of uncommitted data show.
dirty="G1a G1b G1c incompatible-order"
# Anomalies that transactions with one snapshot and first-committer-wins do not show.
torn="internal lost-update G-single-item G-nonadjacent-item"

# The default: reads from a snapshot; writes, and reads after them, use the newest version.
shows repeatable-read "internal lost-update G-single-item" "$never $dirty" mariadb: -n 6000 -t 3
judged_by repeatable-read repeatable-read
[ "$status" -eq 1 ] || fail "repeatable-read: lost updates, but status $status"

shows snapshot "G2-item" "$never $dirty $torn" mariadb: -n 6000 -t 3 \
    --server-option innodb_snapshot_isolation=ON
judged_by snapshot snapshot-isolation
[ "$status" -eq 0 ] || fail "snapshot: snapshot isolation does not hold"

shows read-committed "internal lost-update G-single-item" "$never $dirty" mariadb: -n 6000 -t 3 \
    -i read-committed
judged_by read-committed read-committed
[ "$status" -eq 0 ] || fail "read-committed does not hold"

# Deadlocks abort transactions whose writes others have already read.
shows read-uncommitted "G1a G1b G1c" "garbage-read duplicate-elements" mariadb: -n 6000 -t 3 \
    -i read-uncommitted
judged_by read-uncommitted read-uncommitted

# Clients that read, modify and write back overwrite concurrent appends, so lists lose elements.
shows rmw "lost-update" "garbage-read" mariadb: -n 6000 -t 3 -i read-committed --append rmw
shows rmw-counter "lost-update" "garbage-read G1a" mariadb: -n 6000 -t 3 -i read-committed \
    --append rmw -w counter

run serializable mariadb: -i serializable -n 6000 -t 3
judged_by serializable serializable
clean serializable
run registers mariadb: -i serializable -w rw-register -n 2000 -t 1.5 --access secondary --tables 3
clean registers
run sets mariadb: -i serializable -w set -n 2000 -t 1.5 --access none
clean sets
# Without reading first: clients that have all locked a gap by reading it block each other's
# inserts, and nothing is ever written.
run counters mariadb: -i serializable -w counter -n 2000 -t 1.5 --simple-protocol
clean counters
