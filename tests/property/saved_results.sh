#!/bin/sh
# saved_results.sh - a report is the same whether it is made from a check or from its results.json.
#
# In: every history of tests/golden, and simulated ones with faults and bugs. For each: the folder
# of a check, and the folder that `minos report` makes of its results.json, are the same bytes in
# every file (text, JSON, pictures, page); so are JUnit and the plain text; JSON without the context
# of a whole report is read and written as it was. Out: 0 if all are the same.
set -u

minos=${MINOS_BINARY:?}
source=${MINOS_SOURCE_DIR:?}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

histories=0
wrong=0
differs() {
    echo "$1: $2"
    wrong=$((wrong + 1))
}

# compare NAME FILE OPTION...: the options are those of the check.
compare() {
    name=$1
    file=$2
    shift 2
    histories=$((histories + 1))
    rm -rf checked again
    "$minos" check "$@" -o checked --junit checked.xml "$file" >checked.out 2>/dev/null
    case $? in
    0 | 1 | 2) ;;
    *) differs "$name" "cannot be checked"; return ;;
    esac
    "$minos" report -o again --junit again.xml checked >again.out 2>again.err
    diff -r checked again >/dev/null || differs "$name" "the folders differ"
    cmp -s checked.xml again.xml || differs "$name" "JUnit differs"
    sed '/^Report: /d' checked.out >checked.text
    sed '/^Report: /d' again.out >again.text
    cmp -s checked.text again.text || differs "$name" "the text differs"
    "$minos" check "$@" --json "$file" >checked.json 2>/dev/null
    "$minos" report --json checked.json 2>/dev/null | cmp -s checked.json - ||
        differs "$name" "JSON differs"
}

# Sanitizers look at every fourth: they are slow, and the rest takes the same ways.
step=${MINOS_SANITIZED:+4}
place=0
for file in "$source"/tests/golden/*.edn "$source"/tests/golden/*.json \
    "$source"/tests/golden/*.jsonl; do
    place=$((place + 1))
    [ $((place % ${step:-1})) -eq 0 ] || continue
    name=${file##*/}
    case $name in
    register-ambiguous-*) compare "$name" "$file" --duplicate-writes ambiguous ;;
    *) compare "$name" "$file" -a G1a ;;
    esac
done
for workload in list-append rw-register set counter; do
    for bug in stale-replica empty-shard:0.1; do
        "$minos" sim -w $workload -b $bug -i read-committed -n 500 --seed 7 -o sim.edn || exit 1
        compare "sim $workload $bug" sim.edn -c serializable,snapshot-isolation --max-witnesses 2
    done
done

echo "$histories histories, $wrong differences"
[ $wrong -eq 0 ] && [ $histories -gt 50 ]
