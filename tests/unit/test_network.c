/* test_network.c - src/run/network.c and network_*.c: bytes through the proxy, in all weathers. */
#include "network_support.h"

#include <signal.h>
#include <sys/wait.h>

/* What is said never to happen is waited for this long; being slow can only hide, never invent it. */
#define NEVER_MS 150

static const mns_weather cut = {.cut = true}, fine = {.cut = false};

enum { CLIENT = MNS_NETWORK_CLIENT(0), OTHER = MNS_NETWORK_CLIENT(1) };

/* A network with one link, and both ends of a connection through it. */
typedef struct fixture {
    mns_network *network;
    int listener, near, far;
    unsigned port;
} fixture;

static void set_up(fixture *f) {
    unsigned port;
    f->network = start_network();
    f->listener = listen_at(&port);
    f->port = link_to(f->network, CLIENT, 0, port);
    f->near = connect_to(f->port);
    f->far = accept_from(f->listener);
}

static void tear_down(fixture *f) {
    mns_network_stop(f->network);
    close(f->near);
    close(f->far);
    close(f->listener);
}

/* ---- Fine weather ------------------------------------------------------------------------------- */

typedef struct talk {
    int fd;
    size_t size;
} talk;

static unsigned char byte_at(size_t i) { return (unsigned char)(i * 7 + i / 251); }

static void *talk_on(void *argument) {
    const talk *t = argument;
    static char bytes[30011];
    for (size_t at = 0; at < t->size;) {
        size_t size = t->size - at < sizeof bytes ? t->size - at : sizeof bytes;
        for (size_t i = 0; i < size; i++) {
            bytes[i] = (char)byte_at(at + i);
        }
        send_all(t->fd, bytes, size);
        at += size;
    }
    shutdown(t->fd, SHUT_WR);
    return NULL;
}

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

static void who_hurries_away_is_heard(void **state) {
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

static void nobody_there_is_a_reset(void **state) {
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
    /* It may be ::1 first, where nobody listens. */
    unsigned at = mns_network_link(network, CLIENT, 0, "localhost", port, &message);
    assert_int_not_equal(at, 0);
    int near = connect_to(at), far = accept_from(listener);
    say(near, "x");
    hear(far, "x");
    assert_int_equal(mns_network_link(network, CLIENT, 0, "no.such.host.invalid", port, &message),
                     0);
    assert_non_null(strstr(message.data, "no.such.host.invalid"));
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
    mns_network_stop(network); /* with all of them open */
    for (int i = 0; i < COUNT; i++) {
        assert_true(is_reset(fds[i]));
        close(fds[i]);
    }
    echo_stop(&server);
}

/* ---- Weather ------------------------------------------------------------------------------------ */

static void delay_is_kept(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    const mns_weather slow = {.delay_us = 60000, .jitter_us = 5000};
    mns_network_set(f.network, CLIENT, 0, &slow);
    uint64_t begin = mns_clock_ns();
    for (int i = 0; i < 20; i++) {
        char text[2] = {(char)('a' + i), '\0'};
        say(f.near, text);
        rest_ms(1);
    }
    shutdown(f.near, SHUT_WR);
    uint64_t last = mns_clock_ns();
    hear(f.far, "a");
    assert_true(mns_clock_ns() - begin >= 60000000u);
    hear(f.far, "bcdefghijklmnopqrst");
    assert_true(mns_clock_ns() - last >= 50000000u);
    assert_true(is_finished(f.far));
    tear_down(&f);
}

static void the_other_way_is_not_delayed(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    const mns_weather hour = {.delay_us = 3600000000u};
    mns_network_set(f.network, CLIENT, 0, &hour);
    say(f.near, "late");
    say(f.far, "soon");
    hear(f.near, "soon");
    assert_false(stirs(f.far, NEVER_MS));
    mns_network_heal(f.network);
    hear(f.far, "late");
    tear_down(&f);
}

static void throttle_is_kept(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    const mns_weather thin = {.bytes_per_s = 100000};
    mns_network_set(f.network, CLIENT, 0, &thin);
    static char bytes[30000];
    uint64_t begin = mns_clock_ns();
    send_all(f.near, bytes, sizeof bytes);
    assert_int_equal(recv(f.far, bytes, sizeof bytes, MSG_WAITALL), sizeof bytes);
    /* 0.3 s, less the slack at the beginning and the portion at the end. */
    assert_true(mns_clock_ns() - begin >= 250000000u);
    tear_down(&f);
}

static void what_was_cut_arrives_after_all(void **state) {
    (void)state;
    enum { SIZE = 1 << 20 };
    fixture f;
    set_up(&f);
    pthread_t thread;
    mns_network_set(f.network, MNS_NETWORK_ANYBODY, MNS_NETWORK_ANYBODY, &cut);
    talk t = {.fd = f.near, .size = SIZE};
    assert_int_equal(pthread_create(&thread, NULL, talk_on, &t), 0);
    say(f.far, "back");
    assert_false(stirs(f.far, NEVER_MS));
    assert_false(stirs(f.near, 0));
    mns_network_heal(f.network);
    unsigned char byte;
    for (size_t i = 0; i < SIZE; i++) {
        assert_int_equal(recv(f.far, &byte, 1, 0), 1);
        assert_int_equal(byte, byte_at(i));
    }
    assert_true(is_finished(f.far));
    hear(f.near, "back");
    pthread_join(thread, NULL);
    tear_down(&f);
}

static void one_way_can_be_cut(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    mns_network_set(f.network, 0, CLIENT, &cut);
    say(f.near, "there");
    hear(f.far, "there");
    say(f.far, "and back");
    assert_false(stirs(f.near, NEVER_MS));
    mns_network_set(f.network, 0, CLIENT, &fine);
    hear(f.near, "and back");
    tear_down(&f);
}

static void ends_are_cut_too(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    mns_network_set(f.network, CLIENT, 0, &cut);
    say(f.near, "commit");
    close(f.near);
    assert_false(stirs(f.far, NEVER_MS));
    say(f.far, "anybody there?"); /* which the closed socket answers with a reset, cut as well */
    assert_false(stirs(f.far, NEVER_MS));
    mns_network_heal(f.network);
    hear(f.far, "commit");
    assert_true(is_reset(f.far));
    await_connections(f.network, 0);
    f.near = -1;
    tear_down(&f);
}

static void who_connects_during_a_cut_waits(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    mns_network_set(f.network, 0, CLIENT, &cut); /* one way is enough */
    int second = connect_to(f.port);
    say(second, "second");
    int third = connect_to(f.port);
    say(third, "third");
    await_connections(f.network, 3);
    close(third); /* gives up, and is never heard of */
    await_connections(f.network, 2);
    assert_false(stirs(f.listener, NEVER_MS));
    mns_network_heal(f.network);
    int far = accept_from(f.listener);
    hear(far, "second");
    assert_false(stirs(f.listener, NEVER_MS));
    close(far);
    close(second);
    tear_down(&f);
}

/* ---- Whom it concerns --------------------------------------------------------------------------- */

static bool passes(int near, int far) {
    say(near, "?");
    if (!stirs(far, NEVER_MS)) {
        return false;
    }
    hear(far, "?");
    return true;
}

static void weather_is_for_those_it_names(void **state) {
    (void)state;
    enum { LINKS = 3 };
    /* Two clients of node 0, and node 1 to node 0. */
    static const unsigned from[LINKS] = {CLIENT, OTHER, 1};
    static const struct {
        unsigned from, to;
        bool passes[LINKS];
    } rows[] = {
        {MNS_NETWORK_CLIENTS, 0, {false, false, true}},
        {CLIENT, 0, {false, true, true}},
        {1, 0, {true, true, false}},
        {0, 1, {true, true, true}},
        {MNS_NETWORK_CLIENTS, 1, {true, true, true}},
        {MNS_NETWORK_ANYBODY, 0, {false, false, false}},
    };
    unsigned port;
    int near[LINKS], far[LINKS];
    mns_network *network = start_network();
    int listener = listen_at(&port);
    for (int i = 0; i < LINKS; i++) {
        near[i] = connect_to(link_to(network, from[i], 0, port));
        far[i] = accept_from(listener);
    }
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        bool passed[LINKS];
        mns_network_set(network, rows[row].from, rows[row].to, &cut);
        for (int i = 0; i < LINKS; i++) {
            passed[i] = passes(near[i], far[i]);
            assert_int_equal(passed[i], rows[row].passes[i]);
        }
        mns_network_heal(network);
        for (int i = 0; i < LINKS; i++) {
            if (!passed[i]) {
                hear(far[i], "?");
            }
        }
    }
    /* Of two words the later counts, whichever says more. */
    mns_network_set(network, MNS_NETWORK_CLIENTS, 0, &cut);
    mns_network_set(network, OTHER, 0, &fine);
    assert_false(passes(near[0], far[0]));
    assert_true(passes(near[1], far[1]));
    mns_network_set(network, MNS_NETWORK_ANYBODY, MNS_NETWORK_ANYBODY, &fine);
    hear(far[0], "?");
    mns_network_stop(network);
    for (int i = 0; i < LINKS; i++) {
        close(near[i]);
        close(far[i]);
    }
    close(listener);
}

/* A process that connects, from a child of its own if asked to, and stays until it is killed. */
static pid_t connect_elsewhere(unsigned port, bool child) {
    pid_t process = fork();
    if (process == 0) {
        if (child && fork() != 0) {
            pause();
        }
        struct sockaddr_in address = loopback(port);
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        alarm(60); /* the grandchild is nobody's to wait for */
        if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0 &&
            send(fd, "?", 1, MSG_NOSIGNAL) == 1) {
            pause();
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
    unsigned at = link_to(network, MNS_NETWORK_ANYBODY, 0, port);
    for (int child = 0; child < 2; child++) {
        pid_t process = connect_elsewhere(at, child != 0);
        int far = accept_from(listener);
        /* Not known yet: as somebody, but as no node. */
        assert_int_equal(mns_network_break_all(network, 2, 0, MNS_NETWORK_RESET), 0);
        mns_network_process(network, 1, getpid() + 1000000);
        mns_network_process(network, 2, process);
        assert_int_equal(mns_network_break_all(network, 1, 0, MNS_NETWORK_RESET), 0);
        assert_int_equal(mns_network_break_all(network, 2, 0, MNS_NETWORK_RESET), 1);
        hear(far, "?");
        assert_true(is_reset(far));
        close(far);
        kill(process, SIGKILL);
        waitpid(process, NULL, 0);
        mns_network_process(network, 2, 0);
    }
    /* Known before it connects. */
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

/* ---- Breaks ------------------------------------------------------------------------------------- */

static void both_sides_see_a_reset(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    assert_int_equal(mns_network_break_all(f.network, OTHER, 0, MNS_NETWORK_RESET), 0);
    assert_int_equal(mns_network_break_all(f.network, CLIENT, 1, MNS_NETWORK_RESET), 0);
    say(f.near, "x");
    hear(f.far, "x");
    assert_int_equal(mns_network_break_all(f.network, MNS_NETWORK_CLIENTS, 0, MNS_NETWORK_RESET),
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
    mns_network_heal(f.network);
    assert_false(stirs(f.near, NEVER_MS));
    close(f.near);
    await_connections(f.network, 0);
    f.near = -1;
    tear_down(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(megabytes_pass_both_ways),
        cmocka_unit_test(one_direction_can_end),
        cmocka_unit_test(who_hurries_away_is_heard),
        cmocka_unit_test(breaks_are_passed_on),
        cmocka_unit_test(nobody_there_is_a_reset),
        cmocka_unit_test(names_are_looked_up),
        cmocka_unit_test(many_connections),
        cmocka_unit_test(delay_is_kept),
        cmocka_unit_test(the_other_way_is_not_delayed),
        cmocka_unit_test(throttle_is_kept),
        cmocka_unit_test(what_was_cut_arrives_after_all),
        cmocka_unit_test(one_way_can_be_cut),
        cmocka_unit_test(ends_are_cut_too),
        cmocka_unit_test(who_connects_during_a_cut_waits),
        cmocka_unit_test(weather_is_for_those_it_names),
        cmocka_unit_test(processes_are_known),
        cmocka_unit_test(both_sides_see_a_reset),
        cmocka_unit_test(half_open_is_seen_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
