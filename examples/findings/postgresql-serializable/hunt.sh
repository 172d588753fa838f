#!/bin/sh
# hunt.sh - looks for the cycle under load: runs ssi_hunt on a throw-away server with fsync on.
#
#     hunt.sh FOLDER [OPTION...]     FOLDER: where build.sh put ssi_hunt; the options are those of
#                                    ssi_hunt; default: -c 20 -p 4 -d 2000 -t 20 -v 3
#
# With DELAY_US set, the server loads FOLDER/commit_delay_cb.so, which widens the window. Exit
# status: 0 nothing found, 1 found, 2 failed, 77 skipped.
set -eu

build=${1:?Usage: hunt.sh FOLDER [OPTION...]}
build=$(cd "$build" && pwd)
shift
here=$(cd "$(dirname "$0")" && pwd)
. "$here/server.sh"
[ $# -gt 0 ] || set -- -c 20 -p 4 -d 2000 -t 20 -v 3

preload=
if [ -n "${DELAY_US:-}" ]; then
    [ -e "$build/commit_delay_cb.so" ] || skip "$build/commit_delay_cb.so was not built"
    preload="-c shared_preload_libraries=$build/commit_delay_cb.so"
fi
server_start -c fsync=on -c max_connections=200 -c deadlock_timeout=20ms $preload
"$build/ssi_hunt" "$conninfo" "$@"
