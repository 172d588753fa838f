# server.sh - a throw-away PostgreSQL server for the scripts of this folder, which source it.
#
# server_start OPTION... creates a database in a temporary folder and starts a server that only
# accepts local connections through a socket in that folder. $conninfo connects to it. Root starts
# it as the user postgres, or nobody, because PostgreSQL refuses to run as root. The server stops
# and the folder is removed when the script ends.

folder=
trap server_stop EXIT
trap 'exit 1' INT TERM HUP

# skip REASON: exit status 77 is CTest's "skipped".
skip() {
    echo "SKIPPED: $*" >&2
    exit 77
}

# Debian keeps the programs of each version in a folder outside PATH. PGBIN selects another.
server_programs() {
    for bin in "${PGBIN:-}" $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -Vr) \
        "$(dirname "$(command -v initdb || echo /nowhere/initdb)")"; do
        if [ -x "$bin/initdb" ] && [ -x "$bin/postgres" ] && [ -x "$bin/pg_ctl" ]; then
            return 0
        fi
    done
    skip "PostgreSQL's server is not installed (Debian: postgresql)"
}

# as_server COMMAND...: runs it as the user of the server.
as_server() {
    if [ "$(id -u)" -eq 0 ]; then
        (cd / && setpriv --reuid "$owner" --regid "$(id -g "$owner")" --clear-groups "$@")
    else
        "$@"
    fi
}

server_start() {
    server_programs
    owner=$(id -un)
    if [ "$owner" = root ]; then
        owner=nobody
        ! id postgres >/dev/null 2>&1 || owner=postgres
    fi
    folder=$(mktemp -d /tmp/minos-finding-XXXXXX)
    chown "$owner" "$folder"
    as_server "$bin/initdb" -D "$folder/data" -U minos -A trust -N >"$folder.log" 2>&1 ||
        server_failed "initdb"
    as_server "$bin/pg_ctl" start -w -t 20 -D "$folder/data" -l "$folder/server.log" \
        -o "-k $folder -c listen_addresses='' $*" >>"$folder.log" 2>&1 || server_failed "the server"
    conninfo="host=$folder user=minos dbname=postgres"
    echo "Started $("$bin/postgres" --version) as user $owner in $folder."
}

server_failed() {
    cat "$folder.log" >&2
    [ ! -e "$folder/server.log" ] || cat "$folder/server.log" >&2
    echo "$1 failed" >&2
    exit 2
}

server_stop() {
    [ -n "$folder" ] || return 0
    if [ -e "$folder/data/postmaster.pid" ]; then
        as_server "$bin/pg_ctl" stop -m immediate -D "$folder/data" >>"$folder.log" 2>&1 || :
    fi
    rm -rf "$folder" "$folder.log"
    folder=
}
