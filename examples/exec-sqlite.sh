#!/bin/sh
# exec-sqlite.sh - SQLite through the sqlite3 command, as a shell script, for minos run exec:
#
#     MINOS_FILE=/tmp/example.db minos run 'exec:sh examples/exec-sqlite.sh'
#
# Supports the workload list-append only. A transaction becomes one SQL script whose output is the
# answer:
# each micro-operation is a SELECT that prints it, and a read prints the list too.
: "${MINOS_FILE:?must name the file of the database}"
: "${MINOS_KEY_PREFIX:?must be set by minos run}"
[ "$MINOS_WORKLOAD" = list-append ] || { echo "exec-sqlite.sh: list-append only" >&2 && exit 1; }
table=$MINOS_KEY_PREFIX

sql() {
    sqlite3 -batch -bail -cmd ".timeout 5000" "$MINOS_FILE" "$1" 2>&1
}

# Translates each line, "append",3,7 or "r",4,null, into SQL.
statements() {
    while IFS=, read -r function key value; do
        case $function in
        '"append"')
            echo "INSERT INTO $table VALUES ($key, '$value')
                  ON CONFLICT (k) DO UPDATE SET v = v || ',' || '$value';
                  SELECT '[\"append\",$key,$value]';"
            ;;
        *)
            row="(SELECT v FROM $table WHERE k = $key)"
            echo "SELECT '[\"r\",$key,[' || coalesce($row, '') || ']]';"
            ;;
        esac
    done
}

sql "CREATE TABLE IF NOT EXISTS $table (k INTEGER PRIMARY KEY, v TEXT)" >&2 || exit
echo '{"ready":true}' # the time of the run begins when every client is ready
while read -r line; do
    mops=$(echo "$line" | sed 's/^{"value":\[\[//; s/\]\]}$//; s/\],\[/\n/g' | statements)
    if answer=$(sql "BEGIN IMMEDIATE; $mops SELECT 'committing'; COMMIT;"); then
        value=$(echo "$answer" | sed '$d' | paste -sd, -)
        echo "{\"type\":\"ok\",\"value\":[$value]}"
    else
        case $answer in
        *committing*) echo '{"type":"info","error":"COMMIT failed"}' ;;
        # sqlite3 has exited: the transaction was rolled back.
        *) echo '{"type":"fail","error":"an error before COMMIT"}' ;;
        esac
    fi
done
