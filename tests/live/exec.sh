#!/bin/sh
# exec.sh - programs as databases: the examples deliver what they claim or Minos reports them; a
# malformed answer ends the run, a program that dies does not; no process is left behind.
. tests/live/support/live.sh

command -v python3 >"$work/python" || skip "python3 is not installed"
python="python3 -S" # starts faster

MINOS_FILE=$work/database
export MINOS_FILE

# ---- The examples --------------------------------------------------------------------------------

# Programs start slowly on a busy machine, so runs end after a number of transactions.
for workload in list-append rw-register set counter; do
    run "file-$workload" "exec:$python examples/exec-file.py" -w "$workload" -n 500 -p 5 -t 300
    clean "file-$workload"
done
rm -f "$MINOS_FILE"*

# The near miss: the same program without its lock.
shows unlocked "lost-update" "garbage-read" "exec:$python examples/exec-file.py" -i unlocked \
    -n 500 -p 5 -t 300
[ "$status" -eq 1 ] || fail "lost updates, but status $status"
rm -f "$MINOS_FILE"*

for workload in list-append counter; do
    for level in immediate deferred; do
        run "sqlite-$workload-$level" "exec:$python examples/exec-sqlite.py" -i "$level" \
            -w "$workload" -n 600 -p 5 -t 300
        clean "sqlite-$workload-$level"
    done
done
rm -f "$MINOS_FILE"*

if command -v sqlite3 >"$work/sqlite3"; then
    run shell "exec:sh examples/exec-sqlite.sh" -n 150 -p 3 -t 300
    clean shell
else
    echo "sqlite3 is not installed: the example in shell was not tried"
fi

# ---- Malformed answers ---------------------------------------------------------------------------

# nonsense WORDS COMMAND: a run of COMMAND exits with status 255 and a message that contains WORDS.
nonsense() {
    status=0
    rm -rf "$work/nonsense"
    "$minos" run -o "$work/nonsense" -n 100 -p 2 "exec:$2" >"$work/nonsense.out" 2>&1 || status=$?
    [ "$status" -eq 255 ] || fail "$2 ended with status $status: $(cat "$work/nonsense.out")"
    grep -qF -- "$1" "$work/nonsense.out" || fail "$2: $(cat "$work/nonsense.out")"
}
each() {
    echo "while read -r line; do $1; done"
}
nonsense "expected an object at byte 1 of the answer: hello" "$(each 'echo hello')"
nonsense 'expected "ok", "fail" or "info" at byte 9 of the answer: {"type":"yes"}' \
    "$(each 'echo "{\"type\":\"yes\"}"')"
nonsense 'a "value" with the micro-operations' "$(each 'echo "{\"type\":\"ok\"}"')"
nonsense "expected all requested micro-operations" "$(each 'echo "{\"type\":\"ok\",\"value\":[]}"')"
nonsense "expected the requested function" \
    "$(each 'echo "{\"type\":\"ok\",\"value\":[[\"x\",0,1]]}"')"
nonsense "wrote more than one line" "$(each 'printf "{\\"type\\":\\"fail\\"}\\n\\n"')"
# Either message is right: the greeting may arrive before or after the first request is sent.
nonsense " " "echo hello; cat >/dev/null"
grep -qE 'without a request|expected an object' "$work/nonsense.out" ||
    fail "hello: $(cat "$work/nonsense.out")"
nonsense "status 127" "no-such-program-anywhere"
nonsense "status 3 before the first request" "exit 3"

# ---- Programs that die ---------------------------------------------------------------------------

# A program dies at every tenth transaction, before or after it took effect.
cat >"$work/dies.py" <<'PROGRAM'
import sys
exec(open("examples/exec-file.py").read().split("\nfor line in")[0])
for number, line in enumerate(sys.stdin):
    if number == 9 and os.getpid() % 2 == 0:
        os._exit(3)
    answer = run(json.loads(line)["value"])
    if number == 9:
        os.kill(os.getpid(), 9)
    print(json.dumps(answer), flush=True)
PROGRAM
rm -f "$MINOS_FILE"*
# Its restarts take most of the time on a busy machine, so the share of answered time is no rule.
run dies "exec:$python $work/dies.py" -n 300 -p 3 -t 300 --min-answered 0
[ "$(types dies)" = '[]' ] || fail "dies: found $(types dies)"
worked dies 200
unknown=$(jq .history.info "$work/dies/results.json")
[ "$unknown" -ge 20 ] || fail "dies: only $unknown transactions are unknown"
grep -q ':program-ended' "$work/dies/history.edn" ||
    fail "the history does not record that programs ended"

# ---- No process is left --------------------------------------------------------------------------

# A background process of a program is ended with it. Its pid is in the file; it must be gone, or a
# zombie.
run leaves "exec:sleep 1000 & echo \$! >>$work/left; exec $python examples/exec-file.py" -n 50 \
    -p 2 -t 300
worked leaves 50
while read -r pid; do
    state=$(sed 's/.*) //; s/ .*//' "/proc/$pid/stat" 2>"$work/stat.err") || state=gone
    case $state in
    gone | Z | '') ;;
    *) fail "process $pid is left: $(tr '\0' ' ' <"/proc/$pid/cmdline")" ;;
    esac
done <"$work/left"
