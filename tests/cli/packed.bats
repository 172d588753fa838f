# Archives: the same answer as for the plain file, within bounds; and files that change while they
# are read.

load support

# A history of several parts, with anomalies: $1 transactions.
make_history() {
    minos sim -i read-committed -n "$1" --seed 5 -o plain.edn
}

# Everything but the name and the time that it took.
anonymous() {
    sed 's/"file":"[^"]*"//; s/"timing_ms":{[^}]*}//'
}

@test "an archive is judged as the plain file, byte for byte" {
    make_history 20000
    minos check --json -v plain.edn | anonymous >expected || true
    minos check --edn plain.edn >expected.edn || true
    [ -s expected ]
    gzip -k -c plain.edn >h.gz
    head -c 1000000 plain.edn | gzip -c >members.gz
    tail -c +1000001 plain.edn | gzip -c >>members.gz
    archives="h.gz members.gz"
    if command -v zstd >/dev/null; then
        zstd -q -c plain.edn >h.zst
        head -c 3000000 plain.edn | zstd -q -c >frames.zst
        tail -c +3000001 plain.edn | zstd -q -c >>frames.zst
        archives="$archives h.zst frames.zst"
    fi
    for archive in $archives; do
        for threads in 1 4; do
            minos check --json -v -j $threads $archive | anonymous >got || true
            cmp expected got
        done
        minos check --edn $archive | cmp expected.edn -
        minos check --json -v - <$archive | anonymous | cmp expected -
    done
    minos check -o one plain.edn >/dev/null || true
    minos check -o two h.gz >/dev/null || true
    for file in results.json report.txt; do
        sed 's/"file":"[^"]*"//; s/"timing_ms":{[^}]*}//; s/^[^ ]*\t//' one/$file >a
        sed 's/"file":"[^"]*"//; s/"timing_ms":{[^}]*}//; s/^[^ ]*\t//' two/$file >b
        cmp a b
    done
    minos shrink -q plain.edn | sed 1d >a
    minos shrink -q h.gz | sed 1d | cmp a -
}

@test "a cut or changed archive is an error, wherever that is" {
    make_history 5000
    gzip -c plain.edn >h.gz
    size=$(stat -c %s h.gz)
    for cut in 10 1000 $((size / 2)) $((size - 1)); do
        head -c "$cut" h.gz >cut.gz
        run --separate-stderr minos check -q cut.gz
        expect_status 255
        expect_in "$stderr" "damaged gzip archive"
    done
}

@test "--max-unpacked bounds what an archive becomes" {
    make_history 2000
    gzip -c plain.edn >h.gz
    size=$(stat -c %s plain.edn)
    run --separate-stderr minos check -q --max-unpacked "$size" h.gz
    [ "$status" -le 1 ]
    run --separate-stderr minos check -q --max-unpacked $((size - 1)) h.gz
    expect_status 255
    expect_in "$stderr" "unpacks to more than $((size - 1))"
    expect_in "$stderr" "--max-unpacked"
    run --separate-stderr minos shrink -q --max-unpacked 1k h.gz
    expect_status 255
    run --separate-stderr minos check -q --max-unpacked 1G h.gz
    [ "$status" -le 1 ]
    for bad in 0 x 12x -1 2T 1.5G ""; do
        run --separate-stderr minos check -q --max-unpacked "$bad" h.gz
        expect_status 254
    done
    # A plain file is no archive.
    run --separate-stderr minos check -q --max-unpacked 1 plain.edn
    [ "$status" -le 1 ]
}

@test "a bomb is refused" {
    command -v zstd >/dev/null || skip "no zstd"
    head -c 300000000 /dev/zero | zstd -q -c >bomb.zst
    run --separate-stderr minos check -q bomb.zst
    expect_status 255
    expect_in "$stderr" "unpacks to more than 268435456"
}

@test "a history that is shortened while it is read ends with an error, not with a signal" {
    make_history 40000
    cp plain.edn copy.edn
    for delay in 0.00 0.01 0.02 0.03 0.05 0.08; do
        cp copy.edn plain.edn
        "$binary" check -j2 -o report plain.edn >/dev/null 2>err &
        sleep $delay
        truncate -s 4096 plain.edn
        status=0
        wait $! || status=$?
        [ "$status" -le 1 ] || [ "$status" -eq 255 ] || { echo "status $status"; cat err; false; }
    done
}
