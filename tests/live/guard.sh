#!/bin/sh
# guard.sh - the guard process of a throw-away server is killed or stopped during a run. Killed: its
# server dies with it, nothing is left, and the run reports that and exits with status 255. Stopped:
# the run ends normally.
. tests/live/support/live.sh

[ -e "/proc/$$/task/$$/children" ] || skip "the kernel does not list child processes"

# Servers do not run as root, but must have access to their folders.
chmod 711 "$work"
mkdir -m 1777 "$work/tmp"
export TMPDIR="$work/tmp"

# begin NAME TARGET...: a run in the background; $client is its pid, $guard the pid of its guard.
begin() {
    name=$1
    shift
    "$minos" run -q -o "$work/$name" "$@" >"$work/$name.out" 2>&1 &
    client=$!
    tries=0
    until [ -s "$work/$name/history.edn" ] && [ "$(wc -l <"$work/$name/history.edn")" -gt 20 ]; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || fail "nothing is recorded: $(cat "$work/$name.out")"
        kill -0 "$client" || return 1
        sleep 0.05
    done
    guard=$(cut -d' ' -f1 "/proc/$client/task/$client/children")
    [ -n "$guard" ] || fail "$name: no process guards the server"
}

tested=0
for target in redis: postgres: mariadb: etcd:; do
    begin killed "$target" -t 60 || {
        echo "SKIPPED: $(tail -1 "$work/killed.out")"
        continue
    }
    server=$(cut -d' ' -f1 "/proc/$guard/task/$guard/children")
    kill -9 "$guard"
    status=0
    wait "$client" || status=$?
    [ "$status" -eq 255 ] ||
        fail "$target: status $status without a guard: $(cat "$work/killed.out")"
    grep -q "guard process $guard of the throw-away server was killed" "$work/killed.out" ||
        fail "$(cat "$work/killed.out")"
    grep -q "its server and folder were removed" "$work/killed.out" ||
        fail "$(cat "$work/killed.out")"
    [ ! -e "/proc/$server" ] || fail "$target: the server still runs"
    [ -z "$(ls "$TMPDIR")" ] || fail "$target: left behind: $(ls "$TMPDIR")"
    rm -r "$work/killed"
    tested=$((tested + 1))
    echo "$target: nothing is left"
done
[ "$tested" -gt 0 ] || skip "no server is installed"

begin stopped redis: -t 2 || skip "$(tail -1 "$work/stopped.out")"
kill -STOP "$guard"
status=0
wait "$client" || status=$?
[ "$status" -le 1 ] ||
    fail "redis:: status $status with a stopped guard: $(cat "$work/stopped.out")"
[ -z "$(ls "$TMPDIR")" ] || fail "redis:: left behind: $(ls "$TMPDIR")"
