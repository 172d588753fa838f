# Histories of dbcop: binary, JSON and text.

load support

samples() {
    samples="$source_dir/tests/formats"
}

@test "the three formats are recognised by content, also on stdin" {
    samples
    for file in dbcop/executed.bincode dbcop-json/generated.json dbcop-text/write-skew.hist; do
        run --separate-stderr minos check -q -c read-committed - <"$samples/$file"
        expect_status 0
    done
}

@test "a violation is found, and the witness names the variables" {
    samples
    run --separate-stderr minos check -c serializable "$samples/dbcop-text/write-skew.hist"
    expect_status 1
    expect_in "$output" "write skew"
    expect_in "$output" '[:r "balance" nil] [:r "limit" nil] [:w "limit" 1]'
}

@test "failed events of committed transactions are a warning" {
    samples
    run --separate-stderr minos check -c none "$samples/dbcop/executed.bincode"
    expect_status 0
    expect_in "$stderr" "warning: failed events of 1 committed transaction were left out"
    run --separate-stderr minos check -c none "$samples/dbcop/polysi.dbcop"
    expect_not_in "$stderr" "failed events"
}

@test "an error names the byte, or line and column" {
    samples
    head -c 200 "$samples/dbcop/executed.bincode" >torn.bincode
    run --separate-stderr minos check torn.bincode
    expect_status 255
    expect_equal "${stderr_lines[0]}" \
        "minos: torn.bincode: byte 187: error: the file ends in event 2 of 2 of a transaction"
    run --separate-stderr minos check --json torn.bincode
    expect_status 255
    expect_jq '.error.byte == 187 and .error.line == null'
    printf '[x:=1]\n[x:=1]\n' >twice.hist
    run --separate-stderr minos check twice.hist
    expect_status 255
    expect_equal "${stderr_lines[0]}" \
        "minos: twice.hist:2:2: error: value 1 is written to key \"x\" a second time; the first is \
at line 1, column 2"
}

@test "the formats convert into each other, and nothing changes on the way back" {
    samples
    minos convert -q --to dbcop-text "$samples/dbcop/polysi.dbcop" h.hist
    minos convert -q h.hist h.dbcop.json
    minos convert -q h.dbcop.json h.dbcop
    minos convert -q h.dbcop h.edn
    expect_equal "$(cat h.hist)" "[1:=1 2:=2]
---
[1==1]
[2==2]"
    minos convert -q "$samples/dbcop/polysi.dbcop" direct.edn
    cmp h.edn direct.edn
    minos convert -q h.edn again.dbcop
    cmp h.dbcop again.dbcop
}

@test "binary histories cannot express a write of 0, the others can" {
    printf '{:type :ok, :process 0, :value [[:w 1 0]]}\n' >zero.edn
    run --separate-stderr minos convert zero.edn zero.dbcop
    expect_status 255
    expect_equal "${stderr_lines[0]}" \
        "minos: zero.edn:1:33: error: dbcop cannot express a write of 0"
    [ ! -e zero.dbcop ]
    minos convert -q zero.edn zero.hist
    expect_equal "$(cat zero.hist)" "[1:=0]"
}
