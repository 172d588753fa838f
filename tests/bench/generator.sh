#!/bin/sh
# The benchmark's generator keeps its word: same options, same bytes; strict histories are
# strict-serializable in both formats; read-committed ones are that, and no more.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
generate=$MINOS_BUILD_DIR/bench/generate

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

for seed in 1 2 3; do
    for format in edn json; do
        "$generate" --transactions 2000 --seed $seed --format $format >"$work/strict"
        "$generate" --transactions 2000 --seed $seed --format $format >"$work/again"
        cmp "$work/strict" "$work/again"
        expect 0 "$MINOS_BINARY" check "$work/strict"
        "$generate" --transactions 2000 --seed $seed --format $format --processes 40 \
            --isolation read-committed >"$work/weak"
        expect 0 "$MINOS_BINARY" check -c read-committed "$work/weak"
        expect 1 "$MINOS_BINARY" check -c serializable "$work/weak"
    done
done
"$generate" --transactions 2000 --seed 2 >"$work/other"
if cmp -s "$work/other" "$work/again"; then
    echo "another seed gave the same history" >&2
    exit 1
fi
expect 2 "$generate" --transactions many
expect 2 "$generate" --unknown 1
