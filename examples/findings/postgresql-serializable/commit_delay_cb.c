/*
 * commit_delay_cb.c - a PostgreSQL extension that widens the window of ssi_window.c.
 *
 * It sleeps in the commit callback, which PostgreSQL calls after ProcArrayEndTransaction (the
 * commit is visible) and before ReleasePredicateLocks (the commit is flagged). Nothing else
 * changes.
 *
 *     DELAY_US=300 DELAY_EVERY=10 postgres -c shared_preload_libraries=/path/commit_delay_cb.so ...
 *
 * DELAY_US: microseconds to sleep, default 0; DELAY_EVERY: in one of so many commits, default 1.
 * Only SERIALIZABLE transactions sleep.
 */
#include "postgres.h"

#include "access/xact.h"
#include "fmgr.h"
#include "miscadmin.h"

PG_MODULE_MAGIC;
void _PG_init(void);

static int delay_us;
static int delay_every = 1;
static int commits;

static int number_from_environment(const char *name, int otherwise) {
    const char *text = getenv(name);
    return text != NULL ? atoi(text) : otherwise;
}

static void sleep_in_commit(XactEvent event, void *arg) {
    (void)arg;
    if (event != XACT_EVENT_COMMIT || !IsolationIsSerializable() || delay_us <= 0) {
        return;
    }
    commits++;
    if ((MyProcPid + commits) % delay_every == 0) {
        pg_usleep(delay_us);
    }
}

void _PG_init(void) {
    delay_us = number_from_environment("DELAY_US", 0);
    delay_every = Max(number_from_environment("DELAY_EVERY", 1), 1);
    RegisterXactCallback(sleep_in_commit, NULL);
}
