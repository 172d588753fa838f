#!/bin/sh
# The reproducers of examples/findings compile without warnings; skipped if libpq is missing.
set -eu
cd "$MINOS_SOURCE_DIR"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
finding=examples/findings/postgresql-serializable
"$finding/build.sh" "$work"
for program in ssi_window ssi_hunt; do
    [ -x "$work/$program" ] || {
        echo "FAILED: $program was not built"
        exit 1
    }
done

# fails PROGRAM MESSAGE ARGUMENT...: ends with status 2 and MESSAGE, not with "no anomaly".
fails() {
    program=$1
    message=$2
    shift 2
    status=0
    "$work/$program" "host=$work" "$@" 2>"$work/err" || status=$?
    if [ "$status" -ne 2 ] || ! grep -q "^$message" "$work/err"; then
        echo "FAILED: $program $*: status $status, $(cat "$work/err")"
        exit 1
    fi
}
fails ssi_window 'Usage: ssi_window' wrong
fails ssi_hunt 'Usage: ssi_hunt' -z
fails ssi_window 'ssi_window: cannot connect'
fails ssi_hunt 'ssi_hunt: cannot connect'
