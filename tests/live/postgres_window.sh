#!/bin/sh
# postgres_window.sh - the deterministic reproduction of PostgreSQL's forgotten conflict
# (docs/findings/postgresql-serializable.md) on a throw-away server. Skipped if libpq, gdb or the
# server is missing, if gdb may not attach, or if a version that the page does not list has no bug.
set -eu
finding=examples/findings/postgresql-serializable
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

"$finding/build.sh" "$work"
status=0
"$finding/window.sh" "$work" >"$work/out" 2>&1 || status=$?
cat "$work/out"
if [ "$status" -eq 3 ]; then
    version=$(sed -n 's/^Started postgres (PostgreSQL) \([0-9.]*\).*/\1/p' "$work/out")
    if ! grep -q "^| $version " docs/findings/postgresql-serializable.md; then
        echo "SKIPPED: PostgreSQL $version does not have the bug: add it to the finding's page"
        exit 77
    fi
fi
exit $status
