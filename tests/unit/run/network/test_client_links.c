/* test_client_links.c - src/run/network/client_links.c: which clients have which links, and which
 * targets cannot be proxied. */
#include "unit/support/network_support.h"

#include "run/network/client_links.h"
#include "unit/support/driver_support.h"

static const char *host = "127.0.0.1";
static unsigned ports[2];

static bool address(const mns_database *database, char name[MNS_HOST_SIZE], unsigned *port,
                    mns_buf *message) {
    if (host == NULL) {
        mns_buf_str(message, "a Unix socket");
        return false;
    }
    snprintf(name, MNS_HOST_SIZE, "%s", host);
    *port = ports[database->node];
    return true;
}

static const mns_driver proxied = {.address = address}, embedded = {.address = NULL};

static void databases_of(mns_database databases[2], const mns_driver *driver, unsigned clients) {
    for (unsigned i = 0; i < 2; i++) {
        databases[i] = (mns_database){
            .driver = driver, .target = "some://me:secret@there", .clients = clients, .node = i};
    }
}

static void clients_have_links_of_their_own(void **state) {
    (void)state;
    enum { CLIENTS = MNS_LINKS_CLIENTS + 6 };
    mns_network *network = start_network();
    mns_database databases[2];
    mns_buf message;
    mns_buf_init(&message);
    int listeners[2] = {listen_at(&ports[0]), listen_at(&ports[1])};
    databases_of(databases, &proxied, CLIENTS);
    mns_links *links = mns_links_make(network, databases, 2, &message);
    assert_non_null(links);
    const unsigned *via = databases[0].proxy_ports;
    for (unsigned i = 0; i < CLIENTS; i++) {
        for (unsigned j = 0; j < i; j++) {
            assert_int_equal(via[i] == via[j], i % MNS_LINKS_CLIENTS == j);
        }
        assert_int_not_equal(via[i], databases[1].proxy_ports[i]);
        assert_int_not_equal(via[i], via[CLIENTS]);
    }
    /* Each leads to its node and identifies its client. */
    mns_network_set(network, MNS_NETWORK_CLIENT(3), 1, &cut);
    int near[3] = {connect_to(databases[1].proxy_ports[2]), connect_to(databases[1].proxy_ports[3]),
                   connect_to(databases[0].proxy_ports[3])};
    say(near[0], "a");
    say(near[1], "b");
    say(near[2], "c");
    int far = accept_from(listeners[1]), other = accept_from(listeners[0]);
    hear(far, "a");
    hear(other, "c");
    assert_false(has_input(listeners[1], 100));
    mns_links_release(links);
    mns_network_stop(network);
    for (int i = 0; i < 3; i++) {
        close(near[i]);
    }
    close(far);
    close(other);
    close(listeners[0]);
    close(listeners[1]);
    mns_buf_release(&message);
}

static void targets_without_address_are_rejected(void **state) {
    (void)state;
    mns_network *network = start_network();
    mns_database databases[2];
    mns_buf message;
    mns_buf_init(&message);
    databases_of(databases, &embedded, 1);
    assert_null(mns_links_make(network, databases, 2, &message));
    assert_non_null(strstr(message.data, "some://"));
    assert_null(strstr(message.data, "secret"));
    mns_buf_clear(&message);
    databases_of(databases, &proxied, 1);
    host = NULL;
    assert_null(mns_links_make(network, databases, 2, &message));
    assert_non_null(strstr(message.data, "a Unix socket"));
    assert_null(databases[0].proxy_ports);
    host = "127.0.0.1";
    mns_buf_release(&message);
    mns_network_stop(network);
}

/* ---- Addresses of targets -------------------------------------------------------------------- */

/* The address that a driver reports for a target: HOST PORT, or why not. */
static void expect(const char *target, const char *expected) {
    mns_buf said;
    mns_buf_init(&said);
    const mns_driver *driver = mns_driver_find(target, &said);
    if (driver != NULL) {
        char name[MNS_HOST_SIZE];
        unsigned port;
        mns_database database = database_of(driver, target, "minos_test");
        if (!driver->open(&database)) {
            fail_msg("%s", database.message.data);
        }
        if (driver->address(&database, name, &port, &said)) {
            mns_buf_printf(&said, "%s %u", name, port);
        }
        release_database(&database);
        if (strstr(said.data, expected) == NULL) {
            fail_msg("%s: %s", target, said.data);
        }
    }
    mns_buf_release(&said);
}

static void targets_have_addresses(void **state) {
    (void)state;
    unsetenv("PGHOST");
    unsetenv("PGHOSTADDR");
    unsetenv("PGPORT");
    expect("postgres://me@there:77/db", "there 77");
    expect("postgres://me@there/db", "there 5432");
    expect("postgres://me@there/db?hostaddr=10.0.0.1", "10.0.0.1 5432");
    expect("postgres:///db", "a Unix socket");
    expect("postgres:///db?host=/run/postgresql", "a Unix socket");
    expect("postgres://a:1,b:2/db", "several hosts");
    expect("postgres:///?service=x", "a service");
    setenv("PGHOST", "elsewhere", 1);
    expect("postgres:///db", "elsewhere 5432");
    unsetenv("PGHOST");
    expect("mysql://me@there:77/db", "there 77");
    expect("mysql://me@there/db", "there 3306");
    expect("mysql://me@localhost:77/db", "localhost 77");
    expect("mysql://me@localhost/db", "a Unix socket");
    expect("mysql:///db", "a Unix socket");
    expect("mysql://me@there/db?socket=/x", "a Unix socket");
    expect("mysql://me@there/db?ssl-mode=verify_identity", "verified");
    expect("redis://there", "there 6379");
    expect("redis://[::1]:77/2", "::1 77");
    expect("redis://%2Ftmp%2Fx.sock", "a Unix socket");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clients_have_links_of_their_own),
        cmocka_unit_test(targets_without_address_are_rejected),
        cmocka_unit_test(targets_have_addresses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
