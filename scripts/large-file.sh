#!/bin/sh
# large-file.sh - checks histories larger than 4 GB, whose offsets do not fit in 32 bits. Run by
# hand.
#
#   large-file.sh MINOS [FOLDER]      FOLDER: for 10 GB of temporary files; default $TMPDIR or /tmp
#
# Pads a simulated history to more than 4 GB with text that compresses badly. The history is valid;
# two more transactions at its end add a G1c; an unclosed last line must be reported with the right
# line and column. The G1c is also checked in a .zst file, which Minos decompresses into memory.
# Prints sizes and times, and exits with status 1 at the first failure.
set -eu

minos=$1
folder=$(mktemp -d "${2:-${TMPDIR:-/tmp}}/minos-large-XXXXXX")
trap 'rm -rf "$folder"' EXIT
history=$folder/history.edn
transactions=500000 # two operations each
padding=4500        # bytes of each operation
least=$((4 * 1024 * 1024 * 1024))

fail() {
    echo "large-file: FAILED: $*" >&2
    exit 1
}

free_kb=$(df -Pk "$folder" | awk 'NR == 2 { print $4 }')
[ "$free_kb" -gt $((20 * 1024 * 1024)) ] || fail "less than 20 GB free in $folder"

# Adds a field of random letters to each operation, taken from different offsets of a pool.
pad() {
    head -c 24000000 /dev/urandom | base64 -w 0 >"$folder/pool"
    awk -v pool_file="$folder/pool" -v size="$padding" '
        BEGIN { getline pool < pool_file; last = length(pool) - size }
        { at = (at + 104729) % last
          sub(/}$/, ""); print $0 ", :pad \"" substr(pool, at + 1, size) "\"}" }'
}

# expect STATUS FILE: runs a check, which must exit with STATUS; its output is in $folder/out.
expect() {
    begun=$(date +%s)
    status=0
    "$minos" check --color never "$2" >"$folder/out" 2>&1 || status=$?
    took=$(($(date +%s) - begun))
    first_line=$(head -n 1 "$folder/out" | sed "s|$folder/||g" | cut -c 1-100)
    size=$(stat -c %s "$2")
    echo "large-file: $(basename "$2"), $size bytes: status $status, $took s: $first_line"
    [ "$status" -eq "$1" ] || fail "status $status, not $1: $(head -n 3 "$folder/out")"
}

# The last output, without the name of the file.
answer() {
    sed "s|$history[.a-z]*|history|g" "$folder/out"
}

"$minos" sim -n "$transactions" -k 100 --key-distribution uniform | pad >"$history"
rm "$folder/pool"
size=$(stat -c %s "$history")
lines=$(wc -l <"$history")
[ "$size" -gt "$least" ] || fail "only $size bytes"
expect 0 "$history"

# New keys and processes, so that nothing else changes.
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
answer | cmp -s - "$folder/plain" || fail "the compressed history gives a different answer"
rm "$history.zst"

printf '{:type :ok, :process 0, :value [[:append :c 1]\n' >>"$history"
expect 255 "$history"
grep -q "history.edn:$((lines + 5)):32: error" "$folder/out" ||
    fail "the error is not at line $((lines + 5)), column 32: $(head -n 1 "$folder/out")"
echo "large-file: passed"
