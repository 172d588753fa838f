/*
 * internal.c - a transaction's read contradicts what the same transaction read or wrote before.
 *
 *     T1 ok    append x 1, r x []            its own append is missing
 *     T1 ok    r x [1], r x [1 2]            a read that did not repeat
 *
 * Cerone, Bernardi and Gotsman 2015, axiom INT. Per key the expected list is the last list read
 * plus the elements appended since; before the first read of the key only its end is known. At most
 * one case per transaction, because later reads follow from the first wrong one. nil and [] are the
 * same list: clients differ in how they write an empty list.
 *
 * O(micro-operations + elements of reads that are on another spine than the read before them).
 */
#include "detect/expectations.h"

static bool same_start(const mns_tables *tables, uint32_t read, uint32_t base) {
    uint32_t count, length;
    const mns_value *list = mns_mop_list(tables, read, &count);
    const mns_value *start = mns_mop_list(tables, base, &length);
    return length == 0 || tables->mops.content[read] == tables->mops.content[base] ||
           memcmp(list, start, length * sizeof *list) == 0;
}

static bool meets(void *context, const mns_observation *o, uint32_t read, const mns_expectation *e,
                  const mns_own_writes *own) {
    (void)context;
    const mns_tables *tables = &o->history->tables;
    uint32_t count;
    const mns_value *list = mns_mop_list(tables, read, &count);
    if (count < e->count) {
        return false;
    }
    uint32_t append = e->last;
    for (uint32_t i = count; i > count - e->count; i--, append = mns_previous_write(own, append)) {
        if (list[i - 1] != tables->mops.value[append]) {
            return false;
        }
    }
    return e->base == MNS_NONE ||
           (count == tables->mops.value[e->base] + e->count && same_start(tables, read, e->base));
}

void mns_detect_internal(const mns_observation *o, mns_cases *cases) {
    mns_detect_expectations(o, meets, NULL, cases);
}
