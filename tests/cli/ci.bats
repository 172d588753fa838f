# What is left for CI: JUnit's XML and GitHub's annotations.

load support

setup_file() {
    unset GITHUB_ACTIONS GITHUB_STEP_SUMMARY # the tests may run there themselves
}

# expect_xml FILE: the file is well-formed.
expect_xml() {
    if command -v python3 >/dev/null; then
        python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$1"
    fi
}

@test "--junit: a test case for each asked model, with the proof of what fails" {
    run --separate-stderr minos check -q --exact=off -c serializable,read-committed \
        --junit out.xml "$histories/read-skew.edn"
    expect_status 1
    expect_equal "$output" "$histories/read-skew.edn	false"
    expect_equal "$stderr" ""
    expect_xml out.xml
    xml=$(cat out.xml)
    expect_in "$xml" '<testsuites name="minos" tests="2" failures="1" errors="0" time="0">'
    expect_in "$xml" \
        "<testcase classname=\"$histories/read-skew.edn\" name=\"serializable\" time=\"0\">
    <failure type=\"G-single-item\" message=\"ruled out by G-single-item: "
    expect_in "$xml" '- T2 &lt; T1, because T2 observed'
    expect_in "$xml" 'name="read-committed" time="0">
  </testcase>'
    expect_equal "$(ls)" "out.xml"
}

@test "--junit: all histories in one file, also those that cannot be read" {
    cd "$histories"
    run --separate-stderr minos check -q --junit "$BATS_TEST_TMPDIR/out.xml" valid.edn \
        malformed.edn \
        no-such.edn unrelated.edn read-skew.edn
    expect_status 255
    expect_xml "$BATS_TEST_TMPDIR/out.xml"
    xml=$(cat "$BATS_TEST_TMPDIR/out.xml")
    expect_in "$xml" '<testsuites name="minos" tests="5" failures="1" errors="3" time="0">'
    expect_equal "$(grep -c '<testsuite ' <<<"$xml")" 5
    expect_in "$xml" '<testcase classname="malformed.edn" name="history" time="0">
    <error type="unreadable" message="unknown micro-operation :frobnicate">'
    expect_in "$xml" '<testcase classname="no-such.edn" name="history" time="0">'
}

@test "--junit: unknown is an error, never a pass" {
    run --separate-stderr minos check -q -c serializable --junit out.xml "$histories/unrelated.edn"
    expect_status 2
    expect_in "$(cat out.xml)" 'failures="0" errors="1"'
    expect_in "$(cat out.xml)" '<error type="unknown" message="no dependency'
}

@test "--junit: the same bytes each time; written although nobody reads stdout" {
    minos check -q --junit one.xml "$histories/many-anomalies.edn" || true
    minos check -q --junit two.xml "$histories/many-anomalies.edn" || true
    cmp one.xml two.xml
    [ -c /dev/full ] || skip "no /dev/full"
    valid=$histories/valid.edn
    run bash -c "'$binary' check -q --junit full.xml '$valid' '$valid' >/dev/full"
    expect_status 255
    expect_in "$(cat full.xml)" 'tests="2" failures="0" errors="0"'
}

@test "--junit: names and strings of any kind stay text" {
    cat >'a"<&.edn' <<'END'
{:type :fail, :process 0, :value [[:append "</failure>&]]>\u0001" 1]]}
{:type :ok, :process 1, :value [[:r "</failure>&]]>\u0001" [1]]]}
END
    run --separate-stderr minos check -q --junit out.xml 'a"<&.edn'
    expect_status 1
    expect_xml out.xml
    expect_in "$(cat out.xml)" 'classname="a&quot;&lt;&amp;.edn"'
    expect_in "$(cat out.xml)" '&lt;/failure&gt;'
}

@test "--junit: where it cannot be written, the status is 255" {
    run --separate-stderr minos check -q --junit no/such.xml "$histories/valid.edn"
    expect_status 255
    expect_in "$stderr" "cannot write no/such.xml: "
}

@test "--annotations github: on stderr, one line for each forbidden anomaly" {
    run --separate-stderr minos check -q --annotations github "$histories/read-skew.edn"
    expect_status 1
    expect_equal "$output" "$histories/read-skew.edn	false"
    expect_equal "${#stderr_lines[@]}" 1
    title='Not strict-serializable%3A G-single-item'
    expect_in "$stderr" "::error file=$histories/read-skew.edn,title=$title::read skew: "
    expect_in "$stderr" "%0A%0ALet:%0A  T1 = {:index 3, "
    run --separate-stderr minos check -q --annotations=github "$histories/valid.edn"
    expect_equal "$stderr" ""
}

@test "--annotations github: problems with their place, unknown as a warning" {
    run --separate-stderr minos check --annotations github "$histories/malformed.edn"
    expect_status 255
    problem='line=2,col=43,title=Check failed::unknown micro-operation :frobnicate'
    expect_in "$stderr" "::error file=$histories/malformed.edn,$problem"
    run --separate-stderr minos check -q -c serializable --annotations github \
        "$histories/unrelated.edn"
    expect_status 2
    expect_in "$stderr" "::warning file=$histories/unrelated.edn,title=Unknown::no dependency"
}

@test "annotations: by themselves inside GitHub's CI, unless they are not wanted" {
    GITHUB_ACTIONS=true run --separate-stderr minos check -q "$histories/read-skew.edn"
    expect_in "$stderr" "::error file="
    GITHUB_ACTIONS=true run --separate-stderr minos check -q --annotations none \
        "$histories/read-skew.edn"
    expect_equal "$stderr" ""
    GITHUB_ACTIONS=false run --separate-stderr minos check -q "$histories/read-skew.edn"
    expect_equal "$stderr" ""
}

@test "GITHUB_STEP_SUMMARY: the bug report of one history, appended" {
    echo "# before" >summary.md
    GITHUB_STEP_SUMMARY=summary.md run --separate-stderr minos check -q "$histories/read-skew.edn"
    expect_status 1
    expect_equal "$stderr" ""
    expect_in "$(cat summary.md)" "# before
# Not strict-serializable: G-single-item"
    expect_in "$(cat summary.md)" "| 1 | T1 begins: "
    rm summary.md
    GITHUB_STEP_SUMMARY=summary.md minos check -q --exact=off "$histories/valid.edn"
    expect_equal "$(head -n 1 summary.md)" "# No violation of strict-serializable found"
}

@test "GITHUB_STEP_SUMMARY: a table of several histories, then the reports of the violated" {
    cd "$histories"
    GITHUB_STEP_SUMMARY=$BATS_TEST_TMPDIR/summary.md run --separate-stderr minos check -q \
        valid.edn malformed.edn unrelated.edn read-skew.edn
    expect_status 255
    summary=$(cat "$BATS_TEST_TMPDIR/summary.md")
    expect_in "$summary" "| \`valid.edn\` | certified | strict-serializable | none | "
    expect_in "$summary" "| \`malformed.edn\` | **not checked** | - | - | - |"
    expect_in "$summary" "| \`unrelated.edn\` | unknown | - | none | "
    expect_in "$summary" "| \`read-skew.edn\` | **violated** | read-committed | G-single-item | "
    expect_equal "$(grep -c '^# ' <<<"$summary")" 3
    expect_in "$summary" "# Check failed"
    expect_not_in "$summary" "# No violation"
}

@test "GITHUB_STEP_SUMMARY: not with --annotations none; a failure is a warning; limited" {
    GITHUB_STEP_SUMMARY=summary.md minos check -q --annotations none "$histories/valid.edn"
    [ ! -e summary.md ]
    GITHUB_STEP_SUMMARY=none/summary.md run --separate-stderr minos check -q "$histories/valid.edn"
    expect_status 0
    expect_in "$stderr" "minos: warning: cannot write the file of GITHUB_STEP_SUMMARY"
    head -c 999900 /dev/zero | tr '\0' x >full.md
    GITHUB_STEP_SUMMARY=full.md minos check -q "$histories/read-skew.edn" || true
    expect_in "$(tail -n 1 full.md)" "1 more bug report did not fit into this summary."
    GITHUB_STEP_SUMMARY=run.md minos run -q -n 200 --levels serializable,read-committed sim:
    expect_in "$(cat run.md)" "read-committed/history.edn\` | holds | read-committed |"
}
