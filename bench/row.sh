# shellcheck shell=sh disable=SC2154 row.sh - functions that make and measure one history. Sourced
# by run.sh, which sets $bench, $build, $folder, $history and $limit_s.
#
# A row is one line of JSON in $folder/rows; row.jq describes it. Each row is also printed as text
# at once, because a series takes minutes.

rival=${MINOS_BENCH_RIVAL:-}
rival_name=${rival%%=*}
rival_command=${rival#*=}
: >"$folder/rows"
: >"$folder/skipped"

# ---- Histories -----------------------------------------------------------------------------------

# simulate SIZE [OPTION...]: the workload of the Elle paper's section 7.5.
simulate() {
    transactions=$1
    shift
    "$build/minos" sim -n "$transactions" -k 100 --key-distribution uniform --max-length 5 \
        --max-writes-per-key 100 "$@" -o "$history"
}

# simulate_line SIZE FORMAT: the same as one vector or array on a single line.
simulate_line() {
    simulate "$1" -f "$2"
    case $2 in json) separator=, ;; *) separator=' ' ;; esac
    { printf '[' && paste -s -d "$separator" "$history" && printf ']'; } | tr -d '\n' \
        >"$folder/line"
    mv "$folder/line" "$history"
}

# generate SHAPE SIZE WORKLOAD [clean]
generate() {
    "$build/bench/hostile" "$@" >"$history"
}

# ---- Skipped histories ---------------------------------------------------------------------------

# skip NAME REASON
skip() {
    echo "$1: skipped: $2"
    jq -cn --arg name "$1" --arg reason "$2" '{$name, $reason}' >>"$folder/skipped"
}

# large_wanted NAME BYTES: whether large histories are enabled and the disk has room for this one.
large_wanted() {
    free_kb=$(df -Pk "$folder" | awk 'NR == 2 { print $4 }')
    if [ "${MINOS_BENCH_LARGE:-0}" != 1 ]; then
        skip "$1" "MINOS_BENCH_LARGE is not 1"
    elif [ $((free_kb / 1024)) -lt $(($2 / 1024 / 1024)) ]; then
        skip "$1" "$(($2 / 1000000)) MB of disk needed, $((free_kb / 1000)) MB free"
    else
        return 0
    fi
    return 1
}

# ---- Measuring -----------------------------------------------------------------------------------

# Small histories are too fast for one run to be precise; for large ones a single run is enough.
repeats() {
    if [ -n "${MINOS_BENCH_REPEAT:-}" ]; then
        echo "$MINOS_BENCH_REPEAT"
    elif [ "$1" -ge 4000000 ]; then
        echo 1
    elif [ "$1" -ge 1000000 ]; then
        echo 3
    else
        echo 5
    fi
}

# cost OPTION... COMMAND...: what COMMAND costs, as JSON (bench/measure).
cost() {
    "$build/bench/measure" --limit "$limit_s" "$@"
}

# rival SIZE: what the other checker costs, or null. Its exit status is recorded, not judged.
rival() {
    if [ -z "$rival_name" ] || [ "$1" -gt "$full" ]; then
        echo null
        return
    fi
    command=$(printf '%s' "$rival_command" | sed "s|{file}|$history|g")
    cost --memory sh -c "exec $command" 2>>"$folder/rival.log"
}

# measure NAME SIZE STATUS AGAINST [OPTION...]: one row, NAME/SIZE, of `minos check OPTION...`.
# AGAINST: rows to compare with, "kind=row kind=row". The first command warms the page cache for
# all.
measure() {
    row=$1/$2 row_size=$2 expected=$3 row_against=$4
    shift 4
    times=$(repeats "$row_size")
    lines=$(cost --repeat "$times" wc -l "$history")
    memory=$(cost --memory --expect "$expected" --output "$folder/verdict" \
        "$build/minos" check --json "$@" "$history" 2>"$folder/errors") || fail "$row"
    time=$memory
    case $memory in
    *'"stopped":false'*)
        time=$(cost --repeat "$times" --expect "$expected" \
            "$build/minos" check -q "$@" "$history" 2>"$folder/errors") || fail "$row"
        ;;
    esac
    other=$(rival "$row_size")
    jq -rn --arg name "$row" --argjson size "$row_size" --arg against "$row_against" \
        --argjson bytes "$(wc -c <"$history")" --argjson lines "$lines" --argjson time "$time" \
        --argjson memory "$memory" --arg rival_name "$rival_name" --argjson rival "$other" \
        --slurpfile verdict "$folder/verdict" \
        -L "$bench" -f "$bench/row.jq" >"$folder/row"
    head -n 1 "$folder/row" >>"$folder/rows"
    tail -n 1 "$folder/row"
}

fail() {
    echo "run.sh: $1:" >&2
    cat "$folder/errors" >&2
    exit 1
}

table_head() {
    cat "$bench/columns.txt"
}

# ---- The machine ---------------------------------------------------------------------------------

machine() {
    compiler=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
    memory_kb=$(sed -n 's/^MemTotal: *\([0-9]*\) kB/\1/p' /proc/meminfo)
    jq -n --arg minos "$("$build/minos" --version | head -n 1)" \
        --arg commit "$(git -C "$bench" rev-parse --short HEAD 2>/dev/null || echo unknown)" \
        --arg processor "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" \
        --argjson cores "$(nproc)" \
        --argjson memory_bytes "$((memory_kb * 1024))" \
        --arg kernel "$(uname -srm)" --arg compiler "$("$compiler" --version | head -n 1)" \
        --argjson load_before "$load_before" \
        --arg timed_runs "${MINOS_BENCH_REPEAT:-1 to 5, by size}" \
        '{$minos, $commit, machine: {$processor, $cores, $memory_bytes, $kernel, $compiler,
            $load_before, $timed_runs}}'
}

load_before=$(cut -d' ' -f1 /proc/loadavg)
