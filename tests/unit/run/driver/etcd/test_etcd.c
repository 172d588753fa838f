/* test_etcd.c - src/run/driver/etcd/etcd.c against a scripted gateway: targets, sessions, setup and
 * cleanup. */
#include "unit/support/etcd_support.h"

/* ---- Targets --------------------------------------------------------------------------------- */

static void targets_are_understood_or_refused(void **state) {
    (void)state;
    static const struct target {
        const char *text, *message; /* NULL: valid */
    } targets[] = {
        {"etcd://", NULL},
        {"etcd://h:1", NULL},
        {"etcd://u:p@[::1]:1", NULL},
        {"etcds://h?cacert=/a", NULL},
        {"etcd://h/1", "has no path after"},
        {"etcd://h?cacert=/a", "have no options"},
        {"etcd://h%2Fx", "must be a name"},
        {"etcd://h%20x", "must be a name"},
        {"etcd://h:99999999", "port"},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(targets); i++) {
        mns_database database = database_of(&mns_driver_etcd, targets[i].text, "minos_t");
        bool good = mns_driver_etcd.open(&database);
        assert_true(good == (targets[i].message == NULL));
        if (!good && strstr(database.message.data, targets[i].message) == NULL) {
            fail_msg("%s: %s", targets[i].text, database.message.data);
        }
        release_database(&database);
    }
}

static void addresses_are_told(void **state) {
    (void)state;
    static const struct place {
        const char *target, *host;
        unsigned port;
    } places[] = {{"etcd://", "localhost", 2379}, {"etcd://u@[::1]:77", "::1", 77}};
    for (size_t i = 0; i < MNS_COUNT_OF(places); i++) {
        mns_database database = database_of(&mns_driver_etcd, places[i].target, "minos_t");
        char host[MNS_HOST_SIZE];
        unsigned port;
        assert_true(mns_driver_etcd.open(&database));
        assert_true(mns_driver_etcd.address(&database, host, &port, &database.message));
        assert_string_equal(host, places[i].host);
        assert_int_equal(port, places[i].port);
        release_database(&database);
    }
}

/* ---- Sessions -------------------------------------------------------------------------------- */

static void expect_connect(const char *user, const char *const *lines, const char *name) {
    stage s;
    mns_driver_error failure;
    stage_open(&s, lines, user);
    mns_database database = etcd_at(&s, MNS_GENERATE_LIST_APPEND, "strict-serializable");
    mns_connection *connection = mns_driver_etcd.connect(&database, 0, &failure);
    assert_true((connection != NULL) == (name == NULL));
    if (connection != NULL) {
        mns_driver_etcd.close(connection);
    } else {
        assert_string_equal(failure.name, name);
        assert_int_equal(failure.outcome, MNS_OUTCOME_FAIL);
        assert_null(strstr(failure.message, "hush"));
    }
    stage_close(&s);
    if (name == NULL && user[0] != '\0') {
        assert_int_equal(stage_count(&s, "{\"name\":\"u\",\"password\":\"hush\"}"), 1);
        assert_int_equal(stage_count(&s, "Authorization: t.1"), 1);
    }
    release_database(&database);
}

#define ERROR_OF(words) "400 {\"error\":\"" words "\",\"message\":\"" words "\",\"code\":3}"

static void sessions_begin_with_a_greeting(void **state) {
    (void)state;
    expect_connect("", (const char *const[]){STATUS, NULL}, NULL);
    expect_connect("u:hush@", (const char *const[]){"200 {\"token\":\"t.1\"}", STATUS, NULL}, NULL);
    expect_connect("u:hush@",
                   (const char *const[]){ERROR_OF("etcdserver: authentication failed, invalid user "
                                                  "ID or password"),
                                         NULL},
                   "authentication");
    expect_connect(
        "u:hush@",
        (const char *const[]){ERROR_OF("etcdserver: authentication is not enabled"), NULL},
        "authentication");
    expect_connect("u:hush@", (const char *const[]){"200 {}", NULL}, "unexpected-reply");
    expect_connect("u:hush@", (const char *const[]){"200 {\"token\":\"a\\r\\nb: c\"}", NULL},
                   "unexpected-reply");
    expect_connect("", (const char *const[]){"200 {}", NULL}, "unexpected-reply");
    expect_connect("", (const char *const[]){"404 Not Found", NULL}, "unexpected-reply");
    expect_connect("", (const char *const[]){RAW "+PONG\r\n", NULL}, "unexpected-reply");
    expect_connect("", (const char *const[]){HANG_UP}, "connection-lost");
}

static void missing_servers_may_appear(void **state) {
    (void)state;
    mns_database database = database_of(&mns_driver_etcd, "etcd://127.0.0.1:1", "minos_t");
    mns_driver_error failure;
    assert_true(mns_driver_etcd.open(&database));
    assert_null(mns_driver_etcd.connect(&database, 0, &failure));
    assert_string_equal(failure.name, "connection-refused");
    assert_true(mns_driver_error_is_transient(&failure));
    release_database(&database);
}

/* The target is another address; the client's proxy port leads to it. */
static void clients_connect_through_their_ports(void **state) {
    (void)state;
    stage s;
    stage_open(&s, (const char *const[]){STATUS, NULL}, "");
    unsigned via[] = {1, (unsigned)strtoul(strrchr(s.target, ':') + 1, NULL, 10), 1};
    mns_database database = database_of(&mns_driver_etcd, "etcd://elsewhere.invalid:99", "minos_t");
    database.proxy_ports = via;
    assert_true(mns_driver_etcd.open(&database));
    mns_driver_etcd.close(connected(&database, 1));
    stage_close(&s);
    assert_int_equal(stage_count(&s, "Host: elsewhere.invalid:99"), 1);
    release_database(&database);
}

/* ---- Setup and cleanup ----------------------------------------------------------------------- */

/* The message of create, or drop, for an answer; NULL: success. */
static void expect_step(bool drops, const char *answer, const char *message) {
    stage s;
    const char *const lines[] = {STATUS, drops ? answer : STATUS, answer, NULL};
    stage_open(&s, lines, "");
    mns_database database = etcd_at(&s, MNS_GENERATE_LIST_APPEND, "strict-serializable");
    mns_connection *connection = connected(&database, database.clients);
    bool good = drops ? mns_driver_etcd.drop(&database, connection)
                      : mns_driver_etcd.create(&database, connection);
    assert_true(good == (message == NULL));
    if (message != NULL && strstr(database.message.data, message) == NULL) {
        fail_msg("%s: %s", answer, database.message.data);
    }
    if (good && !drops) {
        assert_string_equal(database.version.data, "etcd 3.4.23");
    }
    mns_driver_etcd.close(connection);
    stage_close(&s);
    /* minos_t/ and minos_t0: no other keys are read or deleted. */
    assert_int_equal(stage_count(&s, "\"key\":\"bWlub3NfdC8=\",\"range_end\":\"bWlub3NfdDA=\""), 1);
    assert_int_equal(stage_count(&s, "deleterange"), drops ? 1 : 0);
    release_database(&database);
}

static void only_what_has_the_prefix_is_touched(void **state) {
    (void)state;
    expect_step(false, "200 {\"header\":{\"revision\":\"4\"}}", NULL);
    expect_step(false, "200 {\"kvs\":[{\"key\":\"eA==\"}],\"count\":\"1\"}",
                "already has keys that begin with minos_t/");
    expect_step(false, ERROR_OF("etcdserver: permission denied"),
                "permission denied; as root, run: etcdctl role grant-permission ROLE readwrite "
                "--prefix=true minos_");
    expect_step(false, ERROR_OF("etcdserver: user name is empty"), "ETCDCTL_PASSWORD");
    expect_step(true, "200 {\"header\":{\"revision\":\"4\"},\"deleted\":\"3\"}", NULL);
    expect_step(true, ERROR_OF("etcdserver: request timed out"),
                "keys that begin with minos_t/ were not removed");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets_are_understood_or_refused),
        cmocka_unit_test(addresses_are_told),
        cmocka_unit_test(sessions_begin_with_a_greeting),
        cmocka_unit_test(missing_servers_may_appear),
        cmocka_unit_test(clients_connect_through_their_ports),
        cmocka_unit_test(only_what_has_the_prefix_is_touched),
    };
    return cmocka_run_group_tests_name("etcd", tests, NULL, NULL);
}
