#!/bin/sh
# galera.sh - what a healthy Galera cluster of three does with clients at all of its nodes.
#
# At SERIALIZABLE nodes may block each other for good; what a client was not told by then is unknown, and the run
# ends all the same.
. tests/live/support/live.sh

# Where its nodes are, and nothing else: other users must get there.
mkdir "$work/nodes"
chmod 711 "$work"
chmod 777 "$work/nodes"
TMPDIR=$work/nodes
export TMPDIR

need galera:

# What no level shows: nodes agree on what was committed, in which order.
never="lost-write garbage-read duplicate-elements future-read G0 G1a G1b G1c incompatible-order"

# First committer wins between nodes, but only there; and a node may be behind what another has acknowledged.
shows repeatable-read "lost-update G-single-item-realtime" "$never" galera: -t 3
judged_by repeatable-read repeatable-read
[ "$status" -eq 1 ] || fail "repeatable-read: lost updates, and yet it holds"

# Reads take locks, which other nodes know nothing of.
shows serializable "G2-item" "$never" galera: -i serializable -t 3 --timeout 3
judged_by serializable repeatable-read
[ "$status" -eq 1 ] || fail "serializable: write skew, and yet repeatable read holds"

[ -z "$(ls -A "$work/nodes")" ] || fail "left: $(ls -A "$work/nodes")"
