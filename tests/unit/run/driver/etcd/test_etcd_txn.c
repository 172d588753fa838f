/* test_etcd_txn.c - src/run/driver/etcd/etcd_txn.c, etcd_call.c and etcd_http.c against a scripted
 * gateway: the requests of each level, every error, and malformed answers. tests/live/etcd.sh uses
 * a real server. */
#include "unit/support/etcd_support.h"

#define HEADER "\"header\":{\"revision\":\"9\"}"
#define RANGE(revision, value)                                                                     \
    "{\"response_range\":{\"kvs\":[{\"key\":\"aw==\",\"mod_revision\":\"" revision                 \
    "\",\"value\":\"" value "\"}],\"count\":\"1\"}}"
#define NOTHING "{\"response_range\":{}}"
#define PUT "{\"response_put\":{" HEADER "}}"
#define ANSWER(responses) "200 {" HEADER ",\"succeeded\":true,\"responses\":[" responses "]}"
#define COMPARE_FAILED "200 {" HEADER "}"

/* Runs one transaction. Returns its EDN, or "outcome name broken". */
static void run_one(const char *level, mns_generator_kind kind, const char *text,
                    const char *const *lines, stage *s, char came[256]) {
    static const char *const outcomes[] = {"ok", "fail", "info"};
    mns_driver_error failure;
    stage_open(s, lines, "");
    mns_database database = etcd_at(s, kind, level);
    mns_connection *connection = connected(&database, 0);
    mns_run_txn txn = txn_of(&database, text);
    assert_true(applied(&database, connection, &txn));
    if (mns_driver_etcd.commit(connection, &txn)) {
        mns_buf out;
        mns_buf_init(&out);
        mns_run_txn_write(&txn, true, &out);
        snprintf(came, 256, "%s", out.data);
        mns_buf_release(&out);
    } else {
        mns_driver_etcd.classify(connection, &failure);
        assert_true(failure.message[0] != '\0');
        assert_int_equal(mns_driver_etcd.rollback(connection), !failure.broken);
        snprintf(came, 256, "%s %s%s", outcomes[failure.outcome], failure.name,
                 failure.broken ? " broken" : "");
    }
    mns_driver_etcd.close(connection);
    stage_close(s);
    mns_run_txn_release(&txn);
    release_database(&database);
}

/* ---- Requests -------------------------------------------------------------------------------- */

static const struct question {
    const char *level, *text;
    bool reads, local;
    unsigned comparisons; /* in a transaction that reads 1 and writes 2, or as in the text */
} questions[] = {
    {"strict-serializable", "r1 w2=7", true, false, 1},
    {"serializable", "r1 w2=7", true, true, 1},
    {"snapshot-isolation", "r1 w2=7", true, false, 1},
    {"unchecked", "r1 w2=7", true, false, 0},
    {"strict-serializable", "r1 w1=7", true, false, 1},
    {"snapshot-isolation", "r1 w1=7", true, false, 1},
    {"unchecked", "r1 w1=7", true, false, 0},
    /* No reads: nothing to compare. */
    {"strict-serializable", "w2=7", false, false, 0},
    {"snapshot-isolation", "w2=7 w3=8", false, false, 0},
    /* A read of the transaction's own write does not read the database. */
    {"strict-serializable", "w2=7 r2", false, false, 0},
    {"snapshot-isolation", "r1 w2=7 w3=8", true, false, 2},
    {"strict-serializable", "r1 r4 w2=7 w3=8", true, false, 2},
};

static void levels_differ_in_what_they_compare(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(questions); i++) {
        const struct question *q = &questions[i];
        const char *lines[] = {STATUS, COMPARE_FAILED, COMPARE_FAILED, HANG_UP};
        static const char *const ranges[] = {"", ANSWER(NOTHING), ANSWER(NOTHING "," NOTHING),
                                             ANSWER(NOTHING "," NOTHING "," NOTHING)};
        stage s;
        char came[256];
        bool compares_writes = strcmp(q->level, "snapshot-isolation") == 0 && q->reads;
        unsigned fetched = strcmp(q->text, "r1 w1=7") == 0 ? 1
                           : compares_writes               ? 1 + q->comparisons
                           : strstr(q->text, "r4") != NULL ? 2
                                                           : 1;
        lines[1] = q->reads ? ranges[fetched] : COMPARE_FAILED;
        run_one(q->level, MNS_GENERATE_RW_REGISTER, q->text, lines, &s, came);
        assert_string_equal(came, "fail compare-failed");
        assert_int_equal(stage_count(&s, "/v3/kv/txn"), q->reads ? 2 : 1);
        assert_int_equal(stage_count(&s, "request_range"), q->reads ? fetched : 0);
        assert_int_equal(stage_count(&s, "\"serializable\":true"), q->local ? fetched : 0);
        assert_int_equal(stage_count(&s, "\"target\":\"MOD\""), q->comparisons);
    }
}

/* ---- Transactions that succeed --------------------------------------------------------------- */

static const struct success {
    mns_generator_kind kind;
    const char *text, *read, *written, *edn;
} successes[] = {
    {MNS_GENERATE_LIST_APPEND, "r1 w1=3 r1", ANSWER(RANGE("5", "MSAy")), ANSWER(PUT),
     "[[:r 1 [1 2]] [:append 1 3] [:r 1 [1 2 3]]]"},
    {MNS_GENERATE_LIST_APPEND, "r1", ANSWER(NOTHING), NULL, "[[:r 1 nil]]"},
    {MNS_GENERATE_LIST_APPEND, "w1=3", ANSWER(NOTHING), ANSWER(PUT), "[[:append 1 3]]"},
    {MNS_GENERATE_LIST_APPEND, "r1", ANSWER(RANGE("5", "eCJ5")), NULL, "[[:r 1 [\"x\\\"y\"]]]"},
    {MNS_GENERATE_RW_REGISTER, "r1 w1=3 w1=4 r1", ANSWER(RANGE("5", "Nw==")), ANSWER(PUT),
     "[[:r 1 7 {:version 5}] [:w 1 3] [:w 1 4 {:version 9}] [:r 1 4]]"},
    {MNS_GENERATE_RW_REGISTER, "r1 r2", ANSWER(RANGE("5", "Nw==") "," NOTHING), NULL,
     "[[:r 1 7 {:version 5}] [:r 2 nil]]"},
    {MNS_GENERATE_SET, "r1 w1=4 r1", ANSWER(NOTHING), ANSWER(PUT),
     "[[:r 1 #{}] [:add 1 4] [:r 1 #{4}]]"},
    {MNS_GENERATE_COUNTER, "r1 w1=-4 r1", ANSWER(RANGE("5", "Nw==")), ANSWER(PUT),
     "[[:r 1 7] [:inc 1 -4] [:r 1 3]]"},
    {MNS_GENERATE_COUNTER, "w1=-4", ANSWER(RANGE("5", "eCJ5")), NULL, "fail not-a-number"},
};

static void answers_become_what_was_seen(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(successes); i++) {
        const struct success *t = &successes[i];
        const char *const lines[] = {STATUS, t->read, t->written, HANG_UP};
        stage s;
        char came[256];
        run_one("strict-serializable", t->kind, t->text, lines, &s, came);
        assert_string_equal(came, t->edn);
    }
}

/* ---- Errors ---------------------------------------------------------------------------------- */

static const struct row {
    const char *words, *name;
    mns_run_outcome outcome;
    bool broken;
} rows[] = {
#define ETCD_ERROR(words, name, outcome, broken) {words, name, MNS_OUTCOME_##outcome, broken},
#include "run/driver/etcd/etcd_errors.def"
#undef ETCD_ERROR
    /* Near misses: an error that is not in the table is unknown. */
    {"etcdserver: too many request", "error", MNS_OUTCOME_INFO, false},
    {"etcdserver: no leader is sure", "error", MNS_OUTCOME_INFO, false},
    {"Something nobody has heard of", "error", MNS_OUTCOME_INFO, false},
};

/* The error answers the read request, or the write request. */
static void expect_error(const struct row *row, bool reading) {
    char answer[256], came[256], expected[128];
    snprintf(answer, sizeof answer, "503 {\"error\":\"%.*s\",\"message\":\"%.*s\",\"code\":14}",
             (int)strcspn(row->words, "*"), row->words, (int)strcspn(row->words, "*"), row->words);
    const char *const lines[] = {STATUS, reading ? answer : ANSWER(NOTHING), answer, HANG_UP};
    stage s;
    run_one("strict-serializable", MNS_GENERATE_LIST_APPEND, "w1=3", lines, &s, came);
    snprintf(expected, sizeof expected, "%s %s%s",
             reading || row->outcome == MNS_OUTCOME_FAIL ? "fail" : "info", row->name,
             row->broken ? " broken" : "");
    assert_string_equal(came, expected);
}

static void errors_mean_what_the_table_says(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
        expect_error(&rows[i], true);
        expect_error(&rows[i], false);
    }
}

/* ---- Malformed answers ----------------------------------------------------------------------- */

/* Unexpected answers to the write request: the outcome is unknown. */
static const struct oddity {
    const char *answer, *came;
} oddities[] = {
    {HANG_UP, "info connection-lost broken"},
    {FLOOD, "info answer-too-large broken"},
    {RAW "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"header\"",
     "info connection-lost broken"},
    {RAW "HTTP/1.1 200 OK\r\nContent-Le", "info unexpected-reply broken"},
    {RAW "SSH-2.0-OpenSSH\r\n", "info unexpected-reply broken"},
    {"200 ", "info unexpected-reply broken"},
    {"200 {", "info unexpected-reply broken"},
    {"200 []", "info unexpected-reply broken"},
    {"200 {}", "info unexpected-reply broken"},
    {"404 Not Found", "info unexpected-reply broken"},
    {"500 {}", "info unexpected-reply broken"},
    {"301 {}", "info unexpected-reply broken"},
    {ANSWER(""), "info unexpected-reply broken"},
    {ANSWER(PUT "," PUT), "info unexpected-reply broken"},
    {ANSWER("{}"), "info unexpected-reply broken"},
    {"200 {\"succeeded\":true,\"responses\":[" PUT "]}", "info unexpected-reply broken"},
    {"200 {" HEADER ",\"responses\":[" PUT "]}", "info unexpected-reply broken"},
    {"200 {\"header\":{\"revision\":\"99999999999999999999999\"}}", "info unexpected-reply broken"},
    /* Near misses. */
    {COMPARE_FAILED, "fail compare-failed"},
    {ANSWER(PUT), "[[:append 1 3]]"},
};

static void unexpected_answers_are_info(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(oddities); i++) {
        const char *const lines[] = {STATUS, ANSWER(NOTHING), oddities[i].answer, HANG_UP};
        stage s;
        char came[256];
        run_one("strict-serializable", MNS_GENERATE_LIST_APPEND, "w1=3", lines, &s, came);
        if (strcmp(came, oddities[i].came) != 0) {
            fail_msg("%s: %s", oddities[i].answer, came);
        }
    }
}

/* The same before anything was written. */
static void before_the_write_all_fails(void **state) {
    (void)state;
    for (size_t i = 0; i + 1 < MNS_COUNT_OF(oddities); i++) {
        const char *const lines[] = {STATUS, oddities[i].answer, HANG_UP};
        stage s;
        char came[256];
        run_one("strict-serializable", MNS_GENERATE_LIST_APPEND, "w1=3", lines, &s, came);
        if (strncmp(came, "fail ", 5) != 0) {
            fail_msg("%s: %s", oddities[i].answer, came);
        }
    }
}

/* ---- Interrupted ----------------------------------------------------------------------------- */

static void *interrupt_later(void *connection) {
    struct timespec later = {.tv_nsec = 50000000};
    nanosleep(&later, NULL);
    mns_driver_etcd.interrupt(connection);
    mns_driver_etcd.interrupt(connection);
    return NULL;
}

/* By an interrupt, or by its own timeout. */
static void expect_end(const char *first, bool interrupts, mns_run_outcome outcome,
                       const char *name) {
    const char *const lines[] = {STATUS, first, NULL};
    stage s;
    stage_open(&s, lines, "");
    mns_database database = etcd_at(&s, MNS_GENERATE_LIST_APPEND, "strict-serializable");
    database.timeout_ms = interrupts ? 60000 : 300;
    mns_connection *connection = connected(&database, 0);
    mns_run_txn txn = txn_of(&database, "w1=3");
    pthread_t thread;
    if (interrupts) {
        assert_int_equal(pthread_create(&thread, NULL, interrupt_later, connection), 0);
    }
    assert_true(applied(&database, connection, &txn));
    assert_false(mns_driver_etcd.commit(connection, &txn));
    if (interrupts) {
        pthread_join(thread, NULL);
    }
    expect_driver_error(&database, connection, outcome, name, true);
    mns_driver_etcd.close(connection);
    stage_close(&s);
    mns_run_txn_release(&txn);
    release_database(&database);
}

static void waiting_ends(void **state) {
    (void)state;
    expect_end(NULL, true, MNS_OUTCOME_FAIL, "interrupted");
    expect_end(ANSWER(NOTHING), true, MNS_OUTCOME_INFO, "interrupted");
    expect_end(NULL, false, MNS_OUTCOME_FAIL, "timeout");
    expect_end(ANSWER(NOTHING), false, MNS_OUTCOME_INFO, "timeout");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_differ_in_what_they_compare),
        cmocka_unit_test(answers_become_what_was_seen),
        cmocka_unit_test(errors_mean_what_the_table_says),
        cmocka_unit_test(unexpected_answers_are_info),
        cmocka_unit_test(before_the_write_all_fails),
        cmocka_unit_test(waiting_ends),
    };
    return cmocka_run_group_tests_name("etcd_txn", tests, NULL, NULL);
}
