#!/bin/sh
# scripts/run-tests.sh says how long the tests took, ends with CTest's closing lines and exits as
# CTest.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/ctest" <<'FAKE'
#!/bin/sh
echo "arguments: $*"
echo "    Start 1: one"
echo "100% tests passed, 0 tests failed out of 7 (printed by a test)"
echo "1/1 Test #1: one ...   Passed    0.01 sec"
echo
echo "$FAKE_CLOSING"
echo
echo "Total Test time (real) =   0.02 sec"
if [ "$FAKE_STATUS" != 0 ]; then
    echo "Errors while running CTest" >&2
fi
exit "$FAKE_STATUS"
FAKE
chmod +x "$work/ctest"
PATH=$work:$PATH

# check STATUS CLOSING LAST: the last lines, in this order, and the status.
check() {
    export FAKE_STATUS=$1 FAKE_CLOSING="$2"
    status=0
    "$MINOS_SOURCE_DIR/scripts/run-tests.sh" 'make test' $(($(date +%s) - 125)) --preset 'a b' \
        >"$work/out" || status=$?
    test "$status" = "$1" || { echo "status $status, not $1" >&2; exit 1; }
    grep -q '^arguments: --preset a b$' "$work/out"
    sed -n '/ took /,$p' "$work/out" >"$work/end"
    sed -i -E 's/2 min [5-9] s/DURATION/g; s/tests [0-9] s/tests DURATION/' "$work/end"
    printf '%s\n' 'make test took DURATION (set-up and build DURATION, tests DURATION)' '' "$2" '' \
        'Total Test time (real) =   0.02 sec' >"$work/expected"
    if [ "$1" != 0 ]; then
        echo 'Errors while running CTest' >>"$work/expected"
    fi
    diff "$work/expected" "$work/end"
    test "$(grep -c 'tests passed' "$work/out")" -eq 2
}

check 0 '100% tests passed, 0 tests failed out of 1'
check 8 '0% tests passed, 1 tests failed out of 1'
echo "duration printed before CTest's closing lines"
