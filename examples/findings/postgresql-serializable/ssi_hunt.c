/*
 * ssi_hunt.c - looks for the cycle of ssi_window.c under load: no debugger, no checker.
 *
 *     ssi_hunt CONNINFO [OPTION...]
 *
 * Pairs of rows x and y. Each write is v = v + 1 and returns the version it made. Transactions:
 *
 *     kind 1 reads y (version a) and writes x (version b)       kind 2 writes y
 *     kind 3 reads y (version d) and x (version e)
 *
 * If d > a, another transaction wrote y after kind 1 read it and before kind 3 did: kind 1 <
 * kind 3. If e < b, kind 3 < kind 1. If both hold, no serial order explains the answers. Each
 * statement also returns the xid, the snapshot and the isolation level of its transaction, as the
 * server sees them.
 *
 * Exit status: 0 nothing found, 1 found, 2 failed.
 */
#include <libpq-fe.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define IDENTITY                                                                                   \
    "pg_current_xact_id_if_assigned()::text, pg_current_snapshot()::text,"                         \
    " current_setting('transaction_isolation')"
#define READ_SQL "SELECT v, " IDENTITY " FROM ssi_hunt WHERE id = "
#define UPDATE_SQL "UPDATE ssi_hunt SET v = v + 1 WHERE id = %s RETURNING v, " IDENTITY
#define UPSERT_SQL                                                                                 \
    "INSERT INTO ssi_hunt AS t VALUES (%s, 1) ON CONFLICT (id) DO UPDATE SET v = t.v + 1"          \
    " RETURNING v, " IDENTITY

static const char usage[] =
    "Usage: ssi_hunt CONNINFO [OPTION...]\n"
    "  -c N   clients (10)            -t N  seconds (20)        -p N  pairs of rows (8)\n"
    "  -s N   seed (1)                -v N  anomalies to show (20)\n"
    "  -d US  longest random pause between the statements of a transaction (0)\n"
    "  -i LEVEL  isolation level (SERIALIZABLE)\n"
    "  -S     COMMIT in a round trip of its own\n"
    "  -Q     simple query protocol, not prepared statements in a pipeline\n"
    "  -U     upsert instead of UPDATE\n"
    "  -R     kind 3 is READ ONLY\n"
    "  -N     no index                -H    an index on v, which prevents HOT updates\n"
    "  -F     a table of few rows; else 2,000 rows a pair, so that no index page is shared\n"
    "Best: a server with fsync on, -c 20 -p 4 -d 2000.\n";

static struct options {
    const char *conninfo, *level;
    int clients, seconds, pairs, seed, pause_us, distance;
    size_t show;
    bool own_commit, simple, upsert, read_only, no_index, no_hot;
} options = {.level = "SERIALIZABLE",
             .clients = 10,
             .seconds = 20,
             .pairs = 8,
             .seed = 1,
             .distance = 1000,
             .show = 20};

/* A committed transaction: the versions of y and x that it read or made. */
typedef struct txn {
    int kind, pair;
    long y, x;
    char xid[24], snapshot[400];
} txn;

typedef struct client {
    pthread_t thread;
    PGconn *pg;
    uint64_t random;
    txn *log;
    size_t count, size, refused;
} client;

static atomic_bool stopped;

__attribute__((noreturn)) static void die(PGconn *pg, const char *what) {
    fprintf(stderr, "ssi_hunt: %s: %s\n", what, pg != NULL ? PQerrorMessage(pg) : "failed");
    exit(2);
}

static void must(PGconn *pg, const char *sql) {
    PGresult *result = PQexec(pg, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        die(pg, sql);
    }
    PQclear(result);
}

static PGconn *connect_to_server(void) {
    PGconn *pg = PQconnectdb(options.conninfo);
    if (PQstatus(pg) != CONNECTION_OK) {
        die(pg, "cannot connect");
    }
    return pg;
}

/* xorshift64; the lowest bits are not used. */
static unsigned draw(client *c, unsigned below) {
    c->random ^= c->random << 13;
    c->random ^= c->random >> 7;
    c->random ^= c->random << 17;
    return (unsigned)((c->random >> 20) % below);
}

/* ---- One round trip: b begin, r read a row, w write a row, c commit ------------------------- */

static bool begins_read_only(const txn *t) { return t->kind == 3 && options.read_only; }

/* Writes the SQL of one step, for the row whose id is the text `id`. */
static void step_sql(char step, const txn *t, const char *id, char *out, size_t size) {
    switch (step) {
    case 'b':
        snprintf(out, size, "BEGIN ISOLATION LEVEL %s%s", options.level,
                 begins_read_only(t) ? " READ ONLY" : "");
        break;
    case 'r': snprintf(out, size, READ_SQL "%s", id); break;
    case 'w': snprintf(out, size, options.upsert ? UPSERT_SQL : UPDATE_SQL, id); break;
    default: snprintf(out, size, "COMMIT"); break;
    }
}

/* Sends the steps: as one text, or as prepared statements in a pipeline. */
static void send_steps(client *c, const char *steps, const char *id, const txn *t) {
    char text[1600] = "", sql[600];
    for (const char *step = steps; *step != '\0'; step++) {
        bool has_id = *step == 'r' || *step == 'w';
        char name[8] = {*step};
        if (*step == 'b' && begins_read_only(t)) {
            strcpy(name, "bro");
        }
        if (options.simple) {
            step_sql(*step, t, id, sql, sizeof sql);
            strcat(strcat(text, sql), ";");
        } else if (!PQsendQueryPrepared(c->pg, name, has_id, &id, NULL, NULL, 0)) {
            die(c->pg, "cannot send");
        }
    }
    if (!(options.simple ? PQsendQuery(c->pg, text) : PQpipelineSync(c->pg))) {
        die(c->pg, "cannot send");
    }
}

/* A row of READ_SQL or UPDATE_SQL. The server must say the same level and snapshot every time. */
static void take_row(const PGresult *result, txn *t, long *version) {
    if (PQntuples(result) != 1) {
        die(NULL, "a statement returned not exactly one row");
    }
    *version = atol(PQgetvalue(result, 0, 0));
    if (!PQgetisnull(result, 0, 1)) {
        snprintf(t->xid, sizeof t->xid, "%s", PQgetvalue(result, 0, 1));
    }
    const char *snapshot = PQgetvalue(result, 0, 2);
    if (t->snapshot[0] != '\0' && strncmp(t->snapshot, snapshot, sizeof t->snapshot - 1) != 0) {
        die(NULL, "the snapshot of a transaction changed");
    }
    snprintf(t->snapshot, sizeof t->snapshot, "%.399s", snapshot);
    if (strcmp(options.level, "SERIALIZABLE") == 0 &&
        strcmp(PQgetvalue(result, 0, 3), "serializable") != 0) {
        die(NULL, "a transaction is not serializable");
    }
}

/* Takes one result. Returns false if the transaction was refused. */
static bool take_result(client *c, PGresult *result, txn *t, long *version, bool *committed) {
    switch (PQresultStatus(result)) {
    case PGRES_TUPLES_OK: take_row(result, t, version); return true;
    case PGRES_COMMAND_OK:
        *committed = *committed || strcmp(PQcmdStatus(result), "COMMIT") == 0;
        return strcmp(PQcmdStatus(result), "ROLLBACK") != 0;
    case PGRES_FATAL_ERROR: {
        const char *code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
        if (code == NULL || strncmp(code, "40", 2) != 0) {
            die(c->pg, "a statement failed");
        }
        return false;
    }
    case PGRES_PIPELINE_ABORTED: return true; /* an earlier result said why */
    default: die(c->pg, "unexpected result");
    }
}

/* Returns false if the transaction was refused. */
static bool trip(client *c, const char *steps, const char *id, long *version, txn *t,
                 bool *committed) {
    bool good = true;
    int nulls = 0;
    send_steps(c, steps, id, t);
    for (;;) {
        PGresult *result = PQgetResult(c->pg);
        if (result == NULL) { /* the end of the text, or of one statement of the pipeline */
            if (options.simple) {
                return good;
            }
            if (++nulls > 1) {
                die(c->pg, "the connection was lost");
            }
            continue;
        }
        nulls = 0;
        bool synced = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
        good = (synced || take_result(c, result, t, version, committed)) && good;
        PQclear(result);
        if (synced) {
            return good;
        }
    }
}

/* ---- The load ------------------------------------------------------------------------------- */

static void roll_back(client *c) {
    if (PQtransactionStatus(c->pg) == PQTRANS_IDLE) {
        return;
    }
    if (options.simple) {
        must(c->pg, "ROLLBACK");
        return;
    }
    if (!PQsendQueryPrepared(c->pg, "rb", 0, NULL, NULL, NULL, 0) || !PQpipelineSync(c->pg)) {
        die(c->pg, "cannot send");
    }
    for (bool synced = false; !synced;) {
        PGresult *result = PQgetResult(c->pg);
        synced = result != NULL && PQresultStatus(result) == PGRES_PIPELINE_SYNC;
        PQclear(result);
    }
}

static void pause_randomly(client *c) {
    if (options.pause_us > 0) {
        usleep(draw(c, (unsigned)options.pause_us));
    }
}

/* Runs one transaction. Returns true if its commit was acknowledged. */
static bool run_txn(client *c, txn *t) {
    char x[16], y[16];
    bool committed = false, good = true;
    const char *first = t->kind == 2 ? "w" : "r", *second = t->kind == 1 ? "w" : "r";
    snprintf(x, sizeof x, "%d", options.distance * 2 * t->pair);
    snprintf(y, sizeof y, "%d", options.distance * (2 * t->pair + 1));
    if (options.own_commit) {
        good = trip(c, "b", y, NULL, t, &committed) && trip(c, first, y, &t->y, t, &committed);
        if (good && t->kind != 2) {
            pause_randomly(c);
            good = trip(c, second, x, &t->x, t, &committed);
        }
        good = good && trip(c, "c", y, NULL, t, &committed);
    } else if (t->kind == 2) {
        good = trip(c, "bwc", y, &t->y, t, &committed);
    } else if (trip(c, "br", y, &t->y, t, &committed)) {
        pause_randomly(c);
        good = trip(c, t->kind == 1 ? "wc" : "rc", x, &t->x, t, &committed);
    } else {
        good = false;
    }
    return good && committed;
}

static void *run_client(void *context) {
    static const int kinds[] = {1, 2, 3, 3};
    client *c = context;
    while (!atomic_load(&stopped)) {
        txn t = {.kind = kinds[draw(c, 4)]};
        t.pair = (int)draw(c, (unsigned)options.pairs);
        if (!run_txn(c, &t)) {
            c->refused++;
            roll_back(c);
            continue;
        }
        if (c->count == c->size) {
            c->size = c->size > 0 ? 2 * c->size : 4096;
            c->log = realloc(c->log, c->size * sizeof *c->log);
            if (c->log == NULL) {
                die(NULL, "out of memory");
            }
        }
        c->log[c->count++] = t;
    }
    return NULL;
}

static void create_table(void) {
    char sql[160];
    PGconn *pg = connect_to_server();
    must(pg, "SET client_min_messages = error");
    must(pg, "DROP TABLE IF EXISTS ssi_hunt");
    snprintf(sql, sizeof sql, "CREATE TABLE ssi_hunt (id int %s, v bigint NOT NULL)",
             options.no_index ? "NOT NULL" : "PRIMARY KEY");
    must(pg, sql);
    if (options.no_hot) {
        must(pg, "CREATE INDEX ON ssi_hunt (v)");
    }
    snprintf(sql, sizeof sql, "INSERT INTO ssi_hunt SELECT n, 0 FROM generate_series(0, %d) n",
             options.distance * 2 * options.pairs - 1);
    must(pg, sql);
    must(pg, "ANALYZE ssi_hunt");
    PQfinish(pg);
}

static void drop_table(void) {
    PGconn *pg = connect_to_server();
    must(pg, "DROP TABLE ssi_hunt");
    PQfinish(pg);
}

static void prepare(client *c, const char *name, const char *sql) {
    PGresult *result = PQprepare(c->pg, name, sql, 0, NULL);
    if (PQresultStatus(result) != PGRES_COMMAND_OK) {
        die(c->pg, sql);
    }
    PQclear(result);
}

static void client_open(client *c, int number) {
    char sql[600];
    c->pg = connect_to_server();
    c->random =
        UINT64_C(88172645463325252) + (uint64_t)options.seed * 7919 + (uint64_t)number * 104729;
    if (options.simple) {
        return;
    }
    for (const char *step = "brwc"; *step != '\0'; step++) {
        char name[2] = {*step};
        step_sql(*step, &(txn){.kind = 1}, "$1::int", sql, sizeof sql);
        prepare(c, name, sql);
    }
    snprintf(sql, sizeof sql, "BEGIN ISOLATION LEVEL %s READ ONLY", options.level);
    prepare(c, "bro", sql);
    prepare(c, "rb", "ROLLBACK");
    if (!PQenterPipelineMode(c->pg)) {
        die(c->pg, "cannot enter pipeline mode");
    }
}

/* ---- The search ----------------------------------------------------------------------------- */

static int by_pair_and_x(const void *left, const void *right) {
    const txn *a = left, *b = right;
    if (a->pair != b->pair) {
        return a->pair < b->pair ? -1 : 1;
    }
    return (a->x > b->x) - (a->x < b->x);
}

/* Prints T1, the first T2 that overwrote what T1 read, and T3. */
static void show(const txn *all, size_t count, const txn *t1, const txn *t3) {
    printf("  T1 xid %s snapshot %s: read y = %ld, wrote x = %ld (pair %d)\n", t1->xid,
           t1->snapshot, t1->y, t1->x, t1->pair);
    for (size_t i = 0; i < count; i++) {
        const txn *t2 = &all[i];
        if (t2->kind == 2 && t2->pair == t1->pair && t2->y == t1->y + 1) {
            printf("  T2 xid %s snapshot %s: wrote y = %ld\n", t2->xid, t2->snapshot, t2->y);
        }
    }
    printf("  T3 xid %s snapshot %s: read y = %ld, x = %ld\n\n", t3->xid[0] != '\0' ? t3->xid : "-",
           t3->snapshot, t3->y, t3->x);
}

/*
 * From the greatest x of each pair down: `oldest` is, of the kind 1 that made a greater x, the one
 * that read the oldest y. Returns the readers outside of every serial order; *anomalies counts
 * readers with the same T1 once.
 */
static size_t search(const txn *all, size_t count, size_t *anomalies) {
    const txn *oldest = NULL, *counted = NULL;
    size_t readers = 0;
    for (size_t end = count, begin; end > 0; end = begin) {
        begin = end - 1;
        while (begin > 0 && by_pair_and_x(&all[begin - 1], &all[end - 1]) == 0) {
            begin--;
        }
        if (oldest != NULL && oldest->pair != all[begin].pair) {
            oldest = NULL;
        }
        for (size_t i = begin; i < end; i++) {
            if (all[i].kind == 3 && oldest != NULL && all[i].y > oldest->y) {
                *anomalies += oldest != counted;
                counted = oldest;
                if (readers++ < options.show) {
                    show(all, count, oldest, &all[i]);
                }
            }
        }
        for (size_t i = begin; i < end; i++) {
            if (all[i].kind == 1 && (oldest == NULL || all[i].y < oldest->y)) {
                oldest = &all[i];
            }
        }
    }
    return readers;
}

/* All transactions of all clients in one array, which the caller frees. */
static txn *gather(const client *clients, size_t *count) {
    *count = 0;
    for (int i = 0; i < options.clients; i++) {
        *count += clients[i].count;
    }
    txn *all = malloc((*count + 1) * sizeof *all);
    if (all == NULL) {
        die(NULL, "out of memory");
    }
    size_t used = 0;
    for (int i = 0; i < options.clients; i++) {
        if (clients[i].count > 0) {
            memcpy(all + used, clients[i].log, clients[i].count * sizeof *all);
        }
        used += clients[i].count;
    }
    qsort(all, used, sizeof *all, by_pair_and_x);
    return all;
}

static bool read_options(int argc, char **argv) {
    if (argc < 2 || argv[1][0] == '-') {
        return false;
    }
    options.conninfo = argv[1];
    optind = 2;
    for (int option; (option = getopt(argc, argv, "c:t:p:s:i:d:v:SQURNHF")) != -1;) {
        switch (option) {
        case 'c': options.clients = atoi(optarg); break;
        case 't': options.seconds = atoi(optarg); break;
        case 'p': options.pairs = atoi(optarg); break;
        case 's': options.seed = atoi(optarg); break;
        case 'd': options.pause_us = atoi(optarg); break;
        case 'i': options.level = optarg; break;
        case 'v': options.show = (size_t)atol(optarg); break;
        case 'S': options.own_commit = true; break;
        case 'Q': options.simple = true; break;
        case 'U': options.upsert = true; break;
        case 'R': options.read_only = true; break;
        case 'N': options.no_index = true; break;
        case 'H': options.no_hot = true; break;
        case 'F': options.distance = 1; break;
        default: return false;
        }
    }
    return optind == argc && options.clients > 0 && options.pairs > 0 && options.seconds > 0;
}

int main(int argc, char **argv) {
    if (!read_options(argc, argv)) {
        fputs(usage, stderr);
        return 2;
    }
    create_table();
    client *clients = calloc((size_t)options.clients, sizeof *clients);
    if (clients == NULL) {
        die(NULL, "out of memory");
    }
    for (int i = 0; i < options.clients; i++) {
        client_open(&clients[i], i);
    }
    for (int i = 0; i < options.clients; i++) {
        if (pthread_create(&clients[i].thread, NULL, run_client, &clients[i]) != 0) {
            die(NULL, "cannot start a thread");
        }
    }
    sleep((unsigned)options.seconds);
    atomic_store(&stopped, true);
    size_t refused = 0, count = 0, anomalies = 0;
    for (int i = 0; i < options.clients; i++) {
        pthread_join(clients[i].thread, NULL);
        PQfinish(clients[i].pg);
        refused += clients[i].refused;
    }
    txn *all = gather(clients, &count);
    size_t readers = search(all, count, &anomalies);
    printf("%zu committed, %zu refused, %zu anomalies (%zu readers), %.2f per 100,000 committed\n",
           count, refused, anomalies, readers,
           count > 0 ? 1e5 * (double)anomalies / (double)count : 0.0);
    drop_table();
    return readers > 0;
}
