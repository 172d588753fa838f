# What a history says: who is a client, what is refused, which numbers are equal.

load support

@test "a process may have a name, and a stale read of it counts" {
    printf '%s\n' '{:type :invoke, :process 0, :f :txn, :value [[:append 1 1]]}' \
        '{:type :ok, :process 0, :f :txn, :value [[:append 1 1]]}' \
        '{:type :invoke, :process "bob", :f :txn, :value [[:r 1 nil]]}' \
        '{:type :ok, :process "bob", :f :txn, :value [[:r 1 []]]}' >named.edn
    run --separate-stderr minos check named.edn
    expect_status 1
    expect_in "$output" 'process "bob"'
    run --separate-stderr minos check --json named.edn
    expect_in "$output" '"process":"bob"'
    run --separate-stderr minos shrink -q named.edn
    expect_status 0
    expect_in "$output" ':process "bob"'
    run --separate-stderr minos shrink -q -f json named.edn
    expect_in "$output" '"process":"bob"'
    sed 's/"bob"/:bob/' named.edn >keyword.edn
    run --separate-stderr minos check -q -o report keyword.edn
    expect_status 1
    run --separate-stderr minos report report
    expect_status 1
    expect_in "$output" "process :bob"
    # With the write in it, the same history is fine; so is it if the reader is the nemesis.
    sed 's/\[:r 1 \[\]\]/[:r 1 [1]]/' named.edn >fresh.edn
    run --separate-stderr minos check -q fresh.edn
    expect_status 0
    sed 's/"bob"/:nemesis/' named.edn >nemesis.edn
    run --separate-stderr minos check --json nemesis.edn
    expect_in "$output" '"transactions":1,'
}

@test "micro-operations without a process are refused" {
    echo '{:type :ok, :f :txn, :value [[:r 1 nil]]}' >nobody.edn
    run --separate-stderr minos check nobody.edn
    expect_status 255
    expect_in "$stderr" "nobody.edn:1:1: error: an operation with micro-operations has no process"
    echo '{:type :info, :f :note, :value "no process"}' >note.edn
    run --separate-stderr minos check note.edn
    expect_status 2
}

@test "a field twice, another :f and broken UTF-8 are errors with their place" {
    echo '{:type :ok, :type :fail, :process 0, :f :txn, :value [[:append 1 1]]}' >twice.edn
    run --separate-stderr minos check -q twice.edn
    expect_status 255
    expect_in "$stderr" "twice.edn:1:13: error: this field occurs twice"
    printf '{:type :ok, :process 0, :f :txn, :value [[:append "\351" 1]]}\n' >latin1.edn
    run --separate-stderr minos check -q latin1.edn
    expect_status 255
    expect_in "$stderr" "latin1.edn:1:52: error: invalid UTF-8"
    printf '%s\n' '{:type :invoke, :process 0, :f :txn, :value [[:append 1 1]]}' \
        '{:type :ok, :process 0, :f :read, :value [[:append 1 1]]}' >other.edn
    run --separate-stderr minos check -q other.edn
    expect_status 255
    expect_in "$stderr" \
        "other.edn:2:28: error: the :f differs from that of the invocation at line 1"
}

@test "times that go backwards are worth a warning" {
    printf '%s\n' '{:time 5, :type :invoke, :process 0, :f :txn, :value [[:append 1 1]]}' \
        '{:time 4, :type :ok, :process 0, :f :txn, :value [[:append 1 1]]}' \
        '{:time 6, :type :invoke, :process 0, :f :txn, :value [[:r 1 nil]]}' \
        '{:time 7, :type :ok, :process 0, :f :txn, :value [[:r 1 [1]]]}' >times.edn
    run --separate-stderr minos check times.edn
    expect_status 0
    expect_in "$stderr" \
        "1 operation has an earlier time than the operation before it, first at line 2"
    sed 's/:time 4/:time 5/' times.edn >fine.edn
    run --separate-stderr minos check fine.edn
    expect_status 0
    [ -z "$stderr" ]
}

@test "--edn -c none shows what was found" {
    run --separate-stderr minos check --edn -c none "$source_dir/tests/golden/g-single-item-yes.edn"
    expect_status 0
    expect_in "$output" "{:valid? true, :anomaly-types (:G-single-item"
    expect_in "$output" ":anomalies {:G-single-item"
    expect_in "$output" ":not #{"
    run --separate-stderr minos check --edn -c none "$source_dir/tests/golden/g-single-item-no.edn"
    expect_status 0
    [ "$output" = "{:valid? true}" ]
    # A model that allows it is asked for, and holds: Elle's map says no more.
    run --separate-stderr minos check --edn -c read-committed \
        "$source_dir/tests/golden/g-single-item-yes.edn"
    [ "$output" = "{:valid? true}" ]
}

@test "a history whose format is not recognised can be named" {
    { head -c 70000 /dev/zero | tr '\0' '\n'; printf 'w 1 1\n-----\nr 1 1\n'; } >blank.txt
    run --separate-stderr minos check -q blank.txt
    expect_status 255
    expect_in "${stderr_lines[0]}" "70001:1: error: expected an operation (a map)"
    expect_in "$stderr" "name the format of another checker with --format"
    minos check -q -f awdit -c serializable blank.txt
}
