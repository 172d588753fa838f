/*
 * test_statements.c - src/run/statements.c, src/run/driver/sql_describe.c and the drivers'
 * `describe`: what a client sent, made from run.json and a transaction.
 *
 * That a server receives exactly this is shown by test_sqlite.c, test_redis_txn.c and
 * tests/live/statements.sh.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "core/base.h"
#include "minos_run.h"
#include <cmocka.h>

/* Writes 7 to key 5, then reads key 6. */
static const minos_operation operations[] = {{1, 5, 7}, {0, 6, 0}};

static const minos_transaction plain = {.operations = operations, .count = 2};

static void expect(const char *live, const minos_transaction *transaction, const char *expected) {
    char *text = NULL;
    assert_int_equal(minos_run_statements(live, transaction, &text), MINOS_OK);
    if (expected == NULL) {
        assert_null(text);
    } else {
        assert_non_null(text);
        assert_string_equal(text, expected);
    }
    free(text);
}

#define LIVE(target, level, rest)                                                                  \
    "{\"schema\": 1, \"target\": \"" target "\", \"level\": null, \"isolation\": \"" level         \
    "\", \"workload\": \"list-append\", \"tables\": 2, \"prefix\": \"p\"" rest "}"

#if defined(MNS_HAVE_LIBPQ)
#define READ "SELECT v FROM p.t0 WHERE id = $1  -- $1 = '6'\n"
#define INSERT                                                                                     \
    "INSERT INTO p.t1 AS t (id, sk, v) VALUES ($1, $1, $2::text) ON CONFLICT (id) DO UPDATE SET "  \
    "v "                                                                                           \
    "= t.v || ' ' || excluded.v  -- $1 = '5', $2 = '7'\n"
#define POSTGRES "postgres://me:***@db/test"

static void test_postgres(void **state) {
    (void)state;
    expect(LIVE(POSTGRES, "serializable", ""), &plain,
           "BEGIN ISOLATION LEVEL SERIALIZABLE\n" INSERT READ "COMMIT\n");
    expect(LIVE("postgres:", "read-committed", ", \"simple_protocol\": true"), &plain,
           "BEGIN ISOLATION LEVEL READ COMMITTED\n"
           "INSERT INTO p.t1 AS t (id, sk, v) VALUES ('5', '5', '7'::text) ON CONFLICT (id) DO "
           "UPDATE SET v = t.v || ' ' || excluded.v\n"
           "SELECT v FROM p.t0 WHERE id = '6'\n"
           "COMMIT\n");
    /* Standbys do not support SERIALIZABLE. */
    minos_transaction there = plain;
    there.node = "n2";
    expect(LIVE("postgres:replica", "serializable", ", \"read_only_nodes\": [\"n2\"]"), &there,
           "BEGIN ISOLATION LEVEL REPEATABLE READ\n" INSERT READ "COMMIT\n");
    there.node = "n1";
    expect(LIVE("postgres:replica", "serializable", ", \"read_only_nodes\": [\"n2\"]"), &there,
           "BEGIN ISOLATION LEVEL SERIALIZABLE\n" INSERT READ "COMMIT\n");
}

/* The statement that failed is the last. */
static void test_errors(void **state) {
    (void)state;
    minos_transaction failed = plain;
    failed.error = "[:serialization-failure \"40001\" \"could not\\nserialize\"]";
    failed.failed_at = "1";
    expect(LIVE(POSTGRES, "serializable", ""), &failed,
           "BEGIN ISOLATION LEVEL SERIALIZABLE\n" INSERT "-- error 40001: could not serialize\n");
    failed.failed_at = "commit";
    failed.error = "[:timeout \"no answer\"]";
    expect(LIVE(POSTGRES, "serializable", ""), &failed,
           "BEGIN ISOLATION LEVEL SERIALIZABLE\n" INSERT READ "COMMIT\n-- error: no answer\n");
    failed.failed_at = "0";
    failed.error = "{:a 1}";
    expect(LIVE(POSTGRES, "serializable", ""), &failed,
           "BEGIN ISOLATION LEVEL SERIALIZABLE\n-- error: {:a 1}\n");
    failed.failed_at = "99999999999999999999";
    failed.error = "[";
    expect(LIVE(POSTGRES, "serializable", ""), &failed,
           "BEGIN ISOLATION LEVEL SERIALIZABLE\n" INSERT READ "COMMIT\n-- error: [\n");
}
#else
static void test_postgres(void **state) { (void)state; }
static void test_errors(void **state) { (void)state; }
#endif

#if defined(MNS_HAVE_SQLITE)
static void test_sqlite(void **state) {
    (void)state;
    expect(LIVE("sqlite:", "immediate", ", \"append\": \"rmw\""), &plain,
           "BEGIN IMMEDIATE\n"
           "SELECT v FROM p_1 WHERE id = ?1  -- ?1 = 5\n"
           "INSERT INTO p_1 AS t (id, sk, v) VALUES (?1, ?1, ?2) ON CONFLICT (id) DO UPDATE SET v "
           "= excluded.v  -- ?1 = 5, ?2 = <the value read, then 7>\n"
           "SELECT v FROM p_0 WHERE id = ?1  -- ?1 = 6\n"
           "COMMIT\n");
}
#else
static void test_sqlite(void **state) { (void)state; }
#endif

#if defined(MNS_HAVE_LIBMARIADB)
static void test_mysql(void **state) {
    (void)state;
    expect(LIVE("mariadb:", "read-committed", ", \"access\": \"secondary\""), &plain,
           "-- when the session began: SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED; SET "
           "autocommit = 0\n"
           "UPDATE p_1 SET v = CONCAT(v, ' ', ?) WHERE sk = ?  -- 7, 5\n"
           "-- if UPDATE found no row:\n"
           "INSERT INTO p_1 (id, sk, v) VALUES (?, id, ?) ON DUPLICATE KEY UPDATE v = CONCAT(v, ' "
           "', VALUES(v))  -- 5, 7\n"
           "SELECT v FROM p_0 WHERE sk = ?  -- 6\n"
           "COMMIT\n");
    minos_transaction last = {.operations = operations + 1, .count = 1, .final_read = 1};
    expect(LIVE("galera:", "repeatable-read", ""), &last,
           "-- when the session began: SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ; "
           "SET autocommit = 0\n"
           "-- before the first final read: SET wsrep_sync_wait = @@wsrep_sync_wait | 1\n"
           "SELECT v FROM p_0 WHERE id = ?  -- 6\n"
           "COMMIT\n");
}
#else
static void test_mysql(void **state) { (void)state; }
#endif

#if defined(MNS_HAVE_HIREDIS)
static void test_redis(void **state) {
    (void)state;
    expect(LIVE("redis:", "multi", ""), &plain, "MULTI\nRPUSH p:5 7\nLRANGE p:6 0 -1\nEXEC\n");
    expect(LIVE("redis:", "lua", ""), &plain,
           "EVAL \"local out = {} for i = 1, #KEYS do if ARGV[i] == 'r' then out[i] = "
           "redis.call('LRANGE', KEYS[i], 0, -1) else out[i] = redis.call('RPUSH', KEYS[i], "
           "ARGV[i]) end end return out\" 2 p:5 p:6 7 r\n");
}
#else
static void test_redis(void **state) { (void)state; }
#endif

#if defined(MNS_HAVE_LIBCURL)
static void test_etcd(void **state) {
    (void)state;
    expect(LIVE("etcd:", "strict-serializable", ""), &plain,
           "-- keys and values are sent in base64\n"
           "POST /v3/kv/txn {\"success\":[{\"request_range\":{\"key\":\"p/5\"}},"
           "{\"request_range\":{\"key\":\"p/6\"}}]}\n"
           "POST /v3/kv/txn {\"compare\":[{\"key\":\"p/5\",\"target\":\"MOD\",\"result\":\"EQUAL\","
           "\"mod_revision\":\"<as read>\"},{\"key\":\"p/6\",\"target\":\"MOD\",\"result\":"
           "\"EQUAL\",\"mod_revision\":\"<as read>\"}],\"success\":[{\"request_put\":{\"key\":"
           "\"p/5\",\"value\":\"<as read> 7\"}}]}\n");
}
#else
static void test_etcd(void **state) { (void)state; }
#endif

static void test_exec(void **state) {
    (void)state;
    expect("{\"target\": \"exec:./program\", \"isolation\": \"any\", \"workload\": \"set\", "
           "\"tables\": 1, \"prefix\": \"p\"}",
           &plain, "{\"value\":[[\"add\",5,7],[\"r\",6,null]]}\n");
}

/* The simulator sends nothing; other texts are no description of a run. */
static void test_unknown(void **state) {
    (void)state;
    static const char *const lives[] = {
        LIVE("sim:", "serializable", ""),
        LIVE("nonsense:", "serializable", ""),
        LIVE("exec:a", "any", ", \"append\": \"array\""),
        "",
        "[]",
        "{}",
        "{\"target\": \"exec:a\"",
        "{\"target\": \"exec:a\", \"prefix\": null}",
        "{\"target\": 5, \"prefix\": \"p\"}",
        "{\"target\": \"exec:a\", \"prefix\": \"p\", \"tables\": -1, \"tables\": \"x\", \"x\": [}"};
    for (size_t i = 0; i < MNS_COUNT_OF(lives); i++) {
        expect(lives[i], &plain, NULL);
    }
    expect(NULL, &plain, NULL);
    static const minos_operation negative[] = {{0, -1, 0}};
    expect(LIVE("exec:a", "any", ", \"tables\": 1"),
           &(minos_transaction){.operations = negative, .count = 1}, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_postgres), cmocka_unit_test(test_errors),
        cmocka_unit_test(test_sqlite),   cmocka_unit_test(test_mysql),
        cmocka_unit_test(test_redis),    cmocka_unit_test(test_etcd),
        cmocka_unit_test(test_exec),     cmocka_unit_test(test_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
