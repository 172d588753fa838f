#!/bin/sh
# replica.sh - anomalies of PostgreSQL if some clients read from a streaming replica; no files or
# processes are left behind.
#
# An asynchronous replica lags. A synchronous one (remote_apply) has all acknowledged commits, but
# commits become visible on the primary in another order than they are replayed, so there is a long
# fork.
. tests/live/support/live.sh

need postgres:replica

# The servers' user must have access to it. It contains nothing else, so that leftovers can be seen.
chmod 755 "$work"
mkdir -m 1777 "$work/tmp"
export TMPDIR="$work/tmp"

# Anomalies that no node shows, as on a single server at REPEATABLE READ.
never="garbage-read duplicate-elements future-read dirty-update G0 G1a G1b G1c incompatible-order"
never="$never lost-write"
never="$never internal lost-update G-single-item"

is_empty() {
    [ -z "$(ls "$TMPDIR")" ] && ! pgrep -f "$TMPDIR" >"$work/pgrep.out"
}

# Final reads tell late writes from lost ones: the last read of a key may have been on the replica.
shows asynchronous G-single-item-realtime "$never" postgres:replica -i repeatable-read \
    --final-reads -t 3
judged_by asynchronous snapshot-isolation
worked asynchronous 100
# Each operation of a client has its node, also the final reads.
if grep ':f :txn' "$work/asynchronous/history.edn" | grep -qv ':node "n[12]", :f'; then
    fail "an operation without its node"
fi
grep -q ':node "n2".*:final true' "$work/asynchronous/history.edn" || fail "no final read of n2"

# Commits that are woken in one order must run in another, which is rare on an idle machine. So
# processes that sleep and wake add CPU load. They end when the file is removed.
: >"$work/crowded"
for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
    while [ -e "$work/crowded" ]; do sleep 0.0003; done &
done
seeds="1 2 3 4 5 6 7 8"
shows synchronous G-nonadjacent-item "$never" postgres:replica --sync -i repeatable-read \
    --read-fraction 0.8 --final-reads -t 4
rm "$work/crowded"
judged_by synchronous snapshot-isolation
[ "$status" -eq 1 ] || fail "a long fork, but status $status"

# Without a replica there is neither.
run alone postgres:replica --nodes 1 -i repeatable-read --read-fraction 0.8 -t 2
# shellcheck disable=SC2086 # one word for each anomaly
lacks alone $never G-nonadjacent-item G-single-item-realtime
worked alone 100

# Standbys do not support SERIALIZABLE.
run serializable postgres:replica --nodes 3 --sync -i serializable -n 2000 -t 4
judged_by serializable snapshot-isolation
grep -q 'node 2 is a standby' "$work/serializable.err" || fail "no message about standbys"
worked serializable 100

is_empty || fail "left behind: $(ls "$TMPDIR") $(cat "$work/pgrep.out")"

# A run that is killed leaves nothing behind either.
"$minos" run -o "$work/killed" postgres:replica -t 60 >"$work/killed.out" 2>&1 &
victim=$!
until [ -s "$work/killed/history.edn" ] ||
    ! kill -0 "$victim" 2>"$work/kill.out"; do sleep 0.1; done
! is_empty || fail "the run had created nothing before it was killed"
kill -9 "$victim"
for _ in $(seq 300); do
    ! is_empty || break
    sleep 0.1
done
is_empty || fail "left by a killed run: $(ls "$TMPDIR") $(cat "$work/pgrep.out")"
