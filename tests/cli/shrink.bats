# minos shrink: what it writes where, what it refuses, how it ends.

load support

# G1a (processes 2 and 3) and G2-item (0 and 1), with more around them.
broken() {
    cat <<'HISTORY'
{:index 0, :time 10, :type :invoke, :process 0, :f :txn, :value [[:r :x nil] [:append :y 1]]}
{:index 1, :time 11, :type :invoke, :process 1, :f :txn, :value [[:r :y nil] [:append :x 1]]}
{:index 2, :time 12, :type :invoke, :process 2, :f :txn, :value [[:append :z 1] [:r :y nil]]}
{:index 3, :time 13, :type :invoke, :process 3, :f :txn, :value [[:r :z nil] [:append :w 4]]}
{:index 4, :time 14, :type :info, :process :nemesis, :f :kill}
{:index 5, :time 15, :type :ok, :process 0, :f :txn, :value [[:r :x []] [:append :y 1]]}
{:index 6, :time 16, :type :ok, :process 1, :f :txn, :value [[:r :y []] [:append :x 1]]}
{:index 7, :time 17, :type :fail, :process 2, :f :txn, :value [[:append :z 1] [:r :y nil]],
 :error :conflict}
{:index 8, :time 18, :type :ok, :process 3, :f :txn, :value [[:r :z [1]] [:append :w 4]]}
HISTORY
}

clean() {
    echo '{:type :ok, :process 0, :value [[:append :x 1] [:r :x [1]]]}'
}

@test "the worst anomaly, to stdout" {
    broken >h.edn
    run --separate-stderr minos shrink h.edn
    expect_status 0
    expect_equal "$stderr" ""
    expect_equal "$output" "; shrunk from h.edn: G1a, 4 transactions before, 2 after
{:index 2, :time 12, :type :invoke, :process 2, :f :txn, :value [[:append :z 1]]}
{:index 3, :time 13, :type :invoke, :process 3, :f :txn, :value [[:r :z nil]]}
{:index 4, :time 14, :type :info, :process :nemesis, :f :kill}
{:index 7, :time 17, :type :fail, :process 2, :f :txn, :value [[:append :z 1]], :error :conflict}
{:index 8, :time 18, :type :ok, :process 3, :f :txn, :value [[:r :z [1]]]}"
    to_stdout=$output
    run --separate-stderr minos shrink -o - h.edn
    expect_equal "$output" "$to_stdout"
}

@test "an anomaly by name, to a file" {
    broken >h.edn
    for spelling in "--anomaly=G2-item" "-a G2-item" "-aG2-item"; do
        rm -f small.edn
        run --separate-stderr minos shrink h.edn $spelling -o small.edn
        expect_status 0
        expect_equal "$output" ""
        expect_equal "$stderr" "minos: small.edn: G2-item, 4 transactions before, 2 after"
        run --separate-stderr minos check --json small.edn
        expect_status 1
        expect_jq '.anomaly_types == ["G2-item"] and .history.transactions == 2'
    done
    run --separate-stderr minos shrink -q h.edn -o small.edn # replaced
    expect_status 0
    expect_equal "$stderr" ""
    run --separate-stderr minos check --json small.edn
    expect_jq '.anomaly_types == ["G1a"]'
}

@test "faults that overlap what is left are kept, begin and end" {
    fault() {
        echo "{:type :info, :process :nemesis, :f :$1, :value {:fault $2, :nodes [\"n1\"]}}"
    }
    {
        fault reset 1
        fault kill 2
        fault kill 2
        echo '{:type :invoke, :process 0, :value [[:append :x 1]]}'
        echo '{:type :ok, :process 0, :value [[:append :x 1]]}'
        fault reset 3
        fault start 2
        echo '{:type :invoke, :process 1, :value [[:r :x nil]]}'
        echo '{:type :ok, :process 1, :value [[:r :x []]]}'
        fault start 2
        fault reset 4
    } >h.edn
    run --separate-stderr minos shrink h.edn
    expect_status 0
    expect_equal "$(tail -n +2 <<<"$output")" "$(sed '1d; $d' h.edn)"
    minos shrink -f json h.edn >h.json
    run --separate-stderr minos check --json h.json
    expect_status 1
    expect_jq '.anomalies["G-single-item-realtime"].witnesses[0].faults | length == 2'
}

@test "what is shrunk does not shrink further" {
    broken | minos shrink - >once.edn
    minos shrink once.edn >twice.edn
    expect_equal "$(tail -n +2 twice.edn)" "$(tail -n +2 once.edn)"
}

@test "formats: as the history by default, or the other one" {
    broken >h.edn
    run --separate-stderr minos shrink --format=json h.edn
    expect_status 0
    expect_equal "${#lines[@]}" 5
    expect_equal "${lines[2]}" \
        '{"index":4,"time":14,"type":"info","process":"nemesis","f":"kill","value":null}'
    expect_equal "${lines[0]}" \
        '{"index":2,"time":12,"type":"invoke","process":2,"f":"txn","value":[["append","z",1]]}'
    printf '%s\n' "$output" >small.jsonl
    run --separate-stderr minos shrink small.jsonl
    expect_equal "$output" "$(cat small.jsonl)"
    run --separate-stderr minos shrink -f edn small.jsonl
    expect_in "${lines[0]}" "; shrunk from small.jsonl: G1a"
    expect_equal "${lines[1]}" \
        '{:index 2, :time 12, :type :invoke, :process 2, :f :txn, :value [[:append "z" 1]]}'
    run --separate-stderr minos shrink -f yaml h.edn
    expect_status 254
    expect_in "$stderr" "auto, edn or json"
}

@test "registers, sets and counters" {
    cat >r.edn <<'HISTORY'
{:index 0, :type :ok, :process 0, :value [[:w :x 1 {:version 1}] [:w :y 1]],
 :start-ts 1, :commit-ts 2}
{:index 1, :type :fail, :process 1, :value [[:w :x 2]]}
{:index 2, :type :ok, :process 2, :value [[:r :x 2] [:r :y 1]], :start-ts 3}
HISTORY
    run --separate-stderr minos shrink r.edn
    expect_status 0
    expect_equal "$output" "; shrunk from r.edn: G1a, 3 transactions before, 2 after
{:index 1, :type :fail, :process 1, :value [[:w :x 2]]}
{:index 2, :type :ok, :process 2, :value [[:r :x 2]], :start-ts 3}"
    run --separate-stderr minos shrink -f json r.edn
    expect_equal "${lines[1]}" \
        '{"index":2,"type":"ok","process":2,"value":[["r","x",2]],"start-ts":3}'
    cat >s.edn <<'HISTORY'
{:type :ok, :process 0, :value [[:add :x 1] [:add :x 2]]}
{:type :fail, :process 1, :value [[:add :x 3]]}
{:type :ok, :process 2, :value [[:r :x #{1 2 3}]]}
HISTORY
    run --separate-stderr minos shrink s.edn
    expect_equal "${lines[2]}" "{:type :ok, :process 2, :value [[:r :x #{3}]]}"
    cat >c.edn <<'HISTORY'
{:type :ok, :process 0, :value [[:inc :x 4]]}
{:type :ok, :process 1, :value [[:inc :x 2]]}
{:type :ok, :process 1, :value [[:r :x 1]]}
{:type :ok, :process 2, :value [[:r :x 6]]}
HISTORY
    run --separate-stderr minos shrink c.edn
    expect_equal "${lines[0]}" "; shrunk from c.edn: garbage-read, 4 transactions before, 2 after"
    expect_equal "${lines[2]}" "{:type :ok, :process 1, :value [[:r :x 1]]}"
}

@test "what is assumed of the history is assumed of its part" {
    cat >h.edn <<'HISTORY'
{:type :ok, :process 0, :value [[:w :x 1] [:w :y 1]]}
{:type :ok, :process 1, :value [[:r :z 1] [:w :z 2] [:r :y 1]]}
{:type :ok, :process 2, :value [[:r :z 2] [:w :z 1]]}
HISTORY
    run --separate-stderr minos shrink -a cyclic-versions h.edn
    expect_status 2
    run --separate-stderr minos shrink -a cyclic-versions --wfr-keys h.edn -o small.edn
    expect_status 0
    run --separate-stderr minos check --json --wfr-keys small.edn
    expect_jq '.history.transactions == 2 and (.anomaly_types | index("cyclic-versions") != null)'
    echo '{2 1, 1 2}' >order.edn
    cat >h.edn <<'HISTORY'
{:type :ok, :process 0, :value [[:w :z 1]]}
{:type :ok, :process 1, :value [[:w :x 1]]}
{:type :ok, :process 2, :value [[:w :x 2] [:w :y 1]]}
{:type :ok, :process 3, :value [[:r :y 1] [:r :x 1]]}
HISTORY
    run --separate-stderr minos shrink h.edn --transaction-order order.edn
    expect_status 2
    echo '{1 1, 2 2}' >order.edn
    run --separate-stderr minos shrink h.edn --transaction-order order.edn
    expect_status 0
    expect_equal "${#lines[@]}" 4
    expect_in "${lines[1]}" "{:index 1, "
}

@test "nothing to shrink: exit 2, and nothing is written" {
    clean >clean.edn
    run --separate-stderr minos shrink clean.edn -o small.edn
    expect_status 2
    expect_equal "$output" ""
    expect_equal "$stderr" "minos: clean.edn: no anomaly was found, so there is nothing to shrink"
    [ ! -e small.edn ]
    broken >h.edn
    run --separate-stderr minos shrink --anomaly G0 h.edn -o small.edn
    expect_status 2
    expect_equal "$stderr" \
        "minos: h.edn: no G0 was found, so there is nothing to shrink; found: G1a, G2-item"
    [ ! -e small.edn ]
}

@test "bad arguments: exit 254 before anything is read" {
    run --separate-stderr minos shrink -a G2-itm no-such-file.edn
    expect_status 254
    expect_in "$stderr" "did you mean 'G2-item'?"
    run --separate-stderr minos shrink -a serializable no-such-file.edn
    expect_status 254
    expect_in "$stderr" "is a consistency model, not an anomaly"
    run --separate-stderr minos shrink
    expect_status 254
    expect_in "$stderr" "shrink needs a history"
    run --separate-stderr minos shrink a.edn b.edn
    expect_status 254
    run --separate-stderr minos shrink a.edn -o ''
    expect_status 254
    run --separate-stderr minos shrink --anomalie G0 a.edn
    expect_status 254
    expect_in "$stderr" "--anomaly"
}

@test "the history itself is never overwritten" {
    broken >h.edn
    broken >original.edn
    ln -s h.edn link.edn
    mkdir store
    ln h.edn store/history.edn
    for pair in "h.edn h.edn" "h.edn ./h.edn" "h.edn link.edn" "link.edn h.edn" "store h.edn"; do
        set -- $pair
        run --separate-stderr minos shrink "$1" -o "$2"
        expect_status 254
        expect_in "$stderr" "is the input history"
        cmp h.edn original.edn
    done
    run --separate-stderr bash -c "'$binary' shrink h.edn >>h.edn"
    expect_status 254
    expect_in "$stderr" "stdout is the input history"
    cmp h.edn original.edn
    run --separate-stderr minos shrink store -o other.edn
    expect_status 0
    grep -q '^; shrunk from store/history.edn: ' other.edn
}

@test "a history that cannot be read: exit 255" {
    run --separate-stderr minos shrink no-such-file.edn
    expect_status 255
    expect_in "$stderr" "no-such-file.edn"
    echo '{:type :ok, :process 0, :value [[:r x' >bad.edn
    run --separate-stderr minos shrink bad.edn -o small.edn
    expect_status 255
    expect_in "$stderr" "bad.edn:"
    [ ! -e small.edn ]
}

@test "a file that cannot be written: exit 255" {
    broken >h.edn
    run --separate-stderr minos shrink h.edn -o no/such/folder.edn
    expect_status 255
    expect_in "$stderr" "cannot write no/such/folder.edn"
    if [ -w /dev/full ]; then
        run --separate-stderr minos shrink h.edn -o /dev/full
        expect_status 255
    fi
}

@test "help, and the manual has every option" {
    run --separate-stderr minos shrink --help
    expect_status 0
    for option in --output --anomaly --format --quiet; do
        expect_in "$output" "$option"
        grep -q -- "\*$option\*" "$source_dir/man/minos.1.scd"
    done
    ! grep -q '.\{101\}' <<<"$output"
    grep -q '^\*minos shrink\*' "$source_dir/man/minos.1.scd"
}

@test "a history of another checker is shrunk to EDN" {
    cat >h.plume <<'HISTORY'
w(1,5,0,1)
w(9,1,0,1)
r(1,5,1,2)
w(1,6,1,2)
r(1,5,2,3)
w(1,7,2,3)
HISTORY
    run --separate-stderr minos shrink -a lost-update h.plume
    expect_status 0
    expect_equal "$output" "; shrunk from h.plume: lost-update, 3 transactions before, 3 after
{:index 1, :type :ok, :process 0, :f :txn, :value [[:w 1 5]]}
{:index 2, :type :ok, :process 1, :f :txn, :value [[:r 1 5] [:w 1 6]]}
{:index 3, :type :ok, :process 2, :f :txn, :value [[:r 1 5] [:w 1 7]]}"
    to_stdout=$output
    run --separate-stderr minos shrink --from plume -a lost-update h.plume
    expect_equal "$output" "$to_stdout"
    run --separate-stderr minos shrink --from awdit h.plume
    expect_status 255
    run --separate-stderr minos shrink --from plum h.plume
    expect_status 254
    expect_in "$stderr" "option --from: there is no format 'plum'; did you mean 'plume'?"
    minos shrink -a lost-update h.plume | minos convert -q --to plume - small.plume
    expect_equal "$(cat small.plume | wc -l)" 5
}
