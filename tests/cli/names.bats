# File names, and whatever else a stranger chose, never drive a terminal or a CI log.

load support

# A line feed and a command of GitHub, an escape sequence, an override of direction.
evil() {
    printf 'a\n::error::x\033[31m\342\200\256.edn'
}

# No control characters but line feeds and tabs, no override, and no line that begins with ::.
expect_tame() {
    if printf '%s\n' "$1" | LC_ALL=C grep -q "$(printf '[\001-\010\013-\037]\\|\342\200\256')" ||
        printf '%s\n' "$1" | grep -q '^::error::x'; then
        printf 'not tame: %s\n' "$1" | cat -v
        return 1
    fi
}

@test "a file name is escaped wherever it is printed" {
    file=$(evil)
    cp "$histories/valid.edn" "$file"
    run --separate-stderr minos check "$file"
    expect_status 0
    expect_tame "$output"
    expect_in "$output" 'a\n::error::x\u001b[31m\u202e.edn	true'
    for what in missing "$file/deeper"; do
        run --separate-stderr minos check "$file.$what"
        expect_status 255
        expect_tame "$stderr"
        expect_in "$stderr" 'a\n::error::x\u001b[31m\u202e.edn'
    done
    run --separate-stderr minos check -o "report-$file" --html "page-$file" "$file"
    expect_tame "$output"
    run --separate-stderr minos check -o "$file" "$histories/valid.edn"
    expect_status 255
    expect_tame "$stderr"
    run --separate-stderr minos shrink -q "$file"
    expect_tame "$output$stderr"
    run --separate-stderr env GITHUB_ACTIONS=true "$binary" check -q "$file.missing"
    expect_tame "$output$stderr"
    run --separate-stderr minos check --"$file" x
    expect_tame "$stderr"
}

@test "JSON keeps the whole name, with escapes" {
    file=$(evil)
    cp "$histories/valid.edn" "$file"
    run --separate-stderr minos check --json "$file"
    expect_status 0
    expect_in "$output" '"file":"a\n::error::x\u001b[31m\u202e.edn"'
}

@test "a plain name, accents included, stays as it is" {
    cp "$histories/valid.edn" "é & ☃.edn"
    run --separate-stderr minos check "é & ☃.edn"
    expect_in "$output" "é & ☃.edn	true"
}

@test "the file of saved results is escaped too" {
    minos check --json "$histories/valid.edn" |
        sed 's/"file":"[^"]*"/"file":"a\\n::error::x\\u202e.edn"/' >saved.json
    run --separate-stderr minos report saved.json
    expect_status 0
    expect_tame "$output"
    expect_in "$output" 'a\n::error::x\u202e.edn	true'
}

@test "values with hidden characters are escaped, in strings" {
    key='"k\342\200\256"'
    printf "{:type :ok, :process 0, :f :txn, :value [[:append $key 1] [:r $key [2]]]}\n" >v.edn
    run --separate-stderr minos check v.edn
    expect_status 1
    expect_tame "$output"
    expect_in "$output" '"k\u202e"'
    key='k\342\200\256'
    printf "{:type :ok, :process 0, :f :txn, :value [[:append $key 1] [:r $key [2]]]}\n" >v.edn
    run --separate-stderr minos check v.edn
    expect_status 1
    expect_tame "$output"
}
