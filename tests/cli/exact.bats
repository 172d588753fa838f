# --exact: whether an execution that proves a model is searched for, or required.

load support

# True of a result whose asked model is certified.
asked_is_certified='(.models - .certified) == []'

@test "--exact=off: nothing is certified, nothing is undecided" {
    run --separate-stderr minos check --exact=off --json "$histories/valid.edn"
    expect_status 0
    expect_jq '.valid == true and .certified == [] and .undecided == []'
    expect_jq '.certificate_required == false'
    run --separate-stderr minos check --exact=off "$histories/valid.edn"
    expect_in "$output" "No violation of strict-serializable found. No anomaly was found."
    expect_not_in "$output" "ertified"
}

@test "--exact=auto, the default: valid with or without a certificate" {
    for history in valid stale-read; do
        run --separate-stderr minos check --exact=auto --json -c serializable \
            "$histories/$history.edn"
        expect_status 0
        expect_jq '.valid == true'
        without_timing=$(jq -c 'del(.timing_ms)' <<<"$output")
        run --separate-stderr minos check --json -c serializable "$histories/$history.edn"
        expect_equal "$(jq -c 'del(.timing_ms)' <<<"$output")" "$without_timing"
    done
}

@test "--exact=require: a model that holds without a certificate is unknown, exit 2" {
    for history in valid stale-read; do
        run --separate-stderr minos check --exact=require --json -c serializable \
            "$histories/$history.edn"
        expect_jq '.certificate_required'
        if jq -e "$asked_is_certified" <<<"$output" >/dev/null; then
            expect_status 0
            expect_jq '.valid == true'
        else
            expect_status 2
            expect_jq '.valid == "unknown" and (.reason | length > 0)'
            expect_jq '.reason as $why | .undecided | any(.model == "serializable" and
                .reason == $why)'
            expect_jq '.holds | length > 0' # it is still not ruled out
            run --separate-stderr minos check --exact=require -c serializable \
                "$histories/$history.edn"
            expect_status 2
            expect_in "$output" "Unknown: serializable is not certified: "
        fi
    done
}

@test "--exact changes no violation and no history without information" {
    for how in off auto require; do
        run --separate-stderr minos check --exact=$how "$histories/read-skew.edn"
        expect_status 1
        expect_in "$output" "Not strict-serializable: "
        run --separate-stderr minos check --exact=$how -c serializable "$histories/unrelated.edn"
        expect_status 2
        expect_in "$output" "nothing was tested"
        run --separate-stderr minos check --exact=$how -c none "$histories/read-skew.edn"
        expect_status 0
    done
}

@test "the reason why a model is not certified says what was searched" {
    run --separate-stderr minos check -c read-committed "$histories/read-skew.edn"
    expect_status 0
    expect_in "$output" "Read-committed is not certified: Minos searches only for serializable and \
snapshot-isolation executions, and found none that proves this model."
    minos sim -w counter -n 300 --crash-rate 0.2 -o unknown.edn
    # Either certified, or a reason about counters.
    run --separate-stderr minos check --json -c serializable unknown.edn
    expect_jq '(.models - .certified) == [] or (.undecided[] |
        select(.model == "serializable") | .reason | test("increment"))'
}

@test "--exact=require: JUnit skips what is not certified, and saved results keep the verdict" {
    run --separate-stderr minos check --exact=require --json --junit junit.xml -o report \
        "$histories/valid.edn"
    was=$status
    if [ "$was" -eq 2 ]; then
        grep -q '<testsuite .* errors="0" skipped="1"' junit.xml
        grep -q '<skipped message="not certified: ' junit.xml
    else
        grep -q '<system-out>Certified: ' junit.xml
    fi
    run --separate-stderr minos report -q report
    expect_status "$was"
    run --separate-stderr minos report --json report
    expect_jq '.certificate_required'
}

@test "--exact takes off, auto or require" {
    run --separate-stderr minos check --exact=maybe "$histories/valid.edn"
    expect_status 254
    expect_in "$stderr" "option --exact must be off, auto or require, not 'maybe'"
    run --separate-stderr minos check --exact
    expect_status 254
}

@test "a run with --exact=require is judged by it again" {
    run --separate-stderr minos run -n 200 --exact=require -o out -q sim:
    was=$status
    jq -e '.rules.certificate_required' out/run.json
    run --separate-stderr minos check --json out
    expect_status "$was"
    expect_jq '.certificate_required'
    run --separate-stderr minos check --json --exact=off out
    expect_status 0
    expect_jq '.certificate_required == false'
}
