# Arguments: GNU conventions, help, suggestions, what is refused.

load support

@test "--version" {
    run --separate-stderr minos --version
    expect_status 0
    [[ "${lines[0]}" =~ ^minos\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
    [[ "${lines[1]}" =~ ^solver:\ (cadical|none) ]]
    [ "${#lines[@]}" -eq 2 ]
    run --separate-stderr minos -V
    expect_status 0
}

@test "help: overview on stdout, exit 0" {
    for arguments in "help" "--help" "-h"; do
        run --separate-stderr minos $arguments
        expect_status 0
        expect_equal "$stderr" ""
        for command in check run models explain help; do
            grep -q "^  $command " <<<"$output"
        done
    done
}

@test "the history in the help is the anomaly that the help calls it" {
    run --separate-stderr env COLUMNS=100 "$binary" --help
    expect_status 0
    expect_in "$output" "stale read"
    run --separate-stderr minos check - < <(grep '{:type' <<<"$output")
    expect_status 1
    expect_in "$output" "Not strict-serializable: stale read"
    expect_in "$output" "2 transactions"
}

@test "help of each command: short and long, on stdout, exit 0" {
    for command in check run models explain help; do
        run --separate-stderr minos "$command" -h
        expect_status 0
        expect_equal "$stderr" ""
        expect_in "$output" "Usage: minos $command"
        expect_not_in "$output" "Examples:"
        short=${#output}
        run --separate-stderr minos "$command" --help
        expect_status 0
        expect_in "$output" "Usage: minos $command"
        expect_in "$output" "Examples:"
        [ "${#output}" -gt "$short" ]
        long=$output
        run --separate-stderr minos help "$command"
        expect_status 0
        expect_equal "$output" "$long"
    done
}

@test "the help of check lists every option of the manual" {
    run --separate-stderr minos check --help
    for option in --consistency-models --anomalies --model --workload --format --json --edn \
        --wfr-keys --sequential-keys --linearizable-keys --transaction-order --duplicate-writes \
        --sets-are-objects \
        --directory --max-witnesses --threads --quiet --verbose --color --help \
        --cycle-search-timeout --plot-timeout --max-plot-bytes --plot-format; do
        expect_in "$output" "$option"
        grep -q -- "\*$option\*" "$source_dir/man/minos.1.scd"
    done
    for status in 0 1 2 254 255; do
        grep -q "^ *$status  " <<<"$output"
    done
}

# fits WIDTH ARGUMENT...: no line of the help is wider, except commands and histories, which are not
# broken so that they can be copied.
fits() {
    width=$1
    shift
    COLUMNS=$width minos "$@" |
        awk -v width="$width" 'length($0) > width && !/minos |^ *--|^  [{]/ { print; wide = 1 }
            END { exit wide }'
}

@test "help wraps to the width of the terminal: words stay whole, columns hang" {
    for width in 40 60 80 100; do
        fits $width --help
        for command in check run report shrink sim models explain help; do
            fits $width help $command
            fits $width $command -h
        done
    done
    run env COLUMNS=40 "$binary" check -h
    expect_in "$output" "  -f, --format FORMAT
      input format: auto (the default,
      by content), edn, json, plume,
      dbcop, dbcop-json, dbcop-text,
      cobra, awdit, timekiller or viper"
    run env COLUMNS=80 "$binary" check -h
    expect_in "$output" "FORMAT           input format: auto (the default, by content),
                                edn, json, plume, dbcop, dbcop-json, dbcop-text,"
    # At least 30 columns, at most 100; 80 where stdout is no terminal.
    expect_equal "$(COLUMNS=1 minos check -h)" "$(COLUMNS=30 minos check -h)"
    expect_equal "$(COLUMNS=500 minos check -h)" "$(COLUMNS=100 minos check -h)"
    expect_equal "$(COLUMNS=wide minos check -h)" "$(COLUMNS=80 minos check -h)"
    expect_equal "$(env -u COLUMNS "$binary" check -h)" "$(COLUMNS=80 minos check -h)"
    # All words are there, at every width.
    expect_equal "$(COLUMNS=40 minos help run | tr -s ' \n' '  ')" \
        "$(COLUMNS=100 minos help run | tr -s ' \n' '  ')"
}

@test "no line of help is longer than 100 columns" {
    for command in check run models explain help; do
        run --separate-stderr minos "$command" --help
        ! grep -q '.\{101\}' <<<"$output"
    done
}

@test "no command: 254" {
    run --separate-stderr minos
    expect_status 254
    expect_equal "$output" ""
    expect_in "$stderr" "minos --help"
}

@test "an unknown command names the nearest" {
    run --separate-stderr minos chekc history.edn
    expect_status 254
    expect_equal "$output" ""
    expect_in "$stderr" "unknown command 'chekc'; did you mean check?"
    run --separate-stderr minos help modles
    expect_status 254
    expect_in "$stderr" "did you mean models?"
    run --separate-stderr minos zzz
    expect_status 254
    expect_equal "$stderr" "minos: unknown command 'zzz' (minos -h lists the commands)"
}

@test "an unknown option names the nearest" {
    run --separate-stderr minos check --jsno "$histories/valid.edn"
    expect_status 254
    expect_equal "$output" ""
    expect_in "$stderr" "unknown option --jsno; did you mean --json?"
    run --separate-stderr minos check --consistency-model=PL-3 "$histories/valid.edn"
    expect_status 0 # a beginning that only one option has
    run --separate-stderr minos check -json "$histories/valid.edn"
    expect_status 254
    run --separate-stderr minos check -Z "$histories/valid.edn"
    expect_status 254
    expect_in "$stderr" "unknown option -Z"
    run --separate-stderr minos models --colour=never
    expect_status 254
    expect_in "$stderr" "did you mean --color?"
    run --separate-stderr minos --verison
    expect_status 254
    expect_in "$stderr" "did you mean --version?"
    run --separate-stderr minos check --worklod set "$histories/valid.edn"
    expect_in "$stderr" "did you mean --workload?"
    run --separate-stderr minos run postgers:
    expect_status 254
    expect_in "$stderr" "unknown target 'postgers:'; did you mean postgres:? (expected sqlite:["
    run --separate-stderr minos explain g-singel
    expect_status 254
    expect_in "$stderr" "unknown model or anomaly 'g-singel'; did you mean 'G-single'?"
    run --separate-stderr minos check -m lst-append "$histories/valid.edn"
    expect_in "$stderr" "unknown workload 'lst-append'; did you mean 'list-append'?"
    run --separate-stderr minos sim --bug dirty-updat
    expect_status 254
    expect_in "$stderr" "unknown bug 'dirty-updat'; did you mean 'dirty-update'?"
}

@test "no name is suggested where none is near" {
    run --separate-stderr minos check --zzz "$histories/valid.edn"
    expect_status 254
    expect_equal "$stderr" "minos: unknown option --zzz (minos check -h lists the options)"
    run --separate-stderr minos --json
    expect_status 254
    expect_equal "$stderr" \
        "minos: unknown option --json; options follow the command, as in minos check --json"
    run --separate-stderr minos explain foo
    expect_status 254
    expect_equal "$stderr" \
        "minos: unknown model or anomaly 'foo' (\`minos models\` lists all names)"
    run --separate-stderr minos run zzz:
    expect_status 254
    expect_in "$stderr" "unknown target 'zzz:'; to test another database, use exec:COMMAND with a"
    expect_in "$stderr" "see docs/exec.md (expected sqlite:[FILE],"
    run --separate-stderr minos run mongodb://me:s3cret@host/db
    expect_status 254
    expect_in "$stderr" "unknown target 'mongodb:'; to test another database, use exec:COMMAND"
    expect_not_in "$stderr" s3cret
}

@test "an ambiguous beginning is refused" {
    run --separate-stderr minos check --m list-append "$histories/valid.edn"
    expect_status 254
    expect_in "$stderr" "ambiguous"
}

@test "an option without its value, a value without its option" {
    run --separate-stderr minos check "$histories/valid.edn" -c
    expect_status 254
    expect_in "$stderr" "needs a value"
    run --separate-stderr minos check "$histories/valid.edn" --anomalies
    expect_status 254
    expect_in "$stderr" "needs a value"
    run --separate-stderr minos check --json=yes "$histories/valid.edn"
    expect_status 254
    expect_in "$stderr" "takes no value"
}

@test "GNU conventions: values, bundles, options after operands, --" {
    cp "$histories/valid.edn" ./-c
    cp "$histories/read-skew.edn" h.edn
    for arguments in "-c read-committed h.edn" "-cread-committed h.edn" "h.edn -c read-committed" \
        "--consistency-models read-committed h.edn" "--consistency-models=read-committed h.edn" \
        "-vc read-committed h.edn" "-qcread-committed -- h.edn"; do
        run --separate-stderr minos check $arguments
        expect_status 0
    done
    run --separate-stderr minos check -q -- -c
    expect_status 0
    expect_equal "$output" "-c	true"
}

@test "no history: 254" {
    run --separate-stderr minos check
    expect_status 254
    expect_in "$stderr" "needs a history"
    run --separate-stderr minos check --json
    expect_status 254
}

@test "unknown models and anomalies are refused before anything is read, with the nearest" {
    run --separate-stderr minos check -c serialisable nowhere.edn
    expect_status 254
    expect_in "$stderr" "serializable"
    run --separate-stderr minos check -a G-singel nowhere.edn
    expect_status 254
    expect_in "$stderr" "G-single"
    run --separate-stderr minos check -c "" nowhere.edn
    expect_status 254
    run --separate-stderr minos check -c G1a nowhere.edn
    expect_status 254
}

@test "workloads: by name, or auto; an unknown one is refused before anything is read" {
    for option in -m --model --workload; do
        run --separate-stderr minos check -q "$option" list-append "$histories/valid.edn"
        expect_status 0
    done
    run --separate-stderr minos check -q -m auto "$histories/valid.edn"
    expect_status 0
    for name in rw-register set counter; do # of another history
        run --separate-stderr minos check -m "$name" "$histories/valid.edn"
        expect_status 255
        expect_in "$stderr" ":append belongs to the workload list-append, not $name"
    done
    for command in check shrink; do
        run --separate-stderr minos "$command" -m lits-append nowhere.edn
        expect_status 254
        expect_in "$stderr" "(expected auto, list-append, rw-register, set or counter)"
    done
}

@test "--sets-are-objects is refused for other workloads before anything is read" {
    for name in list-append rw-register counter; do
        for command in check shrink; do
            run --separate-stderr minos "$command" --sets-are-objects -m "$name" nowhere.edn
            expect_status 254
            expect_in "$stderr" "--sets-are-objects applies only to sets, not to $name"
        done
    done
    # The history has to show what it is about.
    run --separate-stderr minos check --sets-are-objects "$histories/valid.edn"
    expect_status 0
    expect_in "$output$stderr" "--sets-are-objects applies only to sets and had no effect"
}

@test "assumptions about registers are refused for other workloads before anything is read" {
    echo "{}" >order.edn
    for option in --wfr-keys --sequential-keys --linearizable-keys --transaction-order=order.edn; do
        for name in list-append set counter; do
            for command in check shrink; do
                run --separate-stderr minos "$command" "$option" -m "$name" nowhere.edn
                expect_status 254
                expect_in "$stderr" "apply only to rw-register"
            done
        done
        # The history has to show what it is about.
        run --separate-stderr minos check "$option" "$histories/valid.edn"
        expect_status 0
        expect_in "$stderr" "warning: assumptions about keys and --transaction-order"
    done
}

@test "--transaction-order is about one history, --duplicate-writes has two ways" {
    run --separate-stderr minos check --transaction-order o.edn "$histories/valid.edn" other.edn
    expect_status 254
    expect_in "$stderr" "one history"
    run --separate-stderr minos check --transaction-order - - <"$histories/valid.edn"
    expect_status 254
    expect_in "$stderr" "stdin (-) can be read only once"
    run --separate-stderr minos check --transaction-order= "$histories/valid.edn"
    expect_status 254
    for command in check shrink; do
        run --separate-stderr minos "$command" --duplicate-writes=drop "$histories/valid.edn"
        expect_status 254
        expect_in "$stderr" "refuse or ambiguous, not 'drop'"
    done
    run --separate-stderr minos check -q --duplicate-writes refuse "$histories/valid.edn"
    expect_status 0
}

@test "--html is for one history, and files that are written have names" {
    run --separate-stderr minos check --html page.html "$histories/valid.edn" \
        "$histories/read-skew.edn"
    expect_status 254
    expect_in "$stderr" "-o DIR"
    for option in html junit directory; do
        run --separate-stderr minos check "--$option=" "$histories/valid.edn"
        expect_status 254
        expect_in "$stderr" "option --$option needs the name of a "
    done
    run --separate-stderr minos check --annotations gitlab "$histories/valid.edn"
    expect_status 254
    expect_in "$stderr" "github or none, not 'gitlab'"
    expect_equal "$(ls)" ""
}

@test "a history is never overwritten by what is written about it" {
    cp "$histories/valid.edn" h.edn
    mkdir store
    cp h.edn store/history.edn
    ln -s h.edn link.edn
    for option in html junit; do
        for names in "h.edn h.edn" "link.edn h.edn" "store/history.edn store"; do
            read -r file history <<<"$names"
            run --separate-stderr minos check "--$option" "$file" "$history"
            expect_status 254
            expect_in "$stderr" "is an input history and is not overwritten"
        done
    done
    cmp h.edn "$histories/valid.edn"
    cmp store/history.edn "$histories/valid.edn"
}

@test "numbers are checked" {
    for value in 0 -1 x 1x 1.5 "" 1001 99999999999999999999; do
        run --separate-stderr minos check "--max-witnesses=$value" "$histories/valid.edn"
        expect_status 254
        expect_in "$stderr" "--max-witnesses needs a whole number from 1 to 1000"
    done
    for value in 0 -1 x 1x 1.5 "" 99999999999999999999; do
        run --separate-stderr minos check "--threads=$value" "$histories/valid.edn"
        expect_status 254
    done
    run --separate-stderr minos check -q --max-witnesses 1000 "$histories/valid.edn"
    expect_status 0
    run --separate-stderr minos check -q -j 2 --max-witnesses 3 "$histories/valid.edn"
    expect_status 0
}

@test "elle-cli's command line is understood" {
    run --separate-stderr minos check --model list-append --consistency-models serializable \
        --anomalies G0 --format edn --cycle-search-timeout 1000 --plot-timeout 5000 \
        --max-plot-bytes 65536 --plot-format svg --verbose "$histories/valid.edn"
    expect_status 0
    expect_equal "${lines[0]}" "$histories/valid.edn	true"
    run --separate-stderr minos check -m list-append -c serializable -a G0 -f edn -s 1000 -t 5000 \
        -b 65536 -p svg -d report -v "$histories/valid.edn"
    expect_status 0
    [ -f report/results.edn ]
}

@test "models: the lattice, no operand" {
    run --separate-stderr minos models
    expect_status 0
    expect_equal "$stderr" ""
    expect_in "$output" "serializable"
    expect_in "$output" "read-committed"
    expect_not_in "$output" "$(printf '\033')"
    run --separate-stderr minos models serializable
    expect_status 254
    expect_in "$stderr" "minos explain serializable"
}

@test "explain: models, anomalies, aliases; one name" {
    for name in strict-serializable PL-SS snapshot-isolation causal G0 G1a G-single-item \
        lost-update \
        garbage-read; do
        run --separate-stderr minos explain "$name"
        expect_status 0
        expect_equal "$stderr" ""
        [ "${#output}" -gt 40 ]
    done
    run --separate-stderr minos explain
    expect_status 254
    expect_in "$stderr" "explain needs a name"
    run --separate-stderr minos explain G0 G1a
    expect_status 254
    run --separate-stderr minos explain snapshot-isolatoin
    expect_status 254
    expect_equal "$output" ""
    expect_in "$stderr" "snapshot-isolation"
}
