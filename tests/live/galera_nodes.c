/*
 * galera_nodes.c - nodes of a Galera cluster that are killed, one, most and all of them, and come
 * back with all that was acknowledged.
 *
 * Skipped, loudly, where Galera is not installed or this build has no client for it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>

#include "clients.h"
#include "run/server/server.h"
#include <cmocka.h>

#define START_MS 120000
#define NODES 3

static minos_server *server;
static unsigned rows; /* that were acknowledged */

static void ask(unsigned node, const char *statement, told answer) {
    const char *const statements[] = {statement, NULL};
    about a;
    about_node(server, node, &a);
    assert_true(client_ask("galera:", &a, statements, answer));
}

/* Adds a row through a node. */
static void add(unsigned node) {
    char statement[60];
    told answer;
    snprintf(statement, sizeof statement, "INSERT INTO t VALUES (%u)", rows);
    ask(node, statement, answer);
    assert_string_equal(answer, "");
    rows++;
}

/* All nodes have all rows, in whatever they were told with their own transactions before. */
static void expect_rows(void) {
    char expected[20];
    snprintf(expected, sizeof expected, "%u", rows);
    for (unsigned node = 0; node < NODES; node++) {
        told answer;
        ask(node, "SET STATEMENT wsrep_sync_wait = 1 FOR SELECT count(*) FROM t", answer);
        assert_string_equal(answer, expected);
        ask(node, "SELECT @@wsrep_cluster_name", answer);
        assert_string_equal(answer, "minos");
    }
}

/* Waits until a statement is answered like that; nodes that must wait for each other are not all
 * ready when the last of them is. */
static void wait_for(unsigned node, const char *statement, const char *expected) {
    told answer = "";
    for (unsigned i = 0; i < PATIENCE_STEPS && strcmp(answer, expected) != 0; i++) {
        ask(node, statement, answer);
        if (strcmp(answer, expected) != 0) {
            pause_step();
        }
    }
    assert_string_equal(answer, expected);
}

/* Kills nodes, and starts them again in the same order. */
static void kill_and_start(const unsigned *nodes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        mns_node_kill(&server->nodes[nodes[i]]);
    }
    mns_buf message;
    mns_buf_init(&message);
    for (size_t i = 0; i < count; i++) {
        if (!mns_node_start(&server->nodes[nodes[i]], START_MS, &message)) {
            fail_msg("%s", message.data);
        }
    }
    mns_buf_release(&message);
    for (unsigned node = 0; node < NODES; node++) {
        wait_for(node, "SELECT count(*) > 0 FROM t", "1");
    }
}

static void one_is_given_what_it_missed(void **state) {
    (void)state;
    mns_node_kill(&server->nodes[1]);
    wait_for(0, "SELECT count(*) > 0 FROM t", "1");
    add(0);
    add(2);
    kill_and_start((unsigned[]){1}, 1);
    expect_rows();
    add(1);
    expect_rows();
}

static void most_of_them_come_back(void **state) {
    (void)state;
    kill_and_start((unsigned[]){0, 2}, 2);
    expect_rows();
}

/* Whoever is started first need not be the one that knows most. */
static void all_of_them_come_back(void **state) {
    (void)state;
    mns_node_kill(&server->nodes[0]);
    wait_for(1, "SELECT count(*) > 0 FROM t", "1");
    add(1);
    add(2);
    kill_and_start((unsigned[]){0, 1, 2}, 3);
    expect_rows();
    add(0);
    expect_rows();
}

int main(void) {
    minos_server_options options;
    minos_server_options_init(&options);
    options.target = "galera:";
    options.start_ms = START_MS;
    char *message;
    if (minos_server_start(&options, &server, &message) != MINOS_OK) {
        bool missing = strstr(message, "not installed") != NULL;
        printf("%s: %s\n", missing ? "SKIPPED" : "FAILED", message);
        minos_free(message);
        return missing ? 77 : 1;
    }
    about all[NODES];
    for (unsigned node = 0; node < NODES; node++) {
        about_node(server, node, &all[node]);
    }
    told answer;
    const char *const create[] = {"CREATE TABLE t (id int PRIMARY KEY)", NULL};
    if (!client_ask("galera:", &all[0], create, answer)) {
        printf("SKIPPED: this build has no client for it\n");
        minos_server_stop(server);
        return 77;
    }
    add(0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_is_given_what_it_missed),
        cmocka_unit_test(most_of_them_come_back),
        cmocka_unit_test(all_of_them_come_back),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    minos_server_stop(server);
    for (unsigned node = 0; node < NODES && failed == 0; node++) {
        failed += any_process_of(&all[node]);
    }
    return failed;
}
