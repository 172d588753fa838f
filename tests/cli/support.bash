# support.bash - what the tests of the command line share.
#
# minos ARGUMENTS... runs the binary; after `run --separate-stderr minos ...` the exit status is
# $status, stdout is $output and $lines, stderr is $stderr and $stderr_lines.

bats_require_minimum_version 1.5.0

setup() {
    source_dir="${MINOS_SOURCE_DIR:-$BATS_TEST_DIRNAME/../..}"
    histories="$BATS_TEST_DIRNAME/histories"
    binary="${MINOS_BINARY:-$source_dir/build/minos}"
    unset NO_COLOR
    mkdir "$BATS_TEST_TMPDIR/work" # apart from the files that bats keeps there
    cd "$BATS_TEST_TMPDIR/work" || return 1
}

minos() {
    "$binary" "$@"
}

# The exit status, or a message with all that was printed.
expect_status() {
    if [ "$status" -ne "$1" ]; then
        printf 'exit status %s, expected %s\nstdout: %s\nstderr: %s\n' "$status" "$1" \
            "$output" "$stderr"
        return 1
    fi
}

# expect_in TEXT PART: PART stands somewhere in TEXT.
expect_in() {
    if [[ "$1" != *"$2"* ]]; then
        printf 'missing: %s\nin: %s\n' "$2" "$1"
        return 1
    fi
}

expect_not_in() {
    if [[ "$1" == *"$2"* ]]; then
        printf 'unexpected: %s\nin: %s\n' "$2" "$1"
        return 1
    fi
}

expect_equal() {
    if [ "$1" != "$2" ]; then
        printf 'expected: %s\ngot:      %s\n' "$2" "$1"
        return 1
    fi
}

# expect_jq FILTER: the filter is true of the one JSON document in $output.
expect_jq() {
    if ! printf '%s\n' "$output" | jq -e "$1" >/dev/null; then
        printf 'not so: %s\nin: %s\n' "$1" "$output"
        return 1
    fi
}
