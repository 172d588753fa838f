#!/bin/sh
# certificates.sh - every certificate that minos check writes is accepted by minos verify.
#
# In: the golden histories, with the options in their first lines, and simulated histories of every
# datatype at several levels, with and without a bug, revealed versions and timestamps. Out: 0 if
# minos verify accepts each certificate of the models below.
set -eu

binary=$MINOS_BINARY
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
models=strict-serializable,strong-session-serializable,serializable,repeatable-read
models=$models,strong-snapshot-isolation,snapshot-isolation,prefix,read-committed,read-uncommitted
accepted=0
certified=0
refuted=0
wrong=0

complain() {
    echo "$1" >&2
    wrong=$((wrong + 1))
}

# verify HISTORY OPTION...: checks the history, then its certificate.
verify() {
    history=$1
    shift
    rm -f "$work/c.json"
    "$binary" check -q -j 1 -c $models "$@" --certificate "$work/c.json" "$history" \
        >/dev/null 2>"$work/check" || true
    if [ ! -e "$work/c.json" ]; then
        return 0 # the history is malformed
    fi
    if "$binary" verify -q "$history" "$work/c.json" >"$work/out" 2>&1; then
        accepted=$((accepted + 1))
    else
        complain "$history: $(cat "$work/out")"
    fi
    if grep -q '"certified"' "$work/c.json"; then
        certified=$((certified + 1))
    fi
    if grep -q '"ruled out"' "$work/c.json"; then
        refuted=$((refuted + 1))
    fi
}

for history in tests/golden/*.edn tests/golden/*.json; do
    if grep -q '^; duplicates: ambiguous' "$history"; then
        verify "$history" --duplicate-writes ambiguous
    else
        verify "$history"
    fi
done
for datatype in list-append rw-register set counter; do
    for level in strict-serializable serializable snapshot-isolation read-committed; do
        "$binary" sim -w $datatype -i $level -n 300 -o "$work/h.edn"
        verify "$work/h.edn"
        "$binary" sim -w $datatype -i $level -n 100 --timestamps -o "$work/h.edn"
        verify "$work/h.edn"
        "$binary" sim -w $datatype -i $level -n 100 --versions -o "$work/h.edn"
        verify "$work/h.edn"
    done
done
echo "$accepted certificates accepted, $wrong wrong"
echo "$certified certify a model, $refuted refute one"
test "$wrong" -eq 0 && test "$certified" -gt 100 && test "$refuted" -gt 100
