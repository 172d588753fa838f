#!/bin/sh
# check-width.sh - rejects source lines of more than 100 characters.
#
#   check-width.sh [PATH...]      files or folders; default: the whole tree
#
# Covers C, CMake, JavaScript, shell, bats and make files. Prints FILE:LINE:TEXT for each long line.
set -eu

if [ $# -eq 0 ]; then
    set -- .
fi
# C.UTF-8 makes grep count characters, not bytes.
long=$(find "$@" \( -name .git -o -path ./build -o -name node_modules \) -prune -o -type f \
    \( -name '*.[ch]' -o -name '*.def' -o -name '*.sh' -o -name '*.bash' -o -name '*.bats' \
    -o -name '*.cmake' -o -name CMakeLists.txt -o -name '*.js' -o -name '*.cjs' -o -name '*.mjs' \
    -o -name Makefile -o -path '*/.ci/run' \) -print | LC_ALL=C sort |
    LC_ALL=C.UTF-8 xargs grep -HnE '^.{101,}' || true)
if [ -n "$long" ]; then
    printf '%s\n' "$long"
    echo "lines of more than 100 characters: $(printf '%s\n' "$long" | wc -l)" >&2
    exit 1
fi
