#!/usr/bin/env bats
# Without a UTF-8 locale text is ASCII; files, JSON, EDN and histories are UTF-8 everywhere.

load support

# The test's own locale is UTF-8; in_c runs minos in the C locale.
in_c() {
    LC_ALL=C "$binary" "$@"
}

# ascii_only ARGUMENT...: minos prints no byte above 127.
ascii_only() {
    in_c "$@" >printed 2>&1 || true
    if LC_ALL=C grep -n "$(printf '[\200-\377]')" printed; then
        echo "not ASCII: minos $*" >&2
        return 1
    fi
    [ -s printed ]
}

# A history whose witness is drawn as a timeline, with failed and unknown transactions.
bad_history() {
    "$binary" sim -b retry-lost-update -n 500 --crash-rate 0.1 --abort-rate 0.1 -o bad.edn
}

@test "no command prints anything but ASCII in the C locale" {
    bad_history
    "$binary" check -o report bad.edn >out || true
    while read -r line; do
        # shellcheck disable=SC2086 # one word for each argument
        ascii_only $line
    done <<'COMMANDS'
help
-h
help check
help run
help report
help shrink
help sim
help models
help explain
check -h
run -h
models
explain G-single-item
explain snapshot-isolation
explain lost-update
sim --list
run --list
run sim: -n 300 -o run1
run sim:read-committed -c serializable -n 300 -o run2
run sim: --levels all -n 100 -o run3
report run1
report --diff run1 run2
report run3
check bad.edn
check -v bad.edn
check -c none --color=always bad.edn
report report
report -v report
shrink bad.edn
check nowhere.edn
run nope:
COMMANDS
}

@test "the same text in UTF-8 has marks and lines" {
    bad_history
    run minos check bad.edn
    expect_in "$output" "✗ serializable"
    expect_in "$output" "├─"
    run in_c check bad.edn
    expect_in "$output" "x serializable"
    expect_in "$output" "|-"
}

@test "LC_ALL decides before LC_CTYPE, and LC_CTYPE before LANG" {
    bad_history
    # marked WORD VARIABLE=VALUE...: the mark of a violated model is WORD.
    marked() {
        mark=$1
        shift
        run env -u LC_ALL -u LC_CTYPE -u LANG "$@" "$binary" check bad.edn
        expect_in "$output" "  $mark serializable"
    }
    marked x
    marked x LANG=C
    marked x LANG=POSIX
    marked x LANG=de_DE
    marked x LANG=de_DE.ISO-8859-1
    marked ✗ LANG=C.UTF-8
    marked ✗ LANG=de_DE.utf8@euro
    marked ✗ LC_CTYPE=UTF-8
    marked x LC_CTYPE=C LANG=C.UTF-8
    marked x LC_ALL=C LC_CTYPE=C.UTF-8 LANG=C.UTF-8
    marked ✗ LC_ALL= LC_CTYPE=C.UTF-8 LANG=C
    marked ✗ LC_ALL=C.UTF-8 LANG=C
}

@test "characters of the history are escaped in text, and kept elsewhere" {
    {
        echo '{:type :ok, :process 0, :f :txn, :value [[:append "é€😀" 1]]}'
        echo '{:type :fail, :process 1, :f :txn, :value [[:append "é€😀" 2]]}'
        echo '{:type :ok, :process 2, :f :txn, :value [[:r "é€😀" [1 2]]]}'
    } >names.edn
    run minos check names.edn
    expect_in "$output" 'é€😀'
    run in_c check names.edn
    expect_in "$output" '\u00e9\u20ac\ud83d\ude00'
    expect_equal "$(in_c check --json names.edn | jq 'del(.timing_ms)')" \
        "$(minos check --json names.edn | jq 'del(.timing_ms)')"
    expect_in "$(in_c check --json names.edn)" 'é€😀'
    expect_in "$(in_c check --edn names.edn)" 'é€😀'
    expect_in "$(in_c shrink names.edn)" 'é€😀'
    in_c check -o there names.edn >out || true
    grep -q 'é€😀' there/index.html
    printf '{:type :ok, :process 0, :f :txn, :value [[:append "\377" 1]]}\n' >bytes.edn
    ascii_only check bytes.edn
}
