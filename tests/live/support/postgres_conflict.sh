# postgres_conflict.sh - functions for live tests of PostgreSQL at SERIALIZABLE; needs live.sh.
#
# PostgreSQL rarely commits a cycle at this level: docs/findings/postgresql-serializable.md. A test
# accepts this cycle, counts it, and fails on any other anomaly. postgres_conflict.jq tells them
# apart.

known_conflicts=0

# serializable NAME: the run NAME was judged by serializable and showed no anomaly but the known
# cycle, in a run that committed transactions. Adds to $known_conflicts.
serializable() {
    judged_by "$1" serializable
    shape=$(jq -c --argjson shrunk false -f tests/live/support/postgres_conflict.jq \
        "$work/$1/results.json")
    [ "$(printf '%s' "$shape" | jq '.other == []')" = true ] ||
        fail "$1: not PostgreSQL's known conflict: $(printf '%s' "$shape" | jq -c .other)"
    seen=$(printf '%s' "$shape" | jq .known)
    [ "$status" -eq 0 ] || [ "$seen" -gt 0 ] || fail "$1: status $status without an anomaly"
    worked "$1" 100
    known_conflicts=$((known_conflicts + seen))
    [ "$seen" -eq 0 ] || echo "$1: known PostgreSQL conflict seen $seen times"
}

# report_known_conflicts: the total, at the end of a test.
report_known_conflicts() {
    echo "known PostgreSQL conflict seen $known_conflicts times"
}
