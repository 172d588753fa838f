/*
 * ssi_window.c - makes PostgreSQL at SERIALIZABLE commit a cycle, every time, using gdb.
 *
 *     ssi_window CONNINFO [hold [deferrable]]
 *
 * Three SERIALIZABLE transactions on the rows x and y:
 *
 *     T1 reads y and writes x       T2 writes y       T3 reads y and x
 *
 * With "hold", gdb stops the server process of T2 at the entry of ReleasePredicateLocks: the commit
 * of T2 is visible to new snapshots, but its SERIALIZABLEXACT is not flagged as committed yet. In
 * this window T3 takes its snapshot and T1 commits. T3 sees T2's y and not T1's x, and T1 did not
 * see T2's y: T1 < T2 < T3 < T1. All three commit. Without "hold" the clients take the same steps,
 * and the server refuses T3 (40001). With "hold deferrable" T3 is READ ONLY DEFERRABLE, for which
 * the manual promises a safe snapshot.
 *
 * The program needs gdb, and the right to trace the server process. It creates the table ssi_window
 * and drops it. Exit status: 0 no anomaly, 1 the cycle was committed, 2 failed, 3 gdb cannot
 * attach.
 */
#include <libpq-fe.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { NO_ANOMALY = 0, CYCLE = 1, FAILED = 2, NO_GDB = 3 };
enum { WAIT_MS = 20000, STEP_MS = 20 };

#define BEGIN "BEGIN ISOLATION LEVEL SERIALIZABLE"
#define READ_X "SELECT v AS x FROM ssi_window WHERE id = 'x'"
#define READ_Y "SELECT v AS y FROM ssi_window WHERE id = 'y'"
#define IDENTITY                                                                                   \
    "SELECT current_setting('transaction_isolation') AS level,"                                    \
    " pg_current_xact_id_if_assigned() AS xid, pg_current_snapshot() AS snapshot"

typedef struct session {
    const char *name;
    PGconn *pg;
    bool refused; /* a statement failed */
    int value;    /* the result of the last SELECT of one row and one column */
} session;

/* gdb, attached to the server process of T2; it signals by files in a temporary folder. */
typedef struct debugger {
    char folder[64];
    int server_pid;
    FILE *gdb;
} debugger;

static debugger debug;

static void remove_files(void) {
    static const char *const files[] = {"armed", "stopped", "go", "log"};
    char path[96];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", debug.folder, files[i]);
        unlink(path);
    }
    rmdir(debug.folder);
}

/* Lets T2 continue, so that no server process stays stopped. */
static void release(void) {
    if (debug.gdb == NULL) {
        return;
    }
    char path[96];
    snprintf(path, sizeof path, "%s/go", debug.folder);
    FILE *go = fopen(path, "w");
    if (go != NULL) {
        fclose(go);
    }
    pclose(debug.gdb); /* waits until gdb has detached */
    debug.gdb = NULL;
}

/* Prints what gdb said: the reason why it could not attach. */
static void print_log(void) {
    char path[96], line[512];
    snprintf(path, sizeof path, "%s/log", debug.folder);
    FILE *log = fopen(path, "r");
    while (log != NULL && fgets(line, sizeof line, log) != NULL) {
        fprintf(stderr, "  gdb: %s", line);
    }
    if (log != NULL) {
        fclose(log);
    }
}

__attribute__((noreturn, format(printf, 2, 3))) static void stop(int status, const char *format,
                                                                 ...) {
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fprintf(stderr, "ssi_window: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    release();
    if (debug.folder[0] != '\0') {
        print_log();
        remove_files();
    }
    exit(status);
}

static void sleep_ms(long ms) {
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

/* ---- Sessions ------------------------------------------------------------------------------- */

static session session_open(const char *conninfo, const char *name) {
    session s = {.name = name, .pg = PQconnectdb(conninfo)};
    if (PQstatus(s.pg) != CONNECTION_OK) {
        stop(FAILED, "cannot connect: %s", PQerrorMessage(s.pg));
    }
    return s;
}

static void show_row(session *s, const PGresult *result) {
    bool one = PQntuples(result) == 1;
    for (int i = 0; i < PQnfields(result); i++) {
        printf("%s%s=%s", i > 0 ? ", " : "", PQfname(result, i),
               one ? PQgetvalue(result, 0, i) : "");
    }
    printf("\n");
    if (one && PQnfields(result) == 1) {
        s->value = atoi(PQgetvalue(result, 0, 0));
    }
}

static void show(session *s, const char *sql, PGresult *result) {
    const char *shown = strcmp(sql, IDENTITY) == 0 ? "its level, xid and snapshot" : sql;
    printf("%-3s %-60s -> ", s->name, shown);
    switch (PQresultStatus(result)) {
    case PGRES_TUPLES_OK: show_row(s, result); break;
    case PGRES_COMMAND_OK: printf("%s\n", PQcmdStatus(result)); break;
    default:
        s->refused = true;
        printf("%s", PQresultErrorField(result, PG_DIAG_SQLSTATE) != NULL
                         ? PQresultErrorField(result, PG_DIAG_SQLSTATE)
                         : "");
        printf(" %s", PQresultErrorMessage(result));
        break;
    }
    PQclear(result);
    fflush(stdout);
}

static void run(session *s, const char *sql) { show(s, sql, PQexec(s->pg, sql)); }

static void send_query(session *s, const char *sql) {
    if (!PQsendQuery(s->pg, sql)) {
        stop(FAILED, "%s: cannot send %s: %s", s->name, sql, PQerrorMessage(s->pg));
    }
}

/* Shows the result of a statement that was sent before. */
static void receive(session *s, const char *sql) {
    show(s, sql, PQgetResult(s->pg));
    for (PGresult *more; (more = PQgetResult(s->pg)) != NULL;) {
        PQclear(more);
    }
}

static void must(session *s, const char *sql) {
    PGresult *result = PQexec(s->pg, sql);
    if (PQresultStatus(result) != PGRES_COMMAND_OK) {
        stop(FAILED, "%s: %s", sql, PQerrorMessage(s->pg));
    }
    PQclear(result);
}

/* ---- The debugger --------------------------------------------------------------------------- */

/* Whether some process traces the server process of T2, as Linux says. */
static bool is_traced(void) {
    char path[64], line[128];
    int tracer = 0;
    snprintf(path, sizeof path, "/proc/%d/status", debug.server_pid);
    FILE *status = fopen(path, "r");
    while (status != NULL && fgets(line, sizeof line, status) != NULL) {
        if (strncmp(line, "TracerPid:", 10) == 0) {
            tracer = atoi(line + 10);
        }
    }
    if (status != NULL) {
        fclose(status);
    }
    return tracer != 0;
}

/* gdb creates the file when it reaches that point of its commands. */
static void wait_for_file(const char *name) {
    char path[96];
    snprintf(path, sizeof path, "%s/%s", debug.folder, name);
    for (int ms = 0; access(path, F_OK) != 0; ms += STEP_MS) {
        if (ms >= WAIT_MS) {
            stop(FAILED, "gdb did not get to '%s' within %d s", name, WAIT_MS / 1000);
        }
        sleep_ms(STEP_MS);
    }
    if (!is_traced()) {
        stop(NO_GDB,
             "gdb cannot attach to the server process %d. Run this program as root or as the "
             "user of the server, with kernel.yama.ptrace_scope=0, and in a container with "
             "--cap-add=SYS_PTRACE.",
             debug.server_pid);
    }
}

/* The next ReleasePredicateLocks of the session waits for release(), 30 seconds at most. */
static void hold(session *s) {
    char command[1024];
    debug.server_pid = PQbackendPID(s->pg);
    strcpy(debug.folder, "/tmp/ssi_window-XXXXXX");
    if (mkdtemp(debug.folder) == NULL) {
        perror("ssi_window: mkdtemp");
        exit(FAILED);
    }
    snprintf(command, sizeof command,
             "cd %s && exec gdb -q -nx -batch -p %d -ex 'break ReleasePredicateLocks'"
             " -ex 'shell touch armed' -ex continue -ex bt"
             " -ex 'shell touch stopped; i=0; while [ ! -e go ] && [ $i -lt 1500 ];"
             " do sleep 0.02; i=$((i + 1)); done'"
             " -ex delete -ex detach >log 2>&1",
             debug.folder, debug.server_pid);
    debug.gdb = popen(command, "w");
    if (debug.gdb == NULL) {
        stop(FAILED, "cannot start gdb");
    }
    wait_for_file("armed");
}

/* ---- The transactions ----------------------------------------------------------------------- */

typedef struct scene {
    session t0, t1, t2, t3; /* t0 creates the table and observes the others */
    bool hold, deferrable;
} scene;

/* T1 reads y and writes x, T2 writes y; both are ready to commit. */
static void begin_writers(scene *c) {
    run(&c->t1, BEGIN);
    run(&c->t1, READ_Y);
    run(&c->t1, "UPDATE ssi_window SET v = 1 WHERE id = 'x'");
    run(&c->t1, IDENTITY);
    run(&c->t2, BEGIN);
    run(&c->t2, "UPDATE ssi_window SET v = 1 WHERE id = 'y'");
    run(&c->t2, IDENTITY);
}

/* T2 commits, and is held halfway if that is wanted. */
static void commit_t2(scene *c) {
    if (!c->hold) {
        run(&c->t2, "COMMIT");
        return;
    }
    hold(&c->t2);
    send_query(&c->t2, "COMMIT");
    wait_for_file("stopped");
    printf("    (T2 is held at the entry of ReleasePredicateLocks)\n");
}

/* A READ ONLY DEFERRABLE transaction has its snapshot and waits until it is known to be safe. */
static void wait_for_snapshot(scene *c) {
    char sql[160];
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM pg_stat_activity WHERE pid = %d AND wait_event = 'SafeSnapshot'",
             PQbackendPID(c->t3.pg));
    for (int ms = 0;; ms += STEP_MS) {
        PGresult *result = PQexec(c->t0.pg, sql);
        bool waits = PQntuples(result) == 1 && atoi(PQgetvalue(result, 0, 0)) == 1;
        PQclear(result);
        if (waits) {
            return;
        }
        if (ms >= WAIT_MS) {
            stop(FAILED, "T3 did not wait for a safe snapshot within %d s", WAIT_MS / 1000);
        }
        sleep_ms(STEP_MS);
    }
}

/* T3 takes its snapshot, which has T2 and not T1. Then T1 commits, and T2 if it was held. */
static void commit_t1_in_window(scene *c) {
    if (c->deferrable) {
        run(&c->t3, BEGIN " READ ONLY DEFERRABLE");
        send_query(&c->t3, READ_Y); /* waits until T1 and T2 have ended */
        wait_for_snapshot(c);
    } else {
        run(&c->t3, BEGIN);
        run(&c->t3, READ_Y);
    }
    run(&c->t1, "COMMIT");
    if (c->hold) {
        release();
        remove_files();
        printf("    (T2 continues)\n");
        receive(&c->t2, "COMMIT");
    }
    if (c->deferrable) {
        receive(&c->t3, READ_Y);
    }
}

/* T3 reads x, which T1 overwrote after T3's snapshot. */
static int finish_t3(scene *c) {
    int y = c->t3.value;
    run(&c->t3, READ_X);
    int x = c->t3.value;
    if (!c->t3.refused) {
        run(&c->t3, IDENTITY);
    }
    run(&c->t3, "COMMIT");
    if (c->t1.refused || c->t2.refused || c->t3.refused) {
        printf("One transaction was refused: serializable.\n");
        return NO_ANOMALY;
    }
    if (y != 1 || x != 0) {
        printf("All committed, and T3 read y=%d, x=%d: serializable.\n", y, x);
        return NO_ANOMALY;
    }
    printf("ALL COMMITTED, IN A CYCLE: T1 < T2 (T1 read y=0), T2 < T3 (T3 read y=1), "
           "T3 < T1 (T3 read x=0).\n");
    return CYCLE;
}

int main(int argc, char **argv) {
    const char *conninfo = argc > 1 ? argv[1] : "";
    scene c = {.hold = argc > 2 && strcmp(argv[2], "hold") == 0,
               .deferrable = argc > 3 && strcmp(argv[3], "deferrable") == 0};
    if ((argc > 2 && !c.hold) || (argc > 3 && !c.deferrable) || argc > 4) {
        fprintf(stderr, "Usage: ssi_window CONNINFO [hold [deferrable]]\n");
        return FAILED;
    }
    c.t0 = session_open(conninfo, "T0");
    c.t1 = session_open(conninfo, "T1");
    c.t2 = session_open(conninfo, "T2");
    c.t3 = session_open(conninfo, "T3");
    must(&c.t0, "SET client_min_messages = error");
    must(&c.t0, "DROP TABLE IF EXISTS ssi_window");
    must(&c.t0, "CREATE TABLE ssi_window (id text PRIMARY KEY, v int NOT NULL)");
    must(&c.t0, "INSERT INTO ssi_window VALUES ('x', 0), ('y', 0)");
    run(&c.t0, "SELECT version()");
    begin_writers(&c);
    commit_t2(&c);
    commit_t1_in_window(&c);
    int status = finish_t3(&c);
    must(&c.t0, "DROP TABLE ssi_window");
    PQfinish(c.t1.pg);
    PQfinish(c.t2.pg);
    PQfinish(c.t3.pg);
    PQfinish(c.t0.pg);
    return status;
}
