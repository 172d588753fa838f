#!/bin/sh
# fuzz.sh - run the libFuzzer targets from the corpus of the tests.
#
#   fuzz.sh BUILD_DIR SECONDS      each target for that long, with a seed of its own: finds new things
#   fuzz.sh BUILD_DIR --runs [N]   each target for a fixed number of runs (times N, 1 if not given) with
#                                  fixed seeds, two at a time: the same inputs whenever it runs, for CI
#
# Both replay the corpus first. New inputs stay in BUILD_DIR/found/<name>. An input that crashes goes
# to BUILD_DIR/crashes/ and makes the status 1.
set -eu

# plan NAME: sets $runs, of 10 to 60 seconds, and $words, the dictionaries in tests/fuzz.
plan() {
    case $1 in
    check) runs=30000 words='edn json' ;;
    edn) runs=150000 words=edn ;;
    json) runs=180000 words=json ;;
    order) runs=800000 words=edn ;;
    reading) runs=60000 words='edn json' ;;
    results) runs=80000 words=results ;;
    exec) runs=1000000 words=answers ;;
    etcd) runs=500000 words=answers ;;
    redis) runs=200000 words=answers ;;
    rows) runs=12000 words=answers ;;
    options) runs=150000 words=options ;;
    *)
        echo "fuzz.sh: no plan for the target $1" >&2
        exit 1
        ;;
    esac
}

# libFuzzer learns from the values that the program compares, pointers among them: only at fixed
# addresses is a run the same each time.
same_addresses() {
    if setarch "$(uname -m)" -R true 2>/dev/null; then
        setarch "$(uname -m)" -R "$@"
    else
        echo "fuzz: addresses cannot be fixed here; runs may differ" >&2
        "$@"
    fi
}

# fuzz_one BUILD_DIR NAME FLAG...: replays the corpus, whole files, then goes on from it. The corpus is in
# order and not read again while fuzzing, so that the flags alone decide what is tried.
fuzz_one() {
    build=$1
    name=$2
    shift 2
    program=$build/tests/fuzz_$name
    found=$build/found/$name
    log=$build/$name.log
    mkdir -p "$found" "$build/crashes"
    for word in $words; do
        cat "tests/fuzz/$word.dict"
    done >"$build/$name.dict"
    find "tests/fuzz/corpus/$name" -type f | LC_ALL=C sort >"$build/$name.seeds"
    paste -s -d, "$build/$name.seeds" >"$build/$name.list"
    {
        xargs "$program" -timeout=60 <"$build/$name.seeds" &&
            same_addresses "$program" "$@" -dict="$build/$name.dict" \
                -seed_inputs="@$build/$name.list" -shuffle=0 -reload=0 -max_len=8192 -timeout=60 \
                -rss_limit_mb=2048 -print_final_stats=1 \
                -artifact_prefix="$build/crashes/$name-" "$found"
    } >"$log" 2>&1 || {
        tail -n 60 "$log"
        echo "fuzz: $name FAILED; an input that is new is in $build/crashes/" >&2
        return 1
    }
    sed -n 's/^stat::number_of_executed_units: *//p' "$log" |
        xargs printf 'fuzz: %s: %s executions, nothing found\n' "$name"
}

# The targets that are built, of those that have a source.
targets() {
    for source in tests/fuzz/fuzz_*.c; do
        name=$(basename "$source" .c)
        if [ -x "$1/tests/$name" ]; then
            echo "${name#fuzz_}"
        else
            echo "fuzz: $name is not built and SKIPPED" >&2
        fi
    done
}

build=$1
case $2 in
--one) # fuzz.sh BUILD_DIR --one TIMES NAME: what --runs does for each target
    plan "$4"
    rm -rf "$build/found/$4"
    fuzz_one "$build" "$4" -seed=1 -runs=$((runs * $3))
    ;;
--runs)
    targets "$build" | xargs -P 2 -n 1 sh "$0" "$build" --one "${3:-1}"
    ;;
*)
    for name in $(targets "$build"); do
        plan "$name"
        fuzz_one "$build" "$name" -max_total_time="$2"
    done
    ;;
esac
