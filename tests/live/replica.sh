#!/bin/sh
# replica.sh - what PostgreSQL shows when some clients read from a streaming replica, and what is left of it.
#
# An asynchronous replica is behind. A synchronous one (remote_apply) has all that was acknowledged; but
# commits become visible on the primary in another order than they are replayed, so there is a long fork.
. tests/live/support/live.sh

need postgres:replica

# The servers' user has to get at it; nothing else is in there, so that what is left can be seen.
chmod 755 "$work"
mkdir -m 1777 "$work/tmp"
export TMPDIR="$work/tmp"

# What no node shows, as little as a server alone would at REPEATABLE READ.
never="garbage-read duplicate-elements future-read dirty-update G0 G1a G1b G1c incompatible-order lost-write"
never="$never internal lost-update G-single-item"

is_empty() {
    [ -z "$(ls "$TMPDIR")" ] && ! pgrep -f "$TMPDIR" >"$work/pgrep.out"
}

# Final reads tell what is late from what is lost: the last read of a key may have been on the replica.
shows asynchronous G-single-item-realtime "$never" postgres:replica -i repeatable-read --final-reads -t 3
judged_by asynchronous snapshot-isolation
worked asynchronous 100

# Commits that were woken in one order must run in another, which is rare on an idle machine: so there is a
# crowd of processes that sleep and wake. It leaves when the file is gone.
: >"$work/crowded"
for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
    while [ -e "$work/crowded" ]; do sleep 0.0003; done &
done
seeds="1 2 3 4 5 6 7 8"
shows synchronous G-nonadjacent-item "$never" postgres:replica --sync -i repeatable-read \
    --read-fraction 0.8 --final-reads -t 4
rm "$work/crowded"
judged_by synchronous snapshot-isolation
[ "$status" -eq 1 ] || fail "a long fork, and snapshot isolation holds"

# The same without a replica: neither.
run alone postgres:replica --nodes 1 -i repeatable-read --read-fraction 0.8 -t 2
# shellcheck disable=SC2086 # one word for each anomaly
lacks alone $never G-nonadjacent-item G-single-item-realtime
worked alone 100

# Standbys have no SERIALIZABLE.
run serializable postgres:replica --nodes 3 --sync -i serializable -n 2000 -t 4
judged_by serializable snapshot-isolation
grep -q 'node 2 is a standby' "$work/serializable.err" || fail "nobody was told of the standbys"
worked serializable 100

is_empty || fail "left behind: $(ls "$TMPDIR") $(cat "$work/pgrep.out")"

# Nor is anything left of a run that was killed in the middle.
"$minos" run -o "$work/killed" postgres:replica -t 60 >"$work/killed.out" 2>&1 &
victim=$!
until [ -s "$work/killed/history.edn" ] || ! kill -0 "$victim" 2>"$work/kill.out"; do sleep 0.1; done
! is_empty || fail "there was nothing to leave behind"
kill -9 "$victim"
for _ in $(seq 300); do
    ! is_empty || break
    sleep 0.1
done
is_empty || fail "left by a killed run: $(ls "$TMPDIR") $(cat "$work/pgrep.out")"
