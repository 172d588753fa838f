#!/bin/sh
# texts.sh - compares printed output with stored output, byte for byte.
#
#   texts.sh            compares tests/golden_text/<name>.txt with the output now
#   texts.sh --update   rewrites them: read each before you commit it
#
# In: histories of the repository. Verdict, ladder, counts, proofs and drawn timelines of every
# datatype, and the output for CI servers. Nothing printed here depends on the machine.
set -u

minos=${MINOS_BINARY:-build/minos}
cd "${MINOS_SOURCE_DIR:-.}" || exit 1
folder=tests/golden_text
update=${1:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset GITHUB_ACTIONS NO_COLOR
texts=0
wrong=0

# expect NAME COMMAND...: stdout, stderr and exit status of the command.
expect() {
    name=$1
    shift
    "$@" >"$work/out" 2>"$work/err"
    echo "exit status $?" >>"$work/err"
    cat "$work/err" >>"$work/out"
    texts=$((texts + 1))
    if [ "$update" = --update ]; then
        cp "$work/out" "$folder/$name.txt"
    elif ! diff -u "$folder/$name.txt" "$work/out"; then
        echo "$name: the output changed; if that is intended, run this with --update"
        wrong=$((wrong + 1))
    fi
}

junit() {
    "$minos" check -q --junit "$work/junit.xml" "$@"
    status=$?
    cat "$work/junit.xml"
    return $status
}

expect valid "$minos" check -c serializable tests/golden/g2-item-no.edn
expect unknown "$minos" check tests/golden/unknown-no-dependency.edn
expect unknown-model "$minos" check -c causal,serializable tests/golden/unknown-no-dependency.edn
expect write-skew "$minos" check tests/golden/g2-item-yes.edn
expect write-skew-allowed "$minos" check -c snapshot-isolation tests/golden/g2-item-yes.edn
expect aborted-read "$minos" check --color=always tests/golden/g1a-yes.edn
expect stale-read "$minos" check tests/golden/g-single-item-realtime-yes.edn
expect lost-write "$minos" check tests/golden/lost-write-yes.edn
expect info-proven "$minos" check tests/golden/register-info-proven-yes.edn
expect register "$minos" check -v tests/golden/register-lemma-nested-yes.edn
expect set "$minos" check tests/golden/set-g-single-item-yes.edn
expect counter "$minos" check tests/golden/timestamps-late-counter-yes.edn
expect json-history "$minos" check tests/golden/values-yes.jsonl
expect faults "$minos" check examples/bank.edn
expect nodes "$minos" check tests/golden_text/nodes.edn
expect nodes-shrunk "$minos" shrink tests/golden_text/nodes.edn
expect long-cycle "$minos" check tests/golden_svg/long-cycle.edn
expect malformed "$minos" check tests/malformed/torn-last-line.edn
expect junit junit -c serializable,read-committed tests/golden/g2-item-yes.edn \
    tests/golden/unknown-no-dependency.edn tests/malformed/torn-last-line.edn
expect github "$minos" check -q --annotations github tests/golden/g2-item-yes.edn \
    tests/golden/unknown-no-dependency.edn tests/malformed/torn-last-line.edn

echo "$texts texts, $wrong wrong"
[ "$wrong" -eq 0 ]
