#!/bin/sh
# The benchmark works, from its histories to the pages that quote it: tiny histories of every shape
# with their expected verdicts, another checker, ratios, documents. Times are not tested, because a
# machine that runs tests is not idle.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "$1" >&2
    exit 1
}

mkdir "$work/tmp"
TMPDIR=$work/tmp MINOS_CORPUS='' MINOS_BENCH_SIZES="500 1000" MINOS_BENCH_REPEAT=1 \
    MINOS_BENCH_RIVAL='other=grep -c ok {file}' \
    bench/run.sh "$MINOS_BUILD_DIR" "$work/bench.json" >"$work/table"
[ -z "$(ls "$work/tmp")" ] || fail "histories were not removed"

# holds FILTER: true of the result.
holds() {
    jq -e "$1" "$work/bench.json" >/dev/null || fail "the result lacks: $1"
}
holds '.rows | length > 100'
holds '.rows | map(.name) | length == (unique | length)'
holds '.rows | all(.cpu_s > 0 and .rss_bytes > 0 and .stopped == false)'
holds '.rows | all(.valid != null or (.name | test("nested-(too-deep|endless)")))'
holds '.rows | map(select(.valid)) | all(.stages_ms | has("read"))'
holds '.ratios | all(.against != null and .cpu > 0)'
holds '[.ratios[].kind] | unique == ["acyclic", "broken", "crashes", "datatype", "format", "growth",
       "ordinary", "processes", "threads"]'
holds '(.rivals | length) == (.rows | length) and (.rivals | all(.rival == "other" and .cpu > 0))'
holds '.skipped | length == 5'
grep -q '^skipped *list-append/22000000: MINOS_BENCH_LARGE' "$work/table" ||
    fail "a skipped history is not printed"
grep -q '^Recording: [0-9.]* us of CPU time a transaction (1000 ' "$work/table" ||
    fail "no cost of recording"
grep -q '^timekiller  *[0-9.]* s  *[0-9.]*$' "$work/table" || fail "no cost of reading formats"

# The same result gives the same pages, also the second time, and does not change their text.
for copy in once twice; do
    mkdir -p "$work/$copy/docs"
    cp docs/performance.md "$work/$copy/docs"
    cp README.md "$work/$copy"
    bench/document.sh "$work/bench.json" "$work/$copy"
done
bench/document.sh "$work/bench.json" "$work/twice"
diff -r "$work/once" "$work/twice"
words() {
    sed '/^<!-- bench:[a-z]* -->$/,/^<!-- bench:end -->$/d' "$1"
}
for page in docs/performance.md README.md; do
    [ "$(words $page)" = "$(words "$work/once/$page")" ] || fail "the text of $page changed"
done
grep -q '^| chain/list-append | 100 |' "$work/once/docs/performance.md" || fail "no row of a shape"
grep -q '1,000 transactions' "$work/once/README.md" || fail "no summary"
grep -q '</svg>' "$work/once/docs/performance.svg" || fail "no plot"
