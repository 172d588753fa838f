/* test_mysql_session.c - successful and failing connections to MySQL and MariaDB, and setup and
 * cleanup on a live server (mysql_support.h). Failing connections are also tested without a server.
 */
#include <sys/stat.h>

#include "unit/support/mysql_proxy.h"

/* ---- Failing connections --------------------------------------------------------------------- */

/* The error of connecting to a target, which must fail. */
static mns_driver_error refusal(const char *target, unsigned timeout_ms) {
    mns_database database = mysql_database(target);
    mns_driver_error failure = {.name = NULL};
    database.timeout_ms = timeout_ms;
    assert_true(mysql_driver->open(&database));
    assert_null(mysql_driver->connect(&database, 0, &failure));
    assert_non_null(failure.name);
    assert_true(failure.broken);
    assert_int_equal(failure.outcome, MNS_OUTCOME_FAIL);
    assert_null(strstr(failure.message, "secret"));
    mysql_forget(&database);
    return failure;
}

/* A port without a listener. */
static void refused_connections_are_reported(void **state) {
    (void)state;
    char target[100];
    int listener = proxy_socket(0);
    snprintf(target, sizeof target, "mysql://me:secret@127.0.0.1:%u/x", proxy_port(listener));
    close(listener);
    mns_driver_error failure = refusal(target, 10000);
    assert_string_equal(failure.name, "unreachable");
    assert_true(mns_driver_error_is_transient(&failure));
    assert_string_equal(refusal("mysql://me:secret@/x?socket=%2Fno%2Fsuch%2Fsocket", 1000).name,
                        "unreachable");
}

typedef struct speaker {
    int listener;
    const char *words; /* NULL: sends nothing and stays open */
    size_t size;
    pthread_t thread;
} speaker;

static void *speak(void *context) {
    const speaker *s = context;
    int client = accept(s->listener, NULL, NULL);
    char bytes[256];
    if (s->words != NULL) {
        proxy_send(client, s->words, s->size);
        shutdown(client, SHUT_WR);
    }
    while (proxy_receive(client, bytes, sizeof bytes) > 0) {
    }
    close(client);
    return NULL;
}

static mns_driver_error refusal_by(const char *words, size_t size) {
    speaker s = {.listener = proxy_socket(0), .words = words, .size = size};
    char target[100];
    snprintf(target, sizeof target, "mysql://me:secret@127.0.0.1:%u/x", proxy_port(s.listener));
    assert_int_equal(pthread_create(&s.thread, NULL, speak, &s), 0);
    mns_driver_error failure = refusal(target, 1000);
    assert_int_equal(pthread_join(s.thread, NULL), 0);
    close(s.listener);
    return failure;
}

/* A listener that sends nothing leads to a timeout. */
static void silent_servers_time_out(void **state) {
    (void)state;
    mns_driver_error failure = refusal_by(NULL, 0);
    assert_true(mns_driver_error_is_transient(&failure));
}

/* Other protocols, and incomplete greetings. */
static void other_protocols_are_rejected(void **state) {
    (void)state;
    static const char http[] = "HTTP/1.1 400 Bad Request\r\n\r\n";
    static const char redis[] = "-ERR unknown command\r\n";
    static const char old[] = "\x05\0\0\0\x09"
                              "3.21";
    static const char cut[] = "\x4a\0\0\0\x0a"
                              "8.0.36\0\x01\0\0\0";
    static const char busy[] = "\x17\0\0\0\xff\x10\x04"
                               "Too many connections";
    refusal_by(http, sizeof http - 1);
    refusal_by(redis, sizeof redis - 1);
    refusal_by(cut, sizeof cut - 1);
    refusal_by("", 0);
    assert_true(mns_driver_error_is_fatal(&(mns_driver_error){.name = refusal_by(old, 9).name}));
    mns_driver_error failure = refusal_by(busy, sizeof busy - 1);
    assert_string_equal(failure.name, "too-many-connections");
    assert_string_equal(failure.code, "1040");
}

/* ---- Identifying callers --------------------------------------------------------------------- */

/* The server's URL with another user, password or database; NULL: unchanged, "": none. */
static const char *url_with(const char *user, const char *password, const char *path,
                            const char *query) {
    static char text[400];
    mns_url url;
    mns_buf message;
    mns_buf_init(&message);
    assert_true(mns_url_read(&url, mysql_url(), &message));
    user = user != NULL ? user : url.user;
    password = password != NULL ? password : url.password;
    snprintf(text, sizeof text, "mysql://%s%s%s@%s:%u/%s%s", user,
             password != NULL && password[0] != '\0' ? ":" : "", password != NULL ? password : "",
             url.host, url.port, path != NULL ? path : url.path, query);
    mns_url_release(&url);
    mns_buf_release(&message);
    return text;
}

static void unknown_names_are_rejected(void **state) {
    (void)state;
    NEED_SERVER();
    assert_string_equal(refusal(url_with(NULL, "secret", NULL, ""), 20000).name, "not-authorized");
    assert_string_equal(refusal(url_with(NULL, NULL, "minos_no_such", ""), 20000).name,
                        "no-such-database");
}

static void expect_connection(const char *target) {
    mns_database database = mysql_database(target);
    assert_true(mysql_driver->open(&database));
    mysql_driver->close(mysql_join(&database));
    mysql_forget(&database);
}

/* Passwords from MYSQL_PWD and ~/.my.cnf; the URL's password takes precedence. */
static void passwords_come_from_the_usual_places(void **state) {
    (void)state;
    NEED_SERVER();
    char password[100] = "", home[] = "/tmp/minos-test-XXXXXX", file[60];
    mns_url url;
    mns_buf message;
    mns_buf_init(&message);
    assert_true(mns_url_read(&url, mysql_url(), &message));
    snprintf(password, sizeof password, "%s", url.password);
    mns_url_release(&url);
    mns_buf_release(&message);
    assert_string_equal(refusal(url_with(NULL, "", NULL, ""), 20000).name, "not-authorized");

    setenv("MYSQL_PWD", password, 1);
    expect_connection(url_with(NULL, "", NULL, ""));
    setenv("MYSQL_PWD", "secret", 1);
    expect_connection(mysql_url());
    unsetenv("MYSQL_PWD");

    assert_non_null(mkdtemp(home));
    snprintf(file, sizeof file, "%s/.my.cnf", home);
    FILE *options = fopen(file, "w");
    assert_non_null(options);
    fprintf(options, "[client]\npassword=%s\nreconnect\nlocal-infile=1\n", password);
    fclose(options);
    char *old = getenv("HOME");
    setenv("HOME", home, 1);
    expect_connection(url_with(NULL, "", NULL, ""));
    setenv("HOME", old != NULL ? old : "/", 1);
    unlink(file);
    rmdir(home);
}

/* A server answers; it may not accept the user from this host. */
static void expect_answer(const char *target) {
    mns_database database = mysql_database(target);
    mns_driver_error failure = {.name = NULL};
    assert_true(mysql_driver->open(&database));
    mns_connection *connection = mysql_driver->connect(&database, 0, &failure);
    if (connection != NULL) {
        mysql_driver->close(connection);
    } else {
        assert_string_equal(failure.name, "not-authorized");
    }
    mysql_forget(&database);
}

static void sockets_are_found(void **state) {
    (void)state;
    NEED_SERVER();
    mns_database database = mysql_database(mysql_url());
    assert_true(mysql_driver->open(&database));
    mns_connection *connection = mysql_join(&database);
    mns_buf path, target;
    mns_buf_init(&path);
    mns_buf_init(&target);
    assert_true(mns_mysql_ask(connection, "SELECT @@socket", 0, &path));
    mysql_driver->close(connection);
    const mns_url *url = &((mns_mysql_target *)database.state)->url;
    mns_buf_printf(&target, "mariadb://%s:%s@/%s?socket=%s", url->user, url->password, url->path,
                   path.data);
    struct stat there;
    if (stat(path.data, &there) == 0) {
        expect_answer(target.data);
    } else {
        print_message("the server's socket is not here\n");
    }
    mns_buf_release(&path);
    mns_buf_release(&target);
    mysql_forget(&database);
}

/* The connection is encrypted, or there is none. */
static void encryption_can_be_required(void **state) {
    (void)state;
    NEED_SERVER();
    mns_database database = mysql_database(url_with(NULL, NULL, NULL, "?ssl-mode=required"));
    mns_driver_error failure = {.name = NULL};
    assert_true(mysql_driver->open(&database));
    mns_connection *connection = mysql_driver->connect(&database, 0, &failure);
    if (connection != NULL) {
        assert_non_null(mysql_get_ssl_cipher(connection->mysql));
        mysql_driver->close(connection);
    } else {
        assert_string_equal(failure.name, "tls-failed");
    }
    mysql_forget(&database);
    /* A certificate of an unknown authority. */
    assert_string_equal(
        refusal(url_with(NULL, NULL, NULL, "?ssl-mode=verify_identity"), 20000).name, "tls-failed");
}

/* ---- Missing rights -------------------------------------------------------------------------- */

static void execute(const char *text) {
    mns_database database = mysql_database(mysql_url());
    assert_true(mysql_driver->open(&database));
    mns_connection *connection = mysql_join(&database);
    if (!mns_mysql_query(connection, text)) {
        fail_msg("%s: %s", text, connection->failure.message);
    }
    mysql_driver->close(connection);
    mysql_forget(&database);
}

/* The test's user may not GRANT, but may write the table of rights, which is not
 * transactional. */
static void grant_by_hand(const char *rights) {
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_printf(&text,
                   "REPLACE INTO mysql.db (Host, Db, User, %s) SELECT '%%', DATABASE(), "
                   "'minos_guest'",
                   rights);
    for (const char *at = rights; at != NULL; at = strchr(at + 1, ',')) {
        mns_buf_str(&text, ", 'Y'");
    }
    execute(text.data);
    execute("FLUSH PRIVILEGES");
    mns_buf_release(&text);
}

/* Without any right the database cannot be used, without CREATE no table can be made. */
static void missing_rights_name_the_grant(void **state) {
    (void)state;
    NEED_SERVER();
    mns_buf grant;
    mns_buf_init(&grant);
    mns_database database = mysql_database(url_with("minos_guest", "secret", NULL, ""));
    assert_true(mysql_driver->open(&database));
    const char *name = ((mns_mysql_target *)database.state)->url.path;
    mns_buf_printf(&grant,
                   "GRANT CREATE, DROP, SELECT, INSERT, UPDATE, DELETE, INDEX ON %s.* TO "
                   "'minos_guest'@'%%'",
                   name);
    execute("CREATE USER 'minos_guest'@'%' IDENTIFIED BY 'secret'");
    mns_driver_error failure = {.name = NULL};
    assert_null(mysql_driver->connect(&database, 0, &failure));
    assert_false(mns_driver_error_is_transient(&failure));
    assert_non_null(strstr(failure.message, grant.data));
    grant_by_hand("Select_priv");
    mns_connection *connection = mysql_join(&database);
    assert_false(mysql_driver->create(&database, connection));
    assert_non_null(strstr(database.message.data, grant.data));
    mns_buf_clear(&database.message);
    mysql_driver->close(connection);
    grant_by_hand("Create_priv, Drop_priv, Select_priv, Insert_priv, Update_priv, Delete_priv, "
                  "Index_priv");
    connection = mysql_join(&database);
    assert_true(mysql_driver->create(&database, connection));
    assert_true(mysql_driver->drop(&database, connection));
    mysql_driver->close(connection);
    mysql_forget(&database);
    execute("DROP USER 'minos_guest'@'%'");
    mns_buf_release(&grant);
}

/* ---- Setup and cleanup ----------------------------------------------------------------------- */

/* The number of tables with this prefix. */
static void expect_tables(mns_connection *connection, const char *count) {
    mns_buf query, answer;
    mns_buf_init(&query);
    mns_buf_init(&answer);
    mns_buf_printf(&query,
                   "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() "
                   "AND table_name LIKE '%s\\_%%'",
                   connection->database->prefix);
    assert_true(mns_mysql_ask(connection, query.data, 0, &answer));
    assert_string_equal(answer.data, count);
    mns_buf_release(&query);
    mns_buf_release(&answer);
}

static void tables_that_exist_are_left_alone(void **state) {
    (void)state;
    NEED_SERVER();
    mns_database first = mysql_database(mysql_url()), second = first;
    mns_buf_init(&second.version);
    mns_connection *a = mysql_make(&first);
    mysql_expect(a, STEPS({'w', 1, 1}), "[[:append 1 1]]");

    assert_true(mysql_driver->open(&second));
    mns_connection *b = mysql_join(&second);
    assert_false(mysql_driver->create(&second, b));
    assert_non_null(strstr(second.message.data, "exists"));
    assert_non_null(strstr(second.message.data, second.prefix));
    assert_true(mysql_driver->drop(&second, b));
    mysql_expect(a, STEPS({'r', 1, 0}), "[[:r 1 [1]]]");
    mysql_driver->close(b);
    mysql_forget(&second);
    mysql_unmake(&first, a);
}

/* The last of three tables exists: the first two are removed again, that one stays. */
static void failed_setup_is_undone(void **state) {
    (void)state;
    NEED_SERVER();
    mns_database database = mysql_database(mysql_url());
    char query[120];
    database.tables = 3;
    assert_true(mysql_driver->open(&database));
    mns_connection *connection = mysql_join(&database);
    snprintf(query, sizeof query, "CREATE TABLE %s_2 (id INT)", database.prefix);
    assert_true(mns_mysql_query(connection, query));
    assert_false(mysql_driver->create(&database, connection));
    expect_tables(connection, "1");
    snprintf(query, sizeof query, "DROP TABLE %s_2", database.prefix);
    assert_true(mns_mysql_query(connection, query));
    mysql_driver->close(connection);
    mysql_forget(&database);
}

/* One is already gone, one is locked by another session. */
static void remaining_tables_are_named(void **state) {
    (void)state;
    NEED_SERVER();
    mns_database database = mysql_database(mysql_url());
    database.tables = 3;
    mns_connection *a = mysql_make(&database), *b = mysql_join(&database);
    mysql_say(a, "SET lock_wait_timeout = 1");
    expect_tables(a, "3");
    database.keep = true;
    assert_true(mysql_driver->drop(&database, a));
    expect_tables(a, "3");
    database.keep = false;
    char query[120], name[100];
    snprintf(query, sizeof query, "DROP TABLE %s_1", database.prefix);
    assert_true(mns_mysql_query(a, query));
    mysql_steps(b, STEPS({'r', 0, 0}));
    assert_false(mysql_driver->drop(&database, a));
    snprintf(name, sizeof name, "table not removed: %s_0: ", database.prefix);
    assert_memory_equal(database.message.data, name, strlen(name));
    mysql_driver->close(b);
    expect_tables(a, "1");
    snprintf(query, sizeof query, "DROP TABLE %s_0", database.prefix);
    assert_true(mns_mysql_query(a, query));
    mysql_driver->close(a);
    mysql_forget(&database);
}

/* The claim of REPEATABLE READ, and of no other level, depends on a server variable. */
static void snapshots_are_claimed_where_defended(void **state) {
    (void)state;
    NEED_SERVER();
    for (size_t level = 0; level < mysql_driver->level_count; level++) {
        mns_database database = mysql_database(mysql_url());
        database.level = &mysql_driver->levels[level];
        database.claims = database.level->claims;
        assert_true(mysql_driver->open(&database));
        for (int on = 0; on < 2; on++) {
            mns_connection *connection = mysql_join(&database);
            database.claims = database.level->claims;
            mns_buf_clear(&database.version);
            bool known = mns_mysql_query(connection, on ? "SET innodb_snapshot_isolation = ON"
                                                        : "SET innodb_snapshot_isolation = OFF");
            assert_true(mysql_driver->create(&database, connection));
            assert_string_equal(database.claims, known && on && level == REPEATABLE_READ
                                                     ? "snapshot-isolation"
                                                     : database.level->claims);
            assert_true(strncmp(database.version.data, "M", 1) == 0);
            assert_true(mysql_driver->drop(&database, connection));
            mysql_driver->close(connection);
        }
        mysql_forget(&database);
    }
}

/* The session has its level, and does not autocommit. */
static void sessions_are_set_up(void **state) {
    (void)state;
    NEED_SERVER();
    for (size_t level = 0; level < mysql_driver->level_count; level++) {
        mns_database database = mysql_database(mysql_url());
        database.level = &mysql_driver->levels[level];
        mns_connection *a = mysql_make(&database), *b = mysql_join(&database);
        mns_buf answer;
        mns_buf_init(&answer);
        assert_true(mns_mysql_ask(a,
                                  "SHOW SESSION VARIABLES WHERE Variable_name IN ('tx_isolation', "
                                  "'transaction_isolation')",
                                  1, &answer));
        for (size_t i = 0; i < answer.size; i++) {
            answer.data[i] = (char)(answer.data[i] == '-' ? ' ' : answer.data[i]);
        }
        assert_string_equal(answer.data, database.level->native_name);
        mns_buf_release(&answer);
        mysql_steps(a, STEPS({'w', 1, 1}));
        if (level == READ_UNCOMMITTED) {
            mysql_expect(b, STEPS({'r', 1, 0}), "[[:r 1 [1]]]");
            assert_true(
                mysql_driver->rollback(a)); /* otherwise it is visible until the server notices */
        }
        mysql_driver->close(a);
        mysql_expect(b, STEPS({'w', 2, 1}, {'r', 1, 0}), "[[:append 2 1] [:r 1 nil]]");
        mysql_unmake(&database, b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused_connections_are_reported),
        cmocka_unit_test(silent_servers_time_out),
        cmocka_unit_test(other_protocols_are_rejected),
        cmocka_unit_test(unknown_names_are_rejected),
        cmocka_unit_test(passwords_come_from_the_usual_places),
        cmocka_unit_test(sockets_are_found),
        cmocka_unit_test(encryption_can_be_required),
        cmocka_unit_test(missing_rights_name_the_grant),
        cmocka_unit_test(tables_that_exist_are_left_alone),
        cmocka_unit_test(failed_setup_is_undone),
        cmocka_unit_test(remaining_tables_are_named),
        cmocka_unit_test(snapshots_are_claimed_where_defended),
        cmocka_unit_test(sessions_are_set_up),
    };
    return cmocka_run_group_tests_name("mysql_session", tests, mysql_start, mysql_stop);
}
