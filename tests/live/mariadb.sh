#!/bin/sh
# mariadb.sh - what MariaDB does at each of its levels, and does not, on a server of its own.
#
# Each run ends after a number of transactions, or 3 seconds on a machine that is slow.
. tests/live/support/live.sh

need mariadb:

# What no level shows, whatever its name: these say that a list, or what was told of it, is broken.
never="garbage-read duplicate-elements future-read dirty-update G0 lost-write"
# What only reading uncommitted data shows.
dirty="G1a G1b G1c incompatible-order"
# What a transaction that reads one snapshot and defends it does not show.
torn="internal lost-update G-single-item G-nonadjacent-item"

# The default: a snapshot for reads, the newest version for writes, and for what is read after them.
shows repeatable-read "internal lost-update G-single-item" "$never $dirty" mariadb: -n 6000 -t 3
judged_by repeatable-read repeatable-read
[ "$status" -eq 1 ] || fail "repeatable-read: lost updates, and yet it holds"

shows snapshot "G2-item" "$never $dirty $torn" mariadb: -n 6000 -t 3 \
    --server-option innodb_snapshot_isolation=ON
judged_by snapshot snapshot-isolation
[ "$status" -eq 0 ] || fail "snapshot: snapshot isolation does not hold"

shows read-committed "internal lost-update G-single-item" "$never $dirty" mariadb: -n 6000 -t 3 \
    -i read-committed
judged_by read-committed read-committed
[ "$status" -eq 0 ] || fail "read-committed does not hold"

# Transactions that fail once others have read what they wrote: deadlocks see to that.
shows read-uncommitted "G1a G1b G1c" "garbage-read duplicate-elements" mariadb: -n 6000 -t 3 \
    -i read-uncommitted
judged_by read-uncommitted read-uncommitted

# Clients that read, add and write back lose what others wrote in between, and lists lose elements.
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
# Not by reading first: clients that have all read a gap keep each other from filling it, and nothing is ever written.
run counters mariadb: -i serializable -w counter -n 2000 -t 1.5 --simple-protocol
clean counters
