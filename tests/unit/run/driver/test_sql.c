/* test_sql.c - src/run/driver/sql.c: every statement in every dialect, read-modify-write, and
 * literal parameters. */
#include <setjmp.h>
#include <stdarg.h>

#include "run/driver/sql.h"
#include <cmocka.h>

static mns_database of(mns_generator_kind kind, mns_append append, mns_access access) {
    mns_database database = {.kind = kind, .append = append, .access = access, .tables = 3};
    memcpy(database.prefix, "p", 2);
    return database;
}

static void expect(mns_database database, mns_dialect dialect, mns_statement statement,
                   const char *expected) {
    mns_buf text;
    mns_buf_init(&text);
    mns_sql_write(&database, dialect, statement, 2, &text);
    char *taken = mns_buf_take(&text, NULL);
    assert_string_equal(taken, expected);
    free(taken);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static void tables_of_lists(void **state) {
    (void)state;
    mns_database list = of(MNS_GENERATE_LIST_APPEND, MNS_APPEND_CONCAT, MNS_ACCESS_PRIMARY);
    expect(
        list, MNS_SQL_SQLITE, MNS_SQL_CREATE,
        "CREATE TABLE p_2 (id INTEGER NOT NULL, sk BIGINT NOT NULL, v TEXT NOT NULL, PRIMARY KEY "
        "(id))");
    expect(
        list, MNS_SQL_POSTGRES, MNS_SQL_CREATE,
        "CREATE TABLE p.t2 (id BIGINT NOT NULL, sk BIGINT NOT NULL, v TEXT NOT NULL, PRIMARY KEY "
        "(id))");
    expect(list, MNS_SQL_MYSQL, MNS_SQL_CREATE,
           "CREATE TABLE p_2 (id BIGINT NOT NULL, sk BIGINT NOT NULL, v MEDIUMTEXT NOT NULL, "
           "PRIMARY KEY (id)) ENGINE=InnoDB");
    list.append = MNS_APPEND_ARRAY;
    expect(
        list, MNS_SQL_POSTGRES, MNS_SQL_CREATE,
        "CREATE TABLE p.t2 (id BIGINT NOT NULL, sk BIGINT NOT NULL, v BIGINT[] NOT NULL, PRIMARY "
        "KEY (id))");
    expect(list, MNS_SQL_POSTGRES, MNS_SQL_DROP, "DROP TABLE p.t2");
    expect(list, MNS_SQL_MYSQL, MNS_SQL_DROP, "DROP TABLE p_2");
}

static void an_index_only_where_it_is_asked_for(void **state) {
    (void)state;
    mns_database set = of(MNS_GENERATE_SET, MNS_APPEND_CONCAT, MNS_ACCESS_SECONDARY);
    expect(set, MNS_SQL_SQLITE, MNS_SQL_CREATE,
           "CREATE TABLE p_2 (id INTEGER NOT NULL, sk BIGINT NOT NULL, v BIGINT NOT NULL, PRIMARY "
           "KEY (id, v)); CREATE INDEX p_2_sk ON p_2 (sk)");
    expect(set, MNS_SQL_POSTGRES, MNS_SQL_CREATE,
           "CREATE TABLE p.t2 (id BIGINT NOT NULL, sk BIGINT NOT NULL, v BIGINT NOT NULL, PRIMARY "
           "KEY (id, v)); CREATE INDEX ON p.t2 (sk)");
    expect(set, MNS_SQL_MYSQL, MNS_SQL_CREATE,
           "CREATE TABLE p_2 (id BIGINT NOT NULL, sk BIGINT NOT NULL, v BIGINT NOT NULL, PRIMARY "
           "KEY (id, v), INDEX (sk)) ENGINE=InnoDB");
    set.access = MNS_ACCESS_NONE;
    expect(set, MNS_SQL_POSTGRES, MNS_SQL_CREATE,
           "CREATE TABLE p.t2 (id BIGINT NOT NULL, sk BIGINT NOT NULL, v BIGINT NOT NULL, PRIMARY "
           "KEY (id, v))");
}

/* ---- Reads and writes ------------------------------------------------------------------------ */

static void reads_by_what_access_says(void **state) {
    (void)state;
    mns_database list = of(MNS_GENERATE_LIST_APPEND, MNS_APPEND_CONCAT, MNS_ACCESS_PRIMARY);
    expect(list, MNS_SQL_SQLITE, MNS_SQL_READ, "SELECT v FROM p_2 WHERE id = ?1");
    expect(list, MNS_SQL_POSTGRES, MNS_SQL_READ, "SELECT v FROM p.t2 WHERE id = $1");
    expect(list, MNS_SQL_MYSQL, MNS_SQL_READ, "SELECT v FROM p_2 WHERE id = ?");
    list.access = MNS_ACCESS_SECONDARY;
    expect(list, MNS_SQL_SQLITE, MNS_SQL_READ, "SELECT v FROM p_2 WHERE sk = ?1");
    list.access = MNS_ACCESS_NONE;
    expect(list, MNS_SQL_MYSQL, MNS_SQL_READ, "SELECT v FROM p_2 WHERE sk = ?");
}

static void appends(void **state) {
    (void)state;
    mns_database list = of(MNS_GENERATE_LIST_APPEND, MNS_APPEND_CONCAT, MNS_ACCESS_PRIMARY);
    expect(
        list, MNS_SQL_SQLITE, MNS_SQL_WRITE,
        "INSERT INTO p_2 AS t (id, sk, v) VALUES (?1, ?1, ?2) ON CONFLICT (id) DO UPDATE SET v = "
        "t.v || ' ' || excluded.v");
    expect(list, MNS_SQL_POSTGRES, MNS_SQL_WRITE,
           "INSERT INTO p.t2 AS t (id, sk, v) VALUES ($1, $1, $2::text) ON CONFLICT (id) DO UPDATE "
           "SET v = t.v || ' ' || excluded.v");
    expect(
        list, MNS_SQL_MYSQL, MNS_SQL_WRITE,
        "INSERT INTO p_2 (id, sk, v) VALUES (?, id, ?) ON DUPLICATE KEY UPDATE v = CONCAT(v, ' ', "
        "VALUES(v))");
    list.append = MNS_APPEND_ARRAY;
    expect(
        list, MNS_SQL_POSTGRES, MNS_SQL_WRITE,
        "INSERT INTO p.t2 AS t (id, sk, v) VALUES ($1, $1, ARRAY[$2::bigint]) ON CONFLICT (id) DO "
        "UPDATE SET v = array_append(t.v, $2::bigint)");
    list.append = MNS_APPEND_RMW;
    expect(list, MNS_SQL_MYSQL, MNS_SQL_WRITE,
           "INSERT INTO p_2 (id, sk, v) VALUES (?, id, ?) ON DUPLICATE KEY UPDATE v = VALUES(v)");
    expect(list, MNS_SQL_POSTGRES, MNS_SQL_WRITE,
           "INSERT INTO p.t2 AS t (id, sk, v) VALUES ($1, $1, $2::text) ON CONFLICT (id) DO UPDATE "
           "SET v = excluded.v");
}

static void registers_counters_and_sets(void **state) {
    (void)state;
    mns_database some = of(MNS_GENERATE_RW_REGISTER, MNS_APPEND_CONCAT, MNS_ACCESS_PRIMARY);
    expect(
        some, MNS_SQL_POSTGRES, MNS_SQL_WRITE,
        "INSERT INTO p.t2 AS t (id, sk, v) VALUES ($1, $1, $2::bigint) ON CONFLICT (id) DO UPDATE "
        "SET v = excluded.v");
    some.kind = MNS_GENERATE_COUNTER;
    expect(
        some, MNS_SQL_SQLITE, MNS_SQL_WRITE,
        "INSERT INTO p_2 AS t (id, sk, v) VALUES (?1, ?1, ?2) ON CONFLICT (id) DO UPDATE SET v = "
        "t.v + excluded.v");
    expect(
        some, MNS_SQL_MYSQL, MNS_SQL_WRITE,
        "INSERT INTO p_2 (id, sk, v) VALUES (?, id, ?) ON DUPLICATE KEY UPDATE v = v + VALUES(v)");
    some.kind = MNS_GENERATE_SET;
    expect(some, MNS_SQL_SQLITE, MNS_SQL_WRITE,
           "INSERT INTO p_2 AS t (id, sk, v) VALUES (?1, ?1, ?2)");
    expect(some, MNS_SQL_MYSQL, MNS_SQL_WRITE, "INSERT INTO p_2 (id, sk, v) VALUES (?, id, ?)");
}

static void updates_only_through_sk(void **state) {
    (void)state;
    mns_database some = of(MNS_GENERATE_LIST_APPEND, MNS_APPEND_CONCAT, MNS_ACCESS_PRIMARY);
    assert_false(mns_sql_updates(&some));
    expect(some, MNS_SQL_POSTGRES, MNS_SQL_UPDATE, "");
    some.access = MNS_ACCESS_NONE;
    assert_true(mns_sql_updates(&some));
    expect(some, MNS_SQL_POSTGRES, MNS_SQL_UPDATE,
           "UPDATE p.t2 SET v = v || ' ' || $1::text WHERE sk = $2");
    expect(some, MNS_SQL_SQLITE, MNS_SQL_UPDATE, "UPDATE p_2 SET v = v || ' ' || ?1 WHERE sk = ?2");
    expect(some, MNS_SQL_MYSQL, MNS_SQL_UPDATE,
           "UPDATE p_2 SET v = CONCAT(v, ' ', ?) WHERE sk = ?");
    some.append = MNS_APPEND_ARRAY;
    expect(some, MNS_SQL_POSTGRES, MNS_SQL_UPDATE,
           "UPDATE p.t2 SET v = array_append(v, $1::bigint) WHERE sk = $2");
    some.append = MNS_APPEND_RMW;
    expect(some, MNS_SQL_MYSQL, MNS_SQL_UPDATE, "UPDATE p_2 SET v = ? WHERE sk = ?");
    some.kind = MNS_GENERATE_SET;
    assert_false(mns_sql_updates(&some));
    expect(some, MNS_SQL_MYSQL, MNS_SQL_UPDATE, "");
}

/* ---- Read-modify-write ----------------------------------------------------------------------- */

static void rmw_reads_first(void **state) {
    (void)state;
    mns_database some = of(MNS_GENERATE_LIST_APPEND, MNS_APPEND_RMW, MNS_ACCESS_PRIMARY);
    assert_true(mns_sql_reads_first(&some));
    some.kind = MNS_GENERATE_COUNTER;
    assert_true(mns_sql_reads_first(&some));
    some.kind = MNS_GENERATE_RW_REGISTER; /* the old value does not matter */
    assert_false(mns_sql_reads_first(&some));
    some.kind = MNS_GENERATE_SET;
    assert_false(mns_sql_reads_first(&some));
    some = of(MNS_GENERATE_LIST_APPEND, MNS_APPEND_CONCAT, MNS_ACCESS_PRIMARY);
    assert_false(mns_sql_reads_first(&some));
}

/* NULL: rejected. */
static void expect_modified(mns_generator_kind kind, const char *old, int64_t value,
                            const char *expected) {
    mns_buf out;
    mns_buf_init(&out);
    bool good = mns_sql_modify(kind, old, old != NULL ? strlen(old) : 0, value, &out);
    assert_int_equal(good, expected != NULL);
    if (good) {
        assert_string_equal(out.data, expected);
    }
    mns_buf_release(&out);
}

static void modifies(void **state) {
    (void)state;
    expect_modified(MNS_GENERATE_LIST_APPEND, NULL, 3, "3");
    expect_modified(MNS_GENERATE_LIST_APPEND, "1 2", 3, "1 2 3");
    expect_modified(MNS_GENERATE_LIST_APPEND, "what's this", 3, "what's this 3");
    expect_modified(MNS_GENERATE_COUNTER, NULL, -3, "-3");
    expect_modified(MNS_GENERATE_COUNTER, "10", -3, "7");
    expect_modified(MNS_GENERATE_COUNTER, "-9223372036854775808", 1, "-9223372036854775807");
    expect_modified(MNS_GENERATE_COUNTER, "9223372036854775806", 1, "9223372036854775807");
    expect_modified(MNS_GENERATE_COUNTER, "9223372036854775807", 1, NULL);
    expect_modified(MNS_GENERATE_COUNTER, "9223372036854775808", -1, NULL);
    expect_modified(MNS_GENERATE_COUNTER, "1 2", 1, NULL);
    expect_modified(MNS_GENERATE_COUNTER, "-", 1, NULL);
    expect_modified(MNS_GENERATE_COUNTER, "", 1, NULL);
    expect_modified(MNS_GENERATE_RW_REGISTER, NULL, 4, "4");
}

/* ---- The simple protocol --------------------------------------------------------------------- */

static void expect_filled(const char *statement, const char *expected) {
    mns_buf out;
    mns_buf_init(&out);
    mns_sql_inline(statement, (const char *const[]){"'a$2?'", "-5"}, &out);
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
}

/* Inserted literals are not scanned again. */
static void fills(void **state) {
    (void)state;
    expect_filled("SELECT $1", "SELECT 'a$2?'");
    expect_filled("($1, $1, $2::text)", "('a$2?', 'a$2?', -5::text)");
    expect_filled("v + ?2 WHERE sk = ?1", "v + -5 WHERE sk = 'a$2?'");
    expect_filled("(?, id, ?)", "('a$2?', id, -5)");
    expect_filled("nothing", "nothing");
}

static void keys_fall_to_tables(void **state) {
    (void)state;
    mns_database database = of(MNS_GENERATE_SET, MNS_APPEND_CONCAT, MNS_ACCESS_PRIMARY);
    assert_int_equal(mns_sql_table_of(&database, 0), 0);
    assert_int_equal(mns_sql_table_of(&database, 5), 2);
    assert_int_equal(mns_sql_table_of(&database, 1000000000000), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_of_lists),
        cmocka_unit_test(an_index_only_where_it_is_asked_for),
        cmocka_unit_test(reads_by_what_access_says),
        cmocka_unit_test(appends),
        cmocka_unit_test(registers_counters_and_sets),
        cmocka_unit_test(updates_only_through_sk),
        cmocka_unit_test(rmw_reads_first),
        cmocka_unit_test(modifies),
        cmocka_unit_test(fills),
        cmocka_unit_test(keys_fall_to_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
