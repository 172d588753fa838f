#!/bin/sh
# reports.sh - compares bug reports in Markdown with stored ones, byte for byte.
#
#   reports.sh            compares tests/golden_markdown/<name>.md with the report now
#   reports.sh --update   rewrites them: read each before you commit it
#
# Each is made twice, by check -o and from the saved results.json, and both must be the same. The
# version of Minos is shown as VERSION.
set -u

minos=${MINOS_BINARY:-build/minos}
cd "${MINOS_SOURCE_DIR:-.}" || exit 1
folder=tests/golden_markdown
update=${1:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset GITHUB_ACTIONS GITHUB_STEP_SUMMARY NO_COLOR
reports=0
wrong=0

# expect NAME ARGUMENT...: of minos check.
expect() {
    name=$1
    shift
    rm -rf "$work/report"
    "$minos" check -q -o "$work/report" "$@" >/dev/null 2>&1
    "$minos" report --markdown "$work/report" >"$work/again.md" 2>/dev/null
    reports=$((reports + 1))
    if ! cmp "$work/report/report.md" "$work/again.md"; then
        wrong=$((wrong + 1))
    fi
    sed 's/Minos [0-9][0-9.]*/Minos VERSION/' "$work/again.md" >"$work/out.md"
    if [ "$update" = --update ]; then
        cp "$work/out.md" "$folder/$name.md"
    elif ! diff -u "$folder/$name.md" "$work/out.md"; then
        echo "$name: the report changed; if that is intended, run this with --update"
        wrong=$((wrong + 1))
    fi
}

expect valid -c serializable tests/golden/g2-item-no.edn
expect unknown tests/golden/unknown-no-dependency.edn
expect write-skew tests/golden/g2-item-yes.edn
expect write-skew-allowed -c snapshot-isolation tests/golden/g2-item-yes.edn
expect aborted-read tests/golden/g1a-yes.edn
expect lost-write tests/golden/lost-write-yes.edn
expect register tests/golden/register-lemma-nested-yes.edn
expect set tests/golden/set-g-single-item-yes.edn
expect counter tests/golden/timestamps-late-counter-yes.edn
expect json-history tests/golden/values-yes.jsonl
expect faults examples/bank.edn
expect long-cycle tests/golden_svg/long-cycle.edn
expect hostile tests/golden_markdown/hostile.edn

echo "$reports reports, $wrong wrong"
[ "$wrong" -eq 0 ]
