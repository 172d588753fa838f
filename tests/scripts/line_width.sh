#!/bin/sh
# scripts/check-width.sh accepts lines of 100 characters and names every longer one.
set -eu

check=$MINOS_SOURCE_DIR/scripts/check-width.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

x100=$(printf '%0100d' 0)
u100=$(printf '%0100d' 0 | sed 's/0/ü/g')
mkdir -p .ci build
printf '%s\n%s\n' "$x100" "$u100" >good.c
printf '%s0\n' "$x100" >prose.md
printf '%s0\n' "$x100" >build/generated.c
"$check" || { echo "100 characters are rejected" >&2; exit 1; }

for name in a.c a.h a.def a.sh a.bats a.js a.mjs a.cjs a.cmake CMakeLists.txt Makefile .ci/run; do
    printf 'short\n%sü\n' "$u100" >"$name"
    if "$check" >said 2>/dev/null; then
        echo "$name: 101 characters are accepted" >&2
        exit 1
    fi
    grep -q "^\./$name:2:" said || { echo "$name:2 is not named: $(cat said)" >&2; exit 1; }
    test "$(wc -l <said)" -eq 1
    rm "$name"
done
echo "101 characters rejected in every kind of source"
