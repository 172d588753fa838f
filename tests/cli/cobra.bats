# Histories of Cobra: folders of binary logs.

load support

samples() {
    samples="$source_dir/tests/formats/cobra"
}

# A copy of a sample as the folder logs.
copy_sample() {
    samples
    cp -r "$samples/$1.cobra" logs
    chmod -R u+w logs
}

@test "a folder of logs is recognised by content and judged" {
    samples
    run --separate-stderr minos check -q -c serializable "$samples/write-skew.cobra"
    expect_status 1
    run --separate-stderr minos check -q -c serializable "$samples/no-write-skew.cobra"
    expect_status 0
    run --separate-stderr minos check -q -c snapshot-isolation "$samples/write-skew.cobra"
    expect_status 0
}

@test "real-time models are not judged, and what is left out is a warning" {
    samples
    run --separate-stderr minos check "$samples/times.cobra"
    expect_in "$stderr" "warning: the history has no invocations"
    expect_in "$stderr" "warning: the times of the transactions are not used"
    run --separate-stderr minos check "$samples/fences.cobra"
    expect_in "$stderr" "warning: 2 reads of Cobra's garbage-collection flag are left out"
}

@test "witnesses name the ids of Cobra" {
    samples
    run --separate-stderr minos check -c serializable "$samples/write-skew.cobra"
    expect_in "$output" "{:index 1, :process 0, :type :ok, :value [[:r 1 nil] [:r 2 nil] [:w 1 \
100]]}"
}

@test "an error names the log and the byte" {
    copy_sample two-clients
    printf 'S\0' >>logs/T2.log
    run --separate-stderr minos check logs
    expect_status 255
    expect_equal "${stderr_lines[0]}" \
        "minos: logs/T2.log: byte 152: error: record of type S has 9 bytes, but the log ends \
after 2"
    run --separate-stderr minos check --json logs
    expect_status 255
    expect_jq '.error.file == "logs/T2.log" and .error.byte == 152 and .error.line == null'
}

@test "logs that contradict each other are an error" {
    copy_sample two-clients
    cp logs/T10.log logs/T3.log
    run --separate-stderr minos check logs
    expect_status 255
    expect_in "$stderr" "minos: logs/T3.log: byte 0: error: transaction id 4294968557 is not unique"
    expect_in "$stderr" "it is also at byte 0 of T10.log"
}

@test "a read of a write that no log has is an anomaly" {
    copy_sample two-clients
    rm logs/T10.log
    run --separate-stderr minos check -q -c read-committed logs
    expect_status 1
    run --separate-stderr minos check -c read-committed logs
    expect_in "$output" "garbage-read"
    expect_in "$stderr" "in no log ("
    expect_in "$stderr" "aborted, or a log of the folder is missing"
}

@test "other files in the folder are ignored, and all logs must be logs of Cobra" {
    copy_sample two-clients
    echo 'not a log' >logs/notes.txt
    run --separate-stderr minos check -q -c serializable logs
    expect_status 0
    echo '[{"value": []}]' >logs/T11.log
    run --separate-stderr minos check -q logs
    expect_status 255
    run --separate-stderr minos check -q --format cobra logs
    expect_status 255
    expect_in "$stderr" "logs/T11.log: byte 0: error: unknown record type 0x5b"
}

@test "one log is not a history" {
    copy_sample two-clients
    run --separate-stderr minos check --format cobra logs/T2.log
    expect_status 254
    expect_in "$stderr" "a folder of files"
    run --separate-stderr minos check --format cobra - <logs/T2.log
    expect_status 254
    run --separate-stderr minos check logs/T2.log
    expect_status 255
    expect_equal "${stderr_lines[0]}" \
        "minos: logs/T2.log: error: this is one log of a history in the format cobra"
    expect_equal "${stderr_lines[1]}" "  hint: name the folder instead of the file"
}

@test "a folder may have more logs than a process may open files" {
    samples
    mkdir logs
    for i in $(seq 80); do
        id="\\0\\0\\0\\0\\0\\0\\001\\$(printf %03o "$i")"
        printf "S${id}C$id" >"logs/T$((100 + i)).log"
    done
    cp "$samples/write-skew.cobra"/*.log logs
    minos convert -q --to edn logs all.edn
    minos convert -q --to viper logs j
    for packed in no yes; do
        for from in logs j; do
            run --separate-stderr bash -c "ulimit -n 40; exec '$binary' check -q -c serializable \
$from"
            expect_status 1
            bash -c "ulimit -n 40; exec '$binary' convert -q --to plume $from $from.$packed"
        done
        [ $packed = yes ] || gzip logs/*.log j/*.log
    done
    cmp logs.no logs.yes
    cmp j.no j.yes
    bash -c "ulimit -n 40; exec '$binary' convert -q --to edn logs some.edn"
    cmp all.edn some.edn
}

@test "conversion keeps transactions, sessions and keys, and gives new write ids" {
    samples
    minos convert -q "$samples/two-clients.cobra" once.cobra
    expect_equal "$(ls once.cobra)" "$(printf 'T10.log\nT2.log')"
    run --separate-stderr minos convert -q --to edn once.cobra -
    expect_status 0
    expect_equal "$output" "{:type :ok, :process 10, :f :txn, :index 0, :value [[:r \
-4620438972346137207 nil] [:w -4620438972346137207 268435457]]}
{:type :ok, :process 2, :f :txn, :index 1, :value [[:r -4620438972346137207 268435457] [:r \
91283749812374 nil]]}
{:type :ok, :process 2, :f :txn, :index 2, :value [[:w 91283749812374 268435460] [:w \
91283749812374 268435461]]}"
    # Values are the write ids of the log before, so they change once more, and then no more.
    minos convert -q once.cobra twice.cobra
    minos convert -q twice.cobra thrice.cobra
    diff -r twice.cobra thrice.cobra
}

@test "every file of a folder is read or named" {
    copy_sample write-skew
    touch logs/readme.txt
    run --separate-stderr minos check -q -c serializable logs
    expect_status 1
    run --separate-stderr minos check -c serializable logs
    expect_in "$stderr" "warning: 1 file of the folder was not read: readme.txt"
    mv logs/T0.log logs/T0.log.bak
    run --separate-stderr minos check -q -c serializable logs
    expect_status 254
    expect_in "$stderr" "the folder looks like cobra, but has logs of another kind"
    expect_in "$stderr" "T0.log.bak"
    mv logs/T0.log.bak logs/T0.log
    gzip logs/T0.log
    run --separate-stderr minos check -q -c serializable logs
    expect_status 1
}
