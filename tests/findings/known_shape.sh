#!/bin/sh
# The predicate of the live tests (tests/live/support/postgres_conflict.jq) accepts PostgreSQL's
# known cycle and nothing else. The first line of each history of shapes/ says what the predicate
# answers: it accepts those of known/, those of other/ are near misses.
set -eu
cd "$MINOS_SOURCE_DIR"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
wrong=0
count=0

# shape SHRUNK EXPECTED HISTORY OPTION...: what the predicate says about HISTORY.
shape() {
    shrunk=$1
    expected=$2
    shift 2
    count=$((count + 1))
    status=0
    "$MINOS_BINARY" check --json -c serializable "$@" >"$work/results.json" || status=$?
    [ "$status" -le 1 ] || echo "$1: status $status"
    said=$(jq -c --argjson shrunk "$shrunk" -f tests/live/support/postgres_conflict.jq \
        "$work/results.json")
    if [ "$said" != "$expected" ]; then
        echo "$1 (shrunk $shrunk): $said, expected $expected"
        wrong=1
    fi
}

known='{"known":1,"other":[]}'
for history in examples/findings/postgresql-serializable/histories/*.edn; do
    shape true "$known" "$history"
    case $history in
    *-skew.edn) shape false '{"known":0,"other":["G2-item: only 2 transactions"]}' "$history" ;;
    *) shape false "$known" "$history" ;;
    esac
done
for history in tests/findings/shapes/known/*.edn tests/findings/shapes/other/*.edn; do
    shape false "$(sed -n '1s/^; expect //p' "$history")" "$history"
done
# Only if every witness was kept are all of them known.
shape false '{"known":0,"other":["G2-item: only 1 of 2 witnesses were kept"]}' \
    tests/findings/shapes/known/twice.edn --max-witnesses 1
if [ "$count" -lt 26 ]; then
    echo "only $count histories"
    wrong=1
fi
exit $wrong
