#!/bin/sh
# window.sh - the deterministic reproduction: runs ssi_window on a throw-away server, three times.
#
#     window.sh FOLDER      FOLDER: where build.sh put ssi_window
#
# Without the debugger T3 must be refused. With T2 held in the window T3 commits, also if it is READ
# ONLY DEFERRABLE. Exit status: 0 if so, 3 if the server never commits the cycle, so that it does
# not have the bug, 1 if something else happened, 77 if gdb or the server is missing or gdb may not
# attach.
set -eu

build=${1:?Usage: window.sh FOLDER}
build=$(cd "$build" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
. "$here/server.sh"
command -v gdb >/dev/null || skip "gdb is not installed (Debian: gdb)"
server_start

# window WHAT ARGUMENT...: the exit status of ssi_window in $status: 0 no anomaly, 1 the cycle.
window() {
    echo
    echo "== $1"
    shift
    status=0
    "$build/ssi_window" "$conninfo" "$@" || status=$?
    case $status in
    0 | 1) ;;
    3) skip "gdb may not attach to a process of another session (see the message above)" ;;
    *) exit 1 ;;
    esac
}

window "Without the debugger"
without=$status
window "T2 held in the window" hold
held=$status
window "The same, T3 READ ONLY DEFERRABLE" hold deferrable
deferrable=$status
echo
case $without-$held-$deferrable in
0-1-1) echo "As described: refused without the debugger, committed in a cycle with T2 held." ;;
0-0-0)
    echo "This server did not commit the cycle: it does not have the bug."
    exit 3
    ;;
*)
    echo "WRONG: this server behaves differently from those of the finding's page."
    exit 1
    ;;
esac
