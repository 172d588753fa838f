#!/bin/sh
# postgres_conflict.sh - looks for PostgreSQL's known conflict at SERIALIZABLE and reports its rate.
#
#   postgres_conflict.sh [SECONDS [SEED...]]      default: 40 seconds for each of seeds 1, 2 and 3
#
# Not part of `make test`: it needs minutes, and the number of conflicts is chance. `make soak` and
# `make findings-hunt` run it. With fsync on a commit takes longer, 20 clients make more of them
# concurrent, and final reads show the order of all writes. Fails on an anomaly of any other shape.
. tests/live/support/live.sh
. tests/live/support/postgres_conflict.sh

need postgres:
seconds=${1:-40}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- 1 2 3

acknowledged=0
for seed in "$@"; do
    run "seed-$seed" postgres: -i serializable --server-option fsync=on -p 20 --final-reads \
        --max-witnesses 1000 -t "$seconds" -s "$seed"
    serializable "seed-$seed"
    acknowledged=$((acknowledged + $(jq .history.ok "$work/seed-$seed/results.json")))
done
report_known_conflicts
awk -v seen="$known_conflicts" -v ok="$acknowledged" 'BEGIN {
    printf "%d in %d acknowledged transactions: %.2f per 100,000\n", seen, ok, 1e5 * seen / ok
}'
