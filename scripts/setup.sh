#!/bin/sh
# setup.sh - see that the tools a task needs are there, and install those that are not.
#
#   setup.sh [--check] GROUP...      groups: core build bench test lint fuzz coverage
#
# Each need is probed by what it provides (a command, a pkg-config module, a header), so nothing is
# installed, and the network not touched, where all is there. What is missing comes from apt, as
# root or through sudo without a password; where neither works, or with --check, the one command
# to run is printed and the status is 1.
set -eu

missing=

# need PACKAGE COMMAND...: PACKAGE is missing unless COMMAND succeeds.
need() {
    package=$1
    shift
    if ! "$@" >/dev/null 2>&1; then
        missing="$missing $package"
    fi
}

have() {
    command -v "$1"
}

module() {
    command -v pkg-config && pkg-config --exists "$1"
}

compiles() {
    printf '%s\n' "$1" | cc -fsyntax-only -x c -
}

links_sanitizers() {
    printf 'int main(void) { return 0; }\n' |
        cc -fsanitize=address,undefined -x c - -o /dev/null
}

links_fuzzer() {
    printf '#include <stddef.h>\n#include <stdint.h>\n%s\n' \
        'int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) { (void)d; (void)n; return 0; }' |
        clang -fsanitize=fuzzer,address -x c - -o /dev/null
}

clang_runtime_package() {
    major=$(clang -dumpversion 2>/dev/null | cut -d. -f1)
    echo "libclang-rt-${major:-14}-dev"
}

need_group() {
    case $1 in
    core)
        need cmake have cmake
        need make have make
        need gcc have cc
        need libc6-dev compiles '#include <stdio.h>'
        ;;
    build)
        need_group core
        need pkg-config have pkg-config
        need zlib1g-dev module zlib
        need libzstd-dev module libzstd
        ;;
    bench)
        need_group build
        need jq have jq
        ;;
    test)
        need_group bench
        need libcmocka-dev compiles '#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>'
        need bats have bats
        need gzip have gzip
        need zstd have zstd
        need binutils have nm
        need valgrind have valgrind
        ;;
    lint)
        need_group test
        need gcc links_sanitizers
        need clang have clang
        need clang-format have clang-format
        need clang-tidy have clang-tidy
        need cppcheck have cppcheck
        need scdoc have scdoc
        ;;
    fuzz)
        need_group build
        need clang have clang
        need "$(clang_runtime_package)" links_fuzzer
        ;;
    coverage)
        need_group test
        need gcovr have gcovr
        ;;
    *)
        echo "setup.sh: no group named $1" >&2
        exit 2
        ;;
    esac
}

install_missing() {
    if [ "$(id -u)" -eq 0 ]; then
        as_root=
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        as_root='sudo -n'
    else
        return 1
    fi
    command -v apt-get >/dev/null || return 1
    echo "setup: installing$missing" >&2
    # An index that cannot be refreshed may still be good enough to install from.
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q update >&2 || true
    # shellcheck disable=SC2086 # one word for each package
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -q install -y --no-install-recommends $missing >&2
}

check_only=false
if [ "${1:-}" = --check ]; then
    check_only=true
    shift
fi
for group in "$@"; do
    need_group "$group"
done
missing=$(printf '%s\n' $missing | sort -u | tr '\n' ' ' | sed 's/^ *//; s/ *$//; s/^/ /')
if [ "$missing" = ' ' ]; then
    exit 0
fi
if ! $check_only && install_missing; then
    exit 0
fi
{
    echo "Some tools are missing. On Debian, this installs them:"
    echo
    echo "    sudo apt-get install -y --no-install-recommends$missing"
    echo
} >&2
exit 1
