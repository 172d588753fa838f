#!/bin/sh
# The shared library exports exactly what minos.h and minos_sim.h declare, and its soname is 0.
set -eu

library=$MINOS_BUILD_DIR/libminos.so
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

nm -D --defined-only "$library" | awk '$2 ~ /[TDBRVW]/ { print $3 }' | sed 's/@.*//' |
    LC_ALL=C sort -u >"$work/exported"
# minos_run.h belongs to another library. Each declaration begins with MINOS_API and has its name
# before the first parenthesis.
cd "$MINOS_SOURCE_DIR/include"
cat minos.h minos_sim.h | tr '\n' ' ' | sed 's/MINOS_API/\n&/g' |
    sed -n 's/^MINOS_API [^(]*\(minos_[a-z_]*\)(.*/\1/p' | LC_ALL=C sort -u >"$work/declared"

# Sanitizers and coverage add symbols of their own.
grep -v -E '^(__|_init$|_fini$|mangle_path$)' "$work/exported" >"$work/ours" || true
if ! diff "$work/declared" "$work/ours"; then
    echo "declared in include (<) and exported (>) differ" >&2
    exit 1
fi
test "$(wc -l <"$work/declared")" -ge 10

if command -v readelf >/dev/null; then
    readelf -d "$library" | grep -q 'soname: \[libminos\.so\.0\]'
fi
