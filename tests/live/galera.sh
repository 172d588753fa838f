#!/bin/sh
# galera.sh - anomalies of a healthy Galera cluster of three with clients at all nodes.
#
# At SERIALIZABLE nodes may block each other forever; the outcome of such a transaction is unknown,
# and the run still ends.
. tests/live/support/live.sh

# A folder for the nodes only, because other users must have access to it.
mkdir "$work/nodes"
chmod 711 "$work"
chmod 777 "$work/nodes"
TMPDIR=$work/nodes
export TMPDIR

need galera:

# Anomalies that no level shows: nodes agree on what was committed, in which order. lost-write is
# not among them: in a third of runs a node has not applied all transactions before the final reads
# (docs/databases.md).
never="garbage-read duplicate-elements future-read G0 G1a G1b G1c incompatible-order"

# First committer wins, but only between nodes; and a node may lag behind what another acknowledged.
shows repeatable-read "lost-update G-single-item-realtime" "$never" galera: -t 3
judged_by repeatable-read repeatable-read
[ "$status" -eq 1 ] || fail "repeatable-read: lost updates, but status $status"

# With wsrep_sync_wait a node applies all that it received before it reads, so a lagging node no
# longer explains a lost-write. One of 12 such runs had one, so it must be absent from one of three.
for seed in $seeds; do
    run "waiting" --seed "$seed" galera: -t 3 --server-option wsrep_sync_wait=15
    # shellcheck disable=SC2086 # one word for each anomaly
    lacks "waiting" $never
    lost=yes
    found "waiting" lost-write || { lost=no && break; }
done
[ "$lost" = no ] || fail "waiting: lost-write with each of seeds $seeds"

# Reads take locks that other nodes do not see.
shows serializable "G2-item" "$never" galera: -i serializable -t 3 --timeout 3
judged_by serializable repeatable-read
[ "$status" -eq 1 ] || fail "serializable: write skew, but status $status"

[ -z "$(ls -A "$work/nodes")" ] || fail "left: $(ls -A "$work/nodes")"
