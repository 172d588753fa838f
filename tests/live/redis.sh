#!/bin/sh
# redis.sh - Redis holds what it claims, with MULTI and with scripts; forgets when it is killed, which is found out;
# and nobody else's keys are touched.
. tests/live/support/live.sh

need redis:

for workload in list-append rw-register set counter; do
    for level in multi lua; do
        run "$workload-$level" redis: -i "$level" -w "$workload" -n 3000 --final-reads
        clean "$workload-$level"
        [ "$status" -eq 0 ] || fail "$workload, $level: strict serializability does not hold"
    done
done

# A set is one object, and the history says so.
grep -q ', :sets :objects}$' "$work/set-multi/history.edn" || fail "the history does not say how Redis keeps sets"

# ---- A server of somebody else ----------------------------------------------------------------------

port=$((20000 + $$ % 10000))
REDISCLI_AUTH=hush-$$
export REDISCLI_AUTH
start_server() {
    # The configuration comes on stdin, so that the password is in no list of processes.
    redis-server - <<CONFIGURATION >"$work/server.log" 2>&1 &
port $port
bind 127.0.0.1
requirepass $REDISCLI_AUTH
save ""
dir $work
CONFIGURATION
    server=$!
    trap 'kill -9 $server 2>"$work/kill.err" || :; rm -rf "$work"' EXIT
    tries=0
    until redis-cli -p "$port" ping 2>&1 | grep -q PONG; do
        tries=$((tries + 1))
        [ $tries -lt 300 ] || fail "the server does not start: $(cat "$work/server.log")"
        sleep 0.1
    done
}
ask() {
    redis-cli -p "$port" -n 3 "$@"
}

start_server
ask set minos_other:1 theirs >"$work/set.out"
ask set precious theirs >>"$work/set.out"
run foreign "redis://127.0.0.1:$port/3" --prefix minos_mine -n 500
clean foreign
[ "$(ask dbsize)" -eq 2 ] || fail "keys were left behind or deleted: $(ask keys '*')"

# What begins with the prefix is not ours, and is refused untouched.
if "$minos" run -o "$work/refused" --prefix minos_other -n 10 "redis://127.0.0.1:$port/3" >"$work/refused.out" 2>&1; then
    fail "a prefix that is in use was taken"
fi
grep -q "keys that begin with minos_other:" "$work/refused.out" || fail "$(cat "$work/refused.out")"
[ "$(ask get minos_other:1)" = theirs ] || fail "somebody else's key was changed"

# A password is shown nowhere, wherever it comes from; a wrong one says so.
run shown "redis://default:$REDISCLI_AUTH@127.0.0.1:$port/3" -n 100
! grep -rq "$REDISCLI_AUTH" "$work/shown" "$work"/shown.* "$work/foreign" "$work"/foreign.* || fail "the password is shown"
status=0
"$minos" run -o "$work/wrong" "redis://:wrong-$$@127.0.0.1:$port/3" >"$work/wrong.out" 2>&1 || status=$?
[ "$status" -eq 255 ] || fail "a wrong password ends with status $status"
grep -q "rejected the password" "$work/wrong.out" || fail "$(cat "$work/wrong.out")"
! grep -q "wrong-$$" "$work/wrong.out" || fail "the wrong password is shown"

# ---- Killed in the middle ---------------------------------------------------------------------------

# It keeps nothing on disk, so once it is back, lists that grew have shrunk.
killed 2000 -t 8 "redis://127.0.0.1:$port/3"
[ "$status" -eq 1 ] || fail "what was forgotten was not found out: status $status, $(cat "$work/killed.out" "$work/killed.err")"
grep -q "restarted during the run" "$work/killed.err" || fail "no word of the restart: $(cat "$work/killed.err")"
[ "$(jq .history.info "$work/killed/results.json")" -gt 0 ] || fail "nothing was unknown when the server was killed"
echo "killed: $(types killed)"
