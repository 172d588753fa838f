/* test_server_galera.c - src/run/server/server_galera.c without a cluster: arguments and files of
 * nodes, and that a node continues from InnoDB's position.
 *
 * A script replaces mariadbd and prints its arguments. tests/live/galera_nodes.c uses real nodes.
 * Skipped if Galera is not installed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "run/server/server.h"
#include "run/system/scratch.h"
#include <cmocka.h>

enum { NODES = 3, PORTS = 4 };

static const char *const none[] = {NULL};

/* A cluster with folders, not running. */
typedef struct cluster {
    minos_server server;
    mns_buf message;
} cluster;

static void cluster_open(cluster *c) {
    memset(c, 0, sizeof *c);
    mns_buf_init(&c->message);
    c->server.kind = &mns_server_galera;
    c->server.settings = (const char **)none;
    c->server.node_count = NODES;
    snprintf(c->server.password, sizeof c->server.password, "secret");
    mns_buf_init(&c->server.program);
    mns_buf_str(&c->server.program, "/usr/sbin/mariadbd");
    for (unsigned i = 0; i < NODES; i++) {
        mns_node *node = &c->server.nodes[i];
        *node = (mns_node){.cluster = &c->server, .number = i};
        mns_buf_init(&node->folder);
        assert_true(mns_scratch_create("test", &node->folder, &c->message));
        for (unsigned j = 0; j < PORTS; j++) {
            node->ports[j] = 1000 * (i + 1) + j;
        }
    }
}

static void cluster_close(cluster *c) {
    for (unsigned i = 0; i < NODES; i++) {
        assert_true(mns_scratch_remove(c->server.nodes[i].folder.data));
        mns_buf_release(&c->server.nodes[i].folder);
    }
    mns_buf_release(&c->server.program);
    mns_buf_release(&c->message);
}

/* Skips the test if the files of a node cannot be written. */
static void fill(cluster *c, unsigned number) {
    if (!mns_server_galera.files(&c->server.nodes[number], &c->message)) {
        assert_non_null(strstr(c->message.data, "installed"));
        print_message("%s\n", c->message.data);
        cluster_close(c);
        skip();
    }
}

static bool has_word(const mns_launch *launch, const char *word) {
    for (size_t at = 0; at < launch->args.size; at += strlen(launch->args.data + at) + 1) {
        if (strcmp(launch->args.data + at, word) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether an argument contains these bytes. */
static bool has_part(const mns_launch *launch, const char *part) {
    for (size_t at = 0; at < launch->args.size; at += strlen(launch->args.data + at) + 1) {
        if (strstr(launch->args.data + at, part) != NULL) {
            return true;
        }
    }
    return false;
}

static void nodes_are_told_of_each_other(void **state) {
    (void)state;
    cluster c;
    cluster_open(&c);
    fill(&c, 1);
    mns_launch launch;
    mns_launch_init(&launch);
    mns_server_galera.serve(&c.server.nodes[1], &launch);
    assert_true(has_word(&launch, "--wsrep-cluster-address="
                                  "gcomm://127.0.0.1:1001,127.0.0.1:2001,127.0.0.1:3001"));
    assert_true(has_word(&launch, "--port=2000"));
    assert_true(has_part(&launch, "gmcast.listen_addr=tcp://127.0.0.1:2001"));
    assert_true(has_part(&launch, "ist.recv_addr=127.0.0.1:2002"));
    assert_true(has_word(&launch, "--wsrep-sst-receive-address=127.0.0.1:2003"));
    assert_false(has_part(&launch, "new-cluster")); /* not even the first */
    assert_false(has_part(&launch, "secret"));
    mns_launch_release(&launch);
    cluster_close(&c);
}

static unsigned count(const char *text, const char *words) {
    unsigned n = 0;
    for (const char *at = text; (at = strstr(at, words)) != NULL; at++) {
        n++;
    }
    return n;
}

static void all_were_in_the_last_component(void **state) {
    (void)state;
    cluster c;
    cluster_open(&c);
    for (unsigned i = 0; i < NODES; i++) {
        fill(&c, i);
        mns_buf text;
        mns_buf_init(&text);
        assert_true(mns_scratch_read(c.server.nodes[i].folder.data, "gvwstate.dat", 4096, &text));
        assert_int_equal(count(text.data, "my_uuid: "), 1);
        assert_int_equal(count(text.data, "member: "), NODES);
        /* It is one of them. */
        char mine[64];
        assert_int_equal(sscanf(text.data, "my_uuid: %36s", mine), 1);
        assert_int_equal(count(text.data, mine), i == 0 ? 3 : 2);
        mns_buf_release(&text);
    }
    cluster_close(&c);
}

/* Runs a launch and waits for it; returns its output. */
static void run(cluster *c, mns_launch *launch, mns_buf *output) {
    char path[400];
    const char *folder = c->server.nodes[1].folder.data;
    snprintf(path, sizeof path, "%s/output", folder);
    launch->folder = folder;
    launch->output = path;
    mns_launch_variable(launch, "PATH", "/usr/bin:/bin");
    mns_launch_failure failure;
    pid_t pid = mns_launch_run(launch, &failure);
    assert_true(pid > 0);
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    mns_buf_init(output);
    assert_true(mns_scratch_read(folder, "output", 100000, output));
}

/* A server that recovers as the script says, else prints its last argument. */
static void expect_start(const char *recovers, const char *expected) {
    cluster c;
    cluster_open(&c);
    fill(&c, 1);
    mns_buf script, output;
    mns_buf_init(&script);
    mns_buf_printf(&script,
                   "#!/bin/sh\nfor last; do :; done\n"
                   "if [ \"$last\" = --wsrep-recover ]; then %s; else echo \"<$last>\"; fi\n",
                   recovers);
    assert_true(
        mns_scratch_write(c.server.nodes[0].folder.data, "mariadbd", &script, &c.server.user));
    mns_buf_clear(&c.server.program);
    mns_buf_printf(&c.server.program, "%s/mariadbd", c.server.nodes[0].folder.data);
    assert_int_equal(chmod(c.server.program.data, 0700), 0);
    mns_launch launch;
    mns_launch_init(&launch);
    mns_server_galera.serve(&c.server.nodes[1], &launch);
    run(&c, &launch, &output);
    assert_non_null(strstr(output.data, expected));
    mns_launch_release(&launch);
    mns_buf_release(&script);
    mns_buf_release(&output);
    cluster_close(&c);
}

static void it_resumes_from_its_position(void **state) {
    (void)state;
    expect_start("echo 'x [Note] WSREP: Recovered position: abc-def:17' >&2",
                 "<--wsrep-start-position=abc-def:17>");
    /* No position is passed if none can be recovered. */
    expect_start("echo WSREP: no idea", "<--wsrep-cluster-address=gcomm://");
    expect_start("exit 1", "<--wsrep-cluster-address=gcomm://");
}

/* The state of an earlier start is ignored. */
static void an_old_state_is_forgotten(void **state) {
    (void)state;
    cluster c;
    cluster_open(&c);
    fill(&c, 1);
    mns_node *node = &c.server.nodes[1];
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_str(&text, "synced\n");
    assert_true(mns_scratch_write(node->folder.data, "state", &text, &c.server.user));
    mns_launch launch;
    mns_launch_init(&launch);
    mns_server_galera.serve(node, &launch);
    mns_buf_clear(&text);
    assert_false(mns_scratch_read(node->folder.data, "state", 100, &text));
    assert_false(mns_server_galera.is_ready(node));
    mns_launch_release(&launch);
    mns_buf_release(&text);
    cluster_close(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_are_told_of_each_other),
        cmocka_unit_test(all_were_in_the_last_component),
        cmocka_unit_test(it_resumes_from_its_position),
        cmocka_unit_test(an_old_state_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
