/* test_redis_txn.c - src/run/driver/redis/redis_txn.c and redis_resp.c against a scripted server:
 * every class of error, and malformed replies. tests/live/redis.sh uses a real server. */
#include "run/driver/redis/redis_resp.h"
#include "unit/support/redis_support.h"

/* Runs one transaction, a write of 7 to key 1 and a read of key 2, against these replies. Returns
 * the EDN, "" unless it succeeds; then the error is in *failure. */
static char *run_one(mns_generator_kind kind, const char *level, const char *const *lines,
                     mns_driver_error *failure, char *heard, size_t room) {
    stage s;
    mns_database database;
    stage_open(&s, lines, "", "");
    database_open(&database, s.target, level);
    mns_connection *connection = mns_driver_redis.connect(&database, 0, failure);
    assert_non_null(connection);
    mns_run_txn txn;
    mns_run_txn_init(&txn, kind);
    assert_true(mns_run_txn_push(&txn, true, 1, 7) && mns_run_txn_push(&txn, false, 2, 0));
    mns_buf out;
    mns_buf_init(&out);
    assert_true(mns_driver_redis.begin(connection, &txn));
    assert_true(mns_driver_redis.apply(connection, &txn, 0));
    assert_true(mns_driver_redis.apply(connection, &txn, 1));
    if (mns_driver_redis.commit(connection, &txn)) {
        mns_run_txn_write(&txn, true, &out);
    } else {
        mns_driver_redis.classify(connection, failure);
        assert_int_equal(mns_driver_redis.rollback(connection), !failure->broken);
    }
    mns_driver_redis.close(connection);
    stage_close(&s);
    if (heard != NULL) {
        snprintf(heard, room, "%.*s", (int)s.size, s.heard);
    }
    mns_run_txn_release(&txn);
    database_close(&database);
    return mns_buf_take(&out, NULL);
}

/* ---- Transactions that succeed --------------------------------------------------------------- */

#define QUEUED "+OK\r\n+QUEUED\r\n+QUEUED\r\n"

static const struct success {
    mns_generator_kind kind;
    const char *reply, *edn;
} successes[] = {
    {MNS_GENERATE_LIST_APPEND, "*2\r\n:1\r\n*2\r\n$1\r\n4\r\n$2\r\n15\r\n",
     "[[:append 1 7] [:r 2 [4 15]]]"},
    {MNS_GENERATE_LIST_APPEND, "*2\r\n:1\r\n*0\r\n", "[[:append 1 7] [:r 2 []]]"},
    {MNS_GENERATE_LIST_APPEND, "*2\r\n:1\r\n*1\r\n$3\r\nx\"y\r\n",
     "[[:append 1 7] [:r 2 [\"x\\\"y\"]]]"},
    {MNS_GENERATE_RW_REGISTER, "*2\r\n+OK\r\n$2\r\n42\r\n", "[[:w 1 7] [:r 2 42]]"},
    {MNS_GENERATE_RW_REGISTER, "*2\r\n+OK\r\n$-1\r\n", "[[:w 1 7] [:r 2 nil]]"},
    {MNS_GENERATE_SET, "*2\r\n:1\r\n*2\r\n$1\r\n9\r\n$1\r\n3\r\n", "[[:add 1 7] [:r 2 #{9 3}]]"},
    {MNS_GENERATE_COUNTER, "*2\r\n:12\r\n$2\r\n-5\r\n", "[[:inc 1 7] [:r 2 -5]]"},
    {MNS_GENERATE_COUNTER, "*2\r\n:12\r\n$-1\r\n", "[[:inc 1 7] [:r 2 0]]"},
};

static void answers_are_recorded(void **state) {
    (void)state;
    for (size_t i = 0; i < 2 * MNS_COUNT_OF(successes); i++) {
        const struct success *success = &successes[i / 2];
        char reply[256];
        bool lua = i % 2 == 1;
        snprintf(reply, sizeof reply, "%s%s", lua ? "" : QUEUED, success->reply);
        const char *const lines[] = {"+PONG\r\n", reply, NULL};
        mns_driver_error failure;
        char *edn = run_one(success->kind, lua ? "lua" : "multi", lines, &failure, NULL, 0);
        assert_string_equal(edn, success->edn);
        free(edn);
    }
}

static void commands_travel_together(void **state) {
    (void)state;
    static const char *const multi[] = {"+PONG\r\n", QUEUED "*2\r\n:1\r\n*0\r\n", NULL};
    static const char *const lua[] = {"+PONG\r\n", "*2\r\n:1\r\n*0\r\n", NULL};
    char heard[1024];
    mns_driver_error failure;
    free(run_one(MNS_GENERATE_LIST_APPEND, "multi", multi, &failure, heard, sizeof heard));
    assert_string_equal(heard, "*1\r\n$4\r\nPING\r\n"
                               "*1\r\n$5\r\nMULTI\r\n"
                               "*3\r\n$5\r\nRPUSH\r\n$9\r\nminos_t:1\r\n$1\r\n7\r\n"
                               "*4\r\n$6\r\nLRANGE\r\n$9\r\nminos_t:2\r\n$1\r\n0\r\n$2\r\n-1\r\n"
                               "*1\r\n$4\r\nEXEC\r\n");
    free(run_one(MNS_GENERATE_LIST_APPEND, "lua", lua, &failure, heard, sizeof heard));
    assert_non_null(strstr(heard, "redis.call('LRANGE', KEYS[i], 0, -1)"));
    assert_non_null(strstr(heard, "redis.call('RPUSH', KEYS[i], ARGV[i])"));
    assert_non_null(
        strstr(heard, "$1\r\n2\r\n$9\r\nminos_t:1\r\n$9\r\nminos_t:2\r\n$1\r\n7\r\n$1\r\nr\r\n"));
}

/* ---- Transactions that fail ------------------------------------------------------------------ */

#define ABORT "-EXECABORT Transaction discarded because of previous errors.\r\n"

static const struct failure {
    const char *level, *reply;
    mns_run_outcome outcome;
    bool broken;
    const char *name, *code;
} failures[] = {
    /* EXEC rejected, because a command was. */
    {"multi", "+OK\r\n-OOM full\r\n+QUEUED\r\n" ABORT, MNS_OUTCOME_FAIL, false,
     "server-out-of-memory", "OOM"},
    {"multi", "+OK\r\n+QUEUED\r\n-LOADING wait\r\n" ABORT, MNS_OUTCOME_FAIL, false, "starting-up",
     "LOADING"},
    {"multi", "+OK\r\n-ERR odd\r\n+QUEUED\r\n" ABORT, MNS_OUTCOME_FAIL, false, "error", "ERR"},
    {"multi", QUEUED ABORT, MNS_OUTCOME_FAIL, false, "aborted", "EXECABORT"},
    {"multi", QUEUED "*-1\r\n", MNS_OUTCOME_FAIL, false, "aborted", ""},
    {"multi", QUEUED "-READONLY r\r\n", MNS_OUTCOME_FAIL, true, "read-only", "READONLY"},
    {"multi", QUEUED "-BUSY b\r\n", MNS_OUTCOME_FAIL, true, "busy", "BUSY"},
    {"multi", QUEUED "-ERR odd\r\n", MNS_OUTCOME_INFO, true, "error", "ERR"},
    {"multi", QUEUED "-NEWWORD odd\r\n", MNS_OUTCOME_INFO, true, "error", "NEWWORD"},
    /* A command failed during EXEC. */
    {"multi", QUEUED "*2\r\n:1\r\n-WRONGTYPE w\r\n", MNS_OUTCOME_INFO, false, "partly-applied",
     "WRONGTYPE"},
    {"multi", QUEUED "*2\r\n-OOM o\r\n*0\r\n", MNS_OUTCOME_INFO, false, "partly-applied", "OOM"},
    /* MULTI rejected: the following commands are executed one by one, or rejected. */
    {"multi", "-NOAUTH a\r\n-NOAUTH a\r\n-NOAUTH a\r\n-NOAUTH a\r\n", MNS_OUTCOME_FAIL, true,
     "authentication", "NOAUTH"},
    {"multi", "-LOADING l\r\n-LOADING l\r\n*0\r\n-ERR EXEC without MULTI\r\n", MNS_OUTCOME_FAIL,
     true, "starting-up", "LOADING"},
    {"multi", "-LOADING l\r\n:1\r\n*0\r\n-ERR EXEC without MULTI\r\n", MNS_OUTCOME_INFO, true,
     "partly-applied", "LOADING"},
    /* Malformed. */
    {"multi", "+OK\r\n:1\r\n+QUEUED\r\n*2\r\n:1\r\n*0\r\n", MNS_OUTCOME_INFO, true,
     "unexpected-reply", ""},
    {"multi", "+OK\r\n-ERR x\r\n+QUEUED\r\n*2\r\n:1\r\n*0\r\n", MNS_OUTCOME_INFO, true,
     "unexpected-reply", ""},
    {"multi", QUEUED "*1\r\n:1\r\n", MNS_OUTCOME_INFO, true, "unexpected-reply", ""},
    {"multi", QUEUED "*2\r\n:1\r\n:1\r\n", MNS_OUTCOME_INFO, true, "unexpected-reply", ""},
    {"multi", QUEUED "*2\r\n+OK\r\n*0\r\n", MNS_OUTCOME_INFO, true, "unexpected-reply", ""},
    {"multi", QUEUED "*2\r\n:1\r\n$1\r\n1\r\n", MNS_OUTCOME_INFO, true, "unexpected-reply", ""},
    {"multi", QUEUED "*2\r\n:1\r\n*1\r\n:1\r\n", MNS_OUTCOME_INFO, true, "unexpected-reply", ""},
    {"multi", QUEUED "*2\r\n:1\r\n*1\r\n*0\r\n", MNS_OUTCOME_INFO, true, "unexpected-reply", ""},
    {"multi", QUEUED "+OK\r\n", MNS_OUTCOME_INFO, true, "unexpected-reply", ""},
    {"multi", QUEUED "?\r\n", MNS_OUTCOME_INFO, true, "unexpected-reply", ""},
    {"multi", QUEUED "*2\r\n:1\r\n*2000000000\r\n", MNS_OUTCOME_INFO, true, "out-of-memory", ""},
    {"lua", "*2\r\n:1\r\n*4194305\r\n", MNS_OUTCOME_INFO, true, "out-of-memory", ""},
    {"multi", QUEUED "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n",
     MNS_OUTCOME_INFO, true, "unexpected-reply", ""},
    /* Every row of redis_errors.def, as the answer to a script. */
    {"lua", "-EXECABORT x\r\n", MNS_OUTCOME_FAIL, false, "aborted", "EXECABORT"},
    {"lua", "-LOADING Redis is loading the dataset in memory\r\n", MNS_OUTCOME_FAIL, false,
     "starting-up", "LOADING"},
    {"lua", "-BUSY Redis is busy running a script.\r\n", MNS_OUTCOME_FAIL, false, "busy", "BUSY"},
    {"lua", "-BUSYKEY Target key name already exists.\r\n", MNS_OUTCOME_INFO, false, "error",
     "BUSYKEY"},
    {"lua", "-MASTERDOWN Link with MASTER is down\r\n", MNS_OUTCOME_FAIL, false, "primary-down",
     "MASTERDOWN"},
    {"lua", "-READONLY You can't write against a read only replica.\r\n", MNS_OUTCOME_FAIL, false,
     "read-only", "READONLY"},
    {"lua", "-NOREPLICAS Not enough good replicas to write.\r\n", MNS_OUTCOME_FAIL, false,
     "not-enough-replicas", "NOREPLICAS"},
    {"lua", "-MISCONF Redis is configured to save RDB snapshots\r\n", MNS_OUTCOME_FAIL, false,
     "cannot-persist", "MISCONF"},
    {"lua", "-OOM command not allowed\r\n", MNS_OUTCOME_FAIL, false, "server-out-of-memory", "OOM"},
    {"lua", "-ERR max number of clients reached\r\n", MNS_OUTCOME_FAIL, true,
     "too-many-connections", "ERR"},
    {"lua", "-NOAUTH Authentication required.\r\n", MNS_OUTCOME_FAIL, true, "authentication",
     "NOAUTH"},
    {"lua", "-WRONGPASS invalid\r\n", MNS_OUTCOME_FAIL, true, "authentication", "WRONGPASS"},
    {"lua", "-NOPERM this user has no permissions\r\n", MNS_OUTCOME_FAIL, false, "no-permission",
     "NOPERM"},
    {"lua", "-DENIED Redis is running in protected mode\r\n", MNS_OUTCOME_FAIL, true,
     "protected-mode", "DENIED"},
    {"lua", "-MOVED 3999 127.0.0.1:6381\r\n", MNS_OUTCOME_FAIL, false, "cluster-moved", "MOVED"},
    {"lua", "-ASK 3999 127.0.0.1:6381\r\n", MNS_OUTCOME_FAIL, false, "cluster-moved", "ASK"},
    {"lua", "-TRYAGAIN Multiple keys request during rehashing\r\n", MNS_OUTCOME_FAIL, false,
     "cluster-moved", "TRYAGAIN"},
    {"lua", "-CROSSSLOT Keys in request\r\n", MNS_OUTCOME_FAIL, false, "cluster-slots",
     "CROSSSLOT"},
    {"lua", "-CLUSTERDOWN The cluster is down\r\n", MNS_OUTCOME_FAIL, false, "cluster-down",
     "CLUSTERDOWN"},
    {"lua", "-NOSCRIPT No matching script.\r\n", MNS_OUTCOME_FAIL, false, "no-script", "NOSCRIPT"},
    {"lua", "-WRONGTYPE Operation against a key\r\n", MNS_OUTCOME_INFO, false, "wrong-type",
     "WRONGTYPE"},
    {"lua", "-UNKILLABLE Sorry\r\n", MNS_OUTCOME_INFO, false, "busy", "UNKILLABLE"},
    {"lua", "-ERR Error running script\r\n", MNS_OUTCOME_INFO, false, "script-error", "ERR"},
    {"lua", "-ERR EXEC without MULTI\r\n", MNS_OUTCOME_INFO, true, "no-transaction", "ERR"},
    {"lua", "-ERR value is not an integer\r\n", MNS_OUTCOME_INFO, false, "error", "ERR"},
    {"lua", "-\r\n", MNS_OUTCOME_INFO, false, "error", ""},
    {"lua", "*-1\r\n", MNS_OUTCOME_INFO, true, "unexpected-reply", ""},
};

static void errors_have_their_meaning(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(failures); i++) {
        const struct failure *expected = &failures[i];
        const char *const lines[] = {"+PONG\r\n", expected->reply, NULL};
        mns_driver_error failure;
        char *edn = run_one(MNS_GENERATE_LIST_APPEND, expected->level, lines, &failure, NULL, 0);
        assert_string_equal(edn, "");
        if (strcmp(failure.name, expected->name) != 0 || failure.outcome != expected->outcome ||
            failure.broken != expected->broken) {
            fail_msg("%s: %s, %d, %d", expected->reply, failure.name, failure.outcome,
                     failure.broken);
        }
        assert_string_equal(failure.code, expected->code);
        free(edn);
    }
}

static void a_lost_connection_is_info(void **state) {
    (void)state;
    static const char *const at_once[] = {"+PONG\r\n", HANG_UP};
    mns_driver_error failure;
    free(run_one(MNS_GENERATE_LIST_APPEND, "multi", at_once, &failure, NULL, 0));
    assert_int_equal(failure.outcome, MNS_OUTCOME_INFO);
    assert_true(failure.broken);
    assert_string_equal(failure.name, "connection-lost");
}

/* Interrupts a client that waits for the rest of a reply. */
static void *interrupt_soon(void *connection) {
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    mns_driver_redis.interrupt(connection);
    return NULL;
}

static void waiting_can_be_interrupted(void **state) {
    (void)state;
    static const char *const half[] = {"+PONG\r\n", QUEUED "*2\r\n:1\r\n*1\r\n$5\r\nab", NULL};
    stage s;
    mns_database database;
    mns_driver_error failure;
    stage_open(&s, half, "", "/");
    database_open(&database, s.target, "multi");
    mns_connection *connection = mns_driver_redis.connect(&database, 0, &failure);
    assert_non_null(connection);
    mns_run_txn txn;
    mns_run_txn_init(&txn, MNS_GENERATE_LIST_APPEND);
    assert_true(mns_run_txn_push(&txn, true, 1, 7) && mns_run_txn_push(&txn, false, 2, 0));
    pthread_t thread;
    assert_true(mns_driver_redis.begin(connection, &txn));
    assert_int_equal(pthread_create(&thread, NULL, interrupt_soon, connection), 0);
    assert_false(mns_driver_redis.commit(connection, &txn));
    pthread_join(thread, NULL);
    mns_driver_redis.classify(connection, &failure);
    assert_int_equal(failure.outcome, MNS_OUTCOME_INFO);
    assert_true(failure.broken);
    mns_driver_redis.close(connection);
    stage_close(&s);
    mns_run_txn_release(&txn);
    database_close(&database);
}

/* What is described is what the server hears, command by command. */
static void descriptions_are_what_is_sent(void **state) {
    (void)state;
    static const char *const levels[] = {"multi", "lua"};
    for (size_t i = 0; i < 2 * MNS_GENERATOR_KIND_COUNT; i++) {
        mns_generator_kind kind = (mns_generator_kind)(i / 2);
        const char *const lines[] = {"+PONG\r\n", "?\r\n", NULL}; /* not a reply: ends it */
        mns_driver_error failure;
        char heard[4096];
        free(run_one(kind, levels[i % 2], lines, &failure, heard, sizeof heard));
        mns_buf sent, said, described;
        mns_buf_init(&sent);
        mns_buf_init(&said);
        mns_buf_init(&described);
        mns_buf_str(&sent, heard);
        mns_resp_describe(&sent, &said);
        mns_database database = {.tables = 1, .prefix = "minos_t"};
        mns_run_level level = {.name = levels[i % 2]};
        database.level = &level;
        mns_run_txn txn;
        mns_run_txn_init(&txn, kind);
        assert_true(mns_run_txn_push(&txn, true, 1, 7) && mns_run_txn_push(&txn, false, 2, 0));
        mns_driver_redis.describe(&database, &txn, &(mns_sent){.mops = 2, .commit = true},
                                  &described);
        assert_string_equal(said.data + said.size - described.size, described.data);
        mns_run_txn_release(&txn);
        mns_buf_release(&sent);
        mns_buf_release(&said);
        mns_buf_release(&described);
    }
}

int main(void) {
    unsetenv("REDISCLI_AUTH");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_recorded),
        cmocka_unit_test(commands_travel_together),
        cmocka_unit_test(errors_have_their_meaning),
        cmocka_unit_test(a_lost_connection_is_info),
        cmocka_unit_test(waiting_can_be_interrupted),
        cmocka_unit_test(descriptions_are_what_is_sent),
    };
    return cmocka_run_group_tests_name("redis_txn", tests, NULL, NULL);
}
