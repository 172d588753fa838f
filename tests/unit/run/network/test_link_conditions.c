/* test_link_conditions.c - src/run/network/link_conditions.c, network_flow.c: delay, bandwidth and
 * cuts apply to the right links, and all bytes arrive in the end. */
#include "unit/support/network_support.h"

/* ---- Conditions ------------------------------------------------------------------------------ */

static void delay_is_kept(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    const mns_link_conditions slow = {.delay_us = 60000, .jitter_us = 5000};
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
    const mns_link_conditions hour = {.delay_us = 3600000000u};
    mns_network_set(f.network, CLIENT, 0, &hour);
    say(f.near, "late");
    say(f.far, "soon");
    hear(f.near, "soon");
    assert_false(has_input(f.far, NEVER_MS));
    mns_network_restore(f.network);
    hear(f.far, "late");
    tear_down(&f);
}

static void throttle_is_kept(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    const mns_link_conditions thin = {.bytes_per_s = 100000};
    mns_network_set(f.network, CLIENT, 0, &thin);
    static char bytes[30000];
    uint64_t begin = mns_clock_ns();
    send_all(f.near, bytes, sizeof bytes);
    assert_int_equal(recv(f.far, bytes, sizeof bytes, MSG_WAITALL), sizeof bytes);
    /* 0.3 s, minus the slack at the start and the last portion. */
    assert_true(mns_clock_ns() - begin >= 250000000u);
    tear_down(&f);
}

static void cut_bytes_arrive_later(void **state) {
    (void)state;
    enum { SIZE = 1 << 20 };
    fixture f;
    set_up(&f);
    pthread_t thread;
    mns_network_set(f.network, MNS_NETWORK_ANY, MNS_NETWORK_ANY, &cut);
    talk t = {.fd = f.near, .size = SIZE};
    assert_int_equal(pthread_create(&thread, NULL, talk_on, &t), 0);
    say(f.far, "back");
    assert_false(has_input(f.far, NEVER_MS));
    assert_false(has_input(f.near, 0));
    mns_network_restore(f.network);
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
    assert_false(has_input(f.near, NEVER_MS));
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
    assert_false(has_input(f.far, NEVER_MS));
    say(f.far, "anybody there?"); /* the closed socket answers with a reset, which is cut as well */
    assert_false(has_input(f.far, NEVER_MS));
    mns_network_restore(f.network);
    hear(f.far, "commit");
    assert_true(is_reset(f.far));
    await_connections(f.network, 0);
    f.near = -1;
    tear_down(&f);
}

static void connections_wait_during_a_cut(void **state) {
    (void)state;
    fixture f;
    set_up(&f);
    mns_network_set(f.network, 0, CLIENT, &cut); /* one direction is enough */
    int second = connect_to(f.port);
    say(second, "second");
    int third = connect_to(f.port);
    say(third, "third");
    await_connections(f.network, 3);
    close(third); /* gives up, and is never forwarded */
    await_connections(f.network, 2);
    assert_false(has_input(f.listener, NEVER_MS));
    mns_network_restore(f.network);
    int far = accept_from(f.listener);
    hear(far, "second");
    assert_false(has_input(f.listener, NEVER_MS));
    close(far);
    close(second);
    tear_down(&f);
}

/* ---- Scope ----------------------------------------------------------------------------------- */

static void conditions_apply_to_their_links(void **state) {
    (void)state;
    enum { LINKS = 3 };
    /* Two clients of node 0, and node 1 to node 0. */
    static const unsigned from[LINKS] = {CLIENT, OTHER, 1};
    static const struct {
        unsigned from, to;
        bool passes[LINKS];
    } rows[] = {
        {MNS_NETWORK_ANY_CLIENT, 0, {false, false, true}},
        {CLIENT, 0, {false, true, true}},
        {1, 0, {true, true, false}},
        {0, 1, {true, true, true}},
        {MNS_NETWORK_ANY_CLIENT, 1, {true, true, true}},
        {MNS_NETWORK_ANY, 0, {false, false, false}},
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
        mns_network_restore(network);
        for (int i = 0; i < LINKS; i++) {
            if (!passed[i]) {
                hear(far[i], "?");
            }
        }
    }
    /* Of two rules the later one counts, whichever is more general. */
    mns_network_set(network, MNS_NETWORK_ANY_CLIENT, 0, &cut);
    mns_network_set(network, OTHER, 0, &fine);
    assert_false(passes(near[0], far[0]));
    assert_true(passes(near[1], far[1]));
    mns_network_set(network, MNS_NETWORK_ANY, MNS_NETWORK_ANY, &fine);
    hear(far[0], "?");
    mns_network_stop(network);
    for (int i = 0; i < LINKS; i++) {
        close(near[i]);
        close(far[i]);
    }
    close(listener);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(delay_is_kept),
        cmocka_unit_test(the_other_way_is_not_delayed),
        cmocka_unit_test(throttle_is_kept),
        cmocka_unit_test(cut_bytes_arrive_later),
        cmocka_unit_test(one_way_can_be_cut),
        cmocka_unit_test(ends_are_cut_too),
        cmocka_unit_test(connections_wait_during_a_cut),
        cmocka_unit_test(conditions_apply_to_their_links),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
