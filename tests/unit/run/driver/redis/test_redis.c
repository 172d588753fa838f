/* test_redis.c - src/run/driver/redis/redis.c: targets, sessions, setup and cleanup. */
#include "unit/support/redis_support.h"

static const char *text_of(const mns_buf *buf) { return buf->data == NULL ? "" : buf->data; }

/* ---- Sessions -------------------------------------------------------------------------------- */

static const struct greeting {
    const char *user, *path;
    const char *lines[4];
    const char *name;  /* error class; NULL: connects */
    const char *heard; /* part of the requests */
} greetings[] = {
    {"", "", {"+PONG\r\n"}, NULL, "PING"},
    {"", "/3", {"+OK\r\n+PONG\r\n"}, NULL, "*2\r\n$6\r\nSELECT\r\n$1\r\n3\r\n"},
    {":XYZZY@", "/", {"+OK\r\n", "+PONG\r\n"}, NULL, "*2\r\n$4\r\nAUTH\r\n$5\r\nXYZZY\r\n"},
    {"me:XYZZY@",
     "/",
     {"+OK\r\n", "+PONG\r\n"},
     NULL,
     "*3\r\n$4\r\nAUTH\r\n$2\r\nme\r\n$5\r\nXYZZY\r\n"},
    {"", "/3", {"-ERR DB index is out of range\r\n+PONG\r\n"}, "error", ""},
    {"", "", {"-NOAUTH Authentication required.\r\n"}, "authentication", ""},
    {"", "", {"-LOADING l\r\n"}, "starting-up", ""},
    {"", "", {"-ERR max number of clients reached\r\n"}, "too-many-connections", ""},
    {":XYZZY@", "/", {"-WRONGPASS w\r\n"}, "authentication", ""},
    {":XYZZY@", "/", {"-LOADING XYZZY\r\n"}, "starting-up", ""},
    {":XYZZY@", "/", {"-ERR unknown command 'AUTH' with 'XYZZY'\r\n"}, "authentication", ""},
    {"", "", {"SSH-2.0-OpenSSH_9.2\r\n"}, "unexpected-reply", ""},
    {"", "", {"+OK\r\n"}, "unexpected-reply", ""},
    {"", "", {":1\r\n"}, "unexpected-reply", ""},
    {"", "", {HANG_UP}, "connection-lost", ""},
};

static void sessions_begin(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(greetings); i++) {
        const struct greeting *greeting = &greetings[i];
        stage s;
        mns_database database;
        mns_driver_error failure = {0};
        stage_open(&s, greeting->lines, greeting->user, greeting->path);
        database_open(&database, s.target, "multi");
        mns_connection *connection = mns_driver_redis.connect(&database, 0, &failure);
        assert_int_equal(connection != NULL, greeting->name == NULL);
        if (connection != NULL) {
            mns_driver_redis.close(connection);
        } else {
            assert_string_equal(failure.name, greeting->name);
            assert_int_equal(failure.outcome, MNS_OUTCOME_FAIL);
            assert_null(strstr(failure.message, "XYZZY"));
        }
        stage_close(&s);
        assert_non_null(strstr(s.heard, greeting->heard));
        database_close(&database);
    }
}

/* create fails with this INFO; the message says why. */
static void expect_not_created(const char *info, const char *words) {
    const char *const lines[] = {"+PONG\r\n", info, NULL};
    stage s;
    mns_database database;
    mns_driver_error failure;
    stage_open(&s, lines, "", "");
    database_open(&database, s.target, "multi");
    database.timeout_ms = 2000;
    mns_connection *connection = mns_driver_redis.connect(&database, 0, &failure);
    assert_non_null(connection);
    assert_false(mns_driver_redis.create(&database, connection));
    if (strstr(text_of(&database.message), words) == NULL) {
        fail_msg("%s", text_of(&database.message));
    }
    mns_driver_redis.close(connection);
    stage_close(&s);
    database_close(&database);
}

/* A few bytes can announce arrays of millions. They are rejected by the sum of their announced
 * sizes, before memory is allocated; one below the limit is read. */
static void arrays_in_arrays_count_together(void **state) {
    (void)state;
    expect_not_created("*2\r\n*2000000\r\n*2000000\r\n*2000000\r\n", "too large");
    expect_not_created("*9000000\r\n", "too large");
    expect_not_created("*2\r\n*1000000\r\n*1000000\r\n", "timed out");
}

static void the_password_may_come_from_the_environment(void **state) {
    (void)state;
    static const char *const lines[] = {"+OK\r\n", "+PONG\r\n", NULL};
    stage s;
    mns_database database;
    mns_driver_error failure;
    stage_open(&s, lines, "", "/");
    database_open(&database, s.target, "multi");
    setenv("REDISCLI_AUTH", "secret", 1);
    mns_connection *connection = mns_driver_redis.connect(&database, 0, &failure);
    unsetenv("REDISCLI_AUTH");
    assert_non_null(connection);
    mns_driver_redis.close(connection);
    stage_close(&s);
    assert_non_null(strstr(s.heard, "AUTH\r\n$6\r\nsecret"));
    database_close(&database);
}

static const struct {
    const char *target, *word;
} bad_targets[] = {
    {"rediss://h", "TLS"},          {"redis://h/x", "number"},
    {"redis://h/1/2", "number"},    {"redis://h/99999999999", "number"},
    {"redis://h?a=b", "options"},   {"redis://h:0", "port"},
    {"redis://u:XYZZY/w@h", "%2F"},
};

static void bad_targets_are_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(bad_targets); i++) {
        mns_database database = {.target = bad_targets[i].target, .tables = 1};
        assert_false(mns_driver_redis.open(&database));
        assert_non_null(strstr(database.message.data, bad_targets[i].word));
        assert_null(strstr(database.message.data, "XYZZY"));
        database_close(&database);
    }
    mns_database database = {.target = "redis://h", .tables = 2};
    assert_false(mns_driver_redis.open(&database));
    database_close(&database);
}

static void refused_connections_are_retried(void **state) {
    (void)state;
    static const char *const targets[] = {"redis://127.0.0.1:1", "redis://%2Fnonexistent%2Fsocket"};
    for (size_t i = 0; i < MNS_COUNT_OF(targets); i++) {
        mns_database database;
        mns_driver_error failure;
        database_open(&database, targets[i], "multi");
        assert_null(mns_driver_redis.connect(&database, 0, &failure));
        assert_string_equal(failure.name, "connection-refused");
        database_close(&database);
    }
}

/* ---- Setup and cleanup ----------------------------------------------------------------------- */

#define INFO(text, size) "$" size "\r\n" text "\r\n"
#define GOOD_INFO INFO("# Server\r\nredis_version:7.0.15\r\nrole:master\r\naof_enabled:1\r\n", "60")
#define EMPTY_SCAN "*2\r\n$1\r\n0\r\n*0\r\n"

static const struct creation {
    const char *lines[6];
    const char *word; /* part of the message; NULL: success */
} creations[] = {
    {{"+PONG\r\n", GOOD_INFO, EMPTY_SCAN}, NULL},
    {{"+PONG\r\n", GOOD_INFO, "*2\r\n$2\r\n17\r\n*0\r\n", EMPTY_SCAN}, NULL},
    {{"+PONG\r\n", GOOD_INFO, "*2\r\n$2\r\n17\r\n*1\r\n$9\r\nminos_t:1\r\n"}, "minos_t:"},
    {{"+PONG\r\n", INFO("role:slave\r\n", "12")}, "replica"},
    {{"+PONG\r\n", INFO("cluster_enabled:1\r\n", "19")}, "cluster"},
    {{"+PONG\r\n", "-NOPERM no\r\n"}, "NOPERM no; as an administrator, run: ACL SETUSER default"},
    {{"+PONG\r\n", ":1\r\n"}, "type"},
    {{"+PONG\r\n", GOOD_INFO, "*0\r\n"}, "unexpected reply"},
    {{"+PONG\r\n", GOOD_INFO, "*2\r\n:0\r\n*0\r\n"}, "unexpected reply"},
    {{"+PONG\r\n", GOOD_INFO, "*2\r\n$1\r\n0\r\n$1\r\n0\r\n"}, "unexpected reply"},
    {{"+PONG\r\n", GOOD_INFO, HANG_UP}, "SCAN"},
};

static void prefixes_in_use_are_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(creations); i++) {
        stage s;
        mns_database database;
        mns_driver_error failure;
        stage_open(&s, creations[i].lines, "", "");
        database_open(&database, s.target, "multi");
        mns_connection *connection = mns_driver_redis.connect(&database, 1, &failure);
        assert_non_null(connection);
        assert_int_equal(mns_driver_redis.create(&database, connection), creations[i].word == NULL);
        if (creations[i].word != NULL) {
            assert_non_null(strstr(text_of(&database.message), creations[i].word));
        } else {
            assert_string_equal(text_of(&database.version), "Redis 7.0.15");
            assert_string_equal(text_of(&database.warnings), "");
        }
        mns_driver_redis.close(connection);
        stage_close(&s);
        database_close(&database);
    }
}

static void only_keys_of_the_run_are_deleted(void **state) {
    (void)state;
    static const char *const lines[] = {"+PONG\r\n", ":512\r\n", ":1\r\n", GOOD_INFO, NULL};
    stage s;
    mns_database database;
    mns_driver_error failure;
    stage_open(&s, lines, "", "");
    database_open(&database, s.target, "multi");
    database.keys = 513;
    mns_connection *connection = mns_driver_redis.connect(&database, 1, &failure);
    assert_true(mns_driver_redis.drop(&database, connection));
    mns_driver_redis.close(connection);
    stage_close(&s);
    assert_non_null(strstr(s.heard, "*513\r\n$3\r\nDEL\r\n$9\r\nminos_t:0\r\n"));
    assert_non_null(strstr(s.heard, "*2\r\n$3\r\nDEL\r\n$11\r\nminos_t:512\r\n"));
    assert_null(strstr(s.heard, "minos_t:513"));
    database_close(&database);
}

/* Creates and drops with these lines of INFO; whether a warning about a restart was given. */
static bool warns_of_restart(const char *before, const char *after) {
    const char *const lines[] = {"+PONG\r\n", before, EMPTY_SCAN, after, NULL};
    stage s;
    mns_database database;
    mns_driver_error failure;
    stage_open(&s, lines, "", "");
    database_open(&database, s.target, "multi");
    mns_connection *connection = mns_driver_redis.connect(&database, 1, &failure);
    assert_true(mns_driver_redis.create(&database, connection));
    assert_true(mns_driver_redis.drop(&database, connection));
    mns_driver_redis.close(connection);
    stage_close(&s);
    bool warned = strstr(text_of(&database.warnings), "restarted") != NULL;
    database_close(&database);
    return warned;
}

static void restarts_are_warned_of(void **state) {
    (void)state;
    assert_true(warns_of_restart(INFO("run_id:a1\r\n", "11"), INFO("run_id:b2\r\n", "11")));
    assert_false(warns_of_restart(INFO("run_id:a1\r\n", "11"), INFO("run_id:a1\r\n", "11")));
    assert_false(warns_of_restart(INFO("run_xx:a1\r\n", "11"), INFO("run_id:b2\r\n", "11")));
}

int main(void) {
    unsetenv("REDISCLI_AUTH");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sessions_begin),
        cmocka_unit_test(arrays_in_arrays_count_together),
        cmocka_unit_test(the_password_may_come_from_the_environment),
        cmocka_unit_test(bad_targets_are_refused),
        cmocka_unit_test(refused_connections_are_retried),
        cmocka_unit_test(prefixes_in_use_are_refused),
        cmocka_unit_test(only_keys_of_the_run_are_deleted),
        cmocka_unit_test(restarts_are_warned_of),
    };
    return cmocka_run_group_tests_name("redis", tests, NULL, NULL);
}
