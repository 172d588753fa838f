#!/bin/sh
# build.sh - builds the programs of this folder.
#
#     build.sh FOLDER      creates FOLDER/ssi_window and FOLDER/ssi_hunt, which need libpq, and
#                          FOLDER/commit_delay_cb.so if the server's headers are installed
#
# Exit status 77: libpq is not installed.
set -eu

if [ $# -ne 1 ]; then
    echo "Usage: build.sh FOLDER" >&2
    exit 2
fi
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")"
if ! pkg-config --exists libpq; then
    echo "SKIPPED: libpq is not installed (Debian: libpq-dev)" >&2
    exit 77
fi
compile() {
    ${CC:-cc} -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror "$@"
}

for program in ssi_window ssi_hunt; do
    # shellcheck disable=SC2046 # one word for each flag
    compile -o "$out/$program" "$program.c" $(pkg-config --cflags --libs libpq) -pthread
    echo "Built $out/$program."
done
headers=$(pg_config --includedir-server 2>/dev/null || :)
if [ -e "$headers/postgres.h" ]; then
    # The server's own headers are not free of these warnings.
    compile -Wno-unused-parameter -Wno-sign-compare -fPIC -shared -I "$headers" \
        -o "$out/commit_delay_cb.so" commit_delay_cb.c
    echo "Built $out/commit_delay_cb.so."
else
    echo "NOT BUILT: commit_delay_cb.so needs the server's headers" \
        "(Debian: postgresql-server-dev-all)"
fi
