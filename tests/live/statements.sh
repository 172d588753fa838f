#!/bin/sh
# statements.sh - the statements that a report shows for the transactions of its witnesses are those
# that the server received, in this order and on one connection: compared with the server's log.
. tests/live/support/live.sh

chmod 755 "$work"
mkdir -m 1777 "$work/tmp" "$work/log"
export TMPDIR="$work/tmp"
between=$(printf '\001')

# logged_in FILE NAME: every transaction with statements in the report of run NAME is in FILE, which
# has one line for each connection: what it sent, separated by \001. Comments are not sent.
logged_in() {
    jq -r '.anomalies[].witnesses[].transactions[] | select(.statements) | .statements
        | map(select(startswith("-- ") | not)) | join("\u0001")' \
        "$work/$2/results.json" | sort -u >"$work/described"
    [ "$(wc -l <"$work/described")" -ge 2 ] || fail "$2: no statements"
    while IFS= read -r statements; do
        grep -qF -- "$statements" "$1" || fail "$2: not in the log: $statements"
    done <"$work/described"
    echo "$2: $(wc -l <"$work/described") transactions are in the log"
}

# by_connection: lines "CONNECTION<TAB>STATEMENT" as one line for each connection.
by_connection() {
    awk -F '\t' -v between="$between" '
        { sent[$1] = sent[$1] (sent[$1] == "" ? "" : between) substr($0, length($1) + 2) }
        END { for (connection in sent) print sent[connection] }'
}

# installed TARGET: whether minos can run it here.
installed() {
    rm -rf "${work:?}/need"
    "$minos" run -q -n 20 -o "$work/need" "$1" >"$work/need.out" 2>&1 || :
    ! grep -q -e 'built without' -e 'not installed' "$work/need.out"
}

# postgres NAME OPTION...: prepared statements are logged with their parameters in the next line.
postgres() {
    name=$1
    shift
    rm -f "$work"/log/*
    run "$name" "$@" -c serializable -t 1 --seed 1 --server-option logging_collector=on \
        --server-option log_directory="$work/log" --server-option log_filename=all.log \
        --server-option log_statement=all --server-option 'log_line_prefix=%p ' \
        --server-option log_file_mode=0644
    sed -n -e 's/^\([0-9]*\) LOG:  execute [a-z0-9]*: /S\t\1\t/p' \
        -e 's/^\([0-9]*\) LOG:  statement: /Q\t\1\t/p' \
        -e 's/^\([0-9]*\) DETAIL:  [Pp]arameters: /P\t\1\t/p' "$work/log/all.log" |
        awk -F '\t' '
            $1 != "P" && held[$2] != "" { print $2 "\t" held[$2]; held[$2] = "" }
            $1 == "S" { held[$2] = $3 }
            $1 == "Q" { count = split($3, parts, ";")
                        for (i = 1; i <= count; i++) if (parts[i] != "") print $2 "\t" parts[i] }
            $1 == "P" { print $2 "\t" held[$2] "  -- " $3; held[$2] = "" }
            END { for (pid in held) if (held[pid] != "") print pid "\t" held[pid] }' |
        by_connection >"$work/by-connection"
    logged_in "$work/by-connection" "$name"
}

if installed postgres:; then
    postgres repeatable-read postgres: -i repeatable-read
    postgres simple postgres: -i read-committed --simple-protocol
    postgres register postgres: -i repeatable-read -w rw-register
    tested=yes
fi

# MariaDB logs prepared statements with their parameters filled in.
mariadb() {
    name=$1
    shift
    rm -f "$work"/log/*
    run "$name" mariadb: "$@" -c serializable -t 1 --seed 1 --server-option general_log=1 \
        --server-option general_log_file="$work/log/all.log"
    sed -n 's/^[0-9 :]*\t*[ \t]*\([0-9][0-9]*\) \(Query\|Execute\)\t/\1\t/p' "$work/log/all.log" |
        by_connection >"$work/by-connection"
    logged_in "$work/by-connection" "$name"
}

if installed mariadb:; then
    mariadb text -i read-committed --simple-protocol
    tested=yes
fi

[ -n "${tested:-}" ] || skip "neither PostgreSQL nor MariaDB is installed"
