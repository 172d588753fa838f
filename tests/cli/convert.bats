# minos convert: formats, what is dropped, what is refused, and the files it writes.

load support

# Registers, with an aborted and an info transaction, a fault, a node and an error.
registers() {
    cat <<'HISTORY'
{:index 0, :time 10, :type :invoke, :process 0, :f :txn, :value [[:w 1 2]], :node "n1"}
{:index 1, :time 11, :type :ok, :process 0, :f :txn, :value [[:w 1 2]], :node "n1"}
{:index 2, :time 12, :type :info, :process :nemesis, :f :kill, :value {"n1" :killed}}
{:index 3, :time 13, :type :invoke, :process 1, :f :txn, :value [[:r 1 nil] [:w 2 3]]}
{:index 4, :type :fail, :time 14, :process 1, :value [[:r 1 nil] [:w 2 3]], :error 1}
{:index 5, :time 15, :type :invoke, :process 1, :f :txn, :value [[:r 1 nil] [:r 2 nil]]}
{:index 6, :time 16, :type :ok, :process 1, :f :txn, :value [[:r 1 2] [:r 2 nil]]}
{:index 7, :time 17, :type :invoke, :process 2, :f :txn, :value [[:w 1 4]]}
{:index 8, :time 18, :type :info, :process 2, :f :txn, :value [[:w 1 4]], :error "timed out"}
HISTORY
}

lists() {
    echo '{:type :ok, :process 0, :value [[:append :x 1] [:r :x [1]]]}'
}

# The only file in the folder, so nothing temporary is left.
expect_files() {
    expect_equal "$(ls -A | tr '\n' ' ')" "$1 "
}

@test "EDN and JSON keep every field" {
    registers >h.edn
    run --separate-stderr minos convert h.edn h.json
    expect_status 0
    expect_equal "$output$stderr" ""
    expect_equal "$(jq -c . h.json)" "$(cat h.json)"
    expect_equal "$(sed -n 3p h.json)" \
        '{"index":2,"time":12,"type":"info","process":"nemesis","f":"kill","value":{"n1":"killed"}}'
    expect_equal "$(sed -n 5p h.json)" \
        '{"index":4,"type":"fail","time":14,"process":1,"value":[["r",1,null],["w",2,3]],"error":1}'
    minos convert h.json back.edn
    sed -e 's/"killed"/:killed/' -e 's/{:n1/{"n1"/' back.edn | cmp - h.edn
    minos convert h.edn again.edn
    cmp h.edn again.edn
}

@test "stdin, stdout, archives and one vector" {
    registers >h.edn
    minos convert h.edn h.json
    run --separate-stderr minos convert --to json - - <h.edn
    expect_status 0
    expect_equal "$output" "$(cat h.json)"
    gzip -k h.edn
    minos convert h.edn.gz packed.json
    cmp h.json packed.json
    (echo '['; cat h.edn; echo ']') >vector.edn
    minos convert vector.edn vector.json
    cmp h.json vector.json
    jq -cs . h.json >array.json
    minos convert --to json array.json - | cmp h.json -
}

@test "what another format drops is a warning that counts it" {
    registers >h.edn
    run --separate-stderr minos convert h.edn h.plume
    expect_status 0
    expect_equal "$output" ""
    expect_equal "$stderr" "\
minos: h.edn: warning: 4 invocations dropped: plume has no real-time order
minos: h.edn: warning: 1 info transaction dropped: not known to have committed
minos: h.edn: warning: 1 read without a result dropped
minos: h.edn: warning: 9 times dropped: plume has no times of operations
minos: h.edn: warning: 2 nodes dropped: plume has no nodes
minos: h.edn: warning: 2 errors dropped: plume has no errors
minos: h.edn: warning: 1 operation of the nemesis dropped: plume has no faults"
    run --separate-stderr minos convert -q h.edn h.plume
    expect_status 0
    expect_equal "$stderr" ""
    echo '{:type :ok, :process 0, :start-ts 1, :commit-ts 2, :value [[:w 1 2 {:version 7}]]}' >v.edn
    run --separate-stderr minos convert v.edn v.awdit
    expect_equal "$stderr" "minos: v.edn: warning: 1 revealed version dropped: awdit has no versions
minos: v.edn: warning: 1 pair of timestamps dropped: awdit has no timestamps"
}

@test "counted fields are fields of operations, not words in them" {
    cat >h.edn <<'HISTORY'
{:type :ok, :note "a, :node 5, :time 7, :error 1", :process 0, :value [[:w 1 1]]}
{:type :ok, :process 0, :value [[:w 1 2]], :extra {:node 1, :time 2, :error 3}}
{:type :ok, :process 0, :value [[:w 1 3]], :node nil, :time-of-day 5}
{:type :ok :time 5 :process 0 :value [[:w 1 4]] :error {} :node :n1}
HISTORY
    cat >h.json <<'HISTORY'
{"type":"ok","process":0,"note":"\"node\":5","value":[["w",1,1]],"extra":{"time":1}}
{"type":"ok","process":0,"value":[["w",1,2]],"node" : "n1", "time" : 5}
{"type":"ok","time":6,"process":0,"value":[["w",1,3]],"error":{}}
HISTORY
    run --separate-stderr minos convert h.edn h.viper
    expect_equal "$stderr" "minos: h.edn: warning: 1 time dropped: viper has no times of operations
minos: h.edn: warning: 1 node dropped: viper has no nodes
minos: h.edn: warning: 1 error dropped: viper has no errors
minos: h.edn: warning: 3 operations had other fields, such as :note, which viper cannot express: \
dropped"
    run --separate-stderr minos convert h.json j.viper
    expect_equal "$stderr" "\
minos: h.json: warning: 2 times dropped: viper has no times of operations
minos: h.json: warning: 1 node dropped: viper has no nodes
minos: h.json: warning: 1 error dropped: viper has no errors
minos: h.json: warning: 1 operation had other fields, such as \"note\", which viper cannot \
express: dropped"
}

@test "an info transaction whose write was read is written as committed" {
    cat >h.edn <<'HISTORY'
{:type :info, :process 0, :value [[:w 1 2] [:r 3 nil]]}
{:type :ok, :process 0, :value [[:r 1 2]]}
HISTORY
    minos convert -q h.edn h.plume
    minos convert h.plume back.edn
    # It may have committed after the read of its process, so it is a session of its own.
    run --separate-stderr minos check --json -c none back.edn
    expect_jq '.history.ok == 2 and .history.processes == 2 and .history.micro_operations == 2'
}

@test "every format and back gives the same verdict" {
    # Without invocations, because none of the other formats has them.
    minos sim -w rw-register -n 300 --timestamps -i snapshot-isolation |
        grep -v ":type :invoke" >h.edn
    verdict=$(minos check --json -c none h.edn | jq -c '[.not, .also_not]')
    expect_in "$verdict" strong-session-snapshot-isolation
    for format in edn json plume dbcop dbcop-json dbcop-text cobra awdit timekiller viper; do
        run --separate-stderr minos convert -q --to $format h.edn there.$format
        expect_status 0
        run --separate-stderr minos check --json -c none there.$format
        expect_status 0
        expect_equal "$(jq -c '[.not, .also_not]' <<<"$output")" "$verdict"
        run --separate-stderr minos convert -q --from $format there.$format back-$format.json
        expect_status 0
    done
}

@test "the suffix names the format" {
    registers >h.edn
    minos convert -q h.edn h.dbcop.json
    expect_in "$(cat h.dbcop.json)" '"data"'
    minos convert -q h.edn h.hist
    minos convert -q h.edn h.cobra/
    [ -d h.cobra ]
    run --separate-stderr minos convert h.edn h.unknown
    expect_status 254
    expect_equal "$stderr" \
        "minos: the suffix of h.unknown is not that of a format; name the format with --to, \
such as --to edn"
    run --separate-stderr minos convert h.edn -
    expect_status 254
    expect_equal "$stderr" \
        "minos: stdout has no suffix; name the format with --to, such as --to edn"
    run --separate-stderr minos convert --to plumb h.edn h
    expect_status 254
    expect_in "$stderr" "option --to: there is no format 'plumb'; did you mean 'plume'?"
    run --separate-stderr minos convert --from viber h.edn h.edn
    expect_status 254
    expect_in "$stderr" "option --from: there is no format 'viber'; did you mean 'viper'?"
}

@test "folders are not read from stdin or written to stdout" {
    registers >h.edn
    run --separate-stderr minos convert --to cobra h.edn -
    expect_status 254
    expect_equal "$stderr" \
        "minos: a history in the format cobra is a folder and cannot be written to stdout"
    run --separate-stderr minos convert --from viper - h.edn <h.edn
    expect_status 254
    expect_equal "$stderr" \
        "minos: a history in the format viper is a folder and cannot be read from stdin"
    mkdir folder
    run --separate-stderr minos convert --to json h.edn folder
    expect_status 254
    expect_equal "$stderr" "minos: folder is a folder, but a history in the format json is one file"
}

@test "operands" {
    registers >h.edn
    for operands in "" "h.edn" "h.edn a.edn b.edn"; do
        run --separate-stderr minos convert $operands
        expect_status 254
        expect_in "$stderr" "convert needs two operands"
    done
    run --separate-stderr minos convert h.edn ""
    expect_status 254
    ln h.edn link.edn
    run --separate-stderr minos convert h.edn link.edn
    expect_status 254
    expect_equal "$stderr" \
        "minos: link.edn is the input history and is not overwritten; choose another file"
    run --separate-stderr minos convert none.edn h.json
    expect_status 255
    expect_in "$stderr" "minos: none.edn: error: "
}

@test "a history of nil reads alone is one of registers" {
    printf 'r(1,0,0,0)\nr(2,0,1,1)\n' >h.plume
    minos convert h.plume h.edn
    for format in plume dbcop dbcop-json dbcop-text cobra awdit viper; do
        run --separate-stderr minos convert -q --to $format h.edn "h2.$format"
        expect_status 0
    done
    cmp h.plume h2.plume
    # An append, or a list that was read, shows that it is one of lists.
    echo '{:type :ok, :process 0, :value [[:r 1 [2]]]}' >lists.edn
    run --separate-stderr minos convert lists.edn lists.plume
    expect_status 255
    expect_in "$stderr" "plume has registers only, and this history has lists"
}

@test "an info that committed and whose process went on is a session of its own" {
    cat >h.edn <<'EOT'
{:type :ok, :process 0, :f :txn, :value [[:r 1 1]]}
{:type :info, :process 0, :f :txn, :value [[:w 1 1]]}
{:type :ok, :process 0, :f :txn, :value [[:r 2 nil]]}
{:type :ok, :process 1, :f :txn, :value [[:r 1 1]]}
EOT
    run --separate-stderr minos convert h.edn h.hist
    expect_status 0
    expect_in "$stderr" "warning: 1 info transaction committed, as reads show, and is written as a \
session of its own; the order after earlier transactions of the process is dropped"
    # The last transaction of its process stays in its session.
    sed 3d h.edn >last.edn
    run --separate-stderr minos convert last.edn last.hist
    expect_equal "$stderr" ""
    expect_equal "$(grep -c -e --- last.hist)" 1
}

@test "fields and maps that no other format has are counted" {
    cat >h.edn <<'EOT'
{:type :invoke, :process 0, :f :txn, :value [[:w 1 1]], :x 1}
{:type :ok, :process 0, :f :txn, :value [[:w 1 1 {:version 4}]], :final? true, "y" [{:z 2}]}
{:type :invoke, :process 0, :f :txn, :value [[:r 1 nil]]}
{:type :ok, :process 0, :f :txn, :value [[:r 1 1 {:version 4, :row 7}]], :y nil}
{:type :info, :process :nemesis, :f :kill, :value nil, :x 1}
EOT
    expected="1 operation had other fields, such as :final?, which plume cannot express: dropped
minos: h.edn: warning: 1 operation had maps in micro-operations, which plume cannot express: \
dropped"
    run --separate-stderr minos convert h.edn h.plume
    expect_status 0
    expect_in "$stderr" "$expected"
    # One chunk of many; the fields of all are the same, so they are read by a template.
    for i in $(seq 20000); do
        echo "{:type :ok, :process 0, :f :txn, :value [[:w 1 $i]], :final? true}"
    done >long.edn
    run --separate-stderr minos convert long.edn long.plume
    expect_in "$stderr" "20,000 operations had other fields, such as :final?, which plume cannot"
    echo '{"type":"ok","process":0,"f":"txn","value":[["w",1,1,{"a":1}]],"b c":0}' >h.json
    run --separate-stderr minos convert h.json h.hist
    expect_in "$stderr" '1 operation had other fields, such as "b c", which dbcop-text cannot'
    expect_in "$stderr" "1 operation had maps in micro-operations, which dbcop-text cannot"
    # What is dropped as a whole is not counted again.
    sed -i 's/:final? true, "y".*}$/:y nil}/; s/, :row 7//' h.edn
    run --separate-stderr minos convert h.edn h.plume
    expect_not_in "$stderr" "cannot express"
}

@test "awdit gets the initial state, and says no more than it adds" {
    echo '{:type :ok, :process 0, :f :txn, :value [[:r 1 nil]]}' >h.edn
    run --separate-stderr minos convert h.edn h.awdit
    expect_equal "$stderr" "minos: h.edn: warning: a transaction that writes the initial values \
added: awdit has no initial state"
    echo '{:type :ok, :process 0, :f :txn, :value [[:w 1 5]]}' >>h.edn
    run --separate-stderr minos convert h.edn h.awdit
    expect_equal "$stderr" "minos: h.edn: warning: a transaction that writes the initial values, \
and 1 read of its key 0, added: awdit has no initial state"
}

@test "a workload that the format does not have is a bad argument" {
    echo 'w(1,5,0,0)' >h.plume
    run --separate-stderr minos check --workload list-append h.plume
    expect_status 254
    expect_in "$stderr" "--workload list-append does not apply to plume, whose histories are \
rw-register; pass --workload rw-register or omit it"
}

@test "a value that is written twice is refused" {
    cat >h.edn <<'EOT'
{:type :info, :process 1, :f :txn, :value [[:w 1 5]]}
{:type :ok, :process 0, :f :txn, :value [[:r 1 5]]}
{:type :ok, :process 0, :f :txn, :value [[:w 1 5]]}
EOT
    for format in plume dbcop dbcop-json dbcop-text cobra awdit viper; do
        run --separate-stderr minos convert --duplicate-writes=ambiguous --to $format h.edn h.out
        expect_status 255
        expect_in "$stderr" \
            "h.edn:3:42: error: $format cannot express that value 5 is written to key 1 a second \
time; the first is at line 1, column 44"
        run --separate-stderr minos convert --to $format h.edn h.out
        expect_status 255
        expect_in "$stderr" "h.edn:3:42: error: $format cannot express that value 5"
        expect_not_in "$stderr" "--duplicate-writes"
    done
    run --separate-stderr minos convert --duplicate-writes=ambiguous h.edn h.json
    expect_status 0
}

@test "a history without transactions is one in every format" {
    : >h.edn
    for format in plume dbcop dbcop-json dbcop-text cobra awdit viper edn json; do
        minos convert -q --to $format h.edn "h2.$format"
        run --separate-stderr minos check -q "h2.$format"
        expect_status 2
    done
}

@test "a log of the input folder, or stdin itself, is not overwritten" {
    registers >h.edn
    minos convert -q h.edn h.cobra
    ln -s h.cobra/T0.log link
    cp -r h.cobra copy
    for to in h.cobra/T0.log ./h.cobra/../h.cobra/T0.log h.cobra/new.log h.cobra/T9.LOG link; do
        run --separate-stderr minos convert --to edn h.cobra "$to"
        expect_status 254
        expect_equal "$stderr" \
            "minos: $to is the input history and is not overwritten; choose another file"
    done
    diff -r h.cobra copy
    cd h.cobra
    run --separate-stderr minos convert --to edn . T0.log
    expect_status 254
    cd ..
    diff -r h.cobra copy
    minos convert -q --to plume h.edn h.txt
    cp h.txt copy.txt
    run --separate-stderr minos convert --to edn - h.txt <h.txt
    expect_status 254
    expect_equal "$stderr" \
        "minos: h.txt is the input history and is not overwritten; choose another file"
    cmp h.txt copy.txt
}

@test "the input is not overwritten through a redirected stdout" {
    registers >h.edn
    minos convert -q h.edn h.plume
    minos convert -q h.edn h.cobra
    cp h.plume copy.plume
    cp -r h.cobra copy
    message="minos: stdout is the input history and is not overwritten; choose another file"
    run --separate-stderr bash -c "'$binary' convert --to edn h.plume - >>h.plume"
    expect_status 254
    expect_equal "$stderr" "$message"
    run --separate-stderr bash -c "'$binary' convert --to edn - - <h.plume 1<>h.plume"
    expect_status 254
    expect_equal "$stderr" "$message"
    run --separate-stderr bash -c "'$binary' convert --to edn h.cobra - >>h.cobra/T0.log"
    expect_status 254
    expect_equal "$stderr" "$message"
    cmp h.plume copy.plume
    diff -r h.cobra copy
    minos convert -q --to edn h.plume - >other.edn
    [ -s other.edn ]
}

@test "a folder is not written into the input folder" {
    registers >h.edn
    mkdir empty
    for format in cobra viper; do
        minos convert -q h.edn "in.$format"
        mkdir "in.$format/old"
        ln -s "in.$format/old" "link.$format"
        ln -s "in.$format" "all.$format"
        for to in "in.$format/sub" "in.$format/sub/" "in.$format/old" "in.$format/old/sub" \
            "./in.$format/../in.$format/sub.log" "link.$format" "link.$format/sub" \
            "all.$format/sub" "in.$format" "in.$format/old/.." "$PWD/in.$format/sub"; do
            for other in cobra viper; do
                run --separate-stderr minos convert --to $other "in.$format" "$to"
                expect_status 254
                expect_equal "$stderr" "minos: $to is inside the input folder in.$format; choose \
a folder outside of it"
            done
        done
        cd "in.$format"
        run --separate-stderr minos convert --to cobra . sub
        expect_status 254
        run --separate-stderr minos convert --to cobra "../all.$format" old/sub
        expect_status 254
        cd ..
        expect_equal "$(find "in.$format" -type d | sort | xargs)" "in.$format in.$format/old"
        minos convert -q --to cobra "in.$format" "in.$format.out"
        minos convert -q --to cobra "in.$format" "in.$format/../empty/$format"
    done
}

@test "an existing file is replaced, a folder with files is not" {
    registers >h.edn
    echo old >h.json
    minos convert h.edn h.json
    expect_equal "$(wc -l <h.json)" 9
    chmod 0620 h.json
    minos convert h.edn h.json
    expect_equal "$(stat -c %a h.json)" 620
    minos convert -q h.edn h.cobra
    run --separate-stderr minos convert -q h.edn h.cobra
    expect_status 255
    expect_equal "$stderr" "minos: cannot write h.cobra: the folder is not empty"
}

@test "an empty folder is replaced, with its permissions, also behind a link" {
    registers >h.edn
    mkdir -m 0700 empty
    minos convert -q --to viper h.edn empty
    [ -n "$(ls empty)" ]
    expect_equal "$(stat -c %a empty)" 700
    mkdir real
    ln -s real link
    minos convert -q --to cobra h.edn link
    [ -L link ]
    [ -s real/T0.log ]
    minos check -q -c serializable link
    ln -s nowhere dangling
    run --separate-stderr minos convert -q --to cobra h.edn dangling
    expect_status 255
    expect_equal "$stderr" "minos: cannot write dangling: it exists and is not a folder"
}

@test "the longest names are written" {
    registers >h.edn
    long=$(printf 'n%.0s' {1..255})
    minos convert -q --to json h.edn "$long"
    [ -s "$long" ]
    rm "$long"
    minos convert -q --to cobra h.edn "$long"
    [ -s "$long/T0.log" ]
}

@test "an operation that the format cannot express is an error at its place" {
    lists >h.edn
    echo old >h.plume
    run --separate-stderr minos convert h.edn h.plume
    expect_status 255
    expect_equal "${stderr_lines[0]}" \
        "minos: h.edn:1:33: error: plume has registers only, and this history has lists"
    expect_in "$stderr" "hint: edn and json can express every history"
    expect_equal "$(cat h.plume)" old
    printf '%s\n' '{:type :ok, :process 0, :value [[:w 1 2]]}' \
        '{:type :ok, :process 0, :value [[:r 1 2] [:w 1 :x]]}' >h.edn
    run --separate-stderr minos convert h.edn h.plume
    expect_status 255
    expect_in "${stderr_lines[0]}" "minos: h.edn:2:42: error: "
    rm h.plume
    run --separate-stderr minos convert h.edn h.cobra
    expect_status 255
    expect_files h.edn
}

@test "keys that JSON cannot tell apart are an error" {
    printf '%s\n' '{:type :ok, :process 0, :value [[:w :x 1]]}' \
        '{:type :ok, :process 0, :value [[:r 3 nil] [:w "x" 1]]}' >h.edn
    run --separate-stderr minos convert h.edn h.json
    expect_status 255
    expect_equal "${stderr_lines[0]}" \
        'minos: h.edn:2:44: error: :x and "x" would be the same in JSON'
    echo '{:type :ok, :process "nemesis", :value [[:w 1 1]]}' >h.edn
    run --separate-stderr minos convert h.edn h.json
    expect_status 255
    expect_in "$stderr" 'the process "nemesis" would be another process in JSON'
    echo '{:type :ok, :process 0, :value [[:w 1 1]], :a 1, "a" 2}' >h.edn
    run --separate-stderr minos convert h.edn h.json
    expect_status 255
    expect_equal "${stderr_lines[0]}" \
        "minos: h.edn:1:1: error: two fields of this operation have the name a in JSON"
    # Also in a map, at any depth; and a map may be a name itself.
    for field in ':error {:k 1, "k" 2}' ':x [1 {"y" #{{1 2, "1" 3}}}]' ':x {:k 1, :k 2}'; do
        printf '%s\n' '{:type :ok, :process 0, :value [[:w 1 1]]}' \
            "{:type :ok, :process 0, :value [], $field}" >h.edn
        run --separate-stderr minos convert h.edn h.json
        expect_status 255
        expect_in "$stderr" "h.edn:2:1: error: two fields of a map in this operation have the name"
    done
    printf '{:type :ok, :process 0, :value [[:w 1 1 {:a 1, "a" 2}]]}\n' >h.edn
    run --separate-stderr minos convert h.edn h.json
    expect_status 255
    expect_in "$stderr" "h.edn:1:1: error: two fields of a map in this operation have the name a"
    printf '{:type :ok, :process 0, :value [[:w 1 1]], :x {{:k 1} {:k 2}, "k" {:k 3}}}\n' >h.edn
    run --separate-stderr minos convert --to json h.edn -
    expect_status 0
    expect_files h.edn
}

@test "sets that JSON would show as lists are an error" {
    echo '{:type :ok, :process 0, :value [[:r 1 #{1}]]}' >h.edn
    run --separate-stderr minos convert h.edn h.json
    expect_status 255
    expect_equal "${stderr_lines[0]}" \
        "minos: h.edn:1:33: error: a history of sets without any add would be one of lists in JSON"
    echo '{:type :ok, :process 0, :value [[:add 1 1]]}' >>h.edn
    minos convert h.edn h.json
    run --separate-stderr minos check --json h.json
    expect_jq '.workload == "set"'
}

@test "a malformed history is an error, and nothing is written" {
    echo '{:type :ok, :process 0, :value [[:w 1' >h.edn
    run --separate-stderr minos convert h.edn h.json
    expect_status 255
    expect_in "$stderr" "minos: h.edn:1:"
    printf 'r(1,2,3,4)\nw(1,x,3,4)\n' >h.plume
    run --separate-stderr minos convert h.plume h.edn
    expect_status 255
    expect_in "${stderr_lines[0]}" "minos: h.plume:2:"
    [ ! -e h.json ]
}

@test "values that are written twice" {
    printf '%s\n' '{:type :ok, :process 0, :value [[:w 1 2]]}' \
        '{:type :ok, :process 0, :value [[:w 1 2]]}' >h.edn
    run --separate-stderr minos convert h.edn h.json
    expect_status 255
    expect_in "$stderr" "h.edn:2:33: error: value 2 is written to key 1 a second time"
    run --separate-stderr minos convert --duplicate-writes=ambiguous h.edn h.json
    expect_status 0
}

@test "an empty history" {
    : >h.edn
    for format in json plume dbcop cobra; do
        run --separate-stderr minos convert --to $format h.edn out.$format
        expect_status 0
        [ -e out.$format ]
    done
}

@test "a target that cannot be written" {
    registers >h.edn
    run --separate-stderr minos convert h.edn none/h.json
    expect_status 255
    expect_equal "$stderr" "minos: cannot write none/h.json: No such file or directory"
    run --separate-stderr minos convert -q h.edn none/h.cobra
    expect_status 255
    expect_equal "$stderr" "minos: cannot write none/h.cobra: No such file or directory"
    [ -e /dev/full ] || skip "no /dev/full"
    run --separate-stderr minos convert --to json h.edn /dev/full
    expect_status 255
    expect_equal "$stderr" "minos: cannot write /dev/full: No space left on device"
    run --separate-stderr bash -c "'$binary' convert --to json h.edn - >/dev/full"
    expect_status 255
    expect_in "$stderr" "No space left on device"
}

@test "a signal removes the unfinished output" {
    minos sim -n 100000 -w rw-register -o h.edn
    for format in json viper; do
        for attempt in 1 2 3 4 5 6 7 8 9 10; do
            "$binary" convert -q -t $format h.edn out &
            while [ ! -e out ] && ! ls -d out.new-* >/dev/null 2>&1; do :; done
            kill $! || true
            status=0
            wait $! || status=$?
            [ "$status" -eq 0 ] || break
            rm -r out # it was faster
        done
        expect_equal "$status" 143
        expect_files h.edn
    done
}
