/* test_mysql.c - src/run/driver/mysql/mysql.c, mysql_session.c, mysql_call.c and mysql_errors.def:
 * the meaning of each error, target options, and every workload on a live server (mysql_support.h).
 * Faults are in test_mysql_faults.c. */
#include "unit/support/mysql_support.h"

/* ---- Errors ---------------------------------------------------------------------------------- */

/* Each error once more, as documented: its meaning as the answer to COMMIT. */
static const struct meaning {
    unsigned code;
    const char *name;
    mns_run_outcome at_commit;
    bool broken;
} meanings[] = {
    {1213, "deadlock", MNS_OUTCOME_FAIL, false},
    {1205, "lock-wait-timeout", MNS_OUTCOME_FAIL, false},
    {1020, "serialization-failure", MNS_OUTCOME_FAIL, false},
    {3101, "certification-failure", MNS_OUTCOME_FAIL, false},
    {1062, "unique-violation", MNS_OUTCOME_FAIL, false},
    {1586, "unique-violation", MNS_OUTCOME_FAIL, false},
    {1290, "read-only", MNS_OUTCOME_FAIL, false},
    {1792, "read-only", MNS_OUTCOME_INFO, false},
    {1836, "read-only", MNS_OUTCOME_INFO, false},
    {1146, "no-such-table", MNS_OUTCOME_INFO, false},
    {1412, "table-changed", MNS_OUTCOME_INFO, false},
    {1615, "table-changed", MNS_OUTCOME_INFO, false},
    {1264, "out-of-range", MNS_OUTCOME_INFO, false},
    {1406, "data-too-long", MNS_OUTCOME_INFO, false},
    {1690, "out-of-range", MNS_OUTCOME_INFO, false},
    {1317, "cancelled", MNS_OUTCOME_INFO, false},
    {1969, "statement-timeout", MNS_OUTCOME_INFO, false},
    {3024, "statement-timeout", MNS_OUTCOME_INFO, false},
    {1927, "killed", MNS_OUTCOME_INFO, true},
    {1053, "server-shutdown", MNS_OUTCOME_INFO, true},
    {1077, "server-shutdown", MNS_OUTCOME_INFO, true},
    {1079, "server-shutdown", MNS_OUTCOME_INFO, true},
    {4031, "idle-timeout", MNS_OUTCOME_INFO, true},
    {1180, "commit-failed", MNS_OUTCOME_INFO, false},
    {1181, "rollback-failed", MNS_OUTCOME_INFO, true},
    {1047, "not-ready", MNS_OUTCOME_FAIL, true},
    {3100, "replication-failed", MNS_OUTCOME_INFO, false},
    {1026, "write-error", MNS_OUTCOME_INFO, false},
    {1598, "log-failed", MNS_OUTCOME_INFO, false},
    {1021, "disk-full", MNS_OUTCOME_INFO, false},
    {1114, "table-full", MNS_OUTCOME_INFO, false},
    {1030, "engine-error", MNS_OUTCOME_INFO, false},
    {1296, "engine-error", MNS_OUTCOME_INFO, false},
    {1206, "lock-table-full", MNS_OUTCOME_INFO, false},
    {1037, "out-of-memory", MNS_OUTCOME_INFO, false},
    {1038, "out-of-memory", MNS_OUTCOME_INFO, false},
    {1041, "out-of-memory", MNS_OUTCOME_INFO, false},
    {1040, "too-many-connections", MNS_OUTCOME_INFO, true},
    {1203, "too-many-connections", MNS_OUTCOME_INFO, true},
    {1226, "resource-limit", MNS_OUTCOME_INFO, true},
    {1044, "not-authorized", MNS_OUTCOME_INFO, true},
    {1045, "not-authorized", MNS_OUTCOME_INFO, true},
    {1049, "no-such-database", MNS_OUTCOME_INFO, true},
    {1129, "not-authorized", MNS_OUTCOME_INFO, true},
    {1130, "not-authorized", MNS_OUTCOME_INFO, true},
    {1698, "not-authorized", MNS_OUTCOME_INFO, true},
    {3159, "tls-required", MNS_OUTCOME_INFO, true},
    {1152, "connection-lost", MNS_OUTCOME_INFO, true},
    {1153, "packet-too-large", MNS_OUTCOME_INFO, true},
    {1156, "connection-lost", MNS_OUTCOME_INFO, true},
    {1158, "connection-lost", MNS_OUTCOME_INFO, true},
    {1159, "connection-lost", MNS_OUTCOME_INFO, true},
    {1160, "connection-lost", MNS_OUTCOME_INFO, true},
    {1161, "connection-lost", MNS_OUTCOME_INFO, true},
    {2006, "connection-lost", MNS_OUTCOME_INFO, true},
    {2013, "connection-lost", MNS_OUTCOME_INFO, true},
    {2055, "connection-lost", MNS_OUTCOME_INFO, true},
    {2002, "unreachable", MNS_OUTCOME_INFO, true},
    {2003, "unreachable", MNS_OUTCOME_INFO, true},
    {2005, "unknown-host", MNS_OUTCOME_INFO, true},
    {2026, "tls-failed", MNS_OUTCOME_INFO, true},
    {2008, "out-of-memory", MNS_OUTCOME_INFO, true},
    {2007, "protocol-error", MNS_OUTCOME_INFO, true},
    {2012, "protocol-error", MNS_OUTCOME_INFO, true},
    {2027, "malformed-packet", MNS_OUTCOME_INFO, true},
    /* Errors without their own row. */
    {2000, "client-error", MNS_OUTCOME_INFO, true},
    {2014, "client-error", MNS_OUTCOME_INFO, true},
    {2999, "client-error", MNS_OUTCOME_INFO, true},
    {5001, "client-error", MNS_OUTCOME_INFO, true},
    {5015, "client-error", MNS_OUTCOME_INFO, true},
    {5020, "unknown-error", MNS_OUTCOME_INFO, false},
    {1000, "unknown-error", MNS_OUTCOME_INFO, false},
    {12130, "unknown-error", MNS_OUTCOME_INFO, false},
    {121, "unknown-error", MNS_OUTCOME_INFO, false},
    {200, "client-error", MNS_OUTCOME_INFO, true},
    {0, "unknown-error", MNS_OUTCOME_INFO, false},
};

static void errors_mean_what_is_documented(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(meanings); i++) {
        const struct meaning *meaning = &meanings[i];
        mns_driver_error failure;
        char code[16];
        snprintf(code, sizeof code, "%u", meaning->code);
        for (int committing = 0; committing < 2; committing++) {
            mns_mysql_error(&failure, meaning->code, "words", committing != 0);
            assert_string_equal(failure.name, meaning->name);
            assert_string_equal(failure.code, code);
            assert_string_equal(failure.message, "words");
            assert_int_equal(failure.broken, meaning->broken);
            assert_int_equal(failure.outcome, committing ? meaning->at_commit : MNS_OUTCOME_FAIL);
        }
    }
}

/* Every row must be in the list above. */
static void every_row_is_tested(void **state) {
    (void)state;
    static const char *const codes[] = {
#define MYSQL_ERROR(code, name, at_commit, broken) code,
#include "run/driver/mysql/mysql_errors.def"
#undef MYSQL_ERROR
    };
    for (size_t i = 0; i < MNS_COUNT_OF(codes); i++) {
        bool tested = strchr(codes[i], '*') != NULL;
        for (size_t j = 0; j < MNS_COUNT_OF(meanings); j++) {
            tested = tested || meanings[j].code == strtoul(codes[i], NULL, 10);
        }
        if (!tested) {
            fail_msg("no test of %s", codes[i]);
        }
    }
}

/* ---- Targets --------------------------------------------------------------------------------- */

static void targets_are_understood(void **state) {
    (void)state;
    mns_database database =
        mysql_database("mariadb://me:secret@h:3307/test?socket=%2Ftmp%2Fs&ssl-mode=VERIFY_CA"
                       "&ssl-ca=a&ssl-cert=b&ssl-key=c");
    assert_true(mysql_driver->open(&database));
    const mns_mysql_target *target = database.state;
    assert_string_equal(target->url.path, "test");
    assert_string_equal(target->socket, "/tmp/s");
    assert_string_equal(target->ssl_ca, "a");
    assert_string_equal(target->ssl_cert, "b");
    assert_string_equal(target->ssl_key, "c");
    assert_int_equal(target->tls, MNS_MYSQL_TLS_VERIFIED);
    mysql_forget(&database);

    database = mysql_database("mysql:///test");
    assert_true(mysql_driver->open(&database));
    target = database.state;
    assert_null(target->socket);
    assert_int_equal(target->tls, MNS_MYSQL_TLS_DEFAULT);
    mysql_forget(&database);
}

static void targets_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *target, *message;
    } cases[] = {
        {"mysql://me:secret@h", "the target needs a database"},
        {"mysql://me:secret@h/", "mysql://USER@HOST/DATABASE"},
        {"mysql://me:secret@h/test?ssl-mode=maybe", "ssl-mode must be disabled"},
        {"mysql://me:secret@h/test?ssl-mode=", "ssl-mode must be disabled"},
        {"mysql://me:secret@h/test?sslmode=required", "expected socket="},
        {"mysql://me:secret@h/test?ssl-ca=a&secret", "expected socket="},
        {"mysql://me:secret@h/test?ssl=1", "expected socket="},
        {"mysql://me:secret@h:99999/test", "port"},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(cases); i++) {
        mns_database database = mysql_database(cases[i].target);
        assert_false(mysql_driver->open(&database));
        assert_non_null(strstr(database.message.data, cases[i].message));
        assert_null(strstr(database.message.data, "secret"));
        mysql_forget(&database);
    }
}

static void servers_have_names(void **state) {
    (void)state;
    static const struct {
        const char *text, *name;
    } cases[] = {
        {"10.11.19-MariaDB-0+deb12u1", "MariaDB 10.11.19"},
        {"11.4.2-MariaDB", "MariaDB 11.4.2"},
        {"8.0.36", "MySQL 8.0.36"},
        {"8.0.11-TiDB-v7.5.0", "MySQL 8.0.11-TiDB-v7.5.0"},
        {"8\n\x1b[31m\x80", "MySQL 8  [31m "},
        {"", "MySQL "},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(cases); i++) {
        mns_buf out;
        mns_buf_init(&out);
        mns_mysql_write_version(cases[i].text, &out);
        assert_string_equal(out.data, cases[i].name);
        mns_buf_release(&out);
    }
}

static void levels_have_claims(void **state) {
    (void)state;
    assert_int_equal(mysql_driver->level_count, 4);
    assert_string_equal(mysql_driver->levels[SERIALIZABLE].claims, "serializable");
    assert_string_equal(mysql_driver->levels[REPEATABLE_READ].claims, "repeatable-read");
    assert_string_equal(mysql_driver->levels[READ_COMMITTED].claims, "read-committed");
    assert_string_equal(mysql_driver->levels[READ_UNCOMMITTED].claims, "read-uncommitted");
    assert_int_equal(mysql_driver->default_level, REPEATABLE_READ);
}

/* Serializable only between transactions of one node. */
static void a_cluster_claims_less(void **state) {
    (void)state;
    const mns_driver *galera = &mns_driver_galera;
    assert_int_equal(galera->level_count, 4);
    for (size_t i = 0; i < galera->level_count; i++) {
        assert_string_equal(galera->levels[i].name, mysql_driver->levels[i].name);
        assert_string_equal(galera->levels[i].native_name, mysql_driver->levels[i].native_name);
        assert_string_equal(galera->levels[i].claims,
                            i == SERIALIZABLE ? "repeatable-read" : mysql_driver->levels[i].claims);
    }
    assert_int_equal(galera->default_level, REPEATABLE_READ);
}

/* ---- Workloads on a server ------------------------------------------------------------------- */

/* Calls `test` for both protocols, each access, each append, one table and three. */
static void in_every_way(mns_generator_kind kind, void (*test)(mns_connection *connection)) {
    for (unsigned way = 0; way < 24; way++) {
        mns_database database = mysql_database(mysql_url());
        database.kind = kind;
        database.simple_protocol = way % 2 != 0;
        database.append = way / 2 % 2 != 0 ? MNS_APPEND_RMW : MNS_APPEND_CONCAT;
        database.access = (mns_access)(way / 4 % 3);
        database.tables = way / 12 % 2 != 0 ? 3 : 1;
        mns_connection *connection = mysql_make(&database);
        test(connection);
        mysql_unmake(&database, connection);
    }
}

static void try_lists(mns_connection *connection) {
    mysql_expect(connection, STEPS({'r', 7, 0}, {'w', 7, 1}, {'r', 7, 0}, {'w', 8, 5}),
                 "[[:r 7 nil] [:append 7 1] [:r 7 [1]] [:append 8 5]]");
    mysql_expect(connection, STEPS({'w', 7, 2}, {'w', 7, 3}, {'r', 8, 0}, {'r', 7, 0}),
                 "[[:append 7 2] [:append 7 3] [:r 8 [5]] [:r 7 [1 2 3]]]");
    mysql_expect(connection, STEPS({'r', 9, 0}), "[[:r 9 nil]]");
}

static void lists_grow(void **state) {
    (void)state;
    NEED_SERVER();
    in_every_way(MNS_GENERATE_LIST_APPEND, try_lists);
}

static void try_registers(mns_connection *connection) {
    mysql_expect(connection, STEPS({'r', 1, 0}, {'w', 1, 10}, {'r', 1, 0}, {'w', 2, 10}),
                 "[[:r 1 nil] [:w 1 10] [:r 1 10] [:w 2 10]]");
    /* Writing the same value again updates the row: there is no second one. */
    mysql_expect(connection, STEPS({'w', 1, 10}, {'w', 2, 20}, {'r', 1, 0}, {'r', 2, 0}),
                 "[[:w 1 10] [:w 2 20] [:r 1 10] [:r 2 20]]");
}

static void registers_are_written(void **state) {
    (void)state;
    NEED_SERVER();
    in_every_way(MNS_GENERATE_RW_REGISTER, try_registers);
}

static void try_counters(mns_connection *connection) {
    mysql_expect(connection, STEPS({'r', 1, 0}, {'w', 1, 5}, {'r', 1, 0}, {'w', 1, -7}),
                 "[[:r 1 0] [:inc 1 5] [:r 1 5] [:inc 1 -7]]");
    mysql_expect(connection, STEPS({'r', 1, 0}, {'r', 4, 0}), "[[:r 1 -2] [:r 4 0]]");
}

static void counters_count(void **state) {
    (void)state;
    NEED_SERVER();
    in_every_way(MNS_GENERATE_COUNTER, try_counters);
}

static void try_sets(mns_connection *connection) {
    mysql_expect(connection, STEPS({'r', 1, 0}, {'w', 1, 1}, {'w', 1, 2}, {'w', 4, 2}),
                 "[[:r 1 #{}] [:add 1 1] [:add 1 2] [:add 4 2]]");
    mysql_expect(connection, STEPS({'r', 1, 0}, {'r', 4, 0}), "[[:r 1 #{1 2}] [:r 4 #{2}]]");
    /* A duplicate element: the transaction fails, the connection stays usable. */
    mns_driver_error failure = mysql_steps_fail(connection, STEPS({'w', 1, 3}, {'w', 4, 2}));
    assert_string_equal(failure.name, "unique-violation");
    assert_int_equal(failure.outcome, MNS_OUTCOME_FAIL);
    assert_true(mysql_driver->rollback(connection));
    mysql_expect(connection, STEPS({'r', 1, 0}), "[[:r 1 #{1 2}]]");
}

static void sets_have_elements(void **state) {
    (void)state;
    NEED_SERVER();
    in_every_way(MNS_GENERATE_SET, try_sets);
}

/* ---- Malformed answers ----------------------------------------------------------------------- */

/* A list of some 300 kB, written and read by both protocols. */
static void lists_are_read_whole(void **state) {
    (void)state;
    NEED_SERVER();
    for (int simple = 0; simple < 2; simple++) {
        mns_database database = mysql_database(mysql_url());
        database.simple_protocol = simple != 0;
        database.append = MNS_APPEND_RMW;
        mns_connection *connection = mysql_make(&database);
        mysql_say(connection, "INSERT INTO %s VALUES (1, 1, TRIM(REPEAT('123456 ', 43000)))");
        mysql_steps(connection, STEPS({'w', 1, 42}, {'w', 2, 1}));
        mns_driver_error failure;
        mns_run_txn txn = mysql_txn(&database, STEPS({'r', 1, 0}, {'r', 2, 0}, {'r', 1, 0}));
        assert_true(mysql_apply(connection, &txn, &failure));
        assert_true(mysql_driver->commit(connection, &txn));
        assert_int_equal(txn.mops[0].answer_size, 7 * 43000 + 4);
        assert_int_equal(txn.mops[1].answer_size, 3);
        assert_int_equal(txn.mops[2].answer_size, 7 * 43000 + 4);
        const char *answer = txn.answers.data + txn.mops[2].answer_at;
        assert_memory_equal(answer + txn.mops[2].answer_size - 11, " 123456 42]", 11);
        mns_run_txn_release(&txn);
        mysql_unmake(&database, connection);
    }
}

/* Text that is not a list is returned unchanged by quoting. */
static void garbage_is_recorded(void **state) {
    (void)state;
    NEED_SERVER();
    for (int simple = 0; simple < 2; simple++) {
        mns_database database = mysql_database(mysql_url());
        database.simple_protocol = simple != 0;
        database.append = MNS_APPEND_RMW;
        mns_connection *connection = mysql_make(&database);
        mysql_say(connection, "INSERT INTO %s VALUES (1, 1, '1 it\\'s\\\\ ?$1 \\\"')");
        mysql_expect(connection, STEPS({'w', 1, 2}, {'r', 1, 0}),
                     "[[:append 1 2] [:r 1 [1 \"it's\\\\\" \"?$1\" \"\\\"\" 2]]]");
        /* Where a backslash is not an escape, it must not be doubled. */
        mysql_say(connection, "SET sql_mode = 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES'");
        mysql_expect(connection, STEPS({'w', 1, 3}, {'r', 1, 0}),
                     "[[:append 1 3] [:r 1 [1 \"it's\\\\\" \"?$1\" \"\\\"\" 2 3]]]");
        mysql_unmake(&database, connection);

        database = mysql_database(mysql_url());
        database.simple_protocol = simple != 0;
        database.append = MNS_APPEND_RMW;
        database.kind = MNS_GENERATE_COUNTER;
        connection = mysql_make(&database);
        mysql_say(connection, "ALTER TABLE %s MODIFY v TEXT NULL");
        mysql_say(connection, "INSERT INTO %s VALUES (1, 1, 'x'), (2, 2, NULL)");
        mysql_expect(connection, STEPS({'r', 1, 0}, {'r', 2, 0}), "[[:r 1 \"x\"] [:r 2 0]]");
        assert_string_equal(mysql_steps_fail(connection, STEPS({'w', 1, 1})).name, "not-a-number");
        assert_true(mysql_driver->rollback(connection));
        mysql_unmake(&database, connection);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_mean_what_is_documented),
        cmocka_unit_test(every_row_is_tested),
        cmocka_unit_test(targets_are_understood),
        cmocka_unit_test(targets_are_refused),
        cmocka_unit_test(servers_have_names),
        cmocka_unit_test(levels_have_claims),
        cmocka_unit_test(a_cluster_claims_less),
        cmocka_unit_test(lists_grow),
        cmocka_unit_test(registers_are_written),
        cmocka_unit_test(counters_count),
        cmocka_unit_test(sets_have_elements),
        cmocka_unit_test(lists_are_read_whole),
        cmocka_unit_test(garbage_is_recorded),
    };
    return cmocka_run_group_tests_name("mysql", tests, mysql_start, mysql_stop);
}
