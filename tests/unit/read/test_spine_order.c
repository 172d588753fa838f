/*
 * test_spine_order.c - src/read/spine_order.c: however spines were joined, they end up as reading
 * one list after the other would have made them.
 */
#include "read/spine_order.h"
#include "support/units.h"

enum { KEYS = 2, READS = 12, LENGTH = 4 };

typedef struct list {
    uint32_t key, length;
    mns_value elements[LENGTH];
} list;

static void draw_lists(list *lists, uint64_t *dice) {
    for (int i = 0; i < READS; i++) {
        lists[i].key = unit_random(dice, KEYS);
        lists[i].length = unit_random(dice, LENGTH + 1);
        for (int e = 0; e < LENGTH; e++) {
            lists[i].elements[e] = mns_value_of_small(lists[i].key + unit_random(dice, 2));
        }
    }
}

static mns_spine_home adopt(mns_tables *tables, const list *l) {
    mns_value *elements = malloc(sizeof l->elements);
    assert_non_null(elements);
    memcpy(elements, l->elements, sizeof l->elements);
    mns_spine spine = {.elements = elements, .count = l->length, .capacity = LENGTH};
    mns_spine_home home;
    assert_true(mns_spines_adopt(&tables->spines, &spine, l->key, &tables->keys.first_spine[l->key],
                                 &home));
    free(spine.elements);
    return home;
}

static void open_tables(mns_tables *tables) {
    mns_tables_init(tables);
    for (uint32_t key = 0; key < KEYS; key++) {
        assert_int_equal(mns_keys_intern(&tables->keys, mns_value_of_small(key)), key);
    }
}

/* Adopts the lists from the last to the first, then adds the reads from the first on. */
static void read_backwards(mns_tables *tables, const list *lists) {
    for (int i = READS; i-- > 0;) {
        if (lists[i].length > 0) {
            adopt(tables, &lists[i]);
        }
    }
    for (int i = 0; i < READS; i++) {
        uint32_t spine = lists[i].length == 0 ? MNS_NONE : adopt(tables, &lists[i]).high;
        assert_true(mns_mops_add(&tables->mops, MNS_READ, lists[i].key, lists[i].length, spine));
    }
}

static void the_order_is_that_of_reading(void **state) {
    (void)state;
    uint64_t dice = 11;
    for (int time = 0; time < 2000; time++) {
        list lists[READS];
        mns_tables expected, tables;
        draw_lists(lists, &dice);
        open_tables(&expected);
        open_tables(&tables);
        read_backwards(&tables, lists);
        bool forks = tables.spines.prefix_count > 0;
        assert_true(mns_spines_reorder(&tables));
        for (uint32_t i = 0; forks && i < READS; i++) {
            uint32_t spine = lists[i].length == 0 ? MNS_NONE : adopt(&expected, &lists[i]).high;
            assert_int_equal(tables.mops.content[i], spine);
        }
        for (uint32_t i = 0; i < READS; i++) {
            uint32_t length;
            const mns_value *elements = mns_mop_list(&tables, i, &length);
            assert_true(length == 0 ||
                        memcmp(elements, lists[i].elements, length * sizeof *elements) == 0);
        }
        assert_true(!forks || tables.spines.count == expected.spines.count);
        mns_tables_release(&expected);
        mns_tables_release(&tables);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_order_is_that_of_reading)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
