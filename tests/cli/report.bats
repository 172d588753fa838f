# minos report: where results are looked for, what is shown and written, what is opened, how it
# ends.

load support

# A folder `report` about a history with a G0, and what check says of it.
make_report() {
    cp "$source_dir/tests/golden/g0-yes.edn" h.edn
    minos check -o report h.edn >checked.txt || true
    sed -i '/^Report: /d;$d' checked.txt # the last lines say where the report is
}

# A browser that writes down how it was called, and what it was given.
make_browser() {
    cat >browser.sh <<'SCRIPT'
#!/bin/sh
printf '%s\n' "$#" "$@" >>"${0%/*}/calls"
SCRIPT
    chmod +x browser.sh
    export BROWSER="$PWD/browser.sh"
}

@test "a folder and its results.json are shown as check showed them" {
    make_report
    run --separate-stderr minos report report
    expect_status 1
    expect_equal "$output" "$(cat checked.txt)"
    run --separate-stderr minos report report/results.json
    expect_status 1
    expect_equal "$output" "$(cat checked.txt)"
    run --separate-stderr minos report - <report/results.json
    expect_status 1
    expect_equal "$output" "$(cat checked.txt)"
    run --separate-stderr minos report -v report
    expect_equal "$output" "$(minos check -v h.edn)"
}

@test "JSON is what was loaded, byte for byte" {
    make_report
    run --separate-stderr minos report --json report
    expect_status 1
    expect_equal "$output" "$(cat report/results.json)"
    minos check --json h.edn >plain.json || true
    run --separate-stderr minos report --json plain.json
    expect_equal "$output" "$(cat plain.json)"
}

@test "quiet is one line, colour is as asked" {
    make_report
    run --separate-stderr minos report -q report
    expect_equal "$output" "h.edn	false"
    run --separate-stderr minos report --color=always report
    expect_in "$output" $'\e['
    run --separate-stderr minos report report
    expect_not_in "$output" $'\e['
}

@test "the exit status is that of the verdict" {
    echo '{:type :ok, :process 0, :value [[:append 1 1] [:r 1 [1]]]}' >unknown.edn
    minos check --json unknown.edn >unknown.json || true
    run --separate-stderr minos report unknown.json
    expect_status 2
    run --separate-stderr minos report <(minos check --json "$source_dir/tests/golden/g0-no.edn")
    expect_status 0
}

@test "without an operand: minos-out/latest, then results.json" {
    run --separate-stderr minos report
    expect_status 254
    expect_in "$stderr" "results.json"
    make_report
    cp report/results.json .
    run --separate-stderr minos report -q
    expect_equal "$output" "h.edn	false"
    mkdir minos-out
    minos check -q -o minos-out/first "$source_dir/tests/golden/g0-no.edn"
    ln -s first minos-out/latest
    run --separate-stderr minos report -q
    expect_status 0
    expect_in "$output" "g0-no.edn	true"
}

@test "a folder is written again as it was" {
    make_report
    run --separate-stderr minos report -o again report
    expect_status 1
    expect_in "$output" "Report: again/index.html"
    diff -r report again
    run --separate-stderr minos report -o report report # in its own place
    expect_status 1
    diff -r report again
    run --separate-stderr minos report -o bare - <report/results.json
    [ ! -e bare/results.edn ] # it cannot be made without the history
    cmp report/results.json bare/results.json
}

@test "a page and JUnit" {
    make_report
    run --separate-stderr minos report --html page.html --junit junit.xml report
    expect_status 1
    expect_in "$output" "Report: page.html"
    [ -e page.html ]
    expect_in "$(cat junit.xml)" "<testsuites"
    expect_in "$(cat junit.xml)" "<failure"
    run --separate-stderr minos report --html missing/page.html report
    expect_status 255
    expect_in "$stderr" "cannot write missing/page.html"
}

@test "open: the page of the folder" {
    make_report
    make_browser
    touch report/index.html
    run --separate-stderr minos report -q --open report
    expect_status 1
    expect_equal "$(cat calls)" "1
$PWD/report/index.html"
    run --separate-stderr minos report -q --open report/results.json
    expect_equal "$(tail -1 calls)" "$PWD/report/index.html"
    cd report
    run --separate-stderr minos report -q --open
    expect_equal "$(tail -1 ../calls)" "$PWD/index.html"
}

@test "open: a page that was just written" {
    make_report
    make_browser
    run --separate-stderr minos report -q --open --html=-page.html report
    expect_status 1
    expect_equal "$(cat calls)" "1
$PWD/-page.html"
    mkdir tmp
    TMPDIR="$PWD/tmp" run --separate-stderr minos report -q --open - <report/results.json
    expect_status 1
    page="$(tail -1 calls)"
    expect_in "$page" "$PWD/tmp/minos-report-"
    [ -e "$page" ]
    [ "$(stat -c %a "$(dirname "$page")")" = 700 ]
}

@test "open: BROWSER is a list of commands with words, and never a shell's" {
    make_report
    make_browser
    touch report/index.html
    BROWSER="$PWD/missing:false:$PWD/browser.sh  --new %s;touch\$IFS-x last" \
        run --separate-stderr minos report -q --open report
    expect_status 1
    expect_equal "$(cat calls)" "3
--new
$PWD/report/index.html;touch\$IFS-x
last"
    BROWSER="false:true" run --separate-stderr minos report -q --open report
    expect_status 1
}

@test "open: what a browser prints is not the result" {
    make_report
    touch report/index.html
    BROWSER="echo" run --separate-stderr minos report -q --open report
    expect_equal "$output" "h.edn	false"
    expect_equal "$stderr" "$PWD/report/index.html"
}

@test "open: says where the page is if nothing opens it" {
    make_report
    touch report/index.html
    BROWSER=false run --separate-stderr minos report -q --open report
    expect_status 255
    expect_in "$stderr" "$PWD/report/index.html"
    unset BROWSER
    mkdir empty
    binary="$(realpath "$binary")"
    run --separate-stderr env PATH="$PWD/empty" "$binary" report -q --open report
    expect_status 255
    expect_in "$stderr" "no browser could be started"
    expect_in "$stderr" "$PWD/report/index.html"
}

@test "what is no result is refused, with its place" {
    make_report
    run --separate-stderr minos report h.edn
    expect_status 255
    expect_in "$stderr" "h.edn:"
    expect_in "$stderr" "expected a results.json written by minos"
    cat report/results.json report/results.json >two.json
    run --separate-stderr minos report two.json
    expect_status 255
    expect_in "$stderr" "two.json:2:1: error: unexpected text after the result"
    echo '{:type :ok' >broken.edn
    minos check --json broken.edn >broken.json 2>/dev/null || true
    run --separate-stderr minos report broken.json
    expect_status 255
    expect_in "$stderr" "no result: the check failed"
    run --separate-stderr minos report missing.json
    expect_status 255
    expect_in "$stderr" "a folder with results.json"
}

@test "arguments" {
    run --separate-stderr minos report a b
    expect_status 254
    run --separate-stderr minos report --html= a
    expect_status 254
    run --separate-stderr minos report --opne
    expect_status 254
    expect_in "$stderr" "--open"
    run --separate-stderr minos report -h
    expect_status 0
    expect_in "$output" "--open"
}

@test "a result that is not written out is an error" {
    make_report
    run --separate-stderr bash -c '"$0" report report >/dev/full' "$binary"
    expect_status 255
}

@test "a folder of runs: a table, newest first; the worst status" {
    minos run -q -n 300 -o runs/20260101T000000Z-a sim:serializable
    minos run -q -n 500 -b stale-replica -o runs/20260201T000000Z-b sim:serializable || true
    minos run -q -n 300 -o runs/levels/one sim:read-committed
    ln -s 20260201T000000Z-b runs/latest
    run --separate-stderr minos report runs
    expect_status 1
    expect_equal "$(printf '%s\n' "${lines[@]}" | cut -d ' ' -f 1 | tr '\n' ' ')" \
        "run 20260201T000000Z-b 20260101T000000Z-a levels/one "
    [[ ${lines[1]} =~ \ violated$ ]]
    run --separate-stderr minos report --json runs
    expect_equal "$(printf '%s\n' "${lines[@]}" | jq -c '[.folder, .level, .valid]' | tail -n 2)" \
        '["20260101T000000Z-a","serializable",true]
["levels/one","read-committed",true]'
    run --separate-stderr minos report -q runs
    expect_equal "${lines[0]}" "20260201T000000Z-b	false"
    run --separate-stderr minos report --markdown runs
    expect_in "$output" "| \`20260201T000000Z-b\` | serializable | "
    run --separate-stderr minos report --html page.html runs
    expect_status 254
    expect_in "$stderr" "runs contains several reports; --html needs a single one"
}

@test "a folder of runs: --open writes the overview; a result that cannot be read is 255" {
    minos run -q -n 300 -o 'runs/a b&c<d>' sim:serializable
    BROWSER=true minos report --open runs
    page=$(cat runs/index.html)
    expect_in "$page" '<a href="./a%20b%26c%3Cd%3E/index.html">a b&amp;c&lt;d&gt;</a>'
    expect_in "$page" 'Content-Security-Policy'
    expect_not_in "$page" '<script'
    mkdir runs/broken
    echo '{"schema": 1' >runs/broken/results.json
    run --separate-stderr minos report runs
    expect_status 255
    expect_in "$output" "not readable"
    expect_in "$stderr" "runs/broken/results.json"
    echo mine >runs/index.html
    run --separate-stderr minos report --open runs
    expect_status 255
    expect_in "$stderr" "runs/index.html was not written by Minos and is not replaced"
    expect_equal "$(cat runs/index.html)" mine
}

@test "several histories with -o: an overview, also of those that were not checked" {
    run --separate-stderr minos check -o reports "$histories/read-skew.edn" \
        "$histories/malformed.edn" "$histories/valid.edn"
    expect_status 255
    expect_in "$output" "Overview: reports/index.html"
    page=$(cat reports/index.html)
    expect_in "$page" '<p>3 runs, 1 violated.</p>'
    expect_in "$page" 'not readable: unknown micro-operation :frobnicate'
    expect_in "$page" 'href="./read-skew.edn/index.html"'
    expect_not_in "$page" 'href="./malformed.edn/index.html"'
    run --separate-stderr minos check -q -o reports "$histories/read-skew.edn" \
        "$histories/valid.edn"
    expect_status 1
    expect_in "$(cat reports/index.html)" '<p>2 runs, 1 violated.</p>'
}

@test "--diff: settings, models, anomalies; 1 if something got worse" {
    minos run -q -n 1000 -s 1 -o good sim:serializable
    minos run -q -n 1000 -s 1 -b stale-replica -c serializable -o bad sim:snapshot-isolation || true
    run --separate-stderr minos report --diff good bad
    expect_status 1
    expect_in "$output" "  Isolation level: serializable -> snapshot-isolation"
    expect_in "$output" "  Verdict: holds -> violated"
    expect_in "$output" "  Ruled out now: serializable (by "
    expect_in "$output" "  Simulated bugs: - -> stale-replica"
    expect_in "$output" \
        "Worse: the second violates something that the first does not: serializable (by "
    run --separate-stderr minos report --diff bad good
    expect_status 0
    expect_in "$output" "  No longer ruled out: serializable, "
    expect_in "$output" "Not worse."
    run --separate-stderr minos report --diff -q good good/results.json
    expect_status 0
    expect_equal "$output" "Not worse."
    run --separate-stderr minos report --diff --json good bad
    expect_status 1
    expect_equal "$(jq -c '[.worse, .valid, (.ruled_out_now | contains(["serializable"]))]' \
        <<<"$output")" '[true,[true,false],true]'
    jq -e '.settings[] | select(.label == "Isolation level") | .after == "snapshot-isolation"' \
        <<<"$output"
    jq -e '.anomalies | length > 0 and all(.before != .after)' <<<"$output"
}

@test "--diff: a stricter request is named" {
    minos check -q -c snapshot-isolation -o loose "$source_dir/tests/golden/g2-item-yes.edn"
    minos check -q -c serializable -o strict "$source_dir/tests/golden/g2-item-yes.edn" || true
    run --separate-stderr minos report --diff loose strict
    expect_status 1
    expect_in "$output" "  Expected models: snapshot-isolation -> serializable"
    expect_in "$output" "does not: serializable (by G2-item); forbidden: G2-item."
    run --separate-stderr minos report --diff --json loose strict
    expect_status 1
    expect_equal "$(jq -c '[.violated_now, .forbidden_now, .undecided]' <<<"$output")" \
        '[["serializable"],["G2-item"],null]'
}

@test "--diff: 2 if the second is unknown" {
    minos check -q -o valid "$histories/valid.edn"
    minos check -q -o unknown "$source_dir/tests/golden/unknown-no-dependency.edn" || true
    run --separate-stderr minos report --diff valid unknown
    expect_status 2
    expect_in "$output" "  Verdict: holds -> unknown"
    expect_in "$output" "Undecided: the verdict of the second is unknown: "
    run --separate-stderr minos report --diff --json unknown unknown
    expect_status 2
    jq -e '.worse == false and (.undecided | length > 0)' <<<"$output"
    run --separate-stderr minos report --diff -q unknown valid
    expect_status 0
    expect_equal "$output" "Not worse."
}

@test "--diff: wrong operands and options" {
    minos check -q -o one "$histories/valid.edn"
    run --separate-stderr minos report --diff one
    expect_status 254
    expect_in "$stderr" "--diff compares two results"
    run --separate-stderr minos report --diff one no-such
    expect_status 255
    run --separate-stderr minos report --diff --markdown one one
    expect_status 254
    expect_in "$stderr" "it cannot be combined with"
    mkdir all && mv one all
    run --separate-stderr minos report --diff all all/one
    expect_status 254
    expect_in "$stderr" "all contains several reports"
    run --separate-stderr minos report --diff all/one all/one
    expect_status 0
}
