#!/bin/sh
# check.sh - checks that Minos rejects each shrunk history of this folder, for the known reason.
#
#     check.sh MINOS      MINOS: the program
#
# Each history comes from a run of PostgreSQL at SERIALIZABLE. It must violate serializable by one
# cycle (G2-item), and not violate snapshot isolation. Exit status: 0 if all do. Needs jq.
set -eu

minos=${1:?Usage: check.sh MINOS}
minos=$(realpath "$minos")
cd "$(dirname "$0")"
wrong=0
count=0
for history in histories/*.edn; do
    count=$((count + 1))
    status=0
    result=$("$minos" check --json -c serializable "$history") || status=$?
    printf '%s: ' "$history"
    if [ "$status" -eq 1 ] && printf '%s\n' "$result" | jq -e '
        .valid == false and .holds == ["strong-snapshot-isolation"] and
        .anomaly_types == ["G2-item"] and .anomalies["G2-item"].count == 1' >/dev/null; then
        printf '%s\n' "$result" | jq -r '.anomalies["G2-item"].witnesses[0].steps |
            "not serializable: " + (map("\(.from) -\(.kind)-> \(.to)") | join(", "))'
    else
        echo "WRONG: status $status: $result"
        wrong=1
    fi
done
if [ "$count" -lt 5 ]; then
    echo "WRONG: only $count histories"
    wrong=1
fi
exit $wrong
