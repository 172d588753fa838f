/*
 * alloc_etcd.c - every allocation of a session with etcd fails once: the driver reports it, never
 * calls a transaction failed that may have been written, and leaks nothing.
 *
 * The gateway is a fake with prepared answers. Allocations inside libcurl do not fail here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include "failing.h"

#include "unit/support/etcd_support.h"

#define RANGES                                                                                     \
    "200 {\"header\":{\"revision\":\"9\"},\"succeeded\":true,\"responses\":[{\"response_range\":"  \
    "{\"kvs\":[{\"mod_revision\":\"5\",\"value\":\"MSAyIDM=\"}]}},{\"response_range\":{}}]}"
#define WRITTEN                                                                                    \
    "200 "                                                                                         \
    "{\"header\":{\"revision\":\"10\"},\"succeeded\":true,\"responses\":[{\"response_put\":{}}]}"

static const char *const lines[] = {"200 {\"token\":\"t.1\"}",
                                    STATUS,
                                    STATUS,
                                    "200 {\"header\":{\"revision\":\"9\"}}",
                                    RANGES,
                                    WRITTEN,
                                    "200 {\"deleted\":\"1\"}",
                                    NULL};

static bool run_transaction(const mns_database *database, mns_connection *connection,
                            const stage *s) {
    mns_run_txn txn;
    mns_run_txn_init(&txn, database->kind);
    bool good = mns_run_txn_push(&txn, true, 1, 4) && mns_run_txn_push(&txn, false, 1, 0) &&
                mns_run_txn_push(&txn, false, 2, 0);
    if (good) {
        good = applied(database, connection, &txn) && mns_driver_etcd.commit(connection, &txn);
        if (!good) {
            mns_driver_error failure = {.name = NULL};
            mns_driver_etcd.classify(connection, &failure);
            bool sent = stage_count(s, "request_put") > 0;
            assert_int_equal(failure.outcome, sent ? MNS_OUTCOME_INFO : MNS_OUTCOME_FAIL);
            assert_true(failure.broken);
        }
        good = good && !txn.answers.failed;
    }
    mns_run_txn_release(&txn);
    return good;
}

/* All steps of a run on one connection, until memory runs out. */
static bool run_session(mns_database *database, const stage *s) {
    mns_driver_error failure = {.name = NULL};
    if (!mns_driver_etcd.open(database)) {
        return false;
    }
    mns_connection *connection = mns_driver_etcd.connect(database, 0, &failure);
    if (connection == NULL) {
        assert_int_equal(failure.outcome, MNS_OUTCOME_FAIL);
        return false;
    }
    bool good = mns_driver_etcd.create(database, connection) &&
                run_transaction(database, connection, s) &&
                mns_driver_etcd.drop(database, connection);
    mns_driver_etcd.close(connection);
    return good;
}

/* Connects if no client has, so that the gateway ends. */
static void dismiss(stage *s) {
    struct sockaddr_in address;
    socklen_t size = sizeof address;
    assert_int_equal(getsockname(s->listening, (struct sockaddr *)&address, &size), 0);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, size), 0);
    close(fd);
    pthread_join(s->thread, NULL);
    close(s->listening);
}

static void every_allocation_fails_once(bool on) {
    bool through = false;
    unsigned long n = 0;
    while (!through) {
        stage s;
        stage_open(&s, lines, "u:hush@");
        mns_database database = database_of(&mns_driver_etcd, s.target, "minos_t");
        allocations = 0;
        fails_at = ++n;
        fails_on = on;
        bool good = run_session(&database, &s);
        through = allocations < n;
        fails_at = 0;
        assert_true(good || !through);
        dismiss(&s);
        release_database(&database);
    }
    assert_true(n > 20);
}

static void one_fails(void **state) {
    (void)state;
    every_allocation_fails_once(false);
}

static void all_fail_from_there(void **state) {
    (void)state;
    every_allocation_fails_once(true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_fails),
        cmocka_unit_test(all_fail_from_there),
    };
    return cmocka_run_group_tests_name("alloc_etcd", tests, NULL, NULL);
}
