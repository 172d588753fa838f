#!/bin/sh
# redis.sh - Redis delivers what it claims, with MULTI and with scripts. Minos reports the writes it
# loses when it is killed, and touches no keys but its own.
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
grep -q ', :sets :objects}$' "$work/set-multi/history.edn" ||
    fail "the history does not record how Redis stores sets"

# ---- An existing server --------------------------------------------------------------------------

port=$((20000 + $$ % 10000))
REDISCLI_AUTH=hush-$$
export REDISCLI_AUTH
start_server() {
    # The configuration comes on stdin, so that process lists do not show the password.
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
[ "$(ask dbsize)" -eq 2 ] || fail "keys were not removed, or too many were: $(ask keys '*')"

# Keys that begin with the prefix exist: the run is rejected and changes nothing.
if "$minos" run -o "$work/refused" --prefix minos_other -n 10 "redis://127.0.0.1:$port/3" \
    >"$work/refused.out" 2>&1; then
    fail "a prefix in use was accepted"
fi
grep -q "keys that begin with minos_other:" "$work/refused.out" || fail "$(cat "$work/refused.out")"
[ "$(ask get minos_other:1)" = theirs ] || fail "a key of another program was changed"

# A password is never shown, wherever it comes from; a wrong one is reported.
run shown "redis://default:$REDISCLI_AUTH@127.0.0.1:$port/3" -n 100
! grep -rq "$REDISCLI_AUTH" "$work/shown" "$work"/shown.* "$work/foreign" "$work"/foreign.* ||
    fail "the password is shown"
status=0
"$minos" run -o "$work/wrong" "redis://:wrong-$$@127.0.0.1:$port/3" >"$work/wrong.out" 2>&1 ||
    status=$?
[ "$status" -eq 255 ] || fail "a wrong password ends with status $status"
grep -q "rejected the password" "$work/wrong.out" || fail "$(cat "$work/wrong.out")"
! grep -q "wrong-$$" "$work/wrong.out" || fail "the wrong password is shown"

# ---- Killed during a run -------------------------------------------------------------------------

# It stores nothing on disk, so lists are shorter after its restart.
killed 2000 -t 8 "redis://127.0.0.1:$port/3"
[ "$status" -eq 1 ] ||
    fail "lost writes not found: status $status, $(cat "$work/killed.out" "$work/killed.err")"
grep -q "restarted during the run" "$work/killed.err" ||
    fail "the restart is not reported: $(cat "$work/killed.err")"
[ "$(jq .history.info "$work/killed/results.json")" -gt 0 ] ||
    fail "no transaction has an unknown outcome although the server was killed"
echo "killed: $(types killed)"
