# live.sh - functions for the scripts that test real databases: run minos and check what it found.
#
# Sourced from the source root. What a run shows is partly chance: `shows` tries a few seeds until
# all required anomalies were found; forbidden anomalies must be absent in each of them.
set -eu

minos=${MINOS_BINARY:-build/minos}
work=$(mktemp -d "${TMPDIR:-/tmp}/minos-live-XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

skip() {
    echo "SKIPPED: $*"
    exit 77
}

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# need TARGET: skips the test if minos cannot run TARGET here.
need() {
    if ! "$minos" run -q --transactions 20 -o "$work/need" "$1" >"$work/need.out" 2>&1; then
        case $(cat "$work/need.out") in
        *"built without"* | *"not installed"*) skip "$(tail -1 "$work/need.out")" ;;
        esac
    fi
}

# run NAME ARGUMENT...: a run whose report is $work/NAME. Its exit status is in $status; a status
# that is not a verdict fails the test.
run() {
    name=$1
    shift
    rm -rf "${work:?}/$name"
    status=0
    "$minos" run -o "$work/$name" "$@" >"$work/$name.out" 2>"$work/$name.err" || status=$?
    case $status in
    0 | 1) echo "$name: $(head -1 "$work/$name.out")" ;;
    *)
        cat "$work/$name.out" "$work/$name.err" >&2
        fail "minos run $* ended with status $status"
        ;;
    esac
}

# found NAME ANOMALY: whether it was found in that run.
found() {
    jq -e --arg name "$2" '.anomaly_types | index($name) != null' "$work/$1/results.json" \
        >"$work/jq.out"
}

# has NAME ANOMALY...: all of them; lacks NAME ANOMALY...: none of them.
has() {
    of=$1
    shift
    for anomaly in "$@"; do
        found "$of" "$anomaly" || fail "$of: $anomaly was not found, only $(types "$of")"
    done
}

lacks() {
    of=$1
    shift
    for anomaly in "$@"; do
        ! found "$of" "$anomaly" || fail "$of: $anomaly was found"
    done
}

types() {
    jq -c .anomaly_types "$work/$1/results.json"
}

# clean NAME: no anomaly was found, in a run that committed transactions.
clean() {
    [ "$(types "$1")" = '[]' ] || fail "$1: found $(types "$1")"
    worked "$1" 100
}

# judged_by NAME MODEL: the run was judged by MODEL.
judged_by() {
    jq -e --arg model "$2" '.models == [$model]' "$work/$1/results.json" >"$work/jq.out" ||
        fail "$1: judged by $(jq -c .models "$work/$1/results.json")"
}

# worked NAME N: at least N transactions succeeded.
worked() {
    ok=$(jq .history.ok "$work/$1/results.json")
    [ "$ok" -ge "$2" ] || fail "$1: only $ok transactions succeeded"
}

# shows NAME "MUST" "MUST NOT" ARGUMENT...: runs with one of $seeds after the other until all of
# MUST were found.
seeds="1 2 3"
shows() {
    shown=$1
    must=$2
    must_not=$3
    shift 3
    for seed in $seeds; do
        run "$shown" --seed "$seed" "$@"
        # shellcheck disable=SC2086 # one word for each anomaly
        lacks "$shown" $must_not
        missing=
        for anomaly in $must; do
            found "$shown" "$anomaly" || missing="$missing $anomaly"
        done
        [ -n "$missing" ] || return 0
        echo "$shown: seed $seed did not show$missing"
    done
    fail "$shown: none of seeds $seeds showed$missing"
}

# killed LINES ARGUMENT...: a run whose report is $work/killed and whose exit status is in $status.
# After LINES recorded lines it kills $server, and start_server starts it again.
killed() {
    lines=$1
    shift
    status=0
    "$minos" run -o "$work/killed" --min-answered 0 "$@" >"$work/killed.out" 2>"$work/killed.err" &
    client=$!
    tries=0
    until [ -s "$work/killed/history.edn" ] &&
        [ "$(wc -l <"$work/killed/history.edn")" -gt "$lines" ]; do
        tries=$((tries + 1))
        [ $tries -lt 300 ] || fail "nothing is recorded: $(cat "$work/killed.err")"
        sleep 0.02
    done
    kill -9 "$server"
    wait "$server" || :
    start_server
    wait "$client" || status=$?
}
