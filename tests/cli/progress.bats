# Progress: on a terminal, after a second, and gone at the end.

load support

# on_terminal COMMAND: what the command writes to a terminal, in $output and, as it comes, in
# $screen.
on_terminal() {
    script -qec true /dev/null >/dev/null 2>&1 || skip "script(1) can make no terminal here"
    screen=$BATS_TEST_TMPDIR/screen
    : >"$screen"
    run script -qfec "$1" "$screen"
}

# A history that comes only once progress has been shown, however busy the machine is.
awaited() {
    shown="grep -q 'opening [^ ]* [0-9]' '$BATS_TEST_TMPDIR/screen'"
    echo "(until $shown; do sleep 0.05; done; cat '$histories/valid.edn')"
}

@test "a check that takes a second shows its stage and its time, and clears the line" {
    on_terminal "$(awaited) | '$binary' check -q -"
    [[ $output =~ "minos: opening · "[0-9]+" s" ]]
    erase=$(printf '\r\033[K')
    expect_equal "${output##*"$erase"}" "-	true$(printf '\r')"
}

@test "several histories: which one it is" {
    on_terminal "$(awaited) | '$binary' check -q '$histories/valid.edn' -"
    expect_in "$output" "minos: 2 of 2, -: opening · "
}

@test "a quick check shows nothing" {
    on_terminal "'$binary' check -q '$histories/valid.edn'"
    expect_not_in "$output" "minos:"
}

@test "nothing is shown where stderr is no terminal" {
    run --separate-stderr bash -c "(sleep 1.3; cat '$histories/valid.edn') | '$binary' check -q -"
    expect_equal "$stderr" ""
    expect_equal "$output" "-	true"
}

@test "a run shows how it is going, and clears the line" {
    on_terminal "cd '$BATS_TEST_TMPDIR/work' && '$binary' run --time 2 -o out"
    [[ $output =~ "minos: deferred · running "[0-9]+" s of 2 s · "[0-9,]+" transaction" ]]
    erase=$(printf '\r\033[K')
    expect_in "${output##*"$erase"}" "out/history.edn	true"
    expect_not_in "${output##*"$erase"}" "minos: "
}

@test "a quiet run shows nothing but its verdict" {
    on_terminal "cd '$BATS_TEST_TMPDIR/work' && '$binary' run -q --time 2 -o out"
    erase=$(printf '\r\033[K')
    expect_not_in "$output" " running "
    expect_equal "${output##*"$erase"}" "out/history.edn	true$(printf '\r')"
}

# A program that starts only once progress has been shown for a second: without progress it would
# never start.
@test "setup is not silent: a program that is slow to start" {
    cat >"$BATS_TEST_TMPDIR/slow" <<END
until grep -q 'creating tables [1-9]\|connecting' '$BATS_TEST_TMPDIR/screen'; do sleep 0.05; done
exec python3 '$BATS_TEST_DIRNAME/../../examples/exec-file.py'
END
    on_terminal "cd '$BATS_TEST_TMPDIR/work' && MINOS_FILE='$BATS_TEST_TMPDIR/f' \
        '$binary' run --time 1 -p 2 -o out 'exec:sh $BATS_TEST_TMPDIR/slow'"
    step='(creating tables [1-9]+ s|connecting · [0-9]+ of 2)'
    [[ $output =~ minos:\ [a-z-]+\ ·\ $step ]]
    expect_in "$output" "out/history.edn	"
}

@test "each level says its place among all" {
    on_terminal "cd '$BATS_TEST_TMPDIR/work' && '$binary' run --time 1 --levels all -o out"
    [[ $output =~ "minos: "[a-z]+" (1 of 3) · running " ]]
    [[ $output =~ "minos: "[a-z]+" (3 of 3) · running " ]]
}

@test "starting a server is not silent" {
    "$binary" run --list | grep -q postgres || skip "built without PostgreSQL"
    [[ $(id -u) == 0 || -x $(command -v initdb) || -d /usr/lib/postgresql ]] || skip "no PostgreSQL"
    on_terminal "cd '$BATS_TEST_TMPDIR/work' && '$binary' run --time 1 -o out postgres:"
    [[ $output == *"is not installed"* ]] && skip "PostgreSQL is not installed"
    [[ $output =~ "minos: starting PostgreSQL · "[0-9]+" s" ]]
}
