/* test_server_postgres_replica.c - src/run/server/server_postgres_replica.c: the arguments of each
 * node; and, if PostgreSQL is installed, the properties of a standby, synchronous replication, and
 * that killed nodes keep their role. */
#include <stdio.h>

#if defined(MNS_HAVE_LIBPQ)

#include <time.h>
#include <unistd.h>

#include "run/driver/postgres/postgres.h"
#include "run/server/server.h"
#include "unit/support/driver_support.h"

static const mns_driver *const driver = &mns_driver_postgres;

/* ---- Arguments of nodes ---------------------------------------------------------------------- */

static const char *none[] = {NULL};
static const char *chosen[] = {"synchronous_commit=local", "wal_sender_timeout=9s", NULL};

static void cluster_init(minos_server *server, unsigned nodes, bool sync) {
    *server = (minos_server){.kind = &mns_server_postgres_replica,
                             .settings = none,
                             .sync = sync,
                             .node_count = nodes,
                             .password = "geheim"};
    mns_buf_str(&server->program, "/no/such/bin/postgres");
    for (unsigned i = 0; i < nodes; i++) {
        server->nodes[i] = (mns_node){.cluster = server, .number = i, .ports = {7000 + i}};
        mns_buf_printf(&server->nodes[i].folder, "/tmp/f%u", i);
    }
}

static void cluster_release(minos_server *server) {
    for (unsigned i = 0; i < server->node_count; i++) {
        mns_buf_release(&server->nodes[i].folder);
    }
    mns_buf_release(&server->program);
}

/* The position of an argument in a launch, from 1; 0: none. No argument is the password. */
static size_t place_of(const mns_launch *launch, const char *word) {
    size_t found = 0, place = 1;
    for (size_t at = 0; at < launch->args.size; at += strlen(launch->args.data + at) + 1) {
        assert_null(strstr(launch->args.data + at, "geheim"));
        found = strcmp(launch->args.data + at, word) == 0 ? place : found;
        place++;
    }
    return found;
}

typedef void making(const mns_node *node, mns_launch *launch);

static size_t place_in(making *how, const mns_node *node, const char *word) {
    mns_launch launch;
    mns_launch_init(&launch);
    how(node, &launch);
    size_t place = place_of(&launch, word);
    mns_launch_release(&launch);
    return place;
}

static void the_primary_waits_for_all_if_told(void **state) {
    (void)state;
    making *serve = mns_server_postgres_replica.serve;
    static const char commit[] = "synchronous_commit=remote_apply";
    static const char names[] = "synchronous_standby_names=2 (minos_1, minos_2)";
    minos_server server;
    cluster_init(&server, 3, true);
    assert_int_not_equal(place_in(serve, &server.nodes[0], commit), 0);
    assert_int_not_equal(place_in(serve, &server.nodes[0], names), 0);
    assert_int_equal(place_in(serve, &server.nodes[1], commit), 0);
    assert_int_equal(place_in(serve, &server.nodes[1], names), 0);
    server.sync = false;
    assert_int_equal(place_in(serve, &server.nodes[0], commit), 0);
    assert_int_equal(place_in(serve, &server.nodes[0], names), 0);
    cluster_release(&server);
    /* No replica to wait for. */
    cluster_init(&server, 1, true);
    assert_int_equal(place_in(serve, &server.nodes[0], commit), 0);
    cluster_release(&server);
}

static void user_settings_come_last(void **state) {
    (void)state;
    making *serve = mns_server_postgres_replica.serve;
    minos_server server;
    cluster_init(&server, 2, true);
    server.settings = chosen;
    const mns_node *node = &server.nodes[0];
    assert_true(place_in(serve, node, "synchronous_commit=remote_apply") <
                place_in(serve, node, "synchronous_commit=local"));
    assert_true(place_in(serve, node, "wal_sender_timeout=5s") <
                place_in(serve, node, "wal_sender_timeout=9s"));
    cluster_release(&server);
}

static void replicas_follow_the_primary(void **state) {
    (void)state;
    const mns_server_kind *kind = &mns_server_postgres_replica;
    static const char follows[] =
        "primary_conninfo=host=127.0.0.1 port=7000 user=minos application_name=minos_2";
    minos_server server;
    cluster_init(&server, 3, false);
    assert_int_not_equal(place_in(kind->serve, &server.nodes[2], follows), 0);
    assert_int_not_equal(place_in(kind->serve, &server.nodes[2], "primary_slot_name=minos_2"), 0);
    assert_int_equal(place_in(kind->serve, &server.nodes[0], "primary_slot_name=minos_0"), 0);
    assert_int_not_equal(place_in(kind->make, &server.nodes[2], "--slot=minos_2"), 0);
    assert_int_not_equal(place_in(kind->make, &server.nodes[2], "--port=7000"), 0);
    assert_int_equal(place_in(kind->make, &server.nodes[0], "--port=7000"), 0);
    assert_int_not_equal(place_in(kind->make, &server.nodes[0], "--no-sync"), 0);
    cluster_release(&server);
}

/* ---- On live servers ------------------------------------------------------------------------- */

/* A primary and a standby, each with a client. */
typedef struct fixture {
    minos_server *server;
    mns_database databases[2];
    mns_connection *primary, *standby;
} fixture;

static void joined(mns_database *database) {
    assert_true(driver->open(database));
    mns_connection *connection = connected(database, database->clients);
    if (!driver->join(database, connection)) {
        fail_msg("%s", database->message.data);
    }
    driver->close(connection);
}

static bool reads(const mns_database *database, mns_connection *connection, const char *text,
                  const char *expected) {
    mns_run_txn txn = txn_of(database, text);
    mns_buf answer;
    mns_buf_init(&answer);
    bool good = applied(database, connection, &txn) && driver->commit(connection, &txn);
    if (good) {
        mns_run_txn_write(&txn, true, &answer);
        good = strcmp(answer.data, expected) == 0;
    } else {
        driver->rollback(connection);
    }
    mns_buf_release(&answer);
    mns_run_txn_release(&txn);
    return good;
}

/* The standby eventually shows it, over an existing connection. */
static void expect_soon(const fixture *f, const char *text, const char *expected) {
    enum { STEPS = 6000 };
    for (unsigned step = 0; step < STEPS; step++) {
        if (reads(&f->databases[1], f->standby, text, expected)) {
            return;
        }
        struct timespec pause = {.tv_nsec = 10000000};
        nanosleep(&pause, NULL);
    }
    fail_msg("the standby never showed %s", expected);
}

static void fixture_open(fixture *f, const char *level, int sync) {
    minos_server_options options;
    char *message;
    minos_server_options_init(&options);
    options.target = "postgres:replica";
    options.sync = sync;
    if (minos_server_start(&options, &f->server, &message) != MINOS_OK) {
        fail_msg("%s", message);
    }
    assert_int_equal(minos_server_nodes(f->server), 2);
    for (unsigned i = 0; i < 2; i++) {
        f->databases[i] = database_of(driver, minos_server_url(f->server, i), "minos_test");
        f->databases[i].node = i;
        f->databases[i].level = level_of(driver, level);
        f->databases[i].claims = f->databases[i].level->claims;
    }
    created(&f->databases[0]);
    joined(&f->databases[1]);
    f->primary = connected(&f->databases[0], 0);
    f->standby = connected(&f->databases[1], 1);
    expect_soon(f, "r1", "[[:r 1 nil]]");
}

/* Both nodes are removed. */
static void fixture_close(fixture *f) {
    char folders[2][200];
    driver->close(f->primary);
    driver->close(f->standby);
    for (unsigned i = 0; i < 2; i++) {
        snprintf(folders[i], sizeof folders[i], "%s", minos_server_folder(f->server, i));
        assert_int_equal(access(folders[i], F_OK), 0);
        release_database(&f->databases[i]);
    }
    minos_server_stop(f->server);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_not_equal(access(folders[i], F_OK), 0);
    }
}

static void a_synchronous_standby_has_what_was_acknowledged(void **state) {
    (void)state;
    enum { ROUNDS = 200 };
    fixture f;
    fixture_open(&f, "repeatable-read", 1);
    assert_false(f.databases[0].read_only);
    assert_true(f.databases[1].read_only);
    assert_string_equal(f.databases[1].claims, "snapshot-isolation");
    assert_int_equal(f.databases[1].warnings.size, 0);
    assert_int_equal(strncmp(f.databases[1].version.data, "PostgreSQL ", 11), 0);
    for (unsigned i = 2; i < ROUNDS; i++) {
        char write[32], written[48], read[32], expected[48];
        snprintf(write, sizeof write, "w%u=1", i);
        snprintf(written, sizeof written, "[[:append %u 1]]", i);
        snprintf(read, sizeof read, "r%u", i);
        snprintf(expected, sizeof expected, "[[:r %u [1]]]", i);
        expect_ok(&f.databases[0], f.primary, write, written);
        expect_ok(&f.databases[1], f.standby, read, expected);
    }
    fixture_close(&f);
}

/* Kills a node and restarts it; its client reconnects. */
static void crash(fixture *f, unsigned i) {
    mns_connection **client = i == 0 ? &f->primary : &f->standby;
    mns_buf message;
    mns_buf_init(&message);
    mns_node_kill(&f->server->nodes[i]);
    if (i == 1) {
        expect_ok(&f->databases[0], f->primary, "w3=1", "[[:append 3 1]]");
    }
    if (!mns_node_start(&f->server->nodes[i], 60000, &message)) {
        fail_msg("%s", message.data);
    }
    mns_buf_release(&message);
    driver->close(*client);
    *client = connected(&f->databases[i], i);
}

static void an_asynchronous_standby_reads_only_and_catches_up(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, "serializable", 0);
    /* Its sessions are REPEATABLE READ, since SERIALIZABLE would be rejected. */
    assert_true(f.databases[1].read_only);
    assert_string_equal(f.databases[0].claims, "serializable");
    assert_string_equal(f.databases[1].claims, "snapshot-isolation");
    assert_non_null(strstr(f.databases[1].warnings.data, "node 1 is a standby"));
    mns_run_txn txn = txn_of(&f.databases[1], "w1=1 r1");
    assert_false(applied(&f.databases[1], f.standby, &txn));
    expect_driver_error(&f.databases[1], f.standby, MNS_OUTCOME_FAIL, "read-only", false);
    assert_true(driver->rollback(f.standby));
    mns_run_txn_release(&txn);

    expect_ok(&f.databases[0], f.primary, "w2=1", "[[:append 2 1]]");
    expect_soon(&f, "r2", "[[:r 2 [1]]]");
    crash(&f, 1);
    expect_soon(&f, "r2 r3", "[[:r 2 [1]] [:r 3 [1]]]");
    crash(&f, 0);
    expect_ok(&f.databases[0], f.primary, "w3=2 r2", "[[:append 3 2] [:r 2 [1]]]");
    expect_soon(&f, "r3", "[[:r 3 [1 2]]]");
    fixture_close(&f);
}

static bool is_installed(void) {
    mns_buf path, message;
    mns_buf_init(&path);
    mns_buf_init(&message);
    bool there = mns_server_program(&mns_server_postgres_replica, &path, &message);
    if (!there) {
        printf("SKIPPED: nothing was tried on live servers: %s\n", message.data);
    }
    mns_buf_release(&path);
    mns_buf_release(&message);
    return there;
}

int main(void) {
    const struct CMUnitTest words[] = {
        cmocka_unit_test(the_primary_waits_for_all_if_told),
        cmocka_unit_test(user_settings_come_last),
        cmocka_unit_test(replicas_follow_the_primary),
    };
    const struct CMUnitTest live[] = {
        cmocka_unit_test(a_synchronous_standby_has_what_was_acknowledged),
        cmocka_unit_test(an_asynchronous_standby_reads_only_and_catches_up),
    };
    int failed = cmocka_run_group_tests_name("words", words, NULL, NULL);
    return is_installed() ? failed + cmocka_run_group_tests_name("live", live, NULL, NULL) : failed;
}

#else

int main(void) {
    puts("built without libpq");
    return 77;
}

#endif
