#!/bin/sh
# redis_faults.sh - errors of a real Redis under load: each is recorded with the right class, and
# the history is still strict-serializable. If an error were recorded as fail although the
# transaction took effect, elements of failed transactions would be read (G1a).
. tests/live/support/live.sh

need redis:

port=$((30000 + $$ % 2000))
redis-server - <<CONFIGURATION >"$work/server.log" 2>&1 &
port $port
bind 127.0.0.1
save ""
busy-reply-threshold 100
dir $work
CONFIGURATION
server=$!
client=$server
trap 'kill -9 $server $client 2>"$work/kill.err" || :; rm -rf "$work"' EXIT
ask() {
    redis-cli -p "$port" "$@" >>"$work/asked" 2>&1
}
tries=0
until ask ping && grep -q PONG "$work/asked"; do
    tries=$((tries + 1))
    [ $tries -lt 300 ] || fail "the server does not start: $(cat "$work/server.log")"
    sleep 0.1
done

# meet NAME: waits until the history contains that error.
meet() {
    tries=0
    until grep -q ":error \[:$1 " "$folder/history.edn" 2>"$work/grep.err"; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || fail "$level: no $1 in the history"
        sleep 0.05
    done
}

# Each fault lasts until a client has met it. While writes are rejected, only reads continue.
for level in multi lua; do
    folder=$work/$level
    "$minos" run -o "$folder" -i "$level" -t 120 --rate 2000 "redis://127.0.0.1:$port" \
        >"$work/out" 2>"$work/err" &
    client=$!
    ask config set maxmemory 1
    meet server-out-of-memory
    ask config set maxmemory 0
    ask config set min-replicas-to-write 1
    meet not-enough-replicas
    ask config set min-replicas-to-write 0
    ask replicaof 127.0.0.1 1
    meet read-only
    ask config set replica-serve-stale-data no
    meet primary-down
    ask replicaof no one
    ask config set replica-serve-stale-data yes
    ask eval "while true do end" 0 &
    script=$!
    meet busy
    ask script kill
    wait $script || :
    ask client kill type normal
    meet connection-lost
    kill -INT $client
    status=0
    wait $client || status=$?
    [ $status -eq 0 ] || fail "$level: status $status: $(cat "$work/out" "$work/err")"
    clean "$level"
    echo "$level: $(jq -c .history "$folder/results.json")"
    # Only lost connections make outcomes unknown.
    doubts=$(grep -c ':type :info' "$folder/history.edn")
    lost=$(grep -c ':error \[:connection-lost ' "$folder/history.edn")
    [ "$doubts" -eq "$lost" ] || fail "$level: $doubts unknown, $lost connections lost"
done
