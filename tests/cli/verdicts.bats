# Verdicts, exit statuses and what must hold: -c, -a.

load support

@test "a valid history: true, exit 0, first line FILE<TAB>true" {
    run --separate-stderr minos check --exact=off "$histories/valid.edn"
    expect_status 0
    expect_equal "${lines[0]}" "$histories/valid.edn	true"
    expect_equal "$stderr" ""
    expect_in "$output" "✓ strict-serializable"
    expect_in "$output" \
        "3 transactions (3 ok, 0 failed, 0 unknown), 4 micro-operations, 1 key, 2 processes."
}

@test "a violated history: false, exit 1, ladder and witness" {
    run --separate-stderr minos check --exact=off "$histories/read-skew.edn"
    expect_status 1
    expect_equal "${lines[0]}" "$histories/read-skew.edn	false"
    expect_in "$output" "Not strict-serializable: "
    expect_in "$output" "Strongest model that remains: strong-read-committed."
    expect_in "$output" "✗ strict-serializable           ruled out by G-single-item"
    expect_in "$output" "✓ read-committed                holds"
    expect_in "$output" "G-single-item, 1 found: read skew: "
    expect_in "$output" "a contradiction!"
    expect_equal "$stderr" ""
}

@test "nothing to infer from: unknown, exit 2, with the reason" {
    run --separate-stderr minos check -c serializable "$histories/unrelated.edn"
    expect_status 2
    expect_equal "${lines[0]}" "$histories/unrelated.edn	unknown"
    expect_in "$output" "Unknown: "
    expect_not_in "$output" "✓"
}

@test "a model without a test: holds where a model that implies it holds, else unknown" {
    run --separate-stderr minos check --exact=off -c causal "$histories/valid.edn"
    expect_status 0
    expect_in "$output" "✓ causal                        holds"
    run --separate-stderr minos check -c causal "$histories/stale-read.edn"
    expect_status 2
    expect_in "$output" "Unknown: Minos has no test for causal, so it cannot say that it holds."
    expect_in "$output" "? causal                        not judged"
    run --separate-stderr minos check --json -c causal "$histories/valid.edn"
    expect_jq '.valid == true and .not_judged == [] and .partly_judged == []'
}

@test "a model that is tested in part: unknown where what was found may violate it" {
    for model in read-atomic prefix causal-cerone parallel-snapshot-isolation; do
        run --separate-stderr minos check -c $model "$histories/read-skew.edn"
        expect_status 2
        expect_in "$output" "Unknown: Minos tests $model only in part"
        expect_not_in "$output" "not forbidden by the request"
        run --separate-stderr minos check --edn -c $model "$histories/read-skew.edn"
        expect_status 2
        expect_in "$output" "{:valid? :unknown"
        run --separate-stderr minos check -q -c $model "$histories/valid.edn"
        expect_status 0
    done
    run --separate-stderr minos check --exact=off -c read-committed "$histories/read-skew.edn"
    expect_status 0
    expect_in "$output" \
        "No violation of read-committed found. Read-committed allows the anomalies found: read skew"
}

@test "no invocations: judged without real time; -c strict-serializable is unknown" {
    {
        echo '{:type :ok, :process 0, :value [[:append x 1]]}'
        echo '{:type :ok, :process 1, :value [[:r x [1]]]}'
    } >h.edn
    run --separate-stderr minos check --json h.edn
    expect_status 0
    expect_jq '.valid == true and .models == ["strong-session-serializable"]'
    expect_jq '.warnings == ["the history has no invocations, so real-time order is unknown; " +
        "judged by strong-session-serializable, the strongest model that does not need it"]'
    run --separate-stderr minos check --exact=off h.edn
    expect_in "$output" "No violation of strong-session-serializable found."
    expect_in "$output" "? strict-serializable           partly judged"
    expect_in "$stderr" "real-time order is unknown"
    run --separate-stderr minos check --json -c strict-serializable h.edn
    expect_status 2
    expect_jq '.valid == "unknown" and .models == ["strict-serializable"]'
    expect_jq '.reason | contains("no invocations")'
    run --separate-stderr minos check -q -c none -a G0-realtime h.edn
    expect_status 2
    run --separate-stderr minos check -q -c serializable h.edn
    expect_status 0
    # Saved and shown again it is the same.
    for arguments in "" "-c strict-serializable"; do
        minos check --json $arguments h.edn >results.json || [ $? -eq 2 ]
        minos check $arguments h.edn >checked 2>errors || [ $? -eq 2 ]
        run --separate-stderr minos report results.json
        expect_equal "$output" "$(cat checked)"
        run --separate-stderr minos check -q $arguments --junit junit.xml h.edn
        grep -q "errors=\"$([ -z "$arguments" ] && echo 0 || echo 1)\"" junit.xml
    done
}

@test "the exit status is that of the printed verdict, for every golden history" {
    count=0
    for history in "$MINOS_SOURCE_DIR"/tests/golden/*.edn; do
        run --separate-stderr minos check -q "$history"
        case "${output##*	}" in
        true) expect_status 0 ;;
        false) expect_status 1 ;;
        unknown) expect_status 2 ;;
        *) expect_status 255 && [ -n "$stderr" ] ;; # refused: values that are written twice
        esac
        count=$((count + 1))
    done
    [ "$count" -gt 300 ]
}

@test "the default is strict-serializable; weaker models may hold" {
    run --separate-stderr minos check -q "$histories/stale-read.edn"
    expect_status 1
    run --separate-stderr minos check -q -c strict-serializable "$histories/stale-read.edn"
    expect_status 1
    run --separate-stderr minos check -q -c serializable "$histories/stale-read.edn"
    expect_status 0
}

@test "models by canonical and friendly names, several at once" {
    for models in PL-3 serializable conflict-serializable serializable,read-committed; do
        run --separate-stderr minos check -q --consistency-models "$models" \
            "$histories/read-skew.edn"
        expect_status 1
    done
    for models in PL-2 read-committed PL-2,PL-1; do
        run --separate-stderr minos check -q "--consistency-models=$models" \
            "$histories/read-skew.edn"
        expect_status 0
    done
}

@test "violated names the asked models as they were asked" {
    run --separate-stderr minos check --json -c read-committed,PL-3 "$histories/read-skew.edn"
    expect_status 1
    expect_jq '.models == ["read-committed", "PL-3"]'
    expect_jq '.violated == ["PL-3"]'
}

@test "-c none expects nothing and still finds everything" {
    run --separate-stderr minos check --json -c none "$histories/read-skew.edn"
    expect_status 0
    expect_jq '.models == [] and .valid == true and .violated == []'
    expect_jq '.anomaly_types == ["G-single-item"]'
    run --separate-stderr minos check -c none "$histories/read-skew.edn"
    expect_status 0
    expect_in "$output" "G-single-item, 1 found: read skew: "
}

@test "-a forbids further anomalies" {
    run --separate-stderr minos check -q -c none -a G-single-item "$histories/read-skew.edn"
    expect_status 1
    run --separate-stderr minos check -q -c none --anomalies=G1a,G0 "$histories/read-skew.edn"
    expect_status 0
    run --separate-stderr minos check -c none -a G-single-item "$histories/read-skew.edn"
    expect_in "$output" "A forbidden anomaly was found: "
}

@test "a failed transaction that was seen: the report says what to check" {
    run --separate-stderr minos check "$histories/aborted-read.edn"
    expect_status 1
    expect_in "$output" "G1a"
    expect_in "$output" ":fail"
    expect_in "$output" ":info"
}

@test "several histories: every one has its line, the worst status wins" {
    cd "$histories"
    run --separate-stderr minos check -q valid.edn stale-read.edn valid.json
    expect_status 1
    expect_equal "$output" "valid.edn	true
stale-read.edn	false
valid.json	true"
    run --separate-stderr minos check -q -c serializable valid.edn unrelated.edn
    expect_status 2
    run --separate-stderr minos check -q -c serializable unrelated.edn read-skew.edn valid.edn
    expect_status 1
    run --separate-stderr minos check -q malformed.edn read-skew.edn valid.edn
    expect_status 255
    expect_equal "$output" "malformed.edn	unknown
read-skew.edn	false
valid.edn	true"
    expect_in "$stderr" "minos: malformed.edn:2:"
}

@test "the same bytes with one thread and with several" {
    minos check --json -j 1 "$histories/many-anomalies.edn" | jq -c 'del(.timing_ms)' >one
    minos check --json --threads=8 "$histories/many-anomalies.edn" | jq -c 'del(.timing_ms)' >eight
    [ -s one ]
    cmp one eight
}

# The order of 1 and 2 decides whether process 2, which saw z but the first y, saw a skewed state.
registers() { # PROCESS of the second transaction
    cat <<HISTORY
{:index 10, :type :invoke, :process 2, :value [[:r z nil] [:r y nil]]}
{:index 11, :type :invoke, :process 0, :value [[:w y 1]]}
{:index 12, :type :ok, :process 0, :value [[:w y 1]]}
{:index 13, :type :invoke, :process $1, :value [[:w y 2] [:w z 1]]}
{:index 14, :type :ok, :process $1, :value [[:w y 2] [:w z 1]]}
{:index 15, :type :ok, :process 2, :value [[:r z 1] [:r y 1]]}
HISTORY
}

@test "assumptions about registers: what holds without may be violated with them" {
    registers 0 >same.edn
    registers 1 >other.edn
    echo '{12 1, 14 2}' >forward.edn
    echo '{12 2, 14 1}' >backward.edn
    while read -r expected arguments; do
        run --separate-stderr minos check -q -c serializable $arguments
        expect_status "$expected"
        expect_equal "$stderr" ""
    done <<'END'
0 same.edn
0 other.edn
1 --sequential-keys same.edn
0 --sequential-keys other.edn
1 --linearizable-keys same.edn
1 --linearizable-keys other.edn
0 --wfr-keys same.edn
1 --transaction-order forward.edn other.edn
0 --transaction-order backward.edn other.edn
END
}

@test "sets are rows, unless --sets-are-objects or the history says otherwise" {
    {
        echo '{:type :ok, :process 0, :value [[:r x #{}] [:add y 1]]}'
        echo '{:type :ok, :process 1, :value [[:r y #{}] [:add x 1]]}'
    } >rows.edn
    sed 's/}$/, :sets :objects}/' rows.edn >objects.edn
    sed 's/}$/, :sets :heaps}/' rows.edn >odd.edn
    run --separate-stderr minos check -q -c repeatable-read rows.edn
    expect_status 0
    run --separate-stderr minos check -q -c serializable rows.edn
    expect_status 1
    run --separate-stderr minos check -q -c repeatable-read --sets-are-objects rows.edn
    expect_status 1
    run --separate-stderr minos check -q -c repeatable-read objects.edn
    expect_status 1
    run --separate-stderr minos check -c repeatable-read odd.edn
    expect_status 0
    expect_in "$output$stderr" "the field :sets is neither :rows nor :objects"
    # What is shrunk is judged alike.
    for arguments in "-a G2 rows.edn" "-a G2-item --sets-are-objects rows.edn" \
        "-a G2-item objects.edn"; do
        run --separate-stderr minos shrink $arguments -o small.edn
        expect_status 0
    done
    run --separate-stderr minos check -q -c repeatable-read small.edn
    expect_status 1
}

@test "shrink assumes what it is told, like check" {
    registers 0 >same.edn
    run --separate-stderr minos shrink -a G-single-item same.edn
    expect_status 2
    echo '{12 1, 14 2}' >order.edn
    for option in --sequential-keys --linearizable-keys --transaction-order=order.edn; do
        run --separate-stderr minos shrink -a G-single-item "$option" same.edn -o small.edn
        expect_status 0
        run --separate-stderr minos check -q -c serializable "$option" small.edn
        expect_status 1
    done
}

@test "--wfr-keys: what breaks read-committed alone breaks read-uncommitted too" {
    {
        echo '{:type :ok, :process 0, :value [[:w x 1] [:r y 1] [:w y 2]]}'
        echo '{:type :ok, :process 1, :value [[:r x 1] [:w x 2] [:w y 1]]}'
    } >h.edn
    run --separate-stderr minos check -q -c read-uncommitted h.edn
    expect_status 0
    run --separate-stderr minos check -q -c read-committed h.edn
    expect_status 1
    run --separate-stderr minos check -q -c read-uncommitted --wfr-keys h.edn
    expect_status 1
}

@test "what a database reveals: versions of registers, timestamps" {
    {
        echo '{:type :ok, :process 0, :value [[:w y 1 {:version 1}]]}'
        echo '{:type :ok, :process 1, :value [[:w y 2 {:version 2}] [:w z 1]]}'
        echo '{:type :ok, :process 2, :value [[:r z 1] [:r y 1]]}'
    } >h.edn
    run --separate-stderr minos check -q -c serializable h.edn
    expect_status 1
    sed 's/version 2/version 0/' h.edn >other.edn
    run --separate-stderr minos check -q -c serializable other.edn
    expect_status 0
    {
        echo '{:type :ok, :process 0, :value [[:w y 1]], :start-ts 1, :commit-ts 2}'
        echo '{:type :ok, :process 1, :value [[:r y nil]], :start-ts 3, :commit-ts 4}'
    } >h.edn
    run --separate-stderr minos check -q -c snapshot-isolation h.edn
    expect_status 1
    run --separate-stderr minos check -q -c serializable h.edn # which needs no snapshot
    expect_status 0
}
