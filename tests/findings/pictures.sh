#!/bin/sh
# pictures.sh - the pictures of docs/findings are what Minos draws of the shrunk histories.
#
#   pictures.sh            draws and compares
#   pictures.sh --update   rewrites them: look at each before you commit it
set -eu
cd "${MINOS_SOURCE_DIR:-.}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# drawn PICTURE HISTORY: docs/findings/PICTURE is the timeline of the first witness of HISTORY.
wrong=0
drawn() {
    status=0
    "${MINOS_BINARY:-build/minos}" check -q -c serializable -o "$work/report" "$2" \
        >"$work/out" || status=$?
    [ "$status" -eq 1 ]
    if [ "${update:-}" = --update ]; then
        cp "$work/report/G2-item/1-timeline.svg" "docs/findings/$1"
    elif ! cmp "$work/report/G2-item/1-timeline.svg" "docs/findings/$1"; then
        echo "docs/findings/$1 is out of date; run tests/findings/pictures.sh --update"
        wrong=1
    fi
    rm -rf "$work/report"
}

update=${1:-}
drawn postgresql-serializable.svg \
    examples/findings/postgresql-serializable/histories/15.18-seed6.edn
exit $wrong
