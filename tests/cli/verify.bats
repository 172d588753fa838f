# minos check --certificate and minos verify: what is written, accepted, rejected and malformed.

load support

# T0 appends 1 to x, T1 appends 2, T2 reads both.
lists() {
    cat <<'HISTORY'
{:type :invoke, :process 0, :value [[:append x 1]]}
{:type :ok, :process 0, :value [[:append x 1]]}
{:type :invoke, :process 0, :value [[:append x 2]]}
{:type :ok, :process 0, :value [[:append x 2]]}
{:type :invoke, :process 1, :value [[:r y nil] [:r x nil]]}
{:type :ok, :process 1, :value [[:r y nil] [:r x [1 2]]]}
HISTORY
}

# A circular information flow: G1c.
circular() {
    cat <<'HISTORY'
{:type :invoke, :process 0, :value [[:append x 1] [:r y nil]]}
{:type :invoke, :process 1, :value [[:append y 1] [:r x nil]]}
{:type :ok, :process 0, :value [[:append x 1] [:r y [1]]]}
{:type :ok, :process 1, :value [[:append y 1] [:r x [1]]]}
HISTORY
}

# certificate HISTORY ENTRY: a certificate written by hand.
certificate() {
    printf '{"certificate": 1, "workload": "list-append", "history": {"transactions": %s,\n' "$3"
    printf '"sha256": "%s"},\n"assumptions": [], "entries": [%s]}\n' \
        "$(sha256sum <"$1" | cut -d ' ' -f 1)" "$2"
}

order() {
    echo "{\"model\": \"$1\", \"verdict\": \"certified\", \"order\": [$2]}"
}

@test "a certificate is written and accepted" {
    lists >h.edn
    run --separate-stderr minos check --certificate c.json h.edn
    expect_status 0
    expect_equal "$stderr" ""
    expect_equal "$(ls -A | tr '\n' ' ')" "c.json h.edn "
    expect_equal "$(jq -c '.entries[0].order' c.json)" "[0,1,2]"
    expect_equal "$(jq -r '.history.sha256' c.json)" "$(sha256sum <h.edn | cut -d ' ' -f 1)"
    run --separate-stderr minos verify h.edn c.json
    expect_status 0
    expect_equal "${lines[0]}" "Accepted: c.json is a certificate of h.edn, 3 transactions."
    expect_in "${lines[1]}" "strict-serializable  "
    expect_in "${lines[1]}" "certified; the execution was replayed"
}

@test "the same history packed has the same certificate" {
    lists >h.edn
    gzip -k h.edn
    minos check -q --certificate c.json h.edn
    minos check -q --certificate d.json h.edn.gz
    cmp c.json d.json
    minos verify -q h.edn.gz c.json
    minos check -q --certificate c.json.gz h.edn
    gzip -dc c.json.gz | cmp - c.json
    minos verify -q h.edn c.json.gz
    minos check -q --certificate c.json.zst h.edn
    minos verify -q h.edn c.json.zst
    cat h.edn | minos verify -q - c.json
    cat c.json | minos verify -q h.edn -
}

@test "an entry for each asked model, ruled out or certified" {
    circular >h.edn
    run --separate-stderr minos check -c serializable,read-uncommitted --certificate c.json h.edn
    expect_status 1
    expect_equal "$(jq -r '.entries[] | select(.verdict == "ruled out") | .model' c.json)" \
        "serializable"
    run --separate-stderr minos verify h.edn c.json
    expect_status 0
    expect_in "$output" "ruled out by G1c; checked again"
}

@test "models without an entry are named" {
    lists | grep ':ok' >h.edn # without invocations there is no real time
    run --separate-stderr minos check -c strict-serializable --certificate c.json h.edn
    expect_status 2
    expect_in "$stderr" \
        "note: the certificate has no entry for strict-serializable: neither certified"
    run --separate-stderr minos verify h.edn c.json
    expect_status 0
    expect_in "$output" "The certificate has no entries"
}

@test "a read that does not fit is named with its place" {
    lists >h.edn
    certificate h.edn "$(order serializable "1, 0, 2")" 3 >c.json
    run --separate-stderr minos verify h.edn c.json
    expect_status 1
    expect_equal "$output" "Rejected: c.json does not prove what it says about h.edn."
    expect_in "$stderr" "h.edn:6:44: error: certificate rejected: serializable: this read does not"
    expect_in "$stderr" "(transaction 2)"
    run --separate-stderr minos verify --json h.edn c.json
    expect_status 1
    expect_jq '.accepted == false and .rejected.transaction == 2 and .rejected.line == 6 and
               .rejected.column == 44 and .rejected.model == "serializable" and .models == []'
}

@test "every rule of the order is checked" {
    lists >h.edn
    for wrong in "0, 1:the order lacks it (transaction 2)" "0, 1, 2, 2:twice (transaction 2)" \
        "0, 1, 2, 3:does not have" "0, 2, 1:does not see the other one"; do
        certificate h.edn "$(order strict-serializable "${wrong%%:*}")" 3 >c.json
        run --separate-stderr minos verify h.edn c.json
        expect_status 1
        expect_in "$stderr" "${wrong#*:}"
    done
}

@test "a certificate of another history is rejected" {
    lists >h.edn
    minos check -q --certificate c.json h.edn
    echo >>h.edn
    run --separate-stderr minos verify h.edn c.json
    expect_status 1
    expect_in "$stderr" "h.edn: error: certificate rejected: it belongs to another history"
}

@test "a false refutation is rejected" {
    lists >h.edn
    certificate h.edn '{"model": "PL-2", "verdict": "ruled out", "anomaly": "G1c"}' 3 >c.json
    run --separate-stderr minos verify h.edn c.json
    expect_status 1
    expect_in "$stderr" "does not find the anomaly"
    circular >h.edn
    certificate h.edn '{"model": "PL-1", "verdict": "ruled out", "anomaly": "G1c"}' 2 >c.json
    run --separate-stderr minos verify h.edn c.json
    expect_status 1
    expect_in "$stderr" "the anomaly does not rule this model out"
}

@test "models that the execution does not prove are rejected" {
    lists >h.edn
    certificate h.edn '{"model": "PL-2", "verdict": "certified", "order": [0, 1, 2]}' 3 >c.json
    run --separate-stderr minos verify h.edn c.json
    expect_status 1
    expect_in "$stderr" "cannot replay executions of this model"
    certificate h.edn '{"model": "PL-3", "also": ["PL-2"], "verdict": "certified",
        "order": [0, 1, 2]}' 3 >c.json
    run --separate-stderr minos verify --json h.edn c.json
    expect_status 0
    expect_jq '[.models[] | .checked] == ["replayed", "implied"]'
}

@test "transactions of unknown outcome are listed" {
    printf '%s\n' '{:type :info, :process 0, :value [[:append x 1]]}' \
        '{:type :ok, :process 1, :value [[:r x [1]]]}' >h.edn
    minos check -q -c serializable --certificate c.json h.edn
    expect_equal "$(jq -c '.entries[0].info' c.json)" "[0]"
    certificate h.edn '{"model": "PL-3", "verdict": "certified", "order": [0, 1]}' 2 >c.json
    run --separate-stderr minos verify h.edn c.json
    expect_status 1
    expect_in "$stderr" '"info" does not list'
    certificate h.edn '{"model": "PL-SS", "verdict": "certified", "order": [0, 1], "info": [0]}' \
        2 >c.json
    run --separate-stderr minos verify h.edn c.json
    expect_status 1
    expect_in "$stderr" "the history has no invocations"
}

@test "assumptions are part of a certificate" {
    printf '%s\n' '{:type :invoke, :process 0, :value [[:w x 1]]}' \
        '{:type :ok, :process 0, :value [[:w x 1]]}' \
        '{:type :invoke, :process 1, :value [[:r x nil]]}' \
        '{:type :ok, :process 1, :value [[:r x 1]]}' >h.edn
    echo '{1 1}' >order.edn
    minos check -q --linearizable-keys --transaction-order order.edn --certificate c.json h.edn
    expect_equal "$(jq -c '.assumptions' c.json)" '["linearizable-keys","transaction-order"]'
    run --separate-stderr minos verify h.edn c.json
    expect_status 254
    expect_in "$stderr" "--transaction-order"
    run --separate-stderr minos verify --transaction-order order.edn h.edn c.json
    expect_status 0
    expect_in "$output" "Assumptions: linearizable-keys, transaction-order."
}

@test "malformed certificates and histories" {
    lists >h.edn
    minos check -q --certificate c.json h.edn
    sed 's/"order"/"ordre"/' c.json >d.json
    run --separate-stderr minos verify h.edn d.json
    expect_status 255
    expect_in "$stderr" "d.json:5:1: error: a certificate has no field of this name"
    run --separate-stderr minos verify --json h.edn d.json
    expect_status 255
    expect_jq '.file == "d.json" and .error.line == 5'
    head -c 100 c.json >d.json
    run --separate-stderr minos verify h.edn d.json
    expect_status 255
    run --separate-stderr minos verify h.edn missing.json
    expect_status 255
    expect_in "$stderr" "missing.json: error: cannot open"
    run --separate-stderr minos verify missing.edn c.json
    expect_status 255
    echo '{:type' >bad.edn
    certificate bad.edn "$(order PL-3 "")" 0 >d.json
    run --separate-stderr minos verify bad.edn d.json
    expect_status 255
    expect_in "$stderr" "bad.edn:1:"
}

@test "other formats" {
    lists >lists.edn
    printf 'r(1,0,0,0)\nw(1,1,0,1)\nr(1,1,1,2)\n' >h.plume
    minos check -q -c serializable --certificate c.json h.plume
    run --separate-stderr minos verify h.plume c.json
    expect_status 0
}

@test "arguments" {
    lists >h.edn
    cp h.edn i.edn
    run --separate-stderr minos check --certificate c.json h.edn i.edn
    expect_status 254
    expect_in "$stderr" "option --certificate writes the certificate of one history, not of 2"
    run --separate-stderr minos check --certificate h.edn h.edn
    expect_status 254
    expect_in "$stderr" "is an input history and is not overwritten"
    run --separate-stderr minos verify h.edn
    expect_status 254
    expect_in "$stderr" "verify needs two operands"
    run --separate-stderr minos verify - -
    expect_status 254
    run --separate-stderr minos check --certificate missing/c.json h.edn
    expect_status 255
    expect_in "$stderr" "cannot write missing/c.json"
    run --separate-stderr minos verify -q h.edn h.edn
    expect_status 255
}

@test "a certificate that cannot be written is an error that says why" {
    printf '%s\n' '{:type :invoke, :process 0, :f :txn, :value [[:append 1 1]]}' \
        '{:type :ok, :process 0, :f :txn, :value [[:append 1 1]]}' \
        '{:type :invoke, :process 1, :f :txn, :value [[:r 1 nil]]}' \
        '{:type :ok, :process 1, :f :txn, :value [[:r 1 [1]]]}' >full.edn
    run --separate-stderr minos check --certificate /dev/full full.edn
    expect_status 255
    expect_in "$stderr" "cannot write /dev/full: No space left on device"
}
