#!/bin/sh
# soak.sh - runs the random tests on many more histories than `make test` does.
#
#   soak.sh BUILD_DIR [SCALE [SEED]]    SCALE: multiplies the counts below (1); SEED: the first seed
#
# Prints the commit and the seed, so that a failure can be repeated. The default seed is the time,
# so every run takes new seeds. All tests run; the exit status is 1 if one failed.
set -eu

build=$1
scale=${2:-1}
seed=${3:-$(date +%s)000}
commit=$(git describe --always --dirty 2>/dev/null || echo unknown)
failed=

echo "soak: commit $commit, first seed $seed, scale $scale"

# soak TEST COUNT: COUNT histories, the first with seed $seed.
soak() {
    echo "soak: $1 $(($2 * scale)) $seed"
    status=0
    "$build/tests/test_$1" $(($2 * scale)) "$seed" || status=$?
    case $status in
    0) ;;
    77) echo "soak: $1 SKIPPED" ;;
    *)
        echo "soak: $1 FAILED with status $status (commit $commit, seed $seed)" >&2
        failed="$failed $1"
        ;;
    esac
}

soak oracle_random 200000
soak oracle_random_register 100000
soak oracle_random_set 100000
soak oracle_random_counter 50000
soak oracle_random_assumed 20000
soak oracle_random_revealed 20000
soak oracle_executions 100000
soak oracle_certified 100000
soak exact_agrees 100000
soak exact_certified_shapes 5000
soak exact_hostile_recall 1000
soak exact_beside 20000
soak property_formats 3000

# A real server: how often PostgreSQL's known conflict occurs.
echo "soak: PostgreSQL at SERIALIZABLE"
status=0
MINOS_BINARY=$build/minos sh tests/live/soak/postgres_conflict.sh || status=$?
case $status in
0) ;;
77) echo "soak: PostgreSQL SKIPPED" ;;
*) failed="$failed postgres_conflict" ;;
esac

if [ -n "$failed" ]; then
    echo "soak: FAILED:$failed" >&2
    exit 1
fi
echo "soak: all passed"
