#!/bin/sh
# scripts/check-layers.sh and check-symbols.sh accept a tree that keeps to its layers.txt, and name
# each violation: an include or a call against the direction, a folder that is not listed, a cycle,
# a file name that exists twice.
set -eu

scripts=$MINOS_SOURCE_DIR/scripts
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "$1" >&2
    exit 1
}

# tree: two folders, of which high may use low, and build/ with what a build makes of them.
tree() {
    rm -rf scripts src build
    mkdir -p scripts src/low src/high/inner build/CMakeFiles/x.dir
    printf 'low:\nhigh: low\nhigh/inner: low\n' >scripts/layers.txt
    echo 'int low(void);' >src/low/low.h
    printf '#include "low/low.h"\nint low(void) { return 1; }\n' >src/low/low.c
    printf '#include "low/low.h"\nint high(void);\nint high(void) { return low(); }\n' \
        >src/high/high.c
    printf '#include <stdio.h>\n#include "minos.h"\n' >src/high/inner/inner.h
}

# compile: what check-symbols.sh looks at.
compile() {
    find src -name '*.c' | while read -r file; do
        mkdir -p "build/CMakeFiles/x.dir/$(dirname "$file")"
        cc -w -Isrc -c "$file" -o "build/CMakeFiles/x.dir/$file.o"
    done
}

# rejects CHECK MESSAGE: the check fails and prints that line and no other.
rejects() {
    check=$1
    message=$2
    case $check in
    layers) "$scripts/check-layers.sh" >said && fail "accepted, expected: $message" ;;
    symbols) "$scripts/check-symbols.sh" build >said && fail "accepted, expected: $message" ;;
    esac
    test "$(cat said)" = "$message" || fail "expected: $message; got: $(cat said)"
}

tree
"$scripts/check-layers.sh" || fail "a good tree is rejected"
compile
"$scripts/check-symbols.sh" build || fail "a good build is rejected"

echo '#include "high/inner/inner.h"' >>src/low/low.h
rejects layers 'src/low/low.h:2: low may not include "high/inner/inner.h"'

tree
echo '#include "high/inner/inner.h"' >>src/high/high.c
rejects layers 'src/high/high.c:4: high may not include "high/inner/inner.h"'

tree
mkdir src/other
echo 'int other;' >src/other/other.c
rejects layers 'src/other/other.c: scripts/layers.txt does not list its folder'

tree
echo 'int other;' >src/high/inner/low.c
rejects layers 'src/low/low.c: another file of this name is in src/high/inner'

tree
printf 'low: high\nhigh: low\nhigh/inner: low\n' >scripts/layers.txt
"$scripts/check-layers.sh" >said && fail "accepted a cycle in layers.txt"
grep -q '^scripts/layers.txt: cycle: ' said || fail "no cycle found: $(cat said)"

# A declaration instead of an include: only the symbols show it.
tree
printf 'int high(void);\nint low(void);\nint low(void) { return high(); }\n' >src/low/low.c
"$scripts/check-layers.sh" || fail "there is no include to reject"
compile
rejects symbols 'src/low/low.c: low may not use high, which src/high defines'

# Public functions may be used where layers.txt says so.
tree
printf 'int minos_low(void);\nint minos_low(void) { return 1; }\n' >src/low/low.c
printf 'int minos_low(void);\nint high(void);\nint high(void) { return minos_low(); }\n' \
    >src/high/high.c
printf 'low:\nhigh: public\nhigh/inner: low\n' >scripts/layers.txt
compile
"$scripts/check-symbols.sh" build || fail "a public function is rejected"
printf 'low:\nhigh:\nhigh/inner: low\n' >scripts/layers.txt
rejects symbols 'src/high/high.c: high may not use minos_low, which src/low defines'

rm -rf build
mkdir build
"$scripts/check-symbols.sh" build >said 2>&1 && fail "accepted a build without object files"
exit 0
