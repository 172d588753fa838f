# How results are shown: plain, -q, -v, colour, JSON, EDN, broken outputs.

load support

@test "-q: the verdict line alone" {
    run --separate-stderr minos check -q "$histories/read-skew.edn"
    expect_equal "$output" "$histories/read-skew.edn	false"
    run --separate-stderr minos check --quiet "$histories/valid.edn"
    expect_equal "$output" "$histories/valid.edn	true"
}

@test "many anomalies: five in full, the rest by name; -v shows all" {
    run --separate-stderr minos check "$histories/many-anomalies.edn"
    expect_status 1
    expect_in "$output" " more: "
    expect_in "$output" "use -v to see all"
    expect_equal "$(grep -c ' found[:,]' <<<"$output")" 5
    run --separate-stderr minos check -v "$histories/many-anomalies.edn"
    expect_status 1
    expect_not_in "$output" " more: "
    for name in G1a G1b internal garbage-read duplicate-elements incompatible-order lost-update \
        future-read; do
        grep -q "^$name" <<<"$output"
    done
}

@test "-v shows every kept witness, --max-witnesses bounds them, counts stay exact" {
    of_duplicates='.anomalies["duplicate-elements"]'
    run --separate-stderr minos check --json "$histories/many-anomalies.edn"
    expect_jq "$of_duplicates.count == 2 and ($of_duplicates.witnesses | length) == 2"
    run --separate-stderr minos check --json --max-witnesses 1 "$histories/many-anomalies.edn"
    expect_jq "$of_duplicates.count == 2 and ($of_duplicates.witnesses | length) == 1"
}

@test "witnesses are drawn in time, with the faults around them" {
    run --separate-stderr minos check "$histories/partitioned.edn"
    expect_status 1
    expect_in "$output" "
  Timeline:
    process 0  ├─ T1: append 1 1 ─┤
    process 1                       ├─ T2: r 1 [] ─┤
    :nemesis    ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ start-partition :majority"
    run --separate-stderr minos check "$histories/many-anomalies.edn"
    expect_not_in "$output" "▒"
    minos check -q -o report "$histories/partitioned.edn" || true
    expect_in "$(cat report/G-single-item-realtime.txt)" "├─ T1: append 1 1 ─┤"
}

@test "colour: never by default in a pipe, always on request, never with --color=never" {
    escape=$(printf '\033')
    run --separate-stderr minos check "$histories/read-skew.edn"
    expect_not_in "$output" "$escape"
    run --separate-stderr minos check --color=always "$histories/read-skew.edn"
    expect_in "$output" "$escape"
    run --separate-stderr minos check --color never "$histories/read-skew.edn"
    expect_not_in "$output" "$escape"
    run --separate-stderr minos check --color=sometimes "$histories/read-skew.edn"
    expect_status 254
    expect_in "$stderr" "auto, always or never"
}

@test "colour: on a terminal, unless NO_COLOR is set" {
    script -qec true /dev/null >/dev/null 2>&1 || skip "script(1) can make no terminal here"
    escape=$(printf '\033')
    run script -qec "TERM=xterm '$binary' check '$histories/read-skew.edn' 2>/dev/null" /dev/null
    expect_in "$output" "$escape"
    run script -qec "TERM=xterm NO_COLOR=1 '$binary' check '$histories/read-skew.edn' 2>/dev/null" \
        /dev/null
    expect_not_in "$output" "$escape"
    run script -qec "TERM=dumb '$binary' check '$histories/read-skew.edn' 2>/dev/null" /dev/null
    expect_not_in "$output" "$escape"
}

@test "--json: one line, keys in order" {
    run --separate-stderr minos check --json "$histories/read-skew.edn"
    expect_status 1
    expect_equal "${#lines[@]}" 1
    expect_jq \
        'keys_unsorted == ["schema", "minos", "file", "workload", "history", "models", "valid",
        "anomaly_types", "violated", "not", "also_not", "holds", "not_judged", "partly_judged",
        "certified", "undecided", "anomalies", "warnings", "timing_ms", "notation", "span_ns",
        "untested", "certificate_required", "asked_anomalies", "order", "ruled_out_by"]'
    expect_jq '.history | keys_unsorted == ["operations", "transactions", "ok", "fail", "info",
        "micro_operations", "keys", "processes"]'
    expect_jq '.timing_ms | keys_unsorted == ["read", "infer", "graph", "search"]'
    expect_jq '.timing_ms | all(.[]; type == "number")'
}

@test "--json: the values of a violated history" {
    run --separate-stderr minos check --json "$histories/read-skew.edn"
    expect_jq '.schema == 1 and .workload == "list-append" and .valid == false'
    expect_jq '.history == {"operations": 6, "transactions": 3, "ok": 3, "fail": 0, "info": 0,
        "micro_operations": 5, "keys": 2, "processes": 3}'
    expect_jq '.models == ["strict-serializable"] and .violated == .models'
    expect_jq '.anomaly_types == ["G-single-item"]'
    expect_jq '(.not | sort) == .not and (.also_not | sort) == .also_not'
    expect_jq '.also_not | index("strong-serializable") != null'
    expect_jq '.holds | index("read-committed") == null or length > 0'
    expect_jq '.not_judged | index("causal") != null'
    expect_jq '.warnings == [] and has("reason") == false'
}

@test "--json: a witness with a cycle" {
    run --separate-stderr minos check --json "$histories/read-skew.edn"
    expect_jq '.anomalies["G-single-item"].count == 1'
    output=$(jq -c '.anomalies["G-single-item"].witnesses[0]' <<<"$output")
    expect_jq 'keys_unsorted[:4] == ["name", "transactions", "steps", "text"]'
    expect_jq '.name == "read skew"'
    expect_jq '[.transactions[] | {id, index, process, type, value}] == [
        {"id": "T1", "index": 3, "process": 0, "type": "ok",
         "value": [["append", "x", 1], ["append", "y", 1]]},
        {"id": "T2", "index": 2, "process": 1, "type": "ok",
         "value": [["r", "x", [1]], ["r", "y", []]]}]'
    expect_jq '[.transactions[] | keys_unsorted] | unique ==
        [["id", "index", "process", "type", "value", "invoke", "complete", "invoke_ns",
          "complete_ns", "error", "edn", "mops", "mops_total"]]'
    expect_jq '[.steps[] | keys_unsorted] | unique ==
        [["from", "to", "kind", "key", "value", "next", "text", "from_mop", "to_mop", "label"]]'
    expect_jq '.steps[0] | .from == "T2" and .to == "T1" and .kind == "rw" and .key == "y" and
        .value == null and .next == 1'
    expect_jq '.steps[1] | .from == "T1" and .to == "T2" and .kind == "wr" and .key == "x" and
        .value == 1 and .next == null'
    expect_jq '.text | startswith("Let:\n  T1 = ")'
}

@test "--json: a witness without a cycle has a key and an element" {
    run --separate-stderr minos check --json "$histories/aborted-read.edn"
    expect_jq '.anomalies.G1a.count == 1'
    output=$(jq -c '.anomalies.G1a.witnesses[0]' <<<"$output")
    expect_jq \
        'keys_unsorted == ["name", "transactions", "steps", "key", "element", "text", "links"]'
    expect_jq '.steps == [] and .key == 1 and .element == 1 and (.transactions | length) == 2'
    expect_jq '[.transactions[].type] | sort == ["fail", "ok"]'
}

@test "--json: real time in a step; the :index of sparse histories" {
    run --separate-stderr minos check --json "$histories/stale-read.edn"
    expect_jq '.anomaly_types == ["G-single-item-realtime"]'
    output=$(jq -c '.anomalies["G-single-item-realtime"].witnesses[0]' <<<"$output")
    expect_jq '[.transactions[].index] | sort == [11, 13]'
    expect_jq '[.steps[].kind] | sort == ["realtime", "rw"]'
    expect_jq '.steps[] | select(.kind == "realtime") | .key == null and .value == null'
}

@test "--json: unknown has a reason, and nothing is said to hold" {
    run --separate-stderr minos check --json -c serializable "$histories/unrelated.edn"
    expect_status 2
    expect_jq '.valid == "unknown" and (.reason | length) > 0 and .holds == []'
    expect_jq '(keys_unsorted | index("reason")) == (keys_unsorted | index("valid")) + 1'
    run --separate-stderr minos check --json "$histories/valid.edn"
    expect_jq '.valid == true and has("reason") == false'
    expect_jq '.holds | index("strong-serializable") != null'
}

@test "--json: the same bytes each time, timing apart" {
    minos check --json "$histories/many-anomalies.edn" | jq -c 'del(.timing_ms)' >first
    minos check --json "$histories/many-anomalies.edn" | jq -c 'del(.timing_ms)' >second
    [ -s first ]
    cmp first second
}

@test "--json: several histories, one line each" {
    cd "$histories"
    run --separate-stderr minos check --json valid.edn malformed.edn read-skew.edn
    expect_status 255
    expect_equal "${#lines[@]}" 3
    expect_equal "$(jq -r .file <<<"$output" | tr '\n' ' ')" \
        "valid.edn malformed.edn read-skew.edn "
}

@test "--edn: exactly {:valid? true} where nothing forbidden was found" {
    run --separate-stderr minos check --edn "$histories/valid.edn"
    expect_status 0
    expect_equal "$output" "{:valid? true}"
    run --separate-stderr minos check --edn -c read-committed "$histories/read-skew.edn"
    expect_status 0
    expect_equal "$output" "{:valid? true}"
}

@test "--edn: Elle's result map of a cycle" {
    run --separate-stderr minos check --edn "$histories/read-skew.edn"
    expect_status 1
    expect_equal "${#lines[@]}" 1
    expect_in "$output" \
        "{:valid? false, :anomaly-types (:G-single-item), :anomalies {:G-single-item [{:cycle ["
    steps=":steps [{:type :rw, :key :y, :value :elle.list-append/init, :value' 1,"
    steps+=" :a-mop-index 1, :b-mop-index 1}"
    steps+=" {:type :wr, :key :x, :value 1, :a-mop-index 0, :b-mop-index 0}]"
    expect_in "$output" "$steps, :type :G-single-item}]}"
    expect_in "$output" ":not #{"
    expect_in "$output" ":also-not #{"
}

@test "--edn: cases without a cycle have Elle's fields" {
    run --separate-stderr minos check --edn "$histories/many-anomalies.edn"
    expect_status 1
    expect_in "$output" ":G1a [{:op {:index "
    expect_in "$output" ", :mop [:r 1 [1]], :writer {:index "
    expect_in "$output" ", :mop [:r 2 []], :expected [... 1]}"
    expect_in "$output" ", :mop [:r 3 [99]], :element 99}"
    expect_in "$output" ", :mop [:r 4 [1 1]], :duplicates {1 2}}"
    expect_in "$output" ":incompatible-order [{:key 5, :values [["
    expect_in "$output" ":lost-update [{:key 6, :value [], :txns [{"
    expect_in "$output" ", :mop [:r 7 [1]], :writer {:index "
    expect_in "$output" ":future-read [{:op {:index "
}

@test "--edn: an empty graph is unknown" {
    run --separate-stderr minos check --edn -c serializable "$histories/unrelated.edn"
    expect_status 2
    expected="{:valid? :unknown, :anomaly-types (:empty-transaction-graph),"
    expected+=" :anomalies {:empty-transaction-graph true}, :not #{}, :also-not #{}"
    expect_in "$output" "$expected"
}

@test "--json and --edn exclude each other" {
    run --separate-stderr minos check --json --edn "$histories/valid.edn"
    expect_status 254
}

@test "a full disk or a closed pipe: 255 and a message" {
    [ -c /dev/full ] || skip "no /dev/full"
    run --separate-stderr bash -c "'$binary' check '$histories/valid.edn' >/dev/full"
    expect_status 255
    expect_in "$stderr" "minos: cannot write the result: "
    run --separate-stderr bash -c "'$binary' models >/dev/full"
    expect_status 255
    run --separate-stderr bash -c "'$binary' --help >/dev/full"
    expect_status 255
    late="sleep 0.2; '$binary' check '$histories/valid.edn'; echo \$? >status"
    run --separate-stderr bash -c "($late) | true; cat status"
    expect_equal "$output" 255
    expect_in "$stderr" "minos: cannot write the result: Broken pipe"
}
