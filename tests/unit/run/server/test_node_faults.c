/* test_node_faults.c - src/run/server/node_faults.c, faketime.c and small_disk.c with real servers:
 * a paused one does not answer and then does, clock skew survives a restart, a full disk is full,
 * and everything is removed. What this machine does not support is skipped with a message. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <errno.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "run/server/faketime.h"
#include "run/server/node_faults.h"
#include "run/system/loopback.h"
#include "run/system/scratch.h"
#include <cmocka.h>

#define START_MS 120000

static minos_server *start(const char *target, const char *faults, const char *setting) {
    const char *const settings[] = {setting, NULL};
    minos_server_options options;
    minos_server_options_init(&options);
    options.target = target;
    options.faults = faults;
    options.settings = settings;
    options.start_ms = START_MS;
    minos_server *server;
    char *message;
    if (minos_server_start(&options, &server, &message) != MINOS_OK) {
        if (strstr(message, "not installed") != NULL || strstr(message, "needs root") != NULL ||
            strstr(message, "cannot mount") != NULL) {
            print_message("SKIP: %s\n", message);
            minos_free(message);
            return NULL;
        }
        fail_msg("%s", message);
    }
    return server;
}

static void stop(minos_server *server, mns_buf *message) {
    char folder[200];
    snprintf(folder, sizeof folder, "%s", minos_server_folder(server, 0));
    minos_server_stop(server);
    assert_int_not_equal(access(folder, F_OK), 0);
    mns_buf_release(message);
}

/* ---- Pauses ---------------------------------------------------------------------------------- */

static bool pongs(const mns_node *node) {
    char answer[8];
    return mns_loopback_request(node->ports[0], "PING\r\n", answer, sizeof answer) > 0;
}

static void pauses_and_resumes(void **state) {
    (void)state;
    minos_server *server = start("redis:", NULL, NULL);
    if (server == NULL) {
        skip();
    }
    mns_buf message;
    mns_buf_init(&message);
    mns_node *node = &server->nodes[0];
    assert_true(pongs(node));
    assert_true(mns_node_pause(node));
    assert_false(pongs(node));
    assert_true(mns_node_is_running(node));
    assert_true(mns_node_resume(node));
    assert_true(
        mns_node_start(node, START_MS, &message)); /* it runs: only waits until it is ready */
    assert_int_equal(node->starts, 1);
    assert_true(mns_node_pause(node));
    mns_node_kill(node); /* paused or not */
    assert_false(mns_node_pause(node));
    assert_true(mns_node_start(node, START_MS, &message));
    mns_node_stop(node, START_MS);
    assert_false(mns_node_is_running(node));
    assert_true(mns_node_start(node, START_MS, &message));
    assert_int_equal(node->starts, 3);
    assert_true(mns_node_pause(node)); /* and stays paused */
    stop(server, &message);
}

/* ---- Clocks ---------------------------------------------------------------------------------- */

/* The time of the last line in PostgreSQL's log, by its own clock. */
static double last_logged(const mns_node *node) {
    mns_buf text;
    mns_buf_init(&text);
    double when = 0;
    if (mns_scratch_read(node->folder.data, MNS_SERVER_LOG, 1 << 20, &text) && text.size > 1) {
        mns_buf_truncate(&text, text.size - 1);
        const char *end = strrchr(text.data, '\n');
        struct tm t = {0};
        if (sscanf(end != NULL ? end + 1 : text.data, "%d-%d-%d %d:%d:%d", &t.tm_year, &t.tm_mon,
                   &t.tm_mday, &t.tm_hour, &t.tm_min, &t.tm_sec) == 6) {
            t.tm_year -= 1900;
            t.tm_mon -= 1;
            when = (double)mktime(&t);
        }
    }
    mns_buf_release(&text);
    return when;
}

/* It logs connections. A signal would not do: while PostgreSQL waits, libfaketime does not update
 * its time. */
static void expect_skew(mns_node *node, double seconds) {
    for (unsigned i = 0; i < 6000; i++) {
        char none;
        mns_loopback_request(node->ports[0], "x", &none, 1);
        double skew = last_logged(node) - (double)time(NULL);
        if (skew > seconds - 60 && skew < seconds + 60) {
            return;
        }
        struct timespec step = {.tv_nsec = 10000000};
        nanosleep(&step, NULL);
    }
    fail_msg("not off by %f s but by %f", seconds, last_logged(node) - (double)time(NULL));
}

static void clocks_are_wrong(void **state) {
    (void)state;
    setenv("TZ", "UTC", 1);
    minos_server *server = start("postgres:", "clock", "log_connections=on");
    if (server == NULL) {
        skip();
    }
    mns_buf message;
    mns_buf_init(&message);
    mns_node *node = &server->nodes[0];
    expect_skew(node, 0);
    assert_true(mns_node_skew(node, 100000.5, &message));
    expect_skew(node, 100000);
    mns_node_kill(node);
    assert_true(mns_node_start(node, START_MS, &message));
    expect_skew(node, 100000);
    assert_true(mns_node_skew(node, -5000, &message));
    expect_skew(node, -5000);
    assert_true(mns_node_skew(node, 0, &message));
    expect_skew(node, 0);
    char shared[64];
    snprintf(shared, sizeof shared, "/dev/shm/faketime_shm_%ld", (long)node->pid);
    mns_node_kill(node); /* cannot clean up */
    stop(server, &message);
    assert_int_not_equal(access(shared, F_OK), 0);
}

static void library_is_found(void **state) {
    (void)state;
    mns_buf path, message;
    mns_buf_init(&path);
    mns_buf_init(&message);
    setenv("MINOS_FAKETIME", "/no/such/library.so", 1);
    assert_false(mns_faketime_find(&path, &message));
    assert_string_equal(message.data, "MINOS_FAKETIME: no such library: /no/such/library.so");
    setenv("MINOS_FAKETIME", "/bin/sh", 1);
    assert_true(mns_faketime_find(&path, &message));
    assert_string_equal(path.data, "/bin/sh");
    unsetenv("MINOS_FAKETIME");
    mns_server_kind deaf = {.title = "Deaf", .no_clock_reason = "it has none"};
    mns_buf_clear(&message);
    assert_false(mns_node_faults_check(&deaf, 1u << MNS_FAULT_CLOCK, &message));
    assert_string_equal(message.data, "--faults clock is not supported for Deaf: it has none");
    assert_true(mns_node_faults_check(&deaf, 1u << MNS_FAULT_KILL, &message));
    mns_buf_release(&path);
    mns_buf_release(&message);
}

/* ---- Disks ----------------------------------------------------------------------------------- */

/* True if a file of that size can be written to the data folder. */
static bool fits(const mns_node *node, size_t size) {
    mns_buf text, folder;
    mns_buf_init(&text);
    mns_buf_init(&folder);
    mns_buf_repeat(&text, 'x', size);
    mns_buf_printf(&folder, "%s/data", node->folder.data);
    bool written = mns_scratch_write(folder.data, "probe", &text, &node->cluster->user);
    assert_true(written || errno == ENOSPC);
    mns_scratch_unlink(folder.data, "probe");
    mns_buf_release(&text);
    mns_buf_release(&folder);
    return written;
}

static void disks_are_full(void **state) {
    (void)state;
    minos_server *server = start("redis:", "disk-full", NULL);
    if (server == NULL) {
        skip();
    }
    mns_buf message;
    mns_buf_init(&message);
    mns_node *node = &server->nodes[0];
    assert_true(fits(node, 1 << 20));
    assert_true(mns_node_fill_disk(node, &message));
    assert_true(mns_node_fill_disk(node, &message)); /* again is allowed */
    assert_false(fits(node, 4096));
    assert_true(pongs(node));
    mns_node_kill(node);
    assert_false(fits(node, 4096)); /* a full disk survives the server */
    assert_true(mns_node_free_disk(node, &message));
    assert_true(mns_node_free_disk(node, &message));
    assert_true(fits(node, 1 << 20));
    assert_true(mns_node_fill_disk(node, &message)); /* and stays full */
    stop(server, &message);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pauses_and_resumes),
        cmocka_unit_test(clocks_are_wrong),
        cmocka_unit_test(library_is_found),
        cmocka_unit_test(disks_are_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
