# --html FILE, and where plain output says that the report is.

load support

@test "--html: one page that needs nothing else, whole or not there" {
    run --separate-stderr minos check --html page.html "$histories/read-skew.edn"
    expect_status 1
    expect_equal "${lines[0]}" "$histories/read-skew.edn	false"
    expect_equal "${lines[-1]}" "Report: page.html"
    [ -s page.html ]
    expect_equal "$(ls)" "page.html" # nothing else is left behind
    echo old >page.html
    run --separate-stderr minos check -q --html page.html "$histories/valid.edn"
    expect_status 0
    expect_equal "$output" "$histories/valid.edn	true"
    expect_not_in "$(head -c 4 page.html)" "old"
}

@test "--html: JSON on stdout stays JSON" {
    run --separate-stderr minos check --json --html page.html "$histories/read-skew.edn"
    expect_equal "${#lines[@]}" 1
    expect_jq '.valid == false'
    [ -s page.html ]
}

@test "--html: a history that cannot be read has no page, and an old one stays" {
    echo old >page.html
    run --separate-stderr minos check --html page.html "$histories/malformed.edn"
    expect_status 255
    expect_equal "$(cat page.html)" "old"
    expect_not_in "$output" "Report:"
}

@test "--html: where it cannot be written, the status is 255" {
    run --separate-stderr minos check --html no/such/page.html "$histories/valid.edn"
    expect_status 255
    expect_in "$stderr" "cannot write no/such/page.html: "
    expect_not_in "$output" "Report:"
    [ -c /dev/full ] || skip "no /dev/full"
    run --separate-stderr minos check --html /dev/full "$histories/valid.edn"
    expect_status 255
    expect_in "$stderr" "cannot write /dev/full: "
}

@test "--html: what is no ordinary file is written to, not replaced" {
    : >target.html
    ln -s target.html link.html
    minos check -q --html link.html "$histories/valid.edn"
    [ -h link.html ]
    [ -s target.html ]
    minos check -q --html /dev/null "$histories/valid.edn"
    [ -c /dev/null ]
}

@test "-o: the last line says where the report is" {
    run --separate-stderr minos check -o report/ "$histories/valid.edn"
    expect_equal "${lines[-1]}" "Report: report/index.html"
    run --separate-stderr minos check -q -o report "$histories/valid.edn"
    expect_not_in "$output" "Report:"
    run --separate-stderr minos check --edn -o report "$histories/valid.edn"
    expect_equal "$output" "{:valid? true}"
    run --separate-stderr minos check -o all "$histories/valid.edn" "$histories/read-skew.edn"
    expect_in "$output" "Report: all/valid"
    expect_in "$output" "Report: all/read-skew"
    expect_equal "${lines[-1]}" "Overview: all/index.html"
}
