/*
 * through_network.c - drivers whose connections go through the network, to throw-away servers: what
 * they see of a reset, a cut, and a server that is gone; and that nothing of it stays.
 *
 * A database that is not installed is skipped, loudly; without any the whole program is.
 */
#include "run/network/client_links.h"
#include "unit/support/driver_support.h"

static const char *const targets[] = {"postgres:", "mariadb:", "redis:"};
enum { CLIENTS = 2 };

/* NULL where it is not installed. */
static minos_server *start(const char *target) {
    minos_server_options options;
    minos_server_options_init(&options);
    options.target = target;
    minos_server *server = NULL;
    char *message;
    if (minos_server_start(&options, &server, &message) != MINOS_OK) {
        if (strstr(message, "not installed") == NULL) {
            fail_msg("%s: %s", target, message);
        }
        print_message("SKIPPED: %s\n", message);
        minos_free(message);
        return NULL;
    }
    return server;
}

/* Opens it, puts the network in front, makes what clients use. */
static mns_links *begin(mns_database *database, mns_network *network) {
    mns_buf message;
    mns_buf_init(&message);
    assert_true(database->driver->open(database));
    mns_links *links = mns_links_make(network, database, 1, &message);
    if (links == NULL) {
        fail_msg("%s", message.data);
    }
    mns_buf_release(&message);
    mns_connection *connection = connected(database, CLIENTS);
    assert_true(database->driver->create(database, connection));
    database->driver->close(connection);
    return links;
}

/* Where it fails depends on how much of a transaction a driver sends at a time. */
static void expect_broken(const mns_database *database, mns_connection *connection) {
    mns_driver_error failure;
    mns_run_txn txn = txn_of(database, "w1=7");
    assert_false(applied(database, connection, &txn) && database->driver->commit(connection, &txn));
    database->driver->classify(connection, &failure);
    assert_true(failure.broken);
    assert_int_not_equal(failure.outcome, MNS_OUTCOME_OK);
    mns_run_txn_release(&txn);
    database->driver->close(connection);
}

static void expect_unreachable(const mns_database *database) {
    mns_driver_error failure;
    mns_connection *connection = database->driver->connect(database, 0, &failure);
    assert_null(connection);
    if (!mns_driver_error_is_transient(&failure)) {
        fail_msg("%s: %s", failure.name, failure.message);
    }
}

/* Returns with the tables dropped. */
static void under_all_conditions(mns_database *database, mns_network *network) {
    static const mns_link_conditions cut = {.cut = true};
    mns_connection *first = connected(database, 0), *second = connected(database, 1);
    expect_ok(database, first, "w1=1", "[[:append 1 1]]");
    assert_int_equal(mns_network_break_all(network, MNS_NETWORK_CLIENT(0), 0, MNS_NETWORK_RESET),
                     1);
    expect_broken(database, first);
    expect_ok(database, second, "r1", "[[:r 1 [1]]]");
    mns_network_set(network, MNS_NETWORK_CLIENT(0), 0, &cut);
    expect_unreachable(database);
    expect_ok(database, second, "r1", "[[:r 1 [1]]]");
    mns_network_restore(network);
    first = connected(database, 0);
    expect_ok(database, first, "r1", "[[:r 1 [1]]]");
    database->driver->close(first);
    database->driver->close(second);
    mns_connection *last = connected(database, CLIENTS);
    database->keys = 2;
    assert_true(database->driver->drop(database, last));
    database->driver->close(last);
}

static bool through_network(const char *target) {
    minos_server *server = start(target);
    if (server == NULL) {
        return false;
    }
    mns_buf message;
    mns_buf_init(&message);
    mns_network *network = mns_network_start(1, &message);
    char *url = strdup(minos_server_url(server, 0)); /* which outlives the server */
    assert_non_null(url);
    const mns_driver *driver = mns_driver_find(url, &message);
    if (network != NULL && driver != NULL) {
        mns_database database = database_of(driver, url, "minos_network");
        database.clients = CLIENTS;
        database.timeout_ms = 2000;
        mns_links *links = begin(&database, network);
        under_all_conditions(&database, network);
        minos_server_stop(server);
        expect_unreachable(&database);
        mns_links_release(links);
        release_database(&database);
    } else {
        print_message("SKIPPED: %s\n", message.data);
        minos_server_stop(server);
    }
    mns_network_stop(network);
    mns_buf_release(&message);
    free(url);
    return driver != NULL;
}

static void each_driver(void **state) {
    (void)state;
    bool any = false;
    for (size_t i = 0; i < MNS_COUNT_OF(targets); i++) {
        print_message("  %s\n", targets[i]);
        any = through_network(targets[i]) || any;
    }
    if (!any) {
        exit(77);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_driver)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
