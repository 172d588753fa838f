#!/bin/sh
# throughput.sh - compares the transactions per second of minos run and pgbench on a local
# PostgreSQL.
#
#   bench/throughput.sh [BUILD [URL]]
#
# Both drive the same server in turn, with 10 clients: list-append, 1 to 4 reads and appends, lists
# of about 32 elements, prepared statements. Two shapes: 1,000 keys chosen uniformly ("spread"), and
# the default, 10 keys chosen exponentially ("contended"), where clients mostly wait for each other.
# pgbench takes a round trip for each statement, BEGIN and COMMIT; it records and judges nothing.
# Only acknowledged transactions count. Without a URL the script starts a server with the settings
# of minos run postgres: and removes it at the end; with one, its schema minos_bench must not exist.
#
# MINOS_BENCH_SECONDS (8): length of a run. MINOS_BENCH_REPEAT (3): runs, of which the median
# counts.
set -eu

build=${1:-build}
url=${2:-}
seconds=${MINOS_BENCH_SECONDS:-8}
repeat=${MINOS_BENCH_REPEAT:-3}
clients=10
work=$(mktemp -d "${TMPDIR:-/tmp}/minos-throughput-XXXXXX")

# ---- The server ----------------------------------------------------------------------------------

programs=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -1)
PATH=$PATH:$programs
for program in pgbench psql jq; do
    command -v "$program" >/dev/null || {
        echo "throughput.sh needs $program" >&2
        exit 77
    }
done

# as COMMAND...: as nobody if this is root, because PostgreSQL refuses to run as root.
as() {
    if [ "$(id -u)" -eq 0 ]; then
        setpriv --reuid=nobody --clear-groups "$@"
    else
        "$@"
    fi
}

end() {
    drop_schema
    [ ! -d "$work/server/data" ] || as pg_ctl -D "$work/server/data" -m immediate -s stop || true
    rm -rf "$work"
}
# drop_schema: drops the schema if this script created it.
made=
drop_schema() {
    [ -z "$made" ] || psql -q "$url" -c 'DROP SCHEMA minos_bench CASCADE' 2>"$work/drop.err" || true
    made=
}
trap end EXIT
trap 'exit 1' INT TERM

# The server accepts connections only on a socket in a folder that only its owner can open.
start() {
    mkdir "$work/server"
    [ "$(id -u)" -ne 0 ] || { chmod 711 "$work" && chown nobody "$work/server"; }
    cd "$work/server"
    as initdb -D "$work/server/data" -U minos -A trust --locale=C --no-sync >/dev/null
    as pg_ctl -D "$work/server/data" -l "$work/server/log" -s -w start -o "-c listen_addresses= \
        -c unix_socket_directories=$work/server -c fsync=off -c shared_buffers=32MB \
        -c max_connections=100 -c deadlock_timeout=1ms -c log_min_messages=log"
    cd "$OLDPWD"
    url="postgres:///postgres?host=$work/server&user=minos"
}

# ---- pgbench -------------------------------------------------------------------------------------

# micro_operation NUMBER: a read or an append. As with minos, a key is replaced after about 32
# appends. pgbench clients share no state, so the server's clock advances the keys.
key=":k + (date_part('epoch', now()) * 300)::bigint"
micro_operation() {
    case $shape in
    spread) draw='random(0, 999)' ;;
    contended) draw='random_exponential(0, 9, 6.93)' ;;
    esac
    cat <<END
\\set k $draw
\\set n :i * 100 + :client_id * 10 + $1
\\if random(0, 1) = 0
SELECT v FROM minos_bench.t0 WHERE id = $key;
\\else
INSERT INTO minos_bench.t0 AS t (id, sk, v) VALUES ($key, $key, :n::text)
    ON CONFLICT (id) DO UPDATE SET v = t.v || ' ' || excluded.v;
\\endif
END
}

# script LEVEL: a transaction.
script() {
    cat <<END
\\set i :i + 1
\\set length random(1, 4)
BEGIN ISOLATION LEVEL $1;
END
    for number in 1 2 3 4; do
        printf '%s\n' "\\if :length >= $number"
        micro_operation "$number"
        printf '%s\n' '\endif'
    done
    echo 'COMMIT;'
}

# run_pgbench LEVEL: acknowledged transactions a second.
run_pgbench() {
    psql -q "$url" -c 'CREATE SCHEMA minos_bench'
    made=yes
    psql -q "$url" -c 'CREATE TABLE minos_bench.t0
        (id bigint NOT NULL, sk bigint NOT NULL, v text NOT NULL, PRIMARY KEY (id))'
    script "$1" >"$work/script"
    pgbench -n -M prepared -c "$clients" -j 2 -T "$seconds" -D i=0 -f "$work/script" "$url" \
        >"$work/pgbench" 2>"$work/pgbench.err" || { cat "$work/pgbench.err" >&2 && exit 1; }
    drop_schema
    awk -v seconds="$seconds" '
        /actually processed/ { done = $NF }
        END { printf "%.0f\n", done / seconds }' "$work/pgbench"
}

# ---- minos ---------------------------------------------------------------------------------------

# run_minos LEVEL: acknowledged transactions a second.
run_minos() {
    rm -rf "$work/out"
    case $shape in
    spread) set -- "$1" -k 1000 --key-distribution uniform ;;
    esac
    "$build/minos" run -q -c none -i "$@" -p "$clients" -t "$seconds" -o "$work/out" "$url" \
        >/dev/null 2>"$work/minos.err" || { cat "$work/minos.err" >&2 && exit 1; }
    jq -r '.ok / .seconds | round' "$work/out/run.json"
}

median() {
    sort -n | sed -n "$((repeat / 2 + 1))p"
}

# ---- The table -----------------------------------------------------------------------------------

# measure LEVEL: a line of the table.
measure() {
    level=$1
    : >"$work/ours"
    : >"$work/theirs"
    for _ in $(seq "$repeat"); do
        run_pgbench "$level" >>"$work/theirs"
        run_minos "$level" >>"$work/ours"
    done
    ours=$(median <"$work/ours")
    theirs=$(median <"$work/theirs")
    printf '%-11s %-18s %9s %11s %7s\n' "$shape" "$level" "$ours" "$theirs" \
        "$(awk -v a="$ours" -v b="$theirs" 'BEGIN { printf "%.2f", a / b }')"
}

[ -n "$url" ] || start
printf '%-11s %-18s %9s %11s %7s\n' shape level minos/s pgbench/s ratio
for shape in spread contended; do
    for level in 'READ COMMITTED' 'REPEATABLE READ' SERIALIZABLE; do
        measure "$level"
    done
done
