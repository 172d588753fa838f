# -o DIR: the report folder, and what is never touched.

load support

@test "a report: page, results, text, pictures and DOT, for a new folder" {
    run --separate-stderr minos check -o deep/er/report "$histories/read-skew.edn"
    expect_status 1
    cd deep/er/report
    expect_equal "$(find . -type f | LC_ALL=C sort | tr '\n' ' ')" \
        "./G-single-item.txt ./G-single-item/1-timeline.svg ./G-single-item/1.dot \
./G-single-item/1.svg ./index.html ./models.svg ./report.md ./report.txt ./results.edn \
./results.json "
    expect_equal "$(jq -r .valid results.json)" "false"
    expect_in "$(cat results.edn)" ":valid? false"
    expect_in "$(cat report.txt)" "Not strict-serializable"
    expect_in "$(cat G-single-item.txt)" "G-single-item #1 (read skew)"
    dot=$(cat G-single-item/1.dot)
    expect_in "$dot" 'digraph "G-single-item" {'
    expect_in "$dot" 'label="{T2\ ok|'
    expect_in "$dot" 'label="rw\ :y:\ init,\ 1" color="#5B00C0"'
    expect_in "$dot" 'label="wr\ :x:\ 1" color="#C000A5"'
    # Nothing else is left beside it.
    expect_equal "$(ls ..)" "report"
}

@test "DOT files are what Graphviz reads" {
    command -v dot >/dev/null || skip "no Graphviz"
    minos check -q -o report "$histories/read-skew.edn" "$histories/stale-read.edn" || true
    for file in report/*/*/*.dot; do
        dot -Tsvg "$file" >/dev/null
    done
}

@test "a key whose reads disagree has a page, by a name that is safe" {
    cat >history.edn <<'EOF'
{:type :ok, :process 0, :value [[:append "../<k>" 1]]}
{:type :ok, :process 1, :value [[:append "../<k>" 2]]}
{:type :ok, :process 2, :value [[:r "../<k>" [1]]]}
{:type :ok, :process 3, :value [[:r "../<k>" [2]]]}
EOF
    minos check -q -o report history.edn || true
    page='report/incompatible-order/%22..%2F%3Ck%3E%22.html'
    [ -f "$page" ]
    expect_in "$(cat "$page")" "&quot;../&lt;k&gt;&quot;"
    # And it is known as one, so the report can be replaced.
    run --separate-stderr minos check -q -o report "$histories/valid.edn"
    expect_status 0
    [ ! -e report/incompatible-order ]
}

@test "an earlier report is replaced whole" {
    minos check -q -o report/ "$histories/read-skew.edn" || true
    [ -f report/G-single-item.txt ]
    run --separate-stderr minos check -q --directory=report "$histories/valid.edn"
    expect_status 0
    expect_equal "$(LC_ALL=C ls report | tr '\n' ' ')" \
        "index.html models.svg report.md report.txt results.edn results.json "
    expect_equal "$(ls)" "report"
}

@test "an empty folder is used" {
    mkdir report
    run --separate-stderr minos check -q -d report "$histories/valid.edn"
    expect_status 0
    [ -f report/results.json ]
}

@test "a folder with anything else is refused and left alone" {
    mkdir precious
    echo hello >precious/notes.txt
    run --separate-stderr minos check -q -o precious "$histories/valid.edn"
    expect_status 255
    expect_in "$stderr" "will not replace precious"
    expect_in "$stderr" "notes.txt"
    expect_equal "$(cat precious/notes.txt)" "hello"
    expect_equal "$(ls -A . precious | tr '\n' ' ')" ".: precious  precious: notes.txt "
}

@test "foreign files inside an earlier report are found, also in its folders" {
    minos check -q -o report "$histories/read-skew.edn" || true
    echo hello >report/G-single-item/notes.txt
    run --separate-stderr minos check -q -o report "$histories/valid.edn"
    expect_status 255
    expect_equal "$(cat report/G-single-item/notes.txt)" "hello"
    [ -f report/results.json ]
}

@test "a file or a link is not a folder" {
    echo hello >file
    run --separate-stderr minos check -q -o file "$histories/valid.edn"
    expect_status 255
    expect_equal "$(cat file)" "hello"
    mkdir target
    ln -s target link
    run --separate-stderr minos check -q -o link "$histories/valid.edn"
    expect_status 255
    expect_equal "$(ls target)" ""
    run --separate-stderr minos check -q -o file/below "$histories/valid.edn"
    expect_status 255
    run --separate-stderr minos check -q -o "" "$histories/valid.edn"
    expect_status 254
}

@test "several histories: a folder for each, named like its file" {
    mkdir a b
    cp "$histories/valid.edn" a/history.edn
    cp "$histories/read-skew.edn" b/history.edn
    run --separate-stderr minos check -q -o report a/history.edn b/history.edn \
        "$histories/stale-read.edn" - <"$histories/valid.edn"
    expect_status 1
    expect_equal "$(LC_ALL=C ls report | tr '\n' ' ')" \
        "history.edn history.edn-2 index.html stale-read.edn stdin "
    cd report
    expect_equal "$(jq -r .valid history.edn/results.json history.edn-2/results.json \
        stale-read.edn/results.json stdin/results.json | tr '\n' ' ')" "true false false true "
}

@test "a malformed history writes no report" {
    run --separate-stderr minos check -o report "$histories/malformed.edn"
    expect_status 255
    [ ! -e report ]
}
