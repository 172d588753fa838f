#!/bin/sh
# document.sh - writes the numbers of a benchmark into the pages that quote them.
#
#   document.sh [RESULT [ROOT]]      RESULT: build/bench.json, from run.sh; ROOT: the source root
#
# Rewrites the text between <!-- bench:PART --> and <!-- bench:end --> in docs/performance.md and
# README.md, and the whole of docs/performance.svg. The same result gives the same bytes.
set -eu

bench=$(dirname "$0")
root=${2:-$bench/..}
result=${1:-$root/build/bench.json}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# fill PAGE: every part that the page has markers for.
fill() {
    sed -n 's/^<!-- bench:\([a-z]*\) -->$/\1/p' "$1" | grep -v '^end$' >"$work/parts"
    while read -r part; do
        jq -r --arg part "$part" -L "$bench" -f "$bench/document.jq" "$result" >"$work/$part"
    done <"$work/parts"
    awk -v work="$work" '
        /^<!-- bench:end -->$/ { inside = 0 }
        !inside { print }
        /^<!-- bench:[a-z]+ -->$/ && !/:end / {
            inside = 1
            part = $2
            sub(/^bench:/, "", part)
            while ((getline text < (work "/" part)) > 0) { print text }
        }' "$1" >"$work/page"
    cp "$work/page" "$1"
}

fill "$root/docs/performance.md"
fill "$root/README.md"
jq -r -L "$bench" -f "$bench/plot.jq" "$result" >"$work/plot.svg"
cp "$work/plot.svg" "$root/docs/performance.svg"
