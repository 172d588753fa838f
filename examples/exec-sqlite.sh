#!/bin/sh
# exec-sqlite.sh - a database for minos run exec: in shell, with the sqlite3 command:
#
#     MINOS_FILE=/tmp/example.db minos run 'exec:sh examples/exec-sqlite.sh'
#
# For the workload list-append only. A transaction becomes one SQL script whose output is the answer: each
# micro-operation selects itself, a read with the list in it.
: "${MINOS_FILE:?set it to the file of the database}" "${MINOS_KEY_PREFIX:?is set by minos run}"
[ "$MINOS_WORKLOAD" = list-append ] || { echo "exec-sqlite.sh: list-append only" >&2 && exit 1; }
table=$MINOS_KEY_PREFIX

sql() {
    sqlite3 -batch -bail -cmd ".timeout 5000" "$MINOS_FILE" "$1" 2>&1
}

# "append",3,7 or "r",4,null on each line: the SQL for it.
statements() {
    while IFS=, read -r function key value; do
        case $function in
        '"append"')
            echo "INSERT INTO $table VALUES ($key, '$value')
                  ON CONFLICT (k) DO UPDATE SET v = v || ',' || '$value';
                  SELECT '[\"append\",$key,$value]';"
            ;;
        *) echo "SELECT '[\"r\",$key,[' || coalesce((SELECT v FROM $table WHERE k = $key), '') || ']]';" ;;
        esac
    done
}

sql "CREATE TABLE IF NOT EXISTS $table (k INTEGER PRIMARY KEY, v TEXT)" >&2 || exit
while read -r line; do
    mops=$(echo "$line" | sed 's/^{"value":\[\[//; s/\]\]}$//; s/\],\[/\n/g' | statements)
    if answer=$(sql "BEGIN IMMEDIATE; $mops SELECT 'committing'; COMMIT;"); then
        value=$(echo "$answer" | sed '$d' | paste -sd, -)
        echo "{\"type\":\"ok\",\"value\":[$value]}"
    else
        case $answer in
        *committing*) echo '{"type":"info","error":"COMMIT went wrong"}' ;;
        *) echo '{"type":"fail","error":"an error before COMMIT"}' ;; # sqlite3 has ended: it is undone
        esac
    fi
done
