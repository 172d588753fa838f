# minos sim: histories of a simulated database, and what is refused.

load support

@test "the default history is strict-serializable, and 1,000 transactions long" {
    minos sim >history.edn
    [ "$(grep -c ':type :invoke' history.edn)" -eq 1000 ]
    run --separate-stderr minos check history.edn
    expect_status 0
}

@test "same seed and options, same bytes; another seed, others" {
    minos sim --seed 7 -b stale-replica --truth a.jsonl -o a.edn
    minos sim --seed 7 -b stale-replica --truth b.jsonl >b.edn
    cmp a.edn b.edn
    cmp a.jsonl b.jsonl
    minos sim --seed 8 -b stale-replica -o c.edn
    ! cmp -s a.edn c.edn
    minos sim --seed 18446744073709551615 -o d.edn
    ! cmp -s a.edn d.edn
}

@test "EDN and JSON say the same" {
    for format in edn json; do
        minos sim -b long-fork -f $format -o "h.$format"
        minos check --json -c none "h.$format" | jq 'del(.timing_ms, .file, .anomalies[].witnesses[].text)' >"$format.result"
    done
    jq -e '.anomaly_types | length > 0' edn.result
    cmp edn.result json.result
    jq -es 'length == 2000' h.json
}

@test "every level keeps its promise, and some break the next one" {
    for level in strict-serializable serializable strong-snapshot-isolation snapshot-isolation \
        parallel-snapshot-isolation read-atomic read-committed read-uncommitted; do
        minos sim --isolation $level -n 2000 --abort-rate 0.05 -o h.edn
        run --separate-stderr minos check -q -c $level h.edn
        expect_status 0
        if [ -n "$stronger" ] && [ $level != strong-snapshot-isolation ]; then
            run --separate-stderr minos check -q -c "$stronger" h.edn
            expect_status 1
        fi
        stronger=$level
    done
}

@test "a bug is found, and the truth names it" {
    minos sim --bug=garbage-read:0.05 --bug dirty-update --truth truth.jsonl -o h.edn
    run --separate-stderr minos check --json h.edn
    expect_status 1
    expect_jq '.anomaly_types | contains(["garbage-read", "dirty-update"])'
    jq -es 'map(.bug) | unique == ["dirty-update", "garbage-read"]' truth.jsonl
    jq -es 'map(keys) | unique == [["bug", "key", "observable", "observed_by", "transaction"]]' \
        truth.jsonl
    jq -es 'all(.observable == (.observed_by != null))' truth.jsonl
}

@test "the truth may go to stdout if the history does not" {
    minos sim -b garbage-read --truth truth.jsonl -o a.edn
    minos sim -b garbage-read --truth - -o b.edn >stdout.jsonl
    cmp a.edn b.edn
    cmp truth.jsonl stdout.jsonl
    [ -s truth.jsonl ]
}

@test "without bugs the truth is empty" {
    minos sim --truth truth.jsonl -o h.edn
    [ -f truth.jsonl ] && [ ! -s truth.jsonl ]
}

@test "--list names every level and bug, and fits the page" {
    run --separate-stderr minos sim --list
    expect_status 0
    for name in parallel-snapshot-isolation retry-lost-update stale-read-timestamp \
        index-misses-own-writes empty-shard aborted-read intermediate-read dirty-update \
        fractured-commit duplicate-append garbage-read lost-write-on-crash stale-replica long-fork \
        future-read; do
        grep -q "^  $name" <<<"$output"
    done
    expect_in "$output" "causes internal"
    ! grep -q '.\{101\}' <<<"$output"
}

@test "every anomaly that a bug is listed with exists" {
    minos sim --list | sed -n '/^      causes/,/^$/p' | tr -d ',' | tr ' ' '\n' | grep -v causes |
        grep . | sort -u >anomalies
    [ "$(wc -l <anomalies)" -gt 10 ]
    while read -r anomaly; do
        minos explain "$anomaly" >/dev/null
    done <anomalies
}

@test "the shape of the workload" {
    minos sim -n 100 -p 3 -k 2 --min-length 3 --max-length 3 --read-fraction 0 \
        --max-writes-per-key 5 --key-distribution uniform -f json -o h.json
    jq -es 'all(.value | length == 3)' h.json
    jq -es 'all(.process < 3)' h.json
    jq -es '[.[].value[] | .[0]] | unique == ["append"]' h.json
    jq -es '[.[].value[] | .[2]] | max == 5' h.json
    minos sim -n 200 --crash-rate 0.5 -p 3 -f json -o h.json
    jq -es 'any(.process > 30)' h.json
    minos sim -n 200 --abort-rate 1 -f json -o h.json
    jq -es '[.[] | select(.type != "invoke") | .type] | unique == ["fail"]' h.json
    minos sim -n 0 -o h.edn
    [ ! -s h.edn ]
}

@test "other workloads" {
    minos sim -w rw-register -n 50 >h.edn
    grep -q '\[:w [0-9]* [0-9]*\]' h.edn
    minos sim -w set -n 50 >h.edn
    grep -q '\[:r [0-9]* #{[0-9 ]*}\]' h.edn
    minos sim -w counter -n 50 >h.edn
    grep -q '\[:inc [0-9]* [1-5]\]' h.edn
}

@test "nonsense is refused with 254, and nothing is written" {
    while read -r words arguments; do
        run --separate-stderr minos sim $arguments -o never.edn
        expect_status 254
        expect_equal "$output" ""
        expect_in "$stderr" "${words//_/ }"
        [ ! -e never.edn ]
    done <<'END'
did_you_mean_snapshot-isolation? --isolation snapshot-isolatoin
did_you_mean_stale-replica? --bug stale-replicas
did_you_mean_empty-shard? --bug empty-shrd:0.5
must_be_from_0_to_1 --bug empty-shard:2
must_be_from_0_to_1 --bug empty-shard:often
unknown_workload --workload bank
unknown_key_distribution --key-distribution normal
edn_or_json --format xml
a_number_from_0_to_1 --read-fraction 1.1
a_number_from_0_to_1 --abort-rate x
a_number_from_0_to_1 --crash-rate=-1
whole_number --transactions many
whole_number --processes 0
from_1_to_1000000 --processes 2000000
whole_number --keys 0
length_must_be_from_5 --min-length 5 --max-length 4
whole_number --max-writes-per-key 0
below_2^64 --seed 18446744073709551616
below_2^64 --seed -1
takes_no_operand history.edn
did_you_mean_--isolation? --isolatoin=serializable
END
}

@test "files that cannot be written: 255" {
    run --separate-stderr minos sim -o no/such/folder.edn
    expect_status 255
    expect_in "$stderr" "cannot write no/such/folder.edn"
    run --separate-stderr minos sim --truth no/such/folder.edn -o h.edn
    expect_status 255
    [ -e /dev/full ] || skip "no /dev/full"
    run --separate-stderr minos sim -o /dev/full
    expect_status 255
    expect_in "$stderr" "cannot write /dev/full"
    run --separate-stderr minos sim -b garbage-read --truth /dev/full -o h.edn
    expect_status 255
    run --separate-stderr bash -c "'$binary' sim >/dev/full"
    expect_status 255
    for arguments in "-o same --truth same" "--truth -" "-o - --truth -"; do
        run --separate-stderr minos sim $arguments
        expect_status 254
        expect_in "$stderr" "history and truth cannot both go to"
    done
}

@test "the help of sim lists every option of the manual" {
    run --separate-stderr minos sim --help
    expect_status 0
    expect_in "$output" "Examples:"
    ! grep -q '.\{101\}' <<<"$output"
    for option in isolation bug list output truth format seed transactions processes workload keys \
        key-distribution min-length max-length max-writes-per-key read-fraction abort-rate \
        crash-rate final-reads; do
        expect_in "$output" "--$option"
        grep -q -- "\*--$option\*" "$source_dir/man/minos.1.scd"
    done
}
