# Where histories come from: formats, packed files, folders, stdin; and what is wrong with them.

load support

@test "JSON array and JSON lines, told from the content" {
    for file in valid.json valid.jsonl; do
        run --separate-stderr minos check -q "$histories/$file"
        expect_status 0
        run --separate-stderr minos check -q --format json "$histories/$file"
        expect_status 0
        run --separate-stderr minos check -q -fauto "$histories/$file"
        expect_status 0
    done
}

@test "a format that the content is not is an error" {
    run --separate-stderr minos check -q -f json "$histories/valid.edn"
    expect_status 255
    expect_in "$stderr" "error: "
}

@test "an unknown format is a bad argument" {
    run --separate-stderr minos check -f yaml "$histories/valid.edn"
    expect_status 254
    expect_in "$stderr" "there is no format 'yaml' (expected auto, edn, json, plume"
}

@test ".gz and .zst" {
    gzip -c "$histories/read-skew.edn" >h.edn.gz
    run --separate-stderr minos check -q h.edn.gz
    if [[ "$stderr" == *"this build of minos cannot read"* ]]; then
        skip "built without zlib"
    fi
    expect_status 1
    expect_equal "$output" "h.edn.gz	false"
    command -v zstd >/dev/null || skip "no zstd to pack with"
    zstd -q -c "$histories/read-skew.edn" >h.edn.zst
    run --separate-stderr minos check -q h.edn.zst
    if [[ "$stderr" == *"this build of minos cannot read"* ]]; then
        skip "built without libzstd"
    fi
    expect_status 1
    expect_equal "$output" "h.edn.zst	false"
}

@test "a damaged .gz is an error" {
    gzip -c "$histories/read-skew.edn" | head -c 60 >h.edn.gz
    run --separate-stderr minos check -q h.edn.gz
    expect_status 255
    expect_in "$stderr" "minos: h.edn.gz"
}

@test "a folder that holds history.edn" {
    mkdir store
    cp "$histories/read-skew.edn" store/history.edn
    run --separate-stderr minos check -q store
    expect_status 1
    expect_in "$output" "	false"
    mkdir empty
    run --separate-stderr minos check -q empty
    expect_status 255
}

@test "stdin, once" {
    run --separate-stderr minos check -q - <"$histories/read-skew.edn"
    expect_status 1
    expect_equal "$output" "-	false"
    run --separate-stderr minos check -q - "$histories/valid.edn" - <"$histories/valid.edn"
    expect_status 254
    expect_in "$stderr" "stdin (-) can be read only once"
}

@test "a missing file: 255, says which" {
    run --separate-stderr minos check nowhere.edn
    expect_status 255
    expect_equal "$output" ""
    expect_in "$stderr" "minos: nowhere.edn: error: "
}

@test "a malformed history: place, source line, caret, hint; nothing on stdout" {
    cd "$histories"
    run --separate-stderr minos check malformed.edn
    expect_status 255
    expect_equal "$output" ""
    [[ "${stderr_lines[0]}" =~ ^"minos: malformed.edn:2:"[0-9]+": error: " ]]
    expect_in "${stderr_lines[1]}" ":frobnicate"
    [[ "${stderr_lines[2]}" =~ ^\ +\^$ ]]
    expect_in "$stderr" "hint: "
    # The caret stands below the column that the first line names, two spaces in.
    column=${stderr_lines[0]#minos: malformed.edn:2:}
    column=${column%%:*}
    before=${stderr_lines[2]%^}
    expect_equal "${#before}" "$((column + 1))"
}

@test "a malformed history in --json: one object on stdout too" {
    cd "$histories"
    run --separate-stderr minos check --json malformed.edn
    expect_status 255
    expect_jq '(keys_unsorted) == ["schema", "file", "error", "errors"]'
    expect_jq '.schema == 1 and .file == "malformed.edn"'
    expect_jq '.error | (keys_unsorted) == ["line", "column", "message", "hint"]'
    expect_jq '.error.line == 2 and .error.column > 1 and (.error.message | length) > 0'
    expect_jq '.errors[0] == .error'
    expect_in "$stderr" "minos: malformed.edn:2:"
}

@test "a missing file in --json: no line, no column" {
    run --separate-stderr minos check --json nowhere.edn
    expect_status 255
    expect_jq '.error.line == null and .error.column == null'
}

@test "a malformed history in --edn: unknown with the error" {
    run --separate-stderr minos check --edn "$histories/malformed.edn"
    expect_status 255
    expect_in "$output" "{:valid? :unknown, :error {:line 2, :column "
}

@test "workloads are told from the content" {
    while read -r name value; do
        printf '{:type :ok, :process 0, :value %s}\n' "$value" >h.edn
        run --separate-stderr minos check --json h.edn
        expect_jq ".workload == \"$name\""
    done <<'END'
list-append [[:append 1 1]]
rw-register [[:w 1 1]]
set [[:r 1 nil] [:add 1 1]]
counter [[:inc 1 1]]
set [[:r 1 #{}]]
END
}

@test "two workloads in one history are an error" {
    cat "$histories/registers.edn" "$histories/valid.edn" >mixed.edn
    run --separate-stderr minos check mixed.edn
    expect_status 255
    expect_in "$stderr" "belongs to the workload list-append, not rw-register"
}

@test "a value that is written twice: refused, or left out with a warning" {
    cat "$histories/registers.edn" "$histories/registers.edn" >twice.edn
    run --separate-stderr minos check -c none twice.edn
    expect_status 255
    expect_in "$stderr" "value 1 is written to key 1 a second time"
    expect_in "$stderr" "--duplicate-writes=ambiguous"
    run --separate-stderr minos check -c none --duplicate-writes=ambiguous twice.edn
    expect_status 0
    expect_in "$stderr" "warning: some values are written to a key more than once"
}

@test "a transaction order: EDN and JSON, with the place of what is wrong" {
    {
        echo '{:type :ok, :process 0, :value [[:w 1 1]], :index 10}'
        echo '{:type :ok, :process 1, :value [[:w 1 2]], :index 20}'
        echo '{:type :ok, :process 2, :value [[:r 1 2]], :index 30}'
    } >h.edn
    for order in '{10 2, 20 1}' '{"10": 2, "20": 1}' '{}'; do
        echo "$order" >order
        run --separate-stderr minos check -q -c none --transaction-order order h.edn
        expect_status 0
    done
    run --separate-stderr minos check -q -c none --transaction-order - h.edn <<<'{10 1}'
    expect_status 0
    printf '{10 2,\n 0 1}\n' >order # its place, but not its index
    run --separate-stderr minos check -c none --transaction-order order h.edn
    expect_status 255
    expect_equal "$output" ""
    expect_equal "${stderr_lines[0]}" "minos: order:2:2: error: no completion has the index 0"
    expect_equal "${stderr_lines[1]}" "   0 1}"
    expect_equal "${stderr_lines[2]}" "   ^"
    echo '{10 1, 20 1}' >order
    run --separate-stderr minos check --json -c none --transaction-order order h.edn
    expect_status 255
    expect_jq '.file == "order" and .error.line == 1 and .error.column == 8'
    expect_in "$stderr" "the transactions 10 and 20 have the same number 1"
    run --separate-stderr minos check -c none --transaction-order nowhere h.edn
    expect_status 255
    expect_in "$stderr" "minos: nowhere: error: cannot open"
    # Lists do not use it, but a wrong name is an error all the same.
    run --separate-stderr minos check -c none --transaction-order nowhere "$histories/valid.edn"
    expect_status 255
    expect_in "$stderr" "minos: nowhere: error: cannot open"
}

@test "completions only: judged, with a warning on stderr" {
    run --separate-stderr minos check "$histories/completions-only.edn"
    expect_status 0
    expect_in "$stderr" "warning: "
    expect_not_in "$output" "warning"
    run --separate-stderr minos check --json "$histories/completions-only.edn"
    expect_jq '(.warnings | length) == 1'
    run --separate-stderr minos check -q "$histories/completions-only.edn"
    expect_equal "$stderr" ""
}

@test "control characters of a history never reach the terminal" {
    printf '{:type :invoke, :process 0, :value [[:append "\033[31m" 1]]}\n{:oops \033[2J\n' \
        >evil.edn
    run --separate-stderr minos check evil.edn
    expect_status 255
    expect_not_in "$stderr" "$(printf '\033')"
    {
        printf '{:type :invoke, :process 0, :value [[:append "\033[31m" 1]]}\n'
        printf '{:type :fail, :process 0, :value [[:append "\033[31m" 1]]}\n'
        printf '{:type :invoke, :process 0, :value [[:r "\033[31m" nil]]}\n'
        printf '{:type :ok, :process 0, :value [[:r "\033[31m" [1]]]}\n'
    } >evil.edn
    run --separate-stderr minos check evil.edn
    expect_status 1
    expect_in "$output" '[:append "\u001b[31m" 1]'
    expect_not_in "$output" "$(printf '\033')"
}
