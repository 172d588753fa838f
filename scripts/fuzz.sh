#!/bin/sh
# fuzz.sh - runs the libFuzzer targets, starting from tests/fuzz/corpus.
#
#   fuzz.sh BUILD_DIR SECONDS      each target for SECONDS, with a random seed: finds new inputs
#   fuzz.sh BUILD_DIR --runs [N]   each target for N (default 1) times its number of runs with a
#                                  fixed seed, two at a time: the same inputs every time, for CI
#
# Both replay the corpus first. New inputs are kept in BUILD_DIR/found/<name>, crashing inputs in
# BUILD_DIR/crashes/. The exit status is 1 if an input crashes.
set -eu

# plan NAME: sets $runs (10 to 60 seconds) and $words (dictionaries in tests/fuzz).
plan() {
    case $1 in
    check) runs=30000 words='edn json' ;;
    convert) runs=20000 words='edn json dbcop' ;;
    edn) runs=150000 words=edn ;;
    json) runs=180000 words=json ;;
    plume) runs=60000 words=lines ;;
    awdit) runs=60000 words=lines ;;
    dbcop) runs=40000 words=dbcop ;;
    dbcop_json) runs=40000 words='dbcop json' ;;
    dbcop_text) runs=40000 words=dbcop ;;
    order) runs=800000 words=edn ;;
    certificate) runs=100000 words=certificate ;;
    cobra) runs=200000 words= ;;
    formats) runs=40000 words='json dbcop' ;;
    timekiller | viper) runs=80000 words='json stamps' ;;
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

# libFuzzer learns from compared values, pointers included: runs repeat only at fixed addresses.
same_addresses() {
    if setarch "$(uname -m)" -R true 2>/dev/null; then
        setarch "$(uname -m)" -R "$@"
    else
        echo "fuzz: cannot disable address randomisation; runs may differ" >&2
        "$@"
    fi
}

# fuzz_one BUILD_DIR NAME FLAG...: replays the corpus, then fuzzes from it. The corpus is sorted and
# not reloaded while fuzzing, so that the flags alone determine the inputs.
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
            same_addresses "$program" "$@" ${words:+-dict="$build/$name.dict"} \
                -seed_inputs="@$build/$name.list" -shuffle=0 -reload=0 -max_len=8192 -timeout=60 \
                -rss_limit_mb=2048 -print_final_stats=1 \
                -artifact_prefix="$build/crashes/$name-" "$found"
    } >"$log" 2>&1 || {
        tail -n 60 "$log"
        echo "fuzz: $name FAILED; a new crashing input is in $build/crashes/" >&2
        return 1
    }
    sed -n 's/^stat::number_of_executed_units: *//p' "$log" |
        xargs printf 'fuzz: %s: %s executions, no crash\n' "$name"
}

# The targets that are built.
targets() {
    for source in tests/fuzz/fuzz_*.c; do
        name=$(basename "$source" .c)
        if [ -x "$1/tests/$name" ]; then
            echo "${name#fuzz_}"
        else
            echo "fuzz: SKIPPED: $name is not built" >&2
        fi
    done
}

build=$1
case $2 in
--one) # fuzz.sh BUILD_DIR --one N NAME: one target of --runs N
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
