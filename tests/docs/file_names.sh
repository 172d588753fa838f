#!/bin/sh
# Every file that ARCHITECTURE.md and CONTRIBUTING.md name in backquotes with its folder exists:
# below src/ or the root. Every row of ARCHITECTURE.md's table "Where to find it" names a file that
# contains the name beside it.
set -eu
cd "$MINOS_SOURCE_DIR"

failed=0
count=0
for page in ARCHITECTURE.md CONTRIBUTING.md; do
    # With a folder and an ending, and without a placeholder or a pattern.
    for name in $(grep -o '`[a-zA-Z_./-]*/[a-zA-Z_.-]*\.[a-z]*`' "$page" | tr -d '`' | sort -u); do
        count=$((count + 1))
        if [ ! -f "src/$name" ] && [ ! -f "$name" ] && [ ! -f "include/$name" ]; then
            echo "$page: there is no file $name"
            failed=1
        fi
    done
done
if [ "$count" -lt 50 ]; then
    echo "only $count file names found: is the pattern wrong?"
    failed=1
fi

row='^| \(.*\) | `\(.*\)` | `\(.*\)` |$'
rows=$(sed -n "/^## Where to find it/,/^## The tables/s/$row/\2 \3/p" ARCHITECTURE.md)
if [ "$(printf '%s\n' "$rows" | wc -l)" -lt 6 ]; then
    echo "ARCHITECTURE.md: the table \"Where to find it\" has fewer than six rows"
    failed=1
fi
printf '%s\n' "$rows" >"${TMPDIR:-/tmp}/minos-rows.$$"
while read -r file name; do
    if ! grep -q -- "$name" "src/$file"; then
        echo "ARCHITECTURE.md: $file does not contain $name"
        failed=1
    fi
done <"${TMPDIR:-/tmp}/minos-rows.$$"
rm -f "${TMPDIR:-/tmp}/minos-rows.$$"
exit $failed
