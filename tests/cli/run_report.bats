# minos run: what the report says was tested, the rules that are stored with the run, and servers
# that do not answer.

load support

# store LOSES DIES_AFTER: a program that keeps lists in a file, one client at a time. It forgets
# every append of the LOSES-th element, and cannot be started any more after DIES_AFTER seconds;
# 0: never.
store() {
    cat >program.py <<END
import fcntl, json, os, sys, time
loses, dies = $1, $2
def dead():
    if not os.path.exists("born"):
        open("born", "a").close()
    return dies > 0 and time.time() - os.path.getmtime("born") > dies
if dead():
    sys.exit(1)
for line in sys.stdin:
    if dead():
        sys.exit(1)
    with open("store", "a+") as f:
        fcntl.flock(f, fcntl.LOCK_EX)
        f.seek(0)
        state = json.loads(f.read() or "{}")
        value = []
        for name, key, argument in json.loads(line)["value"]:
            items = state.setdefault(str(key), [])
            if name == "append" and (loses == 0 or argument % loses != 0):
                items.append(argument)
            value.append([name, key, argument if name == "append" else list(items)])
        f.truncate(0)
        f.write(json.dumps(state))
    print(json.dumps({"type": "ok", "value": value}), flush=True)
END
}

@test "the report says what was tested, in text, results.json and on the page" {
    store 0 0
    run --separate-stderr minos run -o out -n 200 -p 3 -k 4 -s 7 "exec:python3 program.py"
    expect_status 0
    for label in Database "Isolation level" "The database claims" Nodes Workload Seed Load Faults \
        Date Machine Minos "Run it again"; do
        expect_in "$output" "  $label  "
        expect_in "$(cat out/index.html)" "\"$label\""
        expect_in "$(cat out/report.txt)" "  $label  "
    done
    expect_in "$output" "4 keys"
    expect_in "$output" "$(nproc) core"
    expect_in "$output" "$(uname -r)"
    jq -e '.live.seed == 7 and .live.claims == "strict-serializable" and
        (.live.command_line | contains("--seed 7"))' out/results.json
    run minos report out
    expect_in "$output" "  Seed  "
    run minos report --json out
    expect_jq '.live.seed == 7'
}

@test "the command runs the same load again" {
    run minos run -o 'out dir' --levels serializable,read-committed -n 100 -k 3 sim:
    expect_status 0
    line="$(jq -r .command_line 'out dir/read-committed/run.json')"
    expect_in "$line" "minos run sim:"
    expect_in "$line" "--isolation read-committed"
    expect_not_in "$line" "out dir"
    expect_not_in "$line" "--levels"
    mkdir again
    cd again
    eval "\"\$binary\" ${line#minos }"
    cmp minos-out/latest/history.edn '../out dir/read-committed/history.edn'
}

@test "lost writes: status 1 and first in the headline, also when the folder is checked again" {
    store 5 0
    run --separate-stderr minos run -o out -c read-uncommitted -n 300 -p 1 -k 3 --final-reads \
        --min-length 1 --max-length 1 "exec:python3 program.py"
    expect_status 1
    expect_equal "${lines[0]}" "out/history.edn	false"
    expect_in "$(grep -m1 'lost-write' <<<"$output")" "lost-write"
    jq -e '.rules.models == "read-uncommitted" and .rules.anomalies == "lost-write"' out/run.json
    run --separate-stderr minos check out
    expect_status 1
    expect_equal "${lines[0]}" "out/history.edn	false"
    run --separate-stderr minos check --json out
    expect_status 1
    expect_jq '.valid == false and .models == ["read-uncommitted"] and
        .anomalies["lost-write"].forbidden'
    # The bug report has the smallest history that shows it.
    jq -r '.minimal[]' out/results.json >minimal.edn
    [ "$(wc -l <minimal.edn)" -le 12 ]
    run --separate-stderr minos check -c none -a lost-write minimal.edn
    expect_status 1
    expect_in "$(cat out/report.md)" "$(cat minimal.edn)"
    expect_in "$(minos report --markdown out)" "$(cat minimal.edn)"
    # -a none forbids nothing; the history alone is judged by the defaults of check.
    run minos check -q -a none out
    expect_status 0
    run --separate-stderr minos check out/history.edn
    expect_status 1
    expect_in "$stderr" "minos check out applies the rules of its run"
    rm store
    run --separate-stderr minos run -o allowed -a none -c read-uncommitted -n 300 -p 1 -k 3 \
        --final-reads --min-length 1 --max-length 1 "exec:python3 program.py"
    expect_status 0
}

# fails_reads TRIES: a program that forgets nothing, but rejects each transaction that only reads
# until it was sent so often.
fails_reads() {
    cat >program.py <<END
import json, sys
state, tries = {}, {}
for line in sys.stdin:
    mops = json.loads(line)["value"]
    if all(mop[0] == "r" for mop in mops):
        keys = str([mop[1] for mop in mops])
        tries[keys] = tries.get(keys, 0) + 1
        if tries[keys] < $1:
            print('{"type": "fail", "error": "busy"}', flush=True)
            continue
        tries[keys] = 0
    value = []
    for name, key, argument in mops:
        items = state.setdefault(key, [])
        items += [argument] if name == "append" else []
        value.append([name, key, argument if name == "append" else list(items)])
    print(json.dumps({"type": "ok", "value": value}), flush=True)
END
}

@test "final reads are repeated; without their answers the verdict is unknown" {
    fails_reads 3
    run --separate-stderr minos run -o again -n 60 -p 1 -k 3 --final-reads \
        "exec:python3 program.py"
    expect_status 0
    jq -e '.unread_keys == 0' again/run.json
    fails_reads 1000000
    run --separate-stderr minos run -o never -n 60 -p 1 -k 3 --final-reads \
        "exec:python3 program.py"
    expect_status 2
    expect_in "$output" "were not answered, so lost writes would not have been noticed"
    jq -e '.unread_keys >= 3' never/run.json
    run --separate-stderr minos check -q never
    expect_status 2
}

@test "a server that stays dead: unknown, with how long it did not answer" {
    store 0 1.5
    run --separate-stderr minos run -o out -t 6 -p 2 --rate 50 "exec:python3 program.py"
    expect_status 2
    expect_equal "${lines[0]}" "out/history.edn	unknown"
    expect_in "$output" "no answer for the last "
    expect_in "$output" "less than 50 % of the run time had answers (--min-answered)"
    expect_in "$(cat out/index.html)" "no answer for the last "
    jq -e '.answers | .last_ms > 3000 and .unanswered_ms >= .last_ms and .total_ms >= 6000' \
        out/run.json
    run --separate-stderr minos check --json out
    expect_status 2
    expect_jq '.valid == "unknown" and (.reason | contains("--min-answered"))'
}

@test "a server that answered long enough keeps its verdict, and the gap is said" {
    store 0 3
    run --separate-stderr minos run -o out -t 5 -p 2 --rate 50 --min-answered 0.2 \
        "exec:python3 program.py"
    expect_status 0
    expect_in "$output" "no answer for the last "
    run --separate-stderr minos run -o none --min-answered 1.5 sim:
    expect_status 254
}

@test "a load that is slower than the gaps between its transactions is answered" {
    store 0 0
    run --separate-stderr minos run -o out -t 3 -p 2 --rate 1 "exec:python3 program.py"
    expect_status 0
    jq -e '.answers.unanswered_ms == 0' out/run.json
}

@test "a run.json that is torn or from another program" {
    store 0 0
    minos run -q -o out -n 50 "exec:python3 program.py"
    head -c 300 out/run.json >torn
    cp torn out/run.json
    run --separate-stderr minos check out
    expect_status 255
    expect_in "$stderr" "out/run.json:1:"
    echo '{"experiment": "mine"}' >out/run.json
    run --separate-stderr minos check out
    expect_status 0
    expect_not_in "$output" "What was tested"
    echo '{"minos": "0.1.0", "answers": {"total_ms": 5, "faults_ms": 9, "unanswered_ms": 0,
        "last_ms": 0}}' >out/run.json
    run --separate-stderr minos check out
    expect_status 255
    expect_in "$stderr" "out/run.json:1:"
    expect_in "$stderr" "impossible times"
}

@test "passwords are in no file of a run" {
    run --separate-stderr minos run -o out --connect-timeout 1 \
        "postgres://me:s3cret@127.0.0.1:1/x" "postgres://me:s3cret@127.0.0.1:2/x"
    expect_status 255
    expect_not_in "$output$stderr" "s3cret"
    run --separate-stderr minos run -o sim -n 10 --server-option password=s3cret sim:
    expect_status 254
    store 0 0
    SECRET=s3cret minos run -q -o exec -n 10 "exec:PGPASSWORD=s3cret python3 program.py"
    run grep -rl s3cret exec
    expect_status 1
}
