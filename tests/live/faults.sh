#!/bin/sh
# faults.sh - real databases under faults: durable databases lose nothing, others do; clients
# reconnect, every fault is in the history, and nothing is left behind.
. tests/live/support/live.sh
. tests/live/support/postgres_conflict.sh

need redis:
chmod 711 "$work"
mkdir -m 1777 "$work/tmp"
TMPDIR=$work/tmp
export TMPDIR

# faults_of NAME FUNCTION...: each was completed.
faults_of() {
    of=$1
    shift
    for function in "$@"; do
        grep -q ":process :nemesis, :f :$function, .*:outcome :done" "$work/$of/history.edn" ||
            fail "$of: no $function"
    done
    ! grep -q ':outcome "' "$work/$of/history.edn" ||
        fail "$of: $(grep ':outcome "' "$work/$of/history.edn")"
}

# come_back NAME CLIENTS: every client committed a transaction after the first half of the faults.
come_back() {
    half=$(($(grep -c ':process :nemesis' "$work/$1/history.edn") / 2))
    awk -v half="$half" -v clients="$2" '
        /:process :nemesis/ { seen++ }
        /:type :ok/ && seen >= half {
            match($0, /:process [0-9]+/)
            back[substr($0, RSTART + 9, RLENGTH - 9) % clients] = 1
        }
        END {
            for (i = 0; i < clients; i++) {
                if (!(i in back)) { print "client " i " is not back"; exit 1 }
            }
        }
    ' "$work/$1/history.edn" || fail "$1: not all clients came back"
}

# Network faults and pauses do not make Redis lose or reorder anything.
run redis redis: -t 4 -p 5 --rate 500 --timeout 1 --faults pause,reset,delay,partition \
    --fault-every 0.4 --fault-for 0.2
clean redis
faults_of redis pause resume reset start-delay stop-delay start-partition stop-partition
come_back redis 5
# Pauses have an end, so the report shades them.
pauses='[.faults[] | select(.f == ":pause" and .until != null)] | length'
[ "$(jq "$pauses" "$work/redis/results.json")" -gt 0 ] ||
    fail "redis: pauses have no end: $(jq -c .faults "$work/redis/results.json")"

# Redis stores nothing on disk.
run forgets redis: -t 2 -p 5 --rate 500 --faults kill --fault-every 0.7 --fault-for 0.1
faults_of forgets kill start
has forgets lost-write

# ---- Durability ----------------------------------------------------------------------------------

# durable NAME ARGUMENT...: loses nothing although it is killed repeatedly.
durable() {
    run "$@" --faults kill --fault-every 1 --fault-for 0.1
    faults_of "$1" kill start
    lacks "$1" lost-write G1a G1b G1c G0 incompatible-order garbage-read
    worked "$1" 100
}

# possible TARGET: whether the target can run here; if not, prints why.
possible() {
    rm -rf "$work/need"
    (need "$1")
}

if possible postgres:; then
    durable postgres postgres: -i serializable -t 3
    serializable postgres
    report_known_conflicts
    shows postgres-off "lost-write" "garbage-read" postgres: -i serializable -t 3 \
        --server-option durability=off \
        --faults kill --fault-every 1 --fault-for 0.1
fi
if possible mariadb:; then
    durable mariadb mariadb: -t 2
    shows mariadb-off "lost-write" "garbage-read" mariadb: -t 3 --server-option durability=off \
        --faults kill --fault-every 1 --fault-for 0.1
fi

[ -z "$(ls -A "$work/tmp")" ] || fail "left behind: $(ls -A "$work/tmp")"
