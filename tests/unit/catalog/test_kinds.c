/*
 * test_kinds.c - src/catalog/kinds.c: the kinds of dependency, and of which of them a class of
 * cycle may be made.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "catalog/catalog.h"
#include <cmocka.h>

static const mns_kind all[] = {
#define EDGE_KIND(id, ...) MNS_##id,
#include "catalog/edge_kinds.def"
#undef EDGE_KIND
};

static void each_kind_is_a_bit_of_its_own(void **state) {
    (void)state;
    unsigned seen = 0;
    for (size_t i = 0; i < MNS_COUNT_OF(all); i++) {
        assert_true(all[i] != 0 && (all[i] & (all[i] - 1)) == 0);
        assert_int_equal(seen & all[i], 0);
        assert_true(all[i] <= INT32_MAX); /* an enum, which the graph keeps in 32 bits */
        seen |= all[i];
    }
}

/* What a kind is where it may be used is one of five, and is itself. */
static void bases_are_themselves(void **state) {
    (void)state;
    static const mns_kind bases[] = {MNS_WW, MNS_WR, MNS_RW, MNS_PROCESS, MNS_REALTIME};
    for (size_t i = 0; i < MNS_COUNT_OF(all); i++) {
        mns_kind base = mns_kind_base(all[i]);
        bool known = false;
        for (size_t b = 0; b < MNS_COUNT_OF(bases); b++) {
            known |= bases[b] == base;
        }
        assert_true(known);
        assert_int_equal(mns_kind_base(base), base);
        assert_string_equal(mns_kind_name(all[i]), mns_kind_name(base));
        assert_true(mns_kind_form(all[i]) >= mns_kind_form(base)); /* never easier to use */
    }
    assert_string_equal(mns_kind_name(MNS_WW_ITEM), "ww");
    assert_string_equal(mns_kind_name(MNS_PROCESS), "process");
}

/* A kind is part of the class it names and of those with more rw, under its own order or without.
 */
static void classes_are_made_of_what_they_may(void **state) {
    (void)state;
    for (int form = 0; form < MNS_FORM_COUNT; form++) {
        for (int order = MNS_ORDER_NONE; order <= MNS_ORDER_REALTIME; order++) {
            unsigned kinds = mns_kinds_within((mns_form)form, (mns_order)order);
            unsigned plain = mns_kinds_within((mns_form)form, MNS_ORDER_NONE);
            assert_int_equal(plain & ~kinds, 0);
            for (size_t i = 0; i < MNS_COUNT_OF(all); i++) {
                mns_order own = mns_kind_order(all[i]);
                bool expected = (int)mns_kind_form(all[i]) <= form &&
                                (own == MNS_ORDER_NONE || own == (mns_order)order);
                assert_int_equal((kinds & all[i]) != 0, expected);
            }
        }
    }
}

/* The classes by name, so that a row that moved shows. */
static void classes_by_name(void **state) {
    (void)state;
    assert_int_equal(mns_kinds_within(MNS_FORM_WW, MNS_ORDER_NONE), MNS_WW);
    assert_int_equal(mns_kinds_within(MNS_FORM_WW, MNS_ORDER_PROCESS), MNS_WW | MNS_PROCESS);
    assert_int_equal(mns_kinds_within(MNS_FORM_WWR, MNS_ORDER_NONE), MNS_WW | MNS_WR | MNS_WW_OPEN);
    unsigned single = mns_kinds_within(MNS_FORM_SINGLE, MNS_ORDER_NONE);
    assert_int_equal(single, MNS_WW | MNS_WR | MNS_WW_OPEN | MNS_WW_SINGLE | MNS_RW | MNS_TAIL |
                                 MNS_RW_SEEN);
    unsigned nonadjacent = single | MNS_WW_NONADJACENT | MNS_RW_NONADJACENT;
    unsigned item = nonadjacent | MNS_WW_ITEM | MNS_RW_ITEM;
    assert_int_equal(mns_kinds_within(MNS_FORM_NONADJACENT, MNS_ORDER_NONE), nonadjacent);
    assert_int_equal(mns_kinds_within(MNS_FORM_ITEM, MNS_ORDER_NONE), item);
    assert_int_equal(mns_kinds_within(MNS_FORM_WWR, MNS_ORDER_PROCESS),
                     MNS_WW | MNS_WR | MNS_WW_OPEN | MNS_PROCESS | MNS_WW_OPEN_PROCESS);
    assert_int_equal(mns_kinds_within(MNS_FORM_SINGLE, MNS_ORDER_PROCESS),
                     single | MNS_PROCESS | MNS_WW_OPEN_PROCESS | MNS_WW_PROCESS | MNS_RW_PROCESS);
    unsigned realtime = MNS_REALTIME | MNS_WW_OPEN_REALTIME | MNS_WW_REALTIME | MNS_RW_REALTIME |
                        MNS_WW_NONADJACENT_REALTIME | MNS_RW_NONADJACENT_REALTIME;
    assert_int_equal(mns_kinds_within(MNS_FORM_NONADJACENT, MNS_ORDER_REALTIME),
                     nonadjacent | realtime);
    assert_int_equal(mns_kinds_within(MNS_FORM_ITEM, MNS_ORDER_REALTIME),
                     item | realtime | MNS_WW_ITEM_REALTIME | MNS_RW_ITEM_REALTIME);
}

/* Every rw edge of a graph, by its set; RW_SEEN is a step and no edge. */
static void every_rw_is_an_rw(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(all); i++) {
        bool rw = mns_kind_base(all[i]) == MNS_RW && all[i] != MNS_RW_SEEN;
        assert_int_equal((MNS_ANY_RW & all[i]) != 0, rw);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_is_a_bit_of_its_own),
        cmocka_unit_test(bases_are_themselves),
        cmocka_unit_test(classes_are_made_of_what_they_may),
        cmocka_unit_test(classes_by_name),
        cmocka_unit_test(every_rw_is_an_rw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
