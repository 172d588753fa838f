#!/bin/sh
# fuzz.sh - run each libFuzzer target for a while, from the corpus of the tests.
#
#   fuzz.sh BUILD_DIR SECONDS      seconds for each target
#
# New inputs stay in BUILD_DIR/found/<name>; what crashes goes to BUILD_DIR/crashes/ and ends the run.
set -eu

build=$1
seconds=$2
ran=0

for source in tests/fuzz/fuzz_*.c; do
    [ -e "$source" ] || continue
    name=$(basename "$source" .c)
    name=${name#fuzz_}
    found=$build/found/$name
    mkdir -p "$found" "$build/crashes" "tests/fuzz/corpus/$name"
    echo "fuzz: $name for $seconds s"
    "$build/tests/fuzz_$name" -max_total_time="$seconds" -timeout=25 -rss_limit_mb=2048 \
        -print_final_stats=1 -artifact_prefix="$build/crashes/$name-" \
        "$found" "tests/fuzz/corpus/$name" >"$build/$name.log" 2>&1 || {
        tail -n 60 "$build/$name.log"
        echo "fuzz: $name failed; the input is in $build/crashes/" >&2
        exit 1
    }
    grep -E 'stat::(number_of_executed_units|average_exec_per_sec|new_units_added)' "$build/$name.log"
    ran=$((ran + 1))
done
echo "fuzz: $ran targets, nothing found"
