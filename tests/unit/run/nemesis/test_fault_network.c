/*
 * test_fault_network.c - src/run/nemesis/fault_network.c: each shape of a fault stops exactly what
 * it should, in both directions or one, and everything continues after it is reverted.
 *
 *     client 0 ── n1    client 1 ── n2    n1 ── n2    n2 ── n1    n2 ── n3
 */
#include "unit/support/network_support.h"

#include "run/nemesis/nemesis_internal.h"

enum { LINKS = 5, QUIET_MS = 30 };

static const unsigned ends[LINKS][2] = {
    {MNS_NETWORK_CLIENT(0), 0}, {MNS_NETWORK_CLIENT(1), 1}, {0, 1}, {1, 0}, {1, 2}};

typedef struct net {
    mns_nemesis nemesis;
    int near[LINKS], far[LINKS];
} net;

static void net_open(net *n) {
    *n = (net){.nemesis.targets = {.network = start_network(), .nodes = 3, .clients = 2}};
    for (unsigned i = 0; i < LINKS; i++) {
        unsigned port;
        int listener = listen_at(&port);
        n->near[i] = connect_to(link_to(n->nemesis.targets.network, ends[i][0], ends[i][1], port));
        n->far[i] = accept_from(listener);
        close(listener);
    }
}

static void net_close(net *n) {
    mns_network_stop(n->nemesis.targets.network);
    for (unsigned i = 0; i < LINKS; i++) {
        close(n->near[i]);
        close(n->far[i]);
    }
}

/* `stopped` has two letters for each link: > and <, or . if it is not affected. */
static void expect(net *n, mns_fault_shape shape, uint32_t victims, const char *stopped) {
    mns_buf message;
    mns_buf_init(&message);
    mns_fault fault = {.kind = MNS_FAULT_PARTITION,
                       .shape = shape,
                       .victims = victims,
                       .client = 1,
                       .conditions = {.cut = true}};
    assert_true(mns_fault_network_inject(&n->nemesis, &fault, &message));
    for (unsigned i = 0; i < LINKS; i++) {
        say(n->near[i], "there");
        say(n->far[i], "back");
    }
    rest_ms(QUIET_MS);
    for (unsigned i = 0; i < LINKS; i++) {
        if (stopped[3 * i] == '.') {
            hear(n->far[i], "there");
        } else {
            assert_false(has_input(n->far[i], 0));
        }
        if (stopped[3 * i + 1] == '.') {
            hear(n->near[i], "back");
        } else {
            assert_false(has_input(n->near[i], 0));
        }
    }
    assert_true(mns_fault_network_revert(&n->nemesis, &fault, &message));
    for (unsigned i = 0; i < LINKS; i++) {
        if (stopped[3 * i] != '.') {
            hear(n->far[i], "there");
        }
        if (stopped[3 * i + 1] != '.') {
            hear(n->near[i], "back");
        }
    }
    mns_buf_release(&message);
}

static void shapes(void **state) {
    (void)state;
    net n;
    net_open(&n);
    /*                                    c0-n1 c1-n2 n1-n2 n2-n1 n2-n3 */
    expect(&n, MNS_SHAPE_CLIENTS, 1 << 0, ">< .. .. .. ..");
    expect(&n, MNS_SHAPE_CLIENTS, 7, ">< >< .. .. ..");
    expect(&n, MNS_SHAPE_ANSWERS, 1 << 1, ".. .< .. .. ..");
    expect(&n, MNS_SHAPE_CLIENT, 7, ".. >< .. .. ..");
    expect(&n, MNS_SHAPE_ALL, 1 << 0, ">< .. >< >< ..");
    expect(&n, MNS_SHAPE_NODES, 1 << 0, ".. .. >< >< ..");
    expect(&n, MNS_SHAPE_NODES, 3, ".. .. .. .. ><"); /* n1 and n2 stay connected */
    expect(&n, MNS_SHAPE_NODES, 7, ".. .. >< >< ><"); /* each isolated */
    expect(&n, MNS_SHAPE_INBOUND, 1 << 0, ".. .. .< >. ..");
    expect(&n, MNS_SHAPE_OUTBOUND, 1 << 0, ".. .. >. .< ..");
    net_close(&n);
}

static void delays(void **state) {
    (void)state;
    net n;
    net_open(&n);
    mns_buf message;
    mns_buf_init(&message);
    mns_fault fault = {.kind = MNS_FAULT_DELAY,
                       .shape = MNS_SHAPE_CLIENTS,
                       .victims = 1,
                       .conditions = {.delay_us = 60000}};
    assert_true(mns_fault_network_inject(&n.nemesis, &fault, &message));
    uint64_t before = mns_clock_ns();
    say(n.near[0], "late");
    hear(n.far[0], "late");
    assert_true(mns_clock_ns() - before >= 60000000);
    assert_true(mns_fault_network_revert(&n.nemesis, &fault, &message));
    mns_buf_release(&message);
    net_close(&n);
}

static void resets(void **state) {
    (void)state;
    net n;
    net_open(&n);
    mns_buf message;
    mns_buf_init(&message);
    mns_fault fault = {.kind = MNS_FAULT_RESET, .shape = MNS_SHAPE_ANSWERS, .victims = 1};
    assert_true(mns_fault_network_inject(&n.nemesis, &fault, &message));
    assert_true(is_reset(n.near[0]) && is_reset(n.far[0]));
    say(n.near[1], "others go on");
    hear(n.far[1], "others go on");
    fault.shape = MNS_SHAPE_NODES;
    fault.broken = MNS_NETWORK_HALF_OPEN;
    assert_true(mns_fault_network_inject(&n.nemesis, &fault, &message));
    assert_true(is_finished(n.far[2]) && is_finished(n.far[3]));
    assert_false(has_input(n.near[2], QUIET_MS));
    assert_false(has_input(n.far[4], 0)); /* n2 to n3 */
    assert_true(mns_fault_network_revert(&n.nemesis, &fault, &message));
    mns_buf_release(&message);
    net_close(&n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes),
        cmocka_unit_test(delays),
        cmocka_unit_test(resets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
