#!/bin/sh
# postgres_window.sh - the certain reproduction of PostgreSQL's forgotten conflict
# (docs/findings/postgresql-serializable.md) on a throw-away server. Skipped if libpq, gdb or the
# server is missing, or if gdb may not attach.
set -eu
finding=examples/findings/postgresql-serializable
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

"$finding/build.sh" "$work"
"$finding/window.sh" "$work"
