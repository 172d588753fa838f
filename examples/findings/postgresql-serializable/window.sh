#!/bin/sh
# window.sh - the certain reproduction: runs ssi_window on a throw-away server, three times.
#
#     window.sh FOLDER      FOLDER: where build.sh put ssi_window
#
# Without the debugger T3 must be refused. With T2 held in the window, T3 must commit, also if it is
# READ ONLY DEFERRABLE. Exit status: 0 if all three went so, 1 if not, 77 if gdb or the server is
# missing or gdb may not attach.
set -eu

build=${1:?Usage: window.sh FOLDER}
build=$(cd "$build" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
. "$here/server.sh"
command -v gdb >/dev/null || skip "gdb is not installed (Debian: gdb)"
server_start

wrong=0
# window STATUS WHAT ARGUMENT...: ssi_window must end with STATUS.
window() {
    expected=$1
    echo
    echo "== $2"
    shift 2
    status=0
    "$build/ssi_window" "$conninfo" "$@" || status=$?
    if [ "$status" -eq 3 ]; then
        skip "gdb may not attach to a process of another session (see the message above)"
    fi
    if [ "$status" -ne "$expected" ]; then
        echo "WRONG: status $status, expected $expected" >&2
        wrong=1
    fi
}

window 0 "Without the debugger"
window 1 "T2 held in the window" hold
window 1 "The same, T3 READ ONLY DEFERRABLE" hold deferrable
echo
if [ "$wrong" -ne 0 ]; then
    echo "This server behaves differently from those of docs/findings/postgresql-serializable.md."
    exit 1
fi
echo "As described: refused without the debugger, committed in a cycle with T2 held."
