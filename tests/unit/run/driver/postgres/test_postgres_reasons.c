/* test_postgres_reasons.c - src/run/driver/postgres/postgres_reasons.c: which connection errors are
 * tried again, and what the user is told; the last tests use a throw-away server, if installed. */
#include <stdio.h>

#if defined(MNS_HAVE_LIBPQ)

#include "run/driver/postgres/postgres.h"
#include "run/system/url.h"
#include "unit/support/driver_support.h"

static const mns_driver *const driver = &mns_driver_postgres;
static const char *url;

/* ---- Messages -------------------------------------------------------------------------------- */

#define AT "connection to server at \"h\" (10.0.0.1), port 5432 failed: "

static const struct {
    const char *message, *name;
    bool transient;
} messages[] = {
    {AT "Connection refused\n\tIs the server running?", "connection-refused", true},
    {AT "timeout expired", "unreachable", true},
    {AT "server closed the connection unexpectedly", "unreachable", true},
    {AT "SSL SYSCALL error: EOF detected", "unreachable", true},
    {AT "SSL error: unexpected eof while reading", "unreachable", true},
    {"could not translate host name \"h\" to address: Temporary failure in name resolution",
     "unreachable", true},
    {AT "FATAL:  57P03: the database system is starting up", "starting-up", true},
    {AT "FATAL:  53300: sorry, too many clients already", "too-many-connections", true},
    {AT "FATAL:  28P01: password authentication failed for user \"u\"", "not-authorized", false},
    {AT "FATAL:  3D000: database \"x\" does not exist", "not-authorized", false},
    /* localhost is two addresses, and one refuses. */
    {AT "Connection refused\n" AT "FATAL:  28000: no pg_hba.conf entry", "not-authorized", false},
    {AT "Connection refused\n" AT "fe_sendauth: no password supplied", "not-authorized", false},
    {AT "server does not support SSL, but SSL was required", "tls-failed", false},
    {AT "SSL error: certificate verify failed", "tls-failed", false},
    {AT "SSL error: tlsv13 alert certificate required", "tls-failed", false},
    {AT "could not open certificate file \"c\": No such file or directory", "tls-failed", false},
    {AT "root certificate file \"/r\" does not exist", "tls-failed", false},
    {"invalid sslmode value: \"nope\"", "bad-target", false},
    {"definition of service \"x\" not found", "bad-target", false},
    {AT "received invalid response to SSL negotiation: H", "tls-failed", false},
    {"could not translate host name \"h\" to address: Name or service not known", "unknown-host",
     false},
};

static void permanent_errors_are_told_from_transient_ones(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(messages); i++) {
        mns_driver_error failure = {.name = mns_postgres_connect_error(messages[i].message)};
        assert_string_equal(failure.name, messages[i].name);
        assert_int_equal(mns_driver_error_is_transient(&failure), messages[i].transient);
    }
}

/* libpq's reason is shown, but nothing that may be a password. */
static const struct {
    const char *target, *reason;
} targets[] = {
    {"postgres://u:geheim@h/x?no=1", "invalid URI query parameter: \"no\";"},
    {"postgres://u:geheim@h/x?sslmode=require&no=1", "invalid URI query parameter: \"no\";"},
    {"postgres://u:geheim@h/x?no", "in URI query parameter: \"no\";"},
    {"postgres://h:5432/x?no=1", "invalid URI query parameter: \"no\";"},
    {"postgres://[::1]:5432/x?no=1", "invalid URI query parameter: \"no\";"},
    {"postgres://u:ge?heim=1", "port in a PostgreSQL URL must be a number;"},
    {"postgres://u:geheim/x@h/x", "write %40 for @, %2F for /"},
    {"postgres://u:geheim?/x@h/x", "port in a PostgreSQL URL must be a number;"},
    {"postgres://h:1,i:geheim/x", "port in a PostgreSQL URL must be a number;"},
    {"postgres://[::1]:geheim/x", "port in a PostgreSQL URL must be a number;"},
    {"postgres://u:x@geheim@h:1/x", "write %40 for @"},
    {"postgresql://u:x@ge/heim@h:1/x", "write %40 for @"},
    {"postgres://u:ge%heim@h/x", "invalid percent-encoded token;"},
    {"postgres://u:geheim@[::1/x", "IPv6 host address in URI;"},
};

static void the_reason_of_a_bad_target_is_shown(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(targets); i++) {
        mns_database database = database_of(driver, targets[i].target, "minos_test");
        assert_false(driver->open(&database));
        if (strstr(database.message.data, targets[i].reason) == NULL ||
            strstr(database.message.data, "heim") != NULL) {
            fail_msg("%s: %s", targets[i].target, database.message.data);
        }
        release_database(&database);
    }
}

static void other_targets_are_accepted(void **state) {
    (void)state;
    static const char *const good[] = {
        "postgres://",
        "postgres:///x?host=/tmp",
        "postgres://u:a%40b%2Fc@h:1/x",
        "postgres://u:a:b?c@h:1,i:2,j/x?application_name=a@b",
        "postgres://[::1]:1/x",
        "postgres://[fe80::1],h/x",
        "postgres://h:/x?password=a@b",
        "host=h password=a@b@c",
        "host=h password=x://a@b@c",
    };
    for (size_t i = 0; i < MNS_COUNT_OF(good); i++) {
        assert_null(mns_postgres_target_refusal(good[i]));
    }
}

/* ---- On a live server ------------------------------------------------------------------------ */

/* The server's URL with another user, password or database; NULL: unchanged, "": none. */
static const char *url_with(const char *user, const char *password, const char *path,
                            const char *query) {
    static char text[400];
    mns_url parts;
    mns_buf message;
    mns_buf_init(&message);
    assert_true(mns_url_read(&parts, url, &message));
    password = password != NULL ? password : parts.password;
    snprintf(text, sizeof text, "postgres://%s%s%s@%s:%u/%s%s", user != NULL ? user : parts.user,
             password[0] != '\0' ? ":" : "", password, parts.host, parts.port,
             path != NULL ? path : parts.path, query);
    mns_url_release(&parts);
    mns_buf_release(&message);
    return text;
}

static void expect_refusal(const char *target, const char *words) {
    mns_database database = database_of(driver, target, "minos_test");
    mns_driver_error failure;
    assert_true(driver->open(&database));
    assert_null(driver->connect(&database, 0, &failure));
    if (mns_driver_error_is_transient(&failure) || strstr(failure.message, words) == NULL ||
        strstr(failure.message, "geheim") != NULL) {
        fail_msg("%s: %s: %s", target, failure.name, failure.message);
    }
    release_database(&database);
}

static void refusals_are_permanent(void **state) {
    (void)state;
    unsetenv("PGPASSWORD");
    setenv("PGPASSFILE", "/nonexistent", 1);
    expect_refusal(url_with(NULL, "", NULL, ""), "no password supplied");
    expect_refusal(url_with(NULL, "", NULL, ""), "set PGPASSWORD");
    expect_refusal(url_with(NULL, "geheim", NULL, ""), "28P01");
    expect_refusal(url_with("nobody_at_all", "geheim", NULL, ""), "nobody_at_all");
    expect_refusal(url_with(NULL, NULL, "minos_no_such", ""), "\"minos_no_such\" does not exist");
    expect_refusal(url_with(NULL, NULL, NULL, "?sslmode=require"), "SSL");
    expect_refusal(url_with(NULL, NULL, NULL, "?sslmode=sometimes"), "invalid sslmode value");
}

static void execute(const char *text) {
    mns_database database = database_of(driver, url, "minos_test");
    assert_true(driver->open(&database));
    mns_connection *connection = connected(&database, database.clients);
    if (!mns_postgres_execute(connection, text)) {
        fail_msg("%s: %s", text, connection->failure.message);
    }
    driver->close(connection);
    release_database(&database);
}

static void a_missing_right_names_the_grant(void **state) {
    (void)state;
    execute("CREATE ROLE \"minos-guest\" LOGIN PASSWORD 'geheim'");
    mns_database database =
        database_of(driver, url_with("minos-guest", "geheim", NULL, ""), "minos_test");
    assert_true(driver->open(&database));
    mns_connection *connection = connected(&database, database.clients);
    assert_false(driver->create(&database, connection));
    assert_non_null(strstr(database.message.data,
                           "run: GRANT CREATE ON DATABASE postgres TO \"minos-guest\";"));
    execute("GRANT CREATE ON DATABASE postgres TO \"minos-guest\"");
    mns_buf_clear(&database.message);
    assert_true(driver->create(&database, connection));
    assert_true(driver->drop(&database, connection));
    driver->close(connection);
    release_database(&database);
    execute("DROP OWNED BY \"minos-guest\"");
    execute("DROP ROLE \"minos-guest\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(permanent_errors_are_told_from_transient_ones),
        cmocka_unit_test(the_reason_of_a_bad_target_is_shown),
        cmocka_unit_test(other_targets_are_accepted),
    };
    const struct CMUnitTest live[] = {
        cmocka_unit_test(refusals_are_permanent),
        cmocka_unit_test(a_missing_right_names_the_grant),
    };
    minos_server_options options;
    minos_server *server = NULL;
    char *message = NULL;
    int failed = cmocka_run_group_tests_name("messages", tests, NULL, NULL);
    minos_server_options_init(&options);
    options.target = "postgres:";
    if (minos_server_start(&options, &server, &message) == MINOS_OK) {
        url = minos_server_url(server, 0);
        failed += cmocka_run_group_tests_name("live", live, NULL, NULL);
    } else {
        printf("SKIPPED: nothing was tried on a live server: %s\n",
               message != NULL ? message : "out of memory");
    }
    minos_server_stop(server);
    minos_free(message);
    return failed;
}

#else

int main(void) {
    puts("built without libpq");
    return 77;
}

#endif
