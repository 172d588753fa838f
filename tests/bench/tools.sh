#!/bin/sh
# The programs of the benchmark: `hostile` gives the same bytes for the same arguments and rejects
# unknown ones; `measure` reports exit statuses, kills a command that takes too long together with
# its children, and counts allocated memory, not mapped memory.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
hostile=$MINOS_BUILD_DIR/bench/hostile
measure=$MINOS_BUILD_DIR/bench/measure

# expect STATUS COMMAND...
expect() {
    wanted=$1
    shift
    status=0
    "$@" >"$work/output" 2>&1 || status=$?
    if [ "$status" -ne "$wanted" ]; then
        cat "$work/output"
        echo "status $status, expected $wanted: $*" >&2
        exit 1
    fi
}

# says FILTER: true of the last output.
says() {
    jq -e "$1" "$work/output" >/dev/null || {
        cat "$work/output"
        echo "expected: $1" >&2
        exit 1
    }
}

"$hostile" --list >"$work/shapes"
while read -r shape workload status _ twin _; do
    "$hostile" "$shape" 100 "$workload" >"$work/once"
    "$hostile" "$shape" 100 "$workload" >"$work/again"
    cmp "$work/once" "$work/again"
    expect "$status" "$MINOS_BINARY" check -m "$workload" "$work/once"
    if [ "$twin" = twin ]; then
        "$hostile" "$shape" 100 "$workload" clean >"$work/clean"
        expect 0 "$MINOS_BINARY" check -m "$workload" "$work/clean"
    fi
done <"$work/shapes"
expect 2 "$hostile" unknown 100
expect 2 "$hostile" one-key many
expect 2 "$hostile" one-key 1
expect 2 "$hostile" one-key 100 unknown
expect 2 "$hostile" one-key 100 list-append clean
expect 2 "$hostile" nested-field 100 set

expect 0 "$measure" --repeat 3 sh -c 'exit 3'
says '.status == 3 and .stopped == false and .wall_s > 0 and has("anon_bytes") == false'
expect 1 "$measure" --expect 0 false
expect 0 "$measure" --limit 1 sh -c 'sleep 600 & wait'
says '.stopped and .wall_s < 60'
expect 0 "$measure" --output "$work/text" echo text
[ "$(cat "$work/text")" = text ]
# Sorting holds all lines in memory; counting them does not.
seq 500000 >"$work/lines"
expect 0 "$measure" --memory sort -S 100M -R "$work/lines"
says '.anon_bytes > 3000000 and .anon_bytes <= .rss_bytes'
expect 0 "$measure" --memory wc -l "$work/lines"
says '.anon_bytes < 3000000'
expect 2 "$measure"
expect 2 "$measure" --repeat 0 true
expect 2 "$measure" --unknown 1 true
