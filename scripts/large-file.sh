#!/bin/sh
# large-file.sh - histories larger than 4 GB, by hand: offsets that do not fit in 32 bits.
#
#   large-file.sh MINOS [FOLDER]      FOLDER: where to put 10 GB for some minutes; default $TMPDIR or /tmp
#
# A simulated history is padded to more than 4 GB with text that compresses badly. What matters comes at
# its end: the history itself holds, two more transactions make a G1c, an unclosed line is an error with
# the right line and column. The same with the file as .zst, which is unpacked in memory: that takes as
# much memory as the file is large. Prints sizes and times; status 1 at the first thing that is wrong.
set -eu

minos=$1
folder=$(mktemp -d "${2:-${TMPDIR:-/tmp}}/minos-large-XXXXXX")
trap 'rm -rf "$folder"' EXIT
history=$folder/history.edn
transactions=500000 # two operations each
padding=4500        # bytes of each operation
least=$((4 * 1024 * 1024 * 1024))

fail() {
    echo "large-file: WRONG: $*" >&2
    exit 1
}

free_kb=$(df -Pk "$folder" | awk 'NR == 2 { print $4 }')
[ "$free_kb" -gt $((20 * 1024 * 1024)) ] || fail "less than 20 GB are free in $folder"

# Each operation gets a field of random letters, from a different place of a pool.
pad() {
    head -c 24000000 /dev/urandom | base64 -w 0 >"$folder/pool"
    awk -v pool_file="$folder/pool" -v size="$padding" '
        BEGIN { getline pool < pool_file; last = length(pool) - size }
        { at = (at + 104729) % last
          sub(/}$/, ""); print $0 ", :pad \"" substr(pool, at + 1, size) "\"}" }'
}

# expect STATUS FILE: runs a check, which must end with that status; its output is in $folder/out.
expect() {
    begun=$(date +%s)
    status=0
    "$minos" check --color never "$2" >"$folder/out" 2>&1 || status=$?
    echo "large-file: $(basename "$2"), $(stat -c %s "$2") bytes: status $status," \
        "$(($(date +%s) - begun)) s: $(head -n 1 "$folder/out" | sed "s|$folder/||g" | cut -c 1-100)"
    [ "$status" -eq "$1" ] || fail "status $status, not $1: $(head -n 3 "$folder/out")"
}

# What was found, without the name of the file.
answer() {
    sed "s|$history[.a-z]*|history|g" "$folder/out"
}

"$minos" sim -n "$transactions" -k 100 --key-distribution uniform | pad >"$history"
rm "$folder/pool"
size=$(stat -c %s "$history")
lines=$(wc -l <"$history")
[ "$size" -gt "$least" ] || fail "only $size bytes"
expect 0 "$history"

# On keys and processes of their own, so that nothing else changes.
cat >>"$history" <<'END'
{:type :invoke, :process 900001, :value [[:append :a 1] [:r :b nil]]}
{:type :invoke, :process 900002, :value [[:append :b 1] [:r :a nil]]}
{:type :ok, :process 900001, :value [[:append :a 1] [:r :b [1]]]}
{:type :ok, :process 900002, :value [[:append :b 1] [:r :a [1]]]}
END
expect 1 "$history"
answer >"$folder/plain"
grep -q 'G1c' "$folder/plain" || fail "the G1c at the end was not found"
zstd -q -1 -T0 "$history" -o "$history.zst"
expect 1 "$history.zst"
answer | cmp -s - "$folder/plain" || fail "the compressed history has another answer"
rm "$history.zst"

printf '{:type :ok, :process 0, :value [[:append :c 1]\n' >>"$history"
expect 255 "$history"
grep -q "history.edn:$((lines + 5)):32: error" "$folder/out" ||
    fail "the error is not at line $((lines + 5)), column 32: $(head -n 1 "$folder/out")"
echo "large-file: all right"
