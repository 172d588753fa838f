/* test_server.c - src/run/server, as far as no database is needed: targets, settings, program
 * search, the shown part of a log, and a port that is taken.
 *
 * A script replaces redis-server. tests/live/servers.c uses real servers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/server/server.h"
#include "run/system/scratch.h"
#include <cmocka.h>

static void targets_that_want_one(void **state) {
    (void)state;
    const char *const wanted[] = {"postgres:", "postgresql:", "mariadb:", "mysql:",
                                  "galera:",   "redis:",      "etcd:",    "postgres:replica"};
    for (size_t i = 0; i < MNS_COUNT_OF(wanted); i++) {
        assert_true(minos_server_wanted(wanted[i]));
    }
    const char *const others[] = {
        "",        "postgres", "postgres://", "postgres:x", "postgres:replicas", "Postgres:",
        "sqlite:", ":",        "redis:/",     "redi:",      "rediss:",           "galera:x"};
    for (size_t i = 0; i < MNS_COUNT_OF(others); i++) {
        assert_false(minos_server_wanted(others[i]));
    }
}

static void release_settings(minos_server *server) {
    free(server->settings);
    mns_buf_release(&server->settings_text);
}

static void expect_settings(const char *setting, minos_status expected, const char *words) {
    const char *settings[] = {"work_mem=1MB", setting, NULL};
    mns_buf message;
    mns_buf_init(&message);
    minos_server server = {.kind = &mns_server_postgres};
    assert_int_equal(mns_server_settings(&server, settings, &message), expected);
    if (words != NULL) {
        assert_non_null(strstr(message.data, words));
    } else {
        assert_int_equal(message.size, 0);
    }
    release_settings(&server);
    mns_buf_release(&message);
}

static void settings_that_can_be_given(void **state) {
    (void)state;
    expect_settings("fsync=on", MINOS_OK, NULL);
    expect_settings("empty=", MINOS_OK, NULL);
    expect_settings("a.b-c_d=x=y z", MINOS_OK, NULL);
    expect_settings("port_range=1", MINOS_OK, NULL); /* not the port */
    expect_settings("port=1", MINOS_EARGUMENT, "--server-option port: Minos sets it itself");
    expect_settings("Listen-Addresses=*", MINOS_EARGUMENT,
                    "--server-option listen_addresses: Minos");
    expect_settings("fsync", MINOS_EARGUMENT, "NAME=VALUE");
    expect_settings("=1", MINOS_EARGUMENT, "NAME=VALUE");
    expect_settings("-x=1", MINOS_EARGUMENT, "NAME=VALUE");
    expect_settings("a b=1", MINOS_EARGUMENT, "NAME=VALUE");
    expect_settings("a=1\nport 5", MINOS_EARGUMENT, "NAME=VALUE");
    expect_settings("durability=on", MINOS_EARGUMENT, "accepts only durability=off");
}

static void durability_stands_for_others(void **state) {
    (void)state;
    const char *settings[] = {"a=1", "Durability=off", "b=2", NULL};
    mns_buf message;
    mns_buf_init(&message);
    minos_server server = {.kind = &mns_server_postgres};
    assert_int_equal(mns_server_settings(&server, settings, &message), MINOS_OK);
    assert_string_equal(server.settings[0], "a=1");
    assert_string_equal(server.settings[1], "synchronous_commit=off");
    assert_string_equal(server.settings[2], "b=2");
    assert_null(server.settings[3]);
    release_settings(&server);
    minos_server none = {.kind = &mns_server_redis};
    assert_int_equal(mns_server_settings(&none, NULL, &message), MINOS_OK);
    assert_null(none.settings[0]);
    release_settings(&none);
    none = (minos_server){.kind = &mns_server_redis};
    assert_int_equal(mns_server_settings(&none, settings, &message), MINOS_EARGUMENT);
    assert_non_null(strstr(message.data, "durability is not supported for Redis"));
    release_settings(&none);
    mns_buf_release(&message);
}

/* ---- A folder with a program in it ----------------------------------------------------------- */

typedef struct place {
    mns_buf folder;
} place;

static void place_open(place *p) {
    mns_buf message;
    mns_buf_init(&message);
    mns_buf_init(&p->folder);
    assert_true(mns_scratch_create("test", &p->folder, &message));
    /* The server's user needs access. */
    assert_int_equal(chmod(p->folder.data, 0755), 0);
}

static void place_close(place *p) {
    assert_true(mns_scratch_remove(p->folder.data));
    mns_buf_release(&p->folder);
}

static void place_add(place *p, const char *name, const char *script, mode_t mode) {
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_str(&text, script);
    assert_true(mns_scratch_write(p->folder.data, name, &text, &(mns_launch_user){0}));
    mns_buf_release(&text);
    char path[300];
    snprintf(path, sizeof path, "%s/%s", p->folder.data, name);
    assert_int_equal(chmod(path, mode), 0);
}

static const char *const nowhere[] = {"/no/such/place-*/bin", NULL};

/* The message, or the path without `folder`; valid until the next call. */
static const char *found(const mns_server_kind *kind, const place *p) {
    static char text[400];
    mns_buf path, message;
    mns_buf_init(&path);
    mns_buf_init(&message);
    bool there = mns_server_program(kind, &path, &message);
    if (there) {
        assert_memory_equal(path.data, p->folder.data, p->folder.size);
    }
    snprintf(text, sizeof text, "%s", there ? path.data + p->folder.size : message.data);
    mns_buf_release(&path);
    mns_buf_release(&message);
    return text;
}

static void programs_are_found(void **state) {
    (void)state;
    place p;
    place_open(&p);
    assert_true(mns_scratch_mkdir(p.folder.data, "9", &(mns_launch_user){0}));
    assert_true(mns_scratch_mkdir(p.folder.data, "15", &(mns_launch_user){0}));
    assert_true(mns_scratch_mkdir(p.folder.data, "16", &(mns_launch_user){0}));
    place_add(&p, "9/serverd", "", 0755);
    place_add(&p, "15/serverd", "", 0755);
    place_add(&p, "16/serverd", "", 0644); /* not executable */
    char pattern[300], variable[300], path[300];
    snprintf(pattern, sizeof pattern, "%s/*", p.folder.data);
    const char *const places[] = {nowhere[0], pattern, NULL};
    mns_server_kind kind = mns_server_redis;
    kind.program = "serverd";
    kind.search_paths = places;
    setenv("PATH", "/no/such/place:", 1);
    assert_string_equal(found(&kind, &p), "/15/serverd");
    snprintf(path, sizeof path, "/no/such/place::15:%s/9", p.folder.data);
    setenv("PATH", path, 1);
    assert_int_equal(chdir(p.folder.data), 0); /* contains 15 */
    assert_string_equal(found(&kind, &p), "/9/serverd");
    snprintf(variable, sizeof variable, "%s/15", p.folder.data);
    setenv(kind.variable, variable, 1);
    assert_string_equal(found(&kind, &p), "/15/serverd");
    setenv(kind.variable, "/no/such/place", 1);
    assert_string_equal(found(&kind, &p),
                        "MINOS_REDIS_BIN: program serverd not found in /no/such/place");
    unsetenv(kind.variable);
    unsetenv("PATH");
    kind.search_paths = nowhere;
    assert_string_equal(
        found(&kind, &p),
        "Redis is not installed: serverd not found in PATH or /no/such/place-*/bin. "
        "Install it (Debian: redis-server), or set MINOS_REDIS_BIN to its folder");
    assert_int_equal(chdir("/"), 0);
    place_close(&p);
}

/* ---- Logs ------------------------------------------------------------------------------------ */

static void expect_log_end(const char *log, size_t size, const char *expected) {
    minos_server server = {.password = "secret"};
    mns_node node = {.cluster = &server};
    mns_buf message, text;
    mns_buf_init(&message);
    assert_true(mns_scratch_create("test", &node.folder, &message));
    mns_buf_init(&text);
    mns_buf_bytes(&text, log, size);
    assert_true(mns_scratch_write(node.folder.data, "log", &text, &server.user));
    mns_buf_str(&message, "oh");
    mns_server_log_tail(&node, &message);
    assert_string_equal(message.data, expected);
    assert_true(mns_scratch_remove(node.folder.data));
    mns_buf_release(&message);
    mns_buf_release(&text);
    mns_buf_release(&node.folder);
}

static void logs_are_filtered(void **state) {
    (void)state;
    expect_log_end("", 0, "oh");
    expect_log_end("one\ntwo\n", 8, "oh; end of its log:\n  one\n  two");
    expect_log_end("one\n\nno newline", 15, "oh; end of its log:\n  one\n  \n  no newline");
    expect_log_end("1\n2\n3\n4\n5\n6\n7\n8\n", 16,
                   "oh; end of its log:\n  3\n  4\n  5\n  6\n  7\n  8");
    expect_log_end("a secret is secretly secre\n", 27,
                   "oh; end of its log:\n  a ****** is ******ly secre");
    expect_log_end("\x1b[31m\0\xff\xc3\xa9\r\n", 11, "oh; end of its log:\n   [31m  \xc3\xa9 ");
    mns_buf long_log, expected;
    mns_buf_init(&long_log);
    mns_buf_init(&expected);
    mns_buf_repeat(&long_log, 'x', 100000); /* a line without an end */
    mns_buf_str(&expected, "oh; end of its log:\n  ");
    mns_buf_repeat(&expected, 'x', 400);
    expect_log_end(long_log.data, long_log.size, expected.data);
    mns_buf_release(&long_log);
    mns_buf_release(&expected);
}

/* ---- Starting, with a script for a server ---------------------------------------------------- */

/* Starts the script as Redis; the message, or NULL if it started. */
static char *start(const char *script, unsigned start_ms, int interrupted, place *p) {
    place_open(p);
    place_add(p, "redis-server", script, 0755);
    place_add(p, "tries", "", 0666);
    setenv("MINOS_REDIS_BIN", p->folder.data, 1);
    setenv("TMPDIR", p->folder.data, 1);
    volatile sig_atomic_t interrupts = interrupted;
    minos_server_options options;
    minos_server_options_init(&options);
    options.target = "redis:";
    options.start_ms = start_ms;
    options.interrupts = &interrupts;
    minos_server *server;
    char *message;
    minos_status status = minos_server_start(&options, &server, &message);
    assert_true(status == (server == NULL ? MINOS_EIO : MINOS_OK));
    minos_server_stop(server);
    unsetenv("TMPDIR");
    unsetenv("MINOS_REDIS_BIN");
    return message;
}

/* Fails, and leaves only the script in the temporary folder. */
static void expect_failure(const char *script, unsigned start_ms, int interrupted,
                           const char *expected) {
    place p;
    char *message = start(script, start_ms, interrupted, &p);
    assert_non_null(message);
    if (strstr(message, expected) != message) {
        fail_msg("%s", message);
    }
    minos_free(message);
    mns_scratch_unlink(p.folder.data, "redis-server");
    mns_scratch_unlink(p.folder.data, "tries");
    assert_int_equal(rmdir(p.folder.data), 0);
    mns_buf_release(&p.folder);
}

static void failures_leave_nothing(void **state) {
    (void)state;
    setenv("PATH", "/usr/bin:/bin", 1);
    expect_failure("#!/bin/sh\necho some failure\nexit 1\n", 60000, 0,
                   "Redis did not start; end of its log:\n  some failure");
    expect_failure("#!/no/such/shell\n", 60000, 0, "/tmp/minos-test-");
    expect_failure("#!/bin/sh\nexec sleep 1000\n", 300, 0, "Redis was not ready after 300 ms");
    expect_failure("#!/bin/sh\nexec sleep 1000\n", 60000, 1,
                   "interrupted while Redis was starting");
    /* It prints its password, which is not repeated. */
    expect_failure("#!/bin/sh\ncat password\nexit 1\n", 60000, 0,
                   "Redis did not start; end of its log:\n  ********************************");
    expect_failure("#!/bin/sh\necho bind: Address already in use\nexit 1\n", 60000, 0,
                   "Redis found no free port");
}

/* The port is taken the first two times. */
static const char second_thoughts[] =
    "#!/bin/sh\n"
    "tries=$(dirname $0)/tries\n"
    "echo x >>$tries\n"
    "if [ $(wc -l <$tries) -lt 3 ]; then echo Address already in use; exit 1; fi\n"
    "exec redis-server \"$@\"\n";

static void a_taken_port_is_no_failure(void **state) {
    (void)state;
    setenv("PATH", "/usr/local/bin:/usr/bin:/bin", 1);
    if (access("/usr/bin/redis-server", X_OK) != 0) {
        print_message("no redis-server here: a taken port is not tried\n");
        skip();
    }
    place p;
    char *message = start(second_thoughts, 60000, 0, &p);
    assert_null(message);
    mns_scratch_unlink(p.folder.data, "redis-server");
    mns_scratch_unlink(p.folder.data, "tries");
    assert_int_equal(rmdir(p.folder.data), 0);
    mns_buf_release(&p.folder);
}

int main(void) {
    unsetenv("TMPDIR");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets_that_want_one),
        cmocka_unit_test(settings_that_can_be_given),
        cmocka_unit_test(durability_stands_for_others),
        cmocka_unit_test(programs_are_found),
        cmocka_unit_test(logs_are_filtered),
        cmocka_unit_test(failures_leave_nothing),
        cmocka_unit_test(a_taken_port_is_no_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
