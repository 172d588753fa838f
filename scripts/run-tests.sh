#!/bin/sh
# run-tests.sh - runs ctest and prints how long everything took, just before CTest's closing lines.
#
#   run-tests.sh NAME STARTED CTEST_ARGUMENT...      STARTED: seconds since 1970, before the build
#
# CTest's closing lines stay last, because people and scripts look for them there. Its stderr goes
# to stdout, so that the two keep their order. The exit status is CTest's.
set -u

name=$1
started=$2
shift 2
built=$(date +%s)
status_file=$(mktemp)
trap 'rm -f "$status_file"' EXIT

duration() { # of SECONDS
    if [ "$1" -ge 60 ]; then
        printf '%d min %d s' $(($1 / 60)) $(($1 % 60))
    else
        printf '%d s' "$1"
    fi
}

took() {
    now=$(date +%s)
    printf '%s took %s (set-up and build %s, tests %s)\n' "$name" "$(duration $((now - started)))" \
        "$(duration $((built - started)))" "$(duration $((now - built)))"
}

# Copies stdin, and inserts took before the last line that says "N% tests passed". A shell loop,
# because awk and sed would hold back the lines of a running test.
insert_took() {
    closing=
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
        *'% tests passed'*)
            printf '%s' "$closing" # another ctest's, in the output of a test
            closing="$line
"
            ;;
        *)
            if [ -n "$closing" ]; then
                closing="$closing$line
"
            else
                printf '%s\n' "$line"
            fi
            ;;
        esac
    done
    took
    printf '\n%s' "$closing"
}

{
    ctest "$@" 2>&1
    echo $? >"$status_file"
} | insert_took
exit "$(cat "$status_file")"
