#!/bin/sh
# setup.sh - installs the packages a task needs, if they are missing.
#
#   setup.sh [--check] GROUP...    groups: core build bench test servers findings browser lint fuzz
#                                  coverage
#
# Each package is probed by what it provides (a command, a pkg-config module, a header), so a
# complete machine needs no network. Missing packages are installed with apt, as root or with sudo
# if it needs no password. If neither works, or with --check, the script prints the command to run
# and exits with status 1. Optional packages are installed if possible; otherwise the tests that use
# them are skipped and the exit status does not change.
set -eu

missing=
wanted=

# need PACKAGE COMMAND...: PACKAGE is missing unless COMMAND succeeds.
need() {
    package=$1
    shift
    if ! "$@" >/dev/null 2>&1; then
        missing="$missing $package"
    fi
}

# want PACKAGE COMMAND...: the same for an optional package.
want() {
    package=$1
    shift
    if ! "$@" >/dev/null 2>&1; then
        wanted="$wanted $package"
    fi
}

have() {
    command -v "$1"
}

module() {
    command -v pkg-config && pkg-config --exists "$1"
}

# Debian keeps the programs of each version in a folder outside PATH.
have_postgres() {
    have initdb || ls /usr/lib/postgresql/*/bin/initdb
}

have_galera() {
    ls /usr/lib/galera/libgalera_smm.so || ls /usr/lib*/galera-4/libgalera_smm.so
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
        need libsqlite3-dev module sqlite3
        want libpq-dev module libpq
        want libmariadb-dev module libmariadb
        want libhiredis-dev module hiredis
        want libcurl4-openssl-dev module libcurl
        want scdoc have scdoc
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
        want libcadical-dev compiles '#include <ccadical.h>'
        ;;
    servers)
        want postgresql have_postgres
        want gdb have gdb
        want mariadb-server have mariadbd
        want galera-4 have_galera
        want rsync have rsync
        want iproute2 have ss
        want redis-server have redis-server
        want etcd-server have etcd
        want libfaketime ls /usr/lib/*/faketime/libfaketimeMT.so.1
        want iproute2 have ip
        want iptables have iptables
        ;;
    findings)
        need_group build
        need jq have jq
        need libpq-dev module libpq
        want postgresql have_postgres
        want gdb have gdb
        ;;
    browser)
        want chromium have chromium
        want nodejs have node
        want npm have npm
        want graphviz have dot
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
        echo "setup.sh: unknown group '$1'" >&2
        exit 2
        ;;
    esac
}

# Sets $as_root to the prefix that runs a command as root.
become_root() {
    command -v apt-get >/dev/null || return 1
    if [ "$(id -u)" -eq 0 ]; then
        as_root=
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        as_root='sudo -n'
    else
        return 1
    fi
}

# install PACKAGE...: all of them or none.
install() {
    [ $# -gt 0 ] || return 0
    echo "setup: installing $*" >&2
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -q install -y --no-install-recommends "$@" >&2
}

# Installs everything in one call, which is fastest; if that fails, only the required packages.
install_all() {
    become_root || return 1
    # If the package index cannot be refreshed, the old one may still do.
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q update >&2 || true
    # shellcheck disable=SC2086 # one word for each package
    if install $missing $wanted; then
        wanted=
    else
        install $missing
    fi
}

# distinct WORD...: sorted, without duplicates.
distinct() {
    [ $# -eq 0 ] || printf '%s\n' "$@" | LC_ALL=C sort -u
}

check_only=false
if [ "${1:-}" = --check ]; then
    check_only=true
    shift
fi
for group in "$@"; do
    need_group "$group"
done
# shellcheck disable=SC2086 # one word for each package
missing=$(distinct $missing)
# shellcheck disable=SC2086
wanted=$(distinct $wanted)
if ! $check_only && [ -n "$missing$wanted" ] && install_all; then
    missing=
fi
if [ -n "$wanted" ]; then
    # shellcheck disable=SC2086
    echo "setup: NOT INSTALLED, tests that need them are skipped:" $wanted >&2
fi
if [ -n "$missing" ]; then
    {
        echo "Required packages are missing. On Debian, install them with:"
        echo
        # shellcheck disable=SC2086
        echo "    sudo apt-get install -y --no-install-recommends" $missing
        echo
    } >&2
    exit 1
fi
