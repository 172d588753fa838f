# How hard a run looked: measures, the simulator's bugs, and advice.

load support

# field FILE EXPRESSION: a value of a JSON file, d.
field() { python3 -c "import json,sys; d = json.load(open('$1')); print($2)"; }

@test "a contended run says how hard it looked, and nothing against it" {
    run "$binary" run sim:snapshot-isolation -n 3000 -o "$BATS_TEST_TMPDIR/out"
    expect_status 0
    expect_in "$output" "transactions were in flight on average, at most 10."
    expect_in "$output" "This load would have shown all of the simulator's 14 bugs at this level"
    expect_not_in "$output" "proves little"
    expect_equal "$(field "$BATS_TEST_TMPDIR/out/results.json" "d['effort']['advice']")" None
    expect_equal "$(field "$BATS_TEST_TMPDIR/out/results.json" "d['effort']['low']")" "[]"
}

@test "a run without contention says that it proves little, and what looks harder" {
    run "$binary" run sim: -n 2000 -p 1 -k 100000 --key-distribution uniform \
        -o "$BATS_TEST_TMPDIR/out"
    expect_status 0
    expect_in "$output" "1.0 transactions were in flight on average, at most 1. 0 % of the"
    expect_in "$output" "; never retry-lost-update, "
    expect_in "$output" "This run proves little: few transactions were in flight at a time; few"
    expect_in "$output" "To look harder: -p 20 -k 5 --key-distribution exponential"
    expect_in "$(cat "$BATS_TEST_TMPDIR/out/report.txt")" "This run proves little: "
    expect_in "$(cat "$BATS_TEST_TMPDIR/out/index.html")" "This run proves little: "
    expect_equal "$(field "$BATS_TEST_TMPDIR/out/results.json" "d['valid'], d['warnings']")" \
        "True []"
    expect_equal "$(field "$BATS_TEST_TMPDIR/out/results.json" "d['effort']['low'][:2]")" \
        "['concurrency', 'conflicts']"
}

@test "a run that found a violation needs no advice" {
    run "$binary" run sim: -n 2000 -p 1 -k 1000 --key-distribution uniform -b garbage-read \
        -o "$BATS_TEST_TMPDIR/out"
    expect_status 1
    expect_in "$output" "1.0 transactions were in flight on average"
    expect_not_in "$output" "proves little"
}

@test "check and report of a run's folder say the same, from what is stored" {
    "$binary" run sim: -n 500 -p 2 -k 50 -o "$BATS_TEST_TMPDIR/out" >"$BATS_TEST_TMPDIR/ran"
    said=$(grep "This load would have shown" "$BATS_TEST_TMPDIR/ran")
    expect_in "$said" "of the simulator's 14 bugs"
    run "$binary" check "$BATS_TEST_TMPDIR/out"
    expect_in "$output" "$said"
    run "$binary" report "$BATS_TEST_TMPDIR/out"
    expect_in "$output" "$said"
}

@test "the same load gives the same answer" {
    for i in 1 2; do
        "$binary" run sim: -n 500 -p 2 -k 50 -q -o "$BATS_TEST_TMPDIR/$i"
        field "$BATS_TEST_TMPDIR/$i/run.json" "d['effort']" >"$BATS_TEST_TMPDIR/effort$i"
    done
    expect_in "$(cat "$BATS_TEST_TMPDIR/effort1")" "'transactions': 500"
    cmp "$BATS_TEST_TMPDIR/effort1" "$BATS_TEST_TMPDIR/effort2"
}

@test "--no-effort simulates no bug; the measures stay" {
    run "$binary" run sim: -n 500 --no-effort -o "$BATS_TEST_TMPDIR/out"
    expect_status 0
    expect_in "$output" "transactions were in flight on average"
    expect_not_in "$output" "This load would have shown"
    expect_equal "$(field "$BATS_TEST_TMPDIR/out/run.json" "'effort' in d")" False
}

@test "without an expectation no bug can be shown" {
    run "$binary" run sim: -n 500 -c none -o "$BATS_TEST_TMPDIR/out"
    expect_not_in "$output" "This load would have shown"
}

# One client waits for its turn, so a rate limits what the simulator may assume.
@test "a rate limit lowers the concurrency that is simulated" {
    run "$binary" run sqlite: --rate 20 -t 1 -o "$BATS_TEST_TMPDIR/out"
    expect_equal "$(field "$BATS_TEST_TMPDIR/out/run.json" "d['effort']['processes'] < 5")" True
    expect_in "$output" "--rate 0"
}

@test "check -v measures any history, check alone none" {
    run "$binary" check -v "$histories/valid.edn"
    expect_in "$output" "in flight on average"
    run "$binary" check "$histories/valid.edn"
    expect_not_in "$output" "in flight on average"
}

@test "a damaged effort in run.json is an error, not a wrong report" {
    "$binary" run sim: -n 200 -p 2 -q -o "$BATS_TEST_TMPDIR/out"
    sed -i 's/"shown": [0-9]*/"shown": 6/' "$BATS_TEST_TMPDIR/out/run.json"
    run "$binary" check "$BATS_TEST_TMPDIR/out"
    [[ $status -gt 2 ]]
    expect_in "$output" '"shown" is more than "of"'
}
