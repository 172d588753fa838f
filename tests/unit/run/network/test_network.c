/* test_network.c - src/run/network/network.c and related files: bytes through the proxy, callers,
 * and breaks. For conditions see test_link_conditions.c. */
#include "unit/support/network_support.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* ---- No faults ------------------------------------------------------------------------------- */

static void megabytes_pass_both_ways(void **state) {
    (void)state;
    echo server;
    pthread_t thread;
    mns_network *network = start_network();
    echo_start(&server);
    talk t = {.fd = connect_to(link_to(network, CLIENT, 0, server.port)), .size = 20 << 20};
    assert_int_equal(pthread_create(&thread, NULL, talk_on, &t), 0);
    static unsigned char bytes[65536];
    size_t at = 0;
    ssize_t got;
    while ((got = recv(t.fd, bytes, sizeof bytes, 0)) > 0) {
        for (ssize_t i = 0; i < got; i++, at++) {
            if (bytes[i] != byte_at(at)) {
                fail_msg("byte %zu differs", at);
            }
        }
    }
    assert_int_equal(got, 0);
    assert_int_equal(at, t.size);
    pthread_join(thread, NULL);
    close(t.fd);
    await_connections(network, 0);
    echo_stop(&server);
    mns_network_stop(network);
}

static void one_direction_can_end(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    say(f.near, "last");
    shutdown(f.near, SHUT_WR);
    hear(f.far, "last");
    assert_true(is_finished(f.far));
    say(f.far, "still");
    hear(f.near, "still");
    assert_int_equal(mns_network_connections(f.network), 1);
    shutdown(f.far, SHUT_WR);
    assert_true(is_finished(f.near));
    await_connections(f.network, 0);
    tear_down(&f);
}

static void closed_senders_are_delivered(void **state) {
    (void)state;
    unsigned port;
    mns_network *network = start_network();
    int listener = listen_at(&port);
    int near = connect_to(link_to(network, CLIENT, 0, port));
    say(near, "bye");
    close(near);
    int far = accept_from(listener);
    hear(far, "bye");
    assert_true(is_finished(far));
    close(far);
    close(listener);
    mns_network_stop(network);
}

static void breaks_are_passed_on(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    struct linger at_once = {.l_onoff = 1};
    say(f.near, "before");
    setsockopt(f.near, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(f.near);
    hear(f.far, "before");
    assert_true(is_reset(f.far));
    await_connections(f.network, 0);
    f.near = -1;
    tear_down(&f);
}

static void no_listener_is_a_reset(void **state) {
    (void)state;
    unsigned port;
    mns_network *network = start_network();
    int listener = listen_at(&port);
    unsigned at = link_to(network, CLIENT, 0, port);
    close(listener);
    int near = connect_to(at);
    assert_true(is_reset(near));
    close(near);
    await_connections(network, 0);
    mns_network_stop(network);
}

static void names_are_looked_up(void **state) {
    (void)state;
    unsigned port;
    mns_buf message;
    mns_buf_init(&message);
    mns_network *network = start_network();
    int listener = listen_at(&port);
    /* ::1 may come first, where no server listens. */
    unsigned at = mns_network_link(network, CLIENT, 0, "localhost", port, &message);
    assert_int_not_equal(at, 0);
    int near = connect_to(at), far = accept_from(listener);
    say(near, "x");
    hear(far, "x");
    /* Too long for a host name, so no resolver is asked. */
    char nonsense[101] = "";
    memset(nonsense, 'x', sizeof nonsense - 1);
    assert_int_equal(mns_network_link(network, CLIENT, 0, nonsense, port, &message), 0);
    assert_non_null(strstr(message.data, nonsense));
    mns_buf_release(&message);
    mns_network_stop(network);
    close(near);
    close(far);
    close(listener);
}

static void many_connections(void **state) {
    (void)state;
    enum { COUNT = 500 };
    static int fds[COUNT];
    echo server;
    mns_network *network = start_network();
    echo_start(&server);
    unsigned port = link_to(network, CLIENT, 0, server.port);
    char text[16];
    for (int i = 0; i < COUNT; i++) {
        fds[i] = connect_to(port);
        snprintf(text, sizeof text, "%08d", i);
        say(fds[i], text);
    }
    for (int i = COUNT - 1; i >= 0; i--) {
        snprintf(text, sizeof text, "%08d", i);
        hear(fds[i], text);
    }
    assert_int_equal(mns_network_connections(network), COUNT);
    mns_network_stop(network); /* with all connections open */
    for (int i = 0; i < COUNT; i++) {
        assert_true(is_reset(fds[i]));
        close(fds[i]);
    }
    echo_stop(&server);
}

/* Connections wait while there are no descriptors. */
static void descriptors_may_run_out(void **state) {
    (void)state;
    fixture f;
    struct rlimit before, none;
    set_up(&f);
    struct sockaddr_in address = loopback(f.port);
    int near = socket(AF_INET, SOCK_STREAM, 0), lowest = dup(near);
    close(lowest);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    none = (struct rlimit){.rlim_cur = (rlim_t)lowest, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    assert_int_equal(connect(near, (struct sockaddr *)&address, sizeof address), 0);
    assert_false(has_input(f.listener, NEVER_MS));
    say(f.near, "meanwhile");
    hear(f.far, "meanwhile");
    assert_int_equal(mns_network_connections(f.network), 1);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    int far = accept_from(f.listener);
    say(near, "at last");
    hear(far, "at last");
    close(near);
    close(far);
    tear_down(&f);
}

/* ---- Scope ----------------------------------------------------------------------------------- */

/* A process that connects, optionally from a child, and stays until it is disconnected. */
static pid_t connect_elsewhere(unsigned port, bool child) {
    pid_t process = fork();
    if (process == 0) {
        if (child && fork() != 0) {
            pause();
        }
        struct sockaddr_in address = loopback(port);
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        char byte;
        if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0 &&
            send(fd, "?", 1, MSG_NOSIGNAL) == 1) {
            recv(fd, &byte, 1, 0);
        }
        _exit(0);
    }
    assert_true(process > 0);
    return process;
}

static void processes_are_known(void **state) {
    (void)state;
    if (access("/proc/net/tcp", R_OK) != 0) {
        skip();
    }
    unsigned port;
    mns_network *network = start_network();
    int listener = listen_at(&port);
    unsigned at = link_to(network, MNS_NETWORK_ANY, 0, port);
    for (int child = 0; child < 2; child++) {
        pid_t process = connect_elsewhere(at, child != 0);
        int far = accept_from(listener);
        hear(far, "?"); /* a reset would discard it */
        /* Not identified yet: matches any, but no node. */
        assert_int_equal(mns_network_break_all(network, 2, 0, MNS_NETWORK_RESET), 0);
        mns_network_process(network, 1, getpid() + 1000000);
        mns_network_process(network, 2, process);
        assert_int_equal(mns_network_break_all(network, 1, 0, MNS_NETWORK_RESET), 0);
        assert_int_equal(mns_network_break_all(network, 2, 0, MNS_NETWORK_RESET), 1);
        assert_true(is_reset(far));
        close(far);
        kill(process, SIGKILL);
        waitpid(process, NULL, 0);
        mns_network_process(network, 2, 0);
    }
    /* Identified before it connects. */
    mns_network_process(network, 3, getpid());
    int near = connect_to(at), far = accept_from(listener);
    mns_network_set(network, 3, 0, &cut);
    assert_false(passes(near, far));
    mns_network_set(network, 3, 0, &fine);
    hear(far, "?");
    close(near);
    close(far);
    close(listener);
    mns_network_stop(network);
}

/* ---- Breaks ---------------------------------------------------------------------------------- */

static void both_sides_see_a_reset(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    assert_int_equal(mns_network_break_all(f.network, OTHER, 0, MNS_NETWORK_RESET), 0);
    assert_int_equal(mns_network_break_all(f.network, CLIENT, 1, MNS_NETWORK_RESET), 0);
    say(f.near, "x");
    hear(f.far, "x");
    assert_int_equal(mns_network_break_all(f.network, MNS_NETWORK_ANY_CLIENT, 0, MNS_NETWORK_RESET),
                     1);
    assert_int_equal(mns_network_connections(f.network), 0);
    assert_true(is_reset(f.near));
    assert_true(is_reset(f.far));
    tear_down(&f);
}

static void half_open_is_seen_by_one(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    assert_int_equal(mns_network_break_all(f.network, CLIENT, 0, MNS_NETWORK_HALF_OPEN), 1);
    assert_true(is_finished(f.far));
    say(f.near, "hello?");
    mns_network_restore(f.network);
    assert_false(has_input(f.near, NEVER_MS));
    close(f.near);
    await_connections(f.network, 0);
    f.near = -1;
    tear_down(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(megabytes_pass_both_ways),
        cmocka_unit_test(one_direction_can_end),
        cmocka_unit_test(closed_senders_are_delivered),
        cmocka_unit_test(breaks_are_passed_on),
        cmocka_unit_test(no_listener_is_a_reset),
        cmocka_unit_test(names_are_looked_up),
        cmocka_unit_test(many_connections),
        cmocka_unit_test(descriptors_may_run_out),
        cmocka_unit_test(processes_are_known),
        cmocka_unit_test(both_sides_see_a_reset),
        cmocka_unit_test(half_open_is_seen_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
