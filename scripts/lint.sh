#!/bin/sh
# lint.sh - static checks of the sources and of commit messages.
#
#   lint.sh [STEP...]      default: commits format width layers gcc clang symbols tidy cppcheck
#                          also: clang_quick: without tests; tidy_quick: without analyzer
#
# A failed step does not stop the others; the exit status is 1 if any failed.
set -u

jobs=$(nproc 2>/dev/null || echo 2)
failed=

sources() {
    find "$@" -name '*.[ch]' | LC_ALL=C sort
}

step_commits() {
    scripts/check-commits.sh
}

step_width() {
    scripts/check-width.sh
}

step_format() {
    sources src include tests bench examples | xargs clang-format --dry-run -Werror
}

step_layers() {
    scripts/check-layers.sh
}

# build COMPILER TYPE TESTS: builds the tree with -Werror, with its tests if TESTS is ON.
build() {
    cmake -S . -B "build/lint-$1" -DCMAKE_C_COMPILER="$1" -DCMAKE_BUILD_TYPE="$2" \
        -DMINOS_TESTS="$3" -DMINOS_BENCH=ON -DMINOS_WERROR=ON >"build/lint-$1.log" 2>&1 &&
        cmake --build "build/lint-$1" -j "$jobs" >>"build/lint-$1.log" 2>&1 && return 0
    grep -E -A12 'error|Error' "build/lint-$1.log" || cat "build/lint-$1.log"
    return 1
}

# gcc warns about more when it optimises; clang compiles with assertions on.
step_gcc() {
    build gcc Release ON
}

step_clang() {
    build clang Debug ON
}

step_clang_quick() {
    build clang Debug OFF
}

step_symbols() {
    test -d build/lint-clang || step_clang_quick || return 1
    scripts/check-symbols.sh build/lint-clang
}

# tidy [OPTION...]
tidy() {
    test -f build/lint-clang/compile_commands.json || step_clang || return 1
    find src bench -name '*.c' | LC_ALL=C sort |
        xargs -P "$jobs" -n 4 clang-tidy --quiet --warnings-as-errors='*' -p build/lint-clang "$@" \
            2>build/lint-tidy.log && return 0
    grep -v 'warnings generated' build/lint-tidy.log
    return 1
}

step_tidy() {
    tidy
}

step_tidy_quick() {
    tidy --checks='-clang-analyzer-*'
}

step_cppcheck() {
    cppcheck --quiet --std=c11 --library=posix --language=c -j "$jobs" \
        --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
        --suppressions-list=scripts/cppcheck-suppressions.txt -DMNS_HAVE_ZLIB -DMNS_HAVE_ZSTD \
        -DMNS_HAVE_SQLITE -DMNS_HAVE_LIBPQ -DMNS_HAVE_LIBMARIADB -DMNS_HAVE_HIREDIS \
        -DMNS_HAVE_LIBCURL \
        -I include -I src src bench
}

mkdir -p build
if [ $# -eq 0 ]; then
    set -- commits format width layers gcc clang symbols tidy cppcheck
fi
for step in "$@"; do
    echo "lint: $step"
    if ! "step_$step"; then
        failed="$failed $step"
    fi
done
if [ -n "$failed" ]; then
    echo "lint: failed:$failed" >&2
    exit 1
fi
echo "lint: all passed"
