/* test_schedule.c - src/run/nemesis/schedule.c: the same seed gives the same faults; all possible
 * faults occur, and no others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "run/nemesis/schedule.h"
#include <cmocka.h>

#define MANY 2000
#define SECOND UINT64_C(1000000000)
#define ALL_KINDS ((1u << MNS_FAULT_COUNT) - 1)
#define ALL_SCOPES ((1u << MNS_SCOPE_COUNT) - 1)

static mns_schedule example(void) {
    return (mns_schedule){.seed = 7,
                          .kinds = ALL_KINDS,
                          .scopes = ALL_SCOPES,
                          .nodes = 5,
                          .clients = 10,
                          .processes = 2,
                          .server = true,
                          .node_links = true,
                          .every_ns = 5 * SECOND,
                          .for_ns = 2 * SECOND};
}

static unsigned bits(uint32_t set) {
    unsigned count = 0;
    for (; set != 0; set &= set - 1) {
        count++;
    }
    return count;
}

static void text_of(const mns_schedule *schedule, unsigned n, mns_buf *out) {
    static const long processes[MNS_VICTIM_PROCESSES] = {100, 101};
    mns_fault fault;
    mns_schedule_at(schedule, n, &fault);
    mns_buf_clear(out);
    mns_fault_write(&fault, processes, out);
    mns_buf_printf(out, " %d %llu %llu", (int)fault.kind, (unsigned long long)fault.wait_ns,
                   (unsigned long long)fault.duration_ns);
}

static void the_seed_decides(void **state) {
    (void)state;
    mns_schedule a = example(), b = example(), c = example();
    c.seed = 8;
    mns_buf x, y, z;
    mns_buf_init(&x);
    mns_buf_init(&y);
    mns_buf_init(&z);
    unsigned others = 0;
    for (unsigned n = 0; n < 100; n++) {
        text_of(&a, n, &x);
        text_of(&b, 99 - n, &y); /* independent of earlier calls */
        text_of(&b, n, &y);
        text_of(&c, n, &z);
        assert_string_equal(x.data, y.data);
        others += strcmp(x.data, z.data) != 0;
    }
    assert_true(others > 90);
    mns_buf_release(&x);
    mns_buf_release(&y);
    mns_buf_release(&z);
}

static void each_kind_once_a_round(void **state) {
    (void)state;
    mns_schedule schedule = example();
    schedule.kinds = 1u << MNS_FAULT_KILL | 1u << MNS_FAULT_RESET | 1u << MNS_FAULT_COMMAND;
    unsigned orders = 0;
    for (unsigned round = 0; round < 50; round++) {
        mns_fault_set seen = 0;
        mns_fault fault;
        for (unsigned i = 0; i < 3; i++) {
            mns_schedule_at(&schedule, 3 * round + i, &fault);
            assert_int_equal(fault.number, 3 * round + i + 1);
            seen |= 1u << fault.kind;
            orders |= 1u << (3 * fault.kind + i) % 31;
        }
        assert_int_equal(seen, schedule.kinds);
    }
    assert_int_equal(bits(orders), 9); /* every kind at every position */
}

static void expect_victims(mns_fault_kind kind, mns_fault_scope scope, const mns_schedule *base,
                           unsigned count, uint32_t among) {
    mns_schedule schedule = *base;
    schedule.kinds = 1u << kind;
    schedule.scopes = 1u << scope;
    uint32_t all = 0;
    for (unsigned n = 0; n < 200; n++) {
        mns_fault fault;
        mns_schedule_at(&schedule, n, &fault);
        assert_int_equal(fault.scope, scope);
        assert_int_equal(bits(fault.victims), count);
        all |= fault.victims;
    }
    assert_int_equal(all, count == 0 ? 0 : among);
}

static void victims(void **state) {
    (void)state;
    mns_schedule schedule = example();
    const uint32_t nodes = 0x1f, named = MNS_VICTIM_PROCESS(0) | MNS_VICTIM_PROCESS(1);
    expect_victims(MNS_FAULT_KILL, MNS_SCOPE_ONE, &schedule, 1, nodes | named);
    expect_victims(MNS_FAULT_KILL, MNS_SCOPE_MAJORITY, &schedule, 4, nodes | named);
    expect_victims(MNS_FAULT_KILL, MNS_SCOPE_ALL, &schedule, 7, nodes | named);
    expect_victims(MNS_FAULT_PAUSE, MNS_SCOPE_PRIMARY, &schedule, 0, 0);
    expect_victims(MNS_FAULT_RESTART, MNS_SCOPE_ONE, &schedule, 1, nodes); /* no user processes */
    expect_victims(MNS_FAULT_CLOCK, MNS_SCOPE_MAJORITY, &schedule, 3, nodes);
    schedule.server = false; /* their processes are not ours */
    expect_victims(MNS_FAULT_KILL, MNS_SCOPE_ONE, &schedule, 1, named);
    expect_victims(MNS_FAULT_KILL, MNS_SCOPE_ALL, &schedule, 2, named);
    expect_victims(MNS_FAULT_COMMAND, MNS_SCOPE_ALL, &schedule, 5, nodes);
}

static unsigned shapes_of(const mns_schedule *base, mns_fault_kind kind) {
    mns_schedule schedule = *base;
    schedule.kinds = 1u << kind;
    unsigned shapes = 0;
    for (unsigned n = 0; n < MANY; n++) {
        mns_fault fault;
        mns_schedule_at(&schedule, n, &fault);
        assert_true(fault.conditions.cut == (kind == MNS_FAULT_PARTITION));
        assert_true(fault.client < schedule.clients);
        if (fault.shape == MNS_SHAPE_CLIENT) {
            assert_int_equal(bits(fault.victims), schedule.nodes);
        }
        shapes |= 1u << fault.shape;
    }
    return shapes;
}

static void shapes(void **state) {
    (void)state;
    mns_schedule schedule = example();
    const unsigned of_clients =
        1u << MNS_SHAPE_CLIENTS | 1u << MNS_SHAPE_ANSWERS | 1u << MNS_SHAPE_CLIENT;
    const unsigned all = (1u << MNS_SHAPE_COUNT) - 1;
    assert_int_equal(shapes_of(&schedule, MNS_FAULT_PARTITION), all);
    assert_int_equal(shapes_of(&schedule, MNS_FAULT_DELAY), all);
    schedule.node_links = false;
    assert_int_equal(shapes_of(&schedule, MNS_FAULT_PARTITION), of_clients);
    schedule.partitionable = true;
    assert_int_equal(shapes_of(&schedule, MNS_FAULT_PARTITION), all);
    assert_int_equal(shapes_of(&schedule, MNS_FAULT_DELAY), of_clients);
    assert_int_equal(shapes_of(&schedule, MNS_FAULT_RESET), of_clients);
    schedule.node_links = true;
    schedule.nodes = 1;
    assert_int_equal(shapes_of(&schedule, MNS_FAULT_PARTITION), of_clients);
}

static void ways(void **state) {
    (void)state;
    mns_schedule schedule = example();
    schedule.kinds = 1u << MNS_FAULT_DELAY | 1u << MNS_FAULT_RESET | 1u << MNS_FAULT_CLOCK;
    unsigned late = 0, uneven = 0, slow = 0, half = 0, whole = 0, ahead = 0, behind = 0;
    for (unsigned n = 0; n < MANY; n++) {
        mns_fault f;
        mns_schedule_at(&schedule, n, &f);
        const mns_link_conditions *w = &f.conditions;
        assert_false(w->cut);
        if (f.kind == MNS_FAULT_DELAY) {
            assert_true((w->delay_us == 0) != (w->bytes_per_s == 0));
            assert_true(w->delay_us == 0 || (w->delay_us >= 1000 && w->delay_us <= 1024000));
            assert_true(w->bytes_per_s == 0 ||
                        (w->bytes_per_s >= 4096 && w->bytes_per_s <= 1 << 20));
            late += w->delay_us > 0;
            uneven += w->jitter_us > 0;
            slow += w->bytes_per_s > 0;
        } else if (f.kind == MNS_FAULT_CLOCK) {
            int64_t size = f.skew_ms < 0 ? -f.skew_ms : f.skew_ms;
            assert_true(size >= 1 && size <= 1 << 17);
            ahead += f.skew_ms > 0;
            behind += f.skew_ms < 0;
        } else {
            half += f.broken == MNS_NETWORK_HALF_OPEN;
            whole += f.broken == MNS_NETWORK_RESET;
        }
    }
    assert_true(uneven > 0 && late > uneven && slow > 0);
    assert_true(half > 0 && whole > half && ahead > 0 && behind > 0);
}

static void times(void **state) {
    (void)state;
    mns_schedule schedule = example();
    uint64_t sum_ns = 0;
    for (unsigned n = 0; n < MANY; n++) {
        mns_fault fault;
        mns_schedule_at(&schedule, n, &fault);
        bool lasts = mns_fault_end_name(fault.kind) != NULL;
        assert_true(lasts ? fault.duration_ns >= SECOND && fault.duration_ns <= 3 * SECOND
                          : fault.duration_ns == 0);
        assert_true(fault.wait_ns >= SECOND / 4);
        sum_ns += fault.wait_ns + fault.duration_ns;
    }
    assert_true(sum_ns / MANY > 48 * SECOND / 10 && sum_ns / MANY < 54 * SECOND / 10);
    schedule.for_ns = 100 * SECOND; /* longer than the interval: clients still get a break */
    for (unsigned n = 0; n < MANY; n++) {
        mns_fault fault;
        mns_schedule_at(&schedule, n, &fault);
        assert_true(fault.wait_ns >= SECOND / 4);
    }
}

static void expect_words(mns_fault fault, const char *expected) {
    static const long processes[MNS_VICTIM_PROCESSES] = {100, 101};
    mns_buf out;
    mns_buf_init(&out);
    mns_fault_write(&fault, processes, &out);
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
}

static void words(void **state) {
    (void)state;
    expect_words((mns_fault){.number = 1, .kind = MNS_FAULT_KILL, .victims = 1},
                 "{:fault 1, :on :one, :nodes [\"n1\"]");
    expect_words((mns_fault){.number = 2,
                             .kind = MNS_FAULT_PAUSE,
                             .scope = MNS_SCOPE_ALL,
                             .victims = 5 | MNS_VICTIM_PROCESS(0) | MNS_VICTIM_PROCESS(1)},
                 "{:fault 2, :on :all, :nodes [\"n1\" \"n3\"], :processes [100 101]");
    expect_words((mns_fault){.kind = MNS_FAULT_PARTITION,
                             .victims = 2,
                             .shape = MNS_SHAPE_INBOUND,
                             .conditions = {.cut = true}},
                 "{:fault 0, :on :one, :nodes [\"n2\"], :between :hearing");
    expect_words((mns_fault){.kind = MNS_FAULT_DELAY,
                             .shape = MNS_SHAPE_CLIENT,
                             .client = 4,
                             .conditions = {.delay_us = 10, .jitter_us = 5}},
                 "{:fault 0, :on :one, :nodes [], :between :client, :client 4, :delay-us 10, "
                 ":jitter-us 5");
    expect_words((mns_fault){.kind = MNS_FAULT_DELAY, .conditions = {.bytes_per_s = 9}},
                 "{:fault 0, :on :one, :nodes [], :between :clients, :bytes-per-s 9");
    expect_words((mns_fault){.kind = MNS_FAULT_RESET, .broken = MNS_NETWORK_HALF_OPEN},
                 "{:fault 0, :on :one, :nodes [], :between :clients, :how :half-open");
    expect_words((mns_fault){.kind = MNS_FAULT_CLOCK, .skew_ms = -20},
                 "{:fault 0, :on :one, :nodes [], :ahead-ms -20");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_seed_decides),
        cmocka_unit_test(each_kind_once_a_round),
        cmocka_unit_test(victims),
        cmocka_unit_test(shapes),
        cmocka_unit_test(ways),
        cmocka_unit_test(times),
        cmocka_unit_test(words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
