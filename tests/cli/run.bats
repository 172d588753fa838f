# minos run: what is refused, what is printed and written, how it ends. The databases themselves are
# tested in tests/live; here they are the simulator, SQLite, and servers that do not answer.

load support

# A short run on the simulator, into the folder `out`.
sim() {
    minos run -o out "$@"
}

# recorded FILE PID: waits until something has succeeded, as long as the run goes on.
recorded() {
    until grep -qs ':type :ok' "$1"; do
        kill -0 "$2" || return 1
        sleep 0.05
    done
}

# What is in a folder, hidden names included, on one line.
content() {
    LC_ALL=C ls -A "$1" | tr '\n' ' '
}

@test "help names every option, and the exit statuses" {
    run --separate-stderr minos run --help
    expect_status 0
    for option in --isolation --consistency-models --levels --list --time --transactions --rate \
        --stop-on-anomaly --directory --append --access --tables --prefix --simple-protocol \
        --timeout --connect-timeout --server-option --nodes --sync --namespaces --keep --bug \
        --min-answered \
        --faults --fault-every --fault-for --fault-on --fault-cmd --heal-cmd --fault-pid --seed \
        --processes --workload --keys --key-distribution --min-length --max-length \
        --max-writes-per-key --read-fraction --final-reads --anomalies --json --junit \
        --annotations --threads --quiet --verbose; do
        expect_in "$output" "$option"
    done
    expect_in "$output" "Exit status"
    expect_in "$output" "255"
    expect_in "$output" "durability=off"
    [ "$(printf '%s\n' "$output" | awk 'length > 100' | wc -l)" -eq 0 ]
}

# refuses: lines of a part of the message, with _ for a blank, and the arguments it is about. Each
# is 254, shows no password, and nothing is written.
refuses() {
    while read -r part arguments; do
        # shellcheck disable=SC2086
        run --separate-stderr minos run $arguments
        expect_status 254
        expect_equal "$output" ""
        expect_in "$stderr" "${part//_/ }"
        expect_not_in "$stderr" "s3cret"
    done
    expect_equal "$(content .)" ""
}

@test "bad arguments: 254, a message, and nothing is written" {
    refuses <<'ARGUMENTS'
unknown_target nonsense:
unknown_target sqlite
repeatable-read -i nonsense postgres://localhost/x
snapshot-isolation -i snapshot-isolaton sim:
append --append array sqlite:
access --access nonsense sqlite:
workload -w nonsense sim:
needs_a_number --time soon
needs_a_number --rate -1
needs_more_than_0 --timeout 0
whole_number --tables 0
whole_number --processes 0
needs_NAME=VALUE --server-option fsync
throw-away_servers --server-option a=b sqlite:
cannot_be_combined --levels all -i serializable sim:
no_isolation_level --levels serializable,nonsense sim:
prefix --prefix 1a sqlite:
the_name_of_a_folder --directory= sim:
did_you_mean -c serialisable sim:
did_you_mean -a G1x sim:
did_you_mean -b long-frok sim:
only_sim:_supports_--bug -b long-fork sqlite:
--rate_does_not_apply_to_sim: --rate 10 sim:
did_you_mean --isolaton x
ARGUMENTS
}

@test "several targets are nodes of one database: anything else is 254" {
    node='redis://h'
    refuses <<ARGUMENTS
at_most_16_targets $(for _ in $(seq 17); do printf '%s ' "$node"; done)
ARGUMENTS
    refuses <<'ARGUMENTS'
a_second_target sim: sim:
a_second_target sim: redis://u:s3cret@localhost
sim:_must_be_the_only_target redis://localhost sim:
redis:_and_postgres:_are_different_databases redis://u:s3cret@localhost postgres://u:s3cret@h
exec:_and_sqlite:_are_different exec:true sqlite:
sqlite:_accepts_only_one_target sqlite:a.db sqlite:b.db
exec:_accepts_only_one_target exec:true exec:true
must_be_the_only_target redis: redis://localhost
must_be_the_only_target redis://localhost redis:
unknown_target redis://localhost nonsense://u:s3cret@localhost
unknown_target_'postgres:replcia' postgres:replcia
the_port_must_be redis://localhost redis://u:s3cret@localhost:99999
ARGUMENTS
}

@test "unsupported nodes and faults: 254, what to do instead, and nothing is started" {
    refuses <<'ARGUMENTS'
--nodes_applies_only_to_throw-away_servers_(postgres:, --nodes 3 postgres://localhost/x
--nodes_applies_only_to_throw-away_servers_(postgres:, --nodes 3 sqlite:
--sync_applies_only_to_throw-away_servers --sync postgres://localhost/x
--namespaces_applies_only_to_throw-away_servers --namespaces redis://localhost
whole_number --nodes 0 redis:
whole_number --nodes two redis:
at_most --nodes 2 redis:
--sync_is_not_supported_for_redis: --sync redis:
--namespaces_is_not_supported_for_redis: --namespaces redis:
needs_more_than_0_seconds --faults kill --fault-every 0 redis:
needs_a_number --faults kill --fault-for soon redis:
needs_--faults_or_--fault-cmd --fault-every 2 redis:
needs_--faults_or_--fault-cmd --fault-on all redis:
needs_--faults_or_--fault-cmd --heal-cmd true redis:
--heal-cmd_needs_--fault-cmd_or_--fault-pid --faults kill --heal-cmd true redis:
needs_a_command --fault-cmd= redis://localhost
--keep_and_--faults_cannot_be_combined --faults kill --keep redis:
process_ids_of_servers,_not_'1' --faults kill --fault-pid 1 redis://localhost
process_ids_of_servers,_not_'0' --faults kill --fault-pid 0 redis://localhost
process_ids_of_servers,_not_'-5' --faults kill --fault-pid=-5 redis://localhost
process_ids_of_servers,_not_'' --faults kill --fault-pid=2, redis://localhost
process_ids_of_servers,_not_'12x' --faults kill --fault-pid 12x redis://localhost
does_not_exist --faults kill --fault-pid 999999999 redis://localhost
unknown_fault_'kil';_did_you_mean_'kill'? --faults pause,kil redis:
unknown_fault_'' --faults= redis:
did_you_mean_'one'? --faults kill --fault-on on redis:
--faults_does_not_apply_to_sim: --faults kill sim:
--fault-cmd_does_not_apply_to_sim: --fault-cmd true sim:
kill_needs_a_server_that_Minos_starts --faults kill sqlite:
--faults_kill_needs_--fault-pid --faults kill redis://localhost
--faults_pause_needs_--fault-pid --faults delay,pause redis://localhost
a_throw-away_server:_redis: --faults kill redis://u:p@localhost
kill_needs_a_server_that_Minos_starts --faults kill exec:psql_postgres://localhost
unknown_target --faults kill nonsense://localhost
partition_needs_a_database_that_clients_reach --faults partition sqlite:
delay_needs_a_database_that_clients_reach --faults delay exec:true
clock_needs_a_server_that_Minos_starts --faults clock redis://localhost
disk-full_needs_a_server_that_Minos_starts --faults disk-full redis://localhost
ARGUMENTS
}

@test "the simulator: verdict, strongest models, ladder, what ran, report, history" {
    run --separate-stderr sim -n 500 --exact=off sim:snapshot-isolation
    expect_status 0
    expect_equal "${lines[0]}" "out/history.edn	true"
    expect_in "${lines[1]}" "No violation of snapshot-isolation found."
    expect_in "${lines[2]}" "Strongest model"
    expect_in "$output" "✗ serializable                  ruled out by "
    expect_in "$output" "500 transactions ("
    expect_in "$output" "The database claims  snapshot-isolation"
    # The verdict and the counts are printed once.
    expect_equal "$(grep -c "500 transactions" <<<"$output")" 1
    expect_equal "$(grep -ci "snapshot-isolation.*\(found\|which holds\)" <<<"$output")" 1
    expect_equal "$(grep -ci "claims" <<<"$output")" 1
    expect_in "$output" "Report: out/index.html"
    expect_equal "${lines[-1]}" "History: out/history.edn"
    expect_equal "$stderr" ""
    for file in history.edn run.json index.html results.json results.edn report.txt report.md; do
        [ -s out/$file ]
    done
    # The history is what check would be given.
    run --separate-stderr minos check -q -c snapshot-isolation out
    expect_equal "$output" "out/history.edn	true"
}

@test "a bug breaks the claim: status 1; -c asks for something else" {
    run --separate-stderr sim -n 2000 -b empty-shard sim:serializable
    expect_status 1
    expect_equal "${lines[0]}" "out/history.edn	false"
    expect_in "${lines[1]}" "Not serializable: "
    run --separate-stderr minos run -o other -c none -n 2000 -b empty-shard sim:serializable
    expect_status 0
    expect_in "${lines[1]}" "Nothing was asked for. Found: "
    run --separate-stderr minos run -o third -c read-uncommitted -a lost-update -n 2000 \
        -b empty-shard sim:serializable
    expect_status 1
}

@test "quiet is one line; colour is as asked" {
    run --separate-stderr sim -q -n 100 sim:
    expect_status 0
    expect_equal "$output" "out/history.edn	true"
    expect_equal "$stderr" ""
    run --separate-stderr minos run -o colour --color=always -n 100 sim:
    expect_in "$output" $'\e['
}

@test "JSON: one line, with what was run; report reads it" {
    run --separate-stderr sim --json -n 300 -s 7 sim:serializable
    expect_status 0
    expect_equal "${#lines[@]}" 1
    expect_jq '.valid == true and .file == "out/history.edn" and .models == ["serializable"]'
    expect_jq \
        '.live.target == "sim:serializable" and .live.seed == 7 and .live.ended == "transactions"'
    expect_jq '.live.ok + .live.fail + .live.info == 300'
    printf '%s\n' "$output" >result.json
    run --separate-stderr minos report -q result.json
    expect_equal "$output" "out/history.edn	true"
}

@test "run.json: what was run, and the command to repeat it" {
    sim -q -n 300 --seed 9 -p 5 -w rw-register -i serializable sim: --max-length 3
    jq -e '.schema == 1 and .target == "sim:" and .isolation == "serializable" and
        .claims == "serializable"' out/run.json
    jq -e '.processes == 5 and .workload == "rw-register" and .max_length == 3 and .seed == 9' \
        out/run.json
    jq -e '.command == ["minos", "run", "-o", "out", "-q", "-n", "300", "--seed", "9", "-p", "5",
        "-w", "rw-register", "-i", "serializable", "sim:", "--max-length", "3"]' out/run.json
    # And it does.
    mkdir again && cd again
    eval "$binary $(jq -r '.command[1:] | map(@sh) | join(" ")' ../out/run.json)"
    cmp out/history.edn ../out/history.edn
}

@test "without -o: a folder of its own, and latest leads to the last" {
    minos run -q -n 100 sim:serializable
    minos run -q -n 100 sim:serializable
    minos run -q -n 100 sim:read-committed
    [ "$(ls minos-out | grep -cE '^[0-9]{8}T[0-9]{6}Z-sim-serializable(-2)?$')" -eq 2 ]
    expect_in "$(readlink minos-out/latest)" "Z-sim-read-committed"
    [ -s minos-out/latest/index.html ]
    expect_equal "$(ls -A minos-out | grep -c latest)" 1
    run --separate-stderr minos report -q
    expect_status 0
    expect_in "$output" "sim-read-committed/history.edn	true"
}

@test "-o: a new folder however deep, or an empty one; nothing else" {
    minos run -q -n 50 -o deep/er/out/ sim:
    [ -s deep/er/out/history.edn ]
    [ ! -e minos-out ]
    mkdir empty
    minos run -q -n 50 -o empty sim:
    [ -s empty/history.edn ]
    before=$(ls -lR empty)
    echo hello >file
    ln -s deep link
    for path in empty file link file/below; do
        run --separate-stderr minos run -q -n 50 -o $path sim:
        expect_status 255
        expect_equal "$output" ""
    done
    expect_equal "$(ls -lR empty)" "$before"
    expect_equal "$(cat file)" hello
    expect_equal "$(content deep)" "er "
}

@test "a history is judged again in its own folder, and stays what it was" {
    sim -q -n 2000 -b empty-shard sim:serializable || true
    cp out/history.edn out/run.json .
    identity=$(ls -i out/history.edn)
    run --separate-stderr minos check -q -c read-committed -o out out/history.edn
    expect_status 0
    expect_equal "$(jq -c .models out/results.json)" '["read-committed"]'
    cmp history.edn out/history.edn
    cmp run.json out/run.json
    expect_equal "$(ls -i out/history.edn)" "$identity"
    echo mine >out/notes.txt
    run --separate-stderr minos check -q -o out out
    expect_status 255
    cmp history.edn out/history.edn
}

@test "a report that is killed while it is written never takes the history with it" {
    sim -q -n 2000 -b empty-shard sim:serializable || true
    cp out/history.edn whole.edn
    for delay in 0 0.01 0.02 0.03 0.04 0.05 0.06 0.08 0.1 0.15 0.2; do
        "$binary" check -q -o out out/history.edn >/dev/null 2>&1 &
        pid=$!
        sleep $delay
        kill -KILL $pid 2>/dev/null || true
        wait $pid || true
        # It is in its place, or in the folder that was about to be replaced.
        [ -e out/history.edn ] || mv out.old-* out
        cmp whole.edn out/history.edn
        rm -rf out.new-* out.old-*
    done
    run --separate-stderr minos check -q -c read-committed -o out out/history.edn
    expect_status 0
    cmp whole.edn out/history.edn
}

@test "--levels: a folder and a line each, then a table; the worst status" {
    run --separate-stderr sim -n 1000 --levels all sim:
    expect_status 2 # of two levels Minos tests only a part
    expect_equal "$(printf '%s\n' "$output" | grep -c '/history.edn	true$')" 6
    unknown='(parallel-snapshot-isolation|read-atomic)/history.edn	unknown$'
    expect_equal "$(printf '%s\n' "$output" | grep -cE "$unknown")" 2
    expect_in "$output" "level                        claimed                      measured "
    row=$(printf '%s\n' "$output" | grep '^strong-snapshot-isolation ')
    level='strong-snapshot-isolation +'
    [[ $row =~ ^$level$level${level}G2-item\ +1,000\ +certified$ ]]
    levels="parallel-snapshot-isolation read-atomic read-committed read-uncommitted serializable"
    levels+=" snapshot-isolation strict-serializable strong-snapshot-isolation "
    expect_equal "$(content out)" "index.html $levels"
    [ -s out/read-atomic/index.html ]
    run --separate-stderr minos run -o two -n 2000 -c serializable \
        --levels "Read_Committed,serializable" sim:
    expect_status 1
    expect_in "$output" "asked for"
    expect_in "$output" "violated"
    expect_equal "$(content two)" "index.html read-committed serializable "
}

@test "the bug report of a run names product, claim, source and command" {
    run --separate-stderr sim -n 1000 -b stale-replica -s 1 sim:serializable
    expect_status 1
    cmp out/report.md <(minos report --markdown out)
    report=$(cat out/report.md)
    expect_in "$report" "# simulated at serializable: not serializable: "
    expect_in "$report" "| The database claims | serializable (source: the definition of"
    expect_in "$report" "## How to run it again

\`\`\`sh
minos run sim:serializable"
    jq -e .live out/results.json >/dev/null
}

@test "--levels: a claim that holds is never measured as a weaker model" {
    run --separate-stderr sim -n 2000 --levels parallel-snapshot-isolation -c consistent-view sim:
    expect_status 0
    row=$(printf '%s\n' "$output" | grep '^parallel-snapshot-isolation ')
    [[ $row =~ \ consistent-view\ +consistent-view\ +G-nonadjacent-item\ +2,000\ +holds$ ]]
    run --separate-stderr minos run -o other -n 1000 --levels read-atomic sim:
    expect_status 2
    expect_in "$output" "read-atomic is not decided: Minos tests read-atomic only in part"
}

@test "--levels: an overview, which report prints as a table and opens" {
    run --separate-stderr minos run -n 200 --levels serializable,read-committed sim:
    expect_status 0
    expect_in "$output" "-sim-levels/index.html"
    expect_in "$(cat minos-out/latest/index.html)" '<a href="./serializable/index.html">'
    run --separate-stderr minos report
    expect_status 0
    [[ ${lines[0]} =~ ^run\ +claimed\ +measured\ +worst\ anomaly\ +transactions\ +verdict$ ]]
    [[ ${lines[1]} =~ ^read-committed\ .*\ 200\ +(holds|certified)$ ]]
    run --separate-stderr minos report minos-out/latest/serializable
    expect_status 0
}

@test "--levels with --json: a line for each; with -q only the verdicts" {
    run --separate-stderr sim -n 200 --json --levels serializable,read-committed sim:
    expect_status 0
    expect_equal "$(printf '%s\n' "$output" | jq -r .live.isolation | tr '\n' ' ')" \
        "serializable read-committed "
    run --separate-stderr minos run -o quiet -q -n 200 --levels serializable,read-committed sim:
    expect_equal "$output" "quiet/serializable/history.edn	true
quiet/read-committed/history.edn	true"
}

@test "--stop-on-anomaly ends a run that would go on" {
    run --separate-stderr sim -n 5000000 --stop-on-anomaly -b empty-shard sim:serializable
    expect_status 1
    expect_in "$output" "ended by: anomaly"
    jq -e '.ended == "anomaly" and .ok < 1000000' out/run.json
}

@test "JUnit and annotations are as for check" {
    run --separate-stderr sim -q -n 2000 -b empty-shard --junit j.xml --annotations github \
        sim:serializable
    expect_status 1
    expect_in "$(cat j.xml)" '<testsuite name="out/history.edn"'
    expect_in "$(cat j.xml)" '<failure '
    expect_in "$stderr" "::error"
}

@test "--list: targets, levels, claims, servers, faults" {
    run --separate-stderr minos run --list
    expect_status 0
    for word in sqlite: postgres:// mysql:// redis:// etcd:// exec: sim: serializable \
        repeatable-read; do
        expect_in "$output" "$word"
    done
    [[ $output =~ repeatable-read\ +snapshot-isolation ]]
    [[ $output =~ mariadb:\ +MariaDB ]]
    for fault in kill pause restart partition delay reset clock disk-full; do
        [[ $output =~ [[:cntrl:]]\ \ $fault\ +[a-z] ]]
    done
}

# ---- SQLite --------------------------------------------------------------------------------------

needs_sqlite() {
    minos run --list | grep -A3 '^  sqlite:' | grep -q 'not in this build' &&
        skip "built without SQLite" || true
}

@test "SQLite, end to end, by default and in a file" {
    needs_sqlite
    run --separate-stderr sim --time 1 --exact=off
    expect_status 0
    expect_equal "${lines[0]}" "out/history.edn	true"
    expect_in "${lines[1]}" "No violation of serializable found."
    expect_in "$output" "Database             SQLite 3."
    grep -Eq "transactions \([0-9]+ ok, [0-9]+ failed, 0 unknown\), [0-9]+ a second" <<<"$output"
    for workload in list-append rw-register set counter; do
        minos run -q -o "out-$workload" -n 100 --time 600 -w $workload sqlite:test.db
        [ "$(grep -c ':type :invoke' "out-$workload/history.edn")" -eq 100 ]
    done
}

@test "a file that is not an SQLite database is named and not changed" {
    needs_sqlite
    echo 'some text' >notes
    run --separate-stderr minos run -o out sqlite:notes
    expect_status 255
    expect_equal "$stderr" "minos: notes is not an SQLite database"
    run --separate-stderr minos run -o out 'sqlite:notes?journal_mode=wal'
    expect_status 255
    expect_in "$stderr" "not an SQLite database"
    expect_equal "$(cat notes*)" "some text"
}

@test "SIGINT and SIGTERM end the load, not the judging" {
    needs_sqlite
    for signal in INT TERM; do
        "$binary" run --time 0 -o "$signal" >"$signal.out" 2>"$signal.err" &
        pid=$!
        recorded "$signal/history.edn" $pid
        kill -$signal $pid
        status=0
        wait $pid || status=$?
        output=$(cat $signal.out) stderr=$(cat $signal.err)
        expect_status 0
        expect_in "$output" "$signal/history.edn	true"
        expect_in "$output" "ended by: interrupted"
        expect_in "$stderr" "minos: stopping; press Ctrl-C again to stop at once"
        jq -e '.ended == "interrupted"' "$signal/run.json"
        [ -s "$signal/index.html" ]
    done
}

@test "an interrupt between levels shows those that were done" {
    needs_sqlite
    "$binary" run --time 600 --levels all -o out >stdout 2>stderr &
    pid=$!
    recorded out/exclusive/history.edn $pid
    kill -INT $pid
    status=0
    wait $pid || status=$?
    output=$(cat stdout) stderr=$(cat stderr)
    expect_status 0
    expect_equal "$(content out)" "exclusive index.html "
    expect_in "$output" "measured"
}

@test "a killed run leaves its history and its note" {
    needs_sqlite
    TMPDIR=$PWD "$binary" run --time 600 -o out >/dev/null 2>&1 &
    pid=$!
    recorded out/history.edn $pid
    kill -KILL $pid
    wait $pid || true
    jq -e '.target == "sqlite:" and .ended == null' out/run.json
    run --separate-stderr minos check -q -c serializable -o out out
    expect_status 0
    expect_equal "$(content out)" \
        "history.edn index.html models.svg report.md report.txt results.edn results.json run.json "
}

# ---- Faults --------------------------------------------------------------------------------------

@test "a fault of one's own: commands, their number, in the history and in the note" {
    needs_sqlite
    run --separate-stderr sim --time 1.5 --fault-every 0.4 --fault-for 0.1 \
        --fault-cmd 'echo "b$1" >>deeds' --heal-cmd 'echo "h$1" >>deeds'
    expect_status 0
    expect_equal "$stderr" ""
    [[ $output =~ \;\ ([0-9]+)\ injected\ \(command\) ]]
    count=${BASH_REMATCH[1]}
    # Each began and ended, in turn; all of them are told, twice each: when tried and when done.
    expect_equal "$(tr '\n' ' ' <deeds)" \
        "$(for i in $(seq "$count"); do printf 'b%s h%s ' "$i" "$i"; done)"
    expect_equal "$(grep -c ':process :nemesis, :f :start-command' out/history.edn)" $((2 * count))
    expect_equal "$(grep -c ':process :nemesis, :f :stop-command' out/history.edn)" $((2 * count))
    jq -e --argjson count "$count" \
        '.fault_count == $count and .fault_kinds == "command" and .final_reads
        and .faults.every_s == 0.4 and .faults.for_s == 0.1 and .faults.kinds == null' out/run.json
    jq -e --argjson count "$count" '[.faults[] | select(.until != null)] | length == $count' \
        out/results.json
}

@test "a command that fails is told, and the run goes on; a password in it is shown nowhere" {
    needs_sqlite
    run --separate-stderr sim --time 1 --fault-every 0.3 --fault-for 0.1 \
        --fault-cmd 'PGPASSWORD=s3cret exit 3'
    expect_status 0
    expect_in "$stderr" "warning: fault 1, start-command: "
    expect_not_in "$output$stderr$(cat out/run.json out/history.edn out/index.html)" "s3cret"
}

needs_redis() {
    command -v redis-server >/dev/null || skip "redis-server is not installed"
    minos run --list | grep -A3 '^  redis:' | grep -q 'not in this build' &&
        skip "built without hiredis" || true
}

@test "a killed server comes back; --levels has faults in each run" {
    needs_redis
    run --separate-stderr minos run -c none -a none -o out --time 1.5 --faults kill \
        --fault-every 0.5 --fault-for 0.1 --levels all redis:
    expect_status 0
    for level in multi lua; do
        jq -e '.fault_count > 0 and .fault_kinds == "kill" and .nodes == 1 and .ended == "time" and
            .ok > 0' out/$level/run.json
        # It is killed as often as it is started again, and clients are answered after that.
        expect_equal "$(grep -c ':f :kill' out/$level/history.edn)" \
            "$(grep -c ':f :start' out/$level/history.edn)"
        [ "$(grep ':f :start' out/$level/history.edn | grep -c ':outcome :done')" -gt 0 ]
        sed '1,/:f :start.*:outcome :done/d' out/$level/history.edn | grep -q ':type :ok'
    done
}

@test "a process that was named is paused and goes on; its neighbour never is" {
    needs_sqlite
    sleep 600 &
    named=$!
    sleep 600 &
    neighbour=$!
    (while sleep 0.02; do ps -o pid=,stat= -p $named,$neighbour; done >states) &
    watcher=$!
    run --separate-stderr sim --time 2.5 --faults pause --fault-every 1 --fault-for 0.8 \
        --fault-pid $named
    after=$(ps -o stat= -p $named)
    kill $watcher $named $neighbour
    expect_status 0
    grep -Eq "^ *$named T" states
    grep -Eq "^ *$neighbour S" states
    [ "$(grep -Ec "^ *$neighbour T" states)" -eq 0 ]
    [[ $after != T* ]]
    jq -e --argjson pid $named '.faults.processes == [$pid]' out/run.json
}

@test "several URLs, with a proxy in front of each and a process that may be paused" {
    needs_redis
    port=$(python3 -c 'import socket
s = socket.socket()
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])')
    redis-server --port "$port" --bind 127.0.0.1 --save '' --dir . --requirepass s3cret >/dev/null &
    server=$!
    run --separate-stderr minos run --connect-timeout 60 --time 3 --faults pause,delay,reset \
        --fault-every 0.8 \
        --fault-for 0.2 --fault-pid $server -o out "redis://:s3cret@127.0.0.1:$port" \
        "redis://:s3cret@localhost:$port"
    kill $server
    expect_status 0
    expect_in "$output" "Database             Redis"
    expect_in "$output" "Isolation level      multi"
    expect_in "$output" "Load                 10 clients for "
    expect_not_in "$output$stderr$(cat out/run.json)" "s3cret"
    jq -e --arg port "$port" '.nodes == 2 and .target == "redis://:***@127.0.0.1:" + $port
        and .more == ["redis://:***@localhost:" + $port] and .fault_count > 0 and .final_reads' \
            out/run.json
}

# ---- Programs ------------------------------------------------------------------------------------

# A program that answers every transaction alike.
answers() {
    printf '#!/bin/sh\nwhile read -r line; do echo '"'%s'"'; done\n' "$1" >program.sh
}

# A program that needs two seconds to start; $1 is its line before the first request.
starts_slowly() {
    cat >program.py <<PROGRAM
import json, os, sys, time
if os.environ["MINOS_CLIENT"] != os.environ["MINOS_CLIENTS"]:
    time.sleep(2)
sys.stdout.write('''$1''')
sys.stdout.flush()
for line in sys.stdin:
    time.sleep(0.01)
    print(json.dumps({"type": "ok", "value": json.loads(line)["value"]}), flush=True)
PROGRAM
}

@test "the time of a run begins when every program has sent its ready line" {
    command -v python3 >/dev/null || skip "python3 is not installed"
    starts_slowly '{"ready":true}\n'
    minos run -q -o ready -p 2 --time 1 -c none "exec:python3 program.py" ||
        [ $? -ne 255 ]
    jq -e '.ok > 2' ready/run.json
    # Without the line the time is over before the first answer of each client.
    starts_slowly ''
    minos run -q -o late -p 2 --time 1 -c none "exec:python3 program.py" ||
        [ $? -ne 255 ]
    jq -e '.ok == 2' late/run.json
}

@test "a program that promised a ready line and sends none: 255" {
    cat >program.sh <<'PROGRAM'
[ "$MINOS_CLIENT" = "$MINOS_CLIENTS" ] && echo '{"ready":true}' && exit 0
exec sleep 600
PROGRAM
    run --separate-stderr minos run -o out --connect-timeout 0.2 "exec:sh program.sh"
    expect_status 255
    expect_in "$stderr" "the program sent no ready line within 0.2 s (--connect-timeout)"
}

@test "nothing succeeded: unknown, with the error that was most frequent" {
    answers '{"type":"fail","error":"no such table: accounts"}'
    run --separate-stderr sim -n 20 --time 600 "exec:sh program.sh"
    expect_status 2
    expect_equal "${lines[0]}" "out/history.edn	unknown"
    expect_in "$output" "Unknown: no transaction succeeded (20 failed, 0 unknown); most often: "
    expect_in "$output" "no such table: accounts"
    [ -s out/index.html ]
    run --separate-stderr minos run -o none -c none -n 20 --time 600 "exec:sh program.sh"
    expect_status 2
    run --separate-stderr minos run -o quiet -q -n 20 --time 600 "exec:sh program.sh"
    expect_status 2
    expect_equal "$output" "quiet/history.edn	unknown"
    run --separate-stderr minos run -o json --json -n 20 --time 600 "exec:sh program.sh"
    expect_status 2
    expect_jq '.valid == "unknown" and .live.ok == 0'
}

# Every set is empty, whatever was added: of two transactions that read and add, each missed the
# other.
empty_sets() {
    cat >program.py <<'END'
import json, sys
for line in sys.stdin:
    value = [m if m[0] != "r" else [m[0], m[1], []] for m in json.loads(line)["value"]]
    print(json.dumps({"type": "ok", "value": value}), flush=True)
END
}

@test "the history says how its database keeps sets, so that it is judged alike again" {
    empty_sets
    run minos run -q -c none -o rows -w set -n 200 --time 600 "exec:python3 program.py"
    expect_status 0
    ! grep -q ':sets' rows/history.edn
    run minos run -q -c none -o objects -w set -n 200 --time 600 \
        --sets-are-objects "exec:python3 program.py"
    expect_status 0
    [ "$(grep -c ', :sets :objects' objects/history.edn)" -eq "$(wc -l <objects/history.edn)" ]
    jq -e '.sets_are_objects' objects/run.json
    run minos check -c none --json rows
    expect_jq '(.anomaly_types | index("G2")) and all(.anomaly_types[]; test("-item") | not)'
    run minos check -c none --json objects/history.edn
    expect_jq '(.anomaly_types | index("G2-item"))'
    cmp <(jq .anomaly_types objects/results.json) <(jq .anomaly_types <<<"$output")
    run --separate-stderr minos run -o none -w set --sets-are-objects sqlite:
    expect_status 254
    expect_in "$stderr" "stores each element of a set as a row"
}

@test "--stop-on-anomaly on a program that makes things up" {
    cat >program.py <<'PROGRAM'
import json, sys
for line in sys.stdin:
    mops = json.loads(line)["value"]
    value = [[f, k, [999] if f == "r" else v] for f, k, v in mops]
    print(json.dumps({"type": "ok", "value": value}), flush=True)
PROGRAM
    run --separate-stderr sim --time 600 --stop-on-anomaly "exec:python3 program.py"
    expect_status 1
    expect_in "$output" "garbage-read"
    jq -e '.ended == "anomaly"' out/run.json
}

# ---- Servers that do not answer ------------------------------------------------------------------

@test "nobody answers: 255, what was tried, no password, and nothing is left behind" {
    for target in postgres mysql redis; do
        minos run --list | grep -A3 "^  $target:" | grep -q 'not in this build' && continue
        for url in "$target://me:s3cret@127.0.0.1:1/x" "$target://127.0.0.1:1/x?password=s3cret"; do
            run --separate-stderr minos run --connect-timeout 0.2 "$url"
            [ "$status" -eq 255 ] || [ "$status" -eq 254 ]
            expect_equal "$output" ""
            expect_not_in "$stderr" "s3cret"
            [ ! -e minos-out ]
        done
    done
    run --separate-stderr minos run --connect-timeout 0.2 -o out postgres://me:s3cret@127.0.0.1:1/x
    expect_status 255
    expect_in "$stderr" "postgres://me:***@127.0.0.1:1/x"
    expect_in "$stderr" "tried"
    [ ! -e out ]
}

@test "passwords are in no message and no file" {
    run --separate-stderr minos run sim: redis://u:s3cret@h/
    expect_status 254
    expect_not_in "$stderr" "s3cret"
    for options in "-i nonsense" "-w nonsense" "--append nonsense" "--levels nonsense" \
        "-b long-fork" "-c nonsense"; do
        # shellcheck disable=SC2086
        run --separate-stderr minos run $options postgres://u:s3cret@127.0.0.1:1/x
        expect_status 254
        expect_not_in "$stderr" "s3cret"
    done
    for url in postgres://u:x@s3cret@127.0.0.1:1/x postgres://u:s3cret/x@127.0.0.1:1/x; do
        run --separate-stderr minos run "$url"
        expect_status 254
        expect_in "$stderr" "write %40 for @"
        expect_not_in "$stderr" "s3cret"
    done
    answers '{"type":"fail","error":"no such user: postgres://u:s3cret@h/"}'
    for command in "PGPASSWORD=s3cret sh program.sh postgres://u:s3cret@h/" \
        "sh program.sh --password s3cret" "sh program.sh mysql -ps3cret"; do
        rm -rf out
        run --separate-stderr sim -n 5 --time 600 "exec:$command"
        expect_status 2
        expect_not_in "$output$stderr$(cat out/run.json out/index.html out/results.json)" "s3cret"
    done
}
