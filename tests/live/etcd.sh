#!/bin/sh
# etcd.sh - in etcd, the level is what clients compare: no anomaly if they compare all keys they
# read, only write skew if they compare the keys they write, lost updates if they compare nothing.
# etcd loses nothing when it is killed, and Minos touches no keys but its own.
. tests/live/support/live.sh

need etcd:

# ---- A throw-away cluster ------------------------------------------------------------------------

run cluster etcd: -w rw-register -t 2 --final-reads
clean cluster
judged_by cluster strict-serializable
grep -q ':version' "$work/cluster/history.edn" || fail "no versions were recorded"

# ---- An existing server --------------------------------------------------------------------------

port=$((20000 + $$ % 5000))
peers=$((port + 5000))
target=etcd://127.0.0.1:$port
start_server() {
    etcd --name theirs --data-dir "$work/theirs" --unsafe-no-fsync \
        --listen-client-urls "http://127.0.0.1:$port" \
        --advertise-client-urls "http://127.0.0.1:$port" \
        --listen-peer-urls "http://127.0.0.1:$peers" \
        --initial-advertise-peer-urls "http://127.0.0.1:$peers" \
        --initial-cluster "theirs=http://127.0.0.1:$peers" >>"$work/server.log" 2>&1 &
    server=$!
    trap 'kill -9 $server 2>"$work/kill.err" || :; rm -rf "$work"' EXIT
}
# ask PATH BODY: the answer of the gateway.
ask() {
    curl -s --noproxy '*' "http://127.0.0.1:$port$1" -d "$2"
}
start_server
if ! command -v curl >"$work/curl.path"; then
    skip "curl is not installed, which this test uses to list keys"
fi
tries=0
until ask /v3/maintenance/status '{}' | grep -q leader; do
    tries=$((tries + 1))
    [ $tries -lt 300 ] || fail "the server does not start: $(cat "$work/server.log")"
    sleep 0.1
done

for workload in list-append rw-register set counter; do
    run "strict-$workload" "$target" -w "$workload" -n 1200 --final-reads
    clean "strict-$workload"
done
run nearby "$target" -i serializable -w rw-register -n 1200
clean nearby
judged_by nearby serializable

# First committer wins: two transactions that each read what the other writes both commit.
beyond="G0 G1a G1b G1c G-single-item G-nonadjacent-item lost-update internal"
shows skew G2-item "$beyond" "$target" -i snapshot-isolation -n 2500
[ "$status" -eq 0 ] || fail "snapshot isolation does not hold"
judged_by skew strong-snapshot-isolation
shows skew-register G2-item "$beyond cyclic-versions incompatible-versions" "$target" \
    -i snapshot-isolation \
    -w rw-register -n 2500

# Nothing is compared, so the last writer wins; each transaction still reads one revision.
shows lost lost-update "G0 G1a G1b G1c internal cyclic-versions incompatible-versions" "$target" \
    -i unchecked \
    -w rw-register -n 1500

# ---- Keys of other programs ----------------------------------------------------------------------

# minos_t/1 begins with the prefix; minos_t0 and minos are next to it.
at=$(printf minos_t/1 | base64)
for key in "$at" "$(printf minos_t0 | base64)" "$(printf minos | base64)"; do
    ask /v3/kv/put "{\"key\":\"$key\",\"value\":\"eA==\"}" >>"$work/put.out"
done
status=0
"$minos" run -o "$work/refused" --prefix minos_t -n 10 "$target" >"$work/refused.out" 2>&1 ||
    status=$?
[ $status -eq 255 ] || fail "a prefix in use was accepted"
grep -q "keys that begin with minos_t/" "$work/refused.out" || fail "$(cat "$work/refused.out")"
ask /v3/kv/deleterange "{\"key\":\"$at\"}" >>"$work/put.out"
run foreign "$target" --prefix minos_t -n 500
left=$(ask /v3/kv/range '{"key":"AA==","range_end":"AA==","count_only":true}')
[ "$(echo "$left" | jq -r .count)" -eq 2 ] || fail "keys were not removed, or too many were: $left"

# ---- Killed during a run -------------------------------------------------------------------------

# etcd writes to disk before it acknowledges, so nothing is lost.
killed 1000 -t 3 --final-reads "$target"
[ "$status" -eq 0 ] || fail "killed: status $status, $(cat "$work/killed.out" "$work/killed.err")"
clean killed
grep -q ':error \[:connection-' "$work/killed/history.edn" ||
    fail "no client noticed that the server was killed"

# ---- Users ---------------------------------------------------------------------------------------

word=hush-$$
{
    ask /v3/auth/user/add "{\"name\":\"root\",\"password\":\"$word\"}"
    ask /v3/auth/role/add '{"name":"root"}'
    ask /v3/auth/user/grant '{"user":"root","role":"root"}'
    ask /v3/auth/enable '{}'
} >>"$work/put.out"
run user "etcd://root:$word@127.0.0.1:$port" -n 200
worked user 20
ETCDCTL_PASSWORD=$word run variable "etcd://root@127.0.0.1:$port" -n 200
! grep -rq "$word" "$work/user" "$work"/user.* "$work/variable" "$work"/variable.* ||
    fail "the password is shown"
status=0
"$minos" run -o "$work/wrong" "etcd://root:wrong-$$@127.0.0.1:$port" >"$work/wrong.out" 2>&1 ||
    status=$?
[ "$status" -eq 255 ] || fail "a wrong password ends with status $status"
grep -q "rejected the password" "$work/wrong.out" || fail "$(cat "$work/wrong.out")"
! grep -q "wrong-$$" "$work/wrong.out" || fail "the wrong password is shown"

# ---- Kept ----------------------------------------------------------------------------------------

# A throw-away etcd has no password, which Minos reports; it listens only on the loopback interface.
run kept etcd: --nodes 1 --keep -n 20
grep -q "it has no password" "$work/kept.err" || fail "$(cat "$work/kept.err")"
folder=$(sed -n 's/.*its folder is \([^,]*\), it has no password.*/\1/p' "$work/kept.err")
member=$(grep -l -e "--data-dir=$folder/data" /proc/[0-9]*/cmdline | cut -d/ -f3)
trap 'kill -9 $server $member 2>"$work/kill.err" || :; rm -rf "$work" "$folder"' EXIT
sockets=$(find "/proc/$member/fd" -lname 'socket:*' -printf '%l\n' | tr -dc '0-9\n')
for socket in $sockets; do
    # A listening socket (0A) of any other address than 127.0.0.1 (0100007F).
    if awk -v inode="$socket" \
        '$10 == inode && $4 == "0A" && $2 !~ /^0100007F:/ { found = 1 } END { exit !found }' \
        /proc/net/tcp /proc/net/tcp6; then
        fail "etcd listens on an address other than 127.0.0.1"
    fi
done
