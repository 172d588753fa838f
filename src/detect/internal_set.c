/*
 * internal_set.c - a transaction's read of a set contradicts what the same transaction read or
 * added before.
 *
 *     T1 ok    add x 1, r x #{}             its own add is missing
 *     T1 ok    r x #{1}, r x #{1 2}         a read that did not repeat
 *
 * Cerone, Bernardi and Gotsman 2015, axiom INT. Per key the expected set is the last one read plus
 * what was added since; before the first read of the key it is only known to include what was
 * added. At most one case per transaction, because later reads follow from the first wrong one. nil
 * and #{} are the same set. An element that several transactions add may be the reader's own.
 *
 * O(elements read + adds * log of them).
 */
#include "detect/expectations.h"

static bool shows_own_adds(const mns_tables *tables, uint32_t read, const mns_expectation *e,
                           const mns_own_writes *own) {
    uint32_t count;
    const mns_value *elements = mns_mop_set(tables, read, &count);
    for (uint32_t add = e->last; add != MNS_NONE; add = mns_previous_write(own, add)) {
        if (mns_set_find(elements, count, tables->mops.value[add]) == MNS_NONE) {
            return false;
        }
    }
    return true;
}

/* Whether an element that the base did not show may be there: the transaction added it since. */
static bool may_be_own(uint32_t writer, uint32_t base, uint32_t read) {
    return writer == MNS_AMBIGUOUS || (writer != MNS_NONE && writer > base && writer < read);
}

/* Whether the read shows the base plus own adds. Both sets are ascending. */
static bool repeats(const mns_observation *o, uint32_t read, uint32_t base) {
    const mns_tables *tables = &o->history->tables;
    uint32_t count, known, k = 0;
    const mns_value *elements = mns_mop_set(tables, read, &count);
    const mns_value *before = mns_mop_set(tables, base, &known);
    const uint32_t *writers = mns_set_writers(&o->sets, tables, read, &count);
    if (elements == before) {
        return true;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (k < known && before[k] < elements[i]) {
            return false;
        }
        if (k < known && before[k] == elements[i]) {
            k++;
        } else if (!may_be_own(writers[i], base, read)) {
            return false;
        }
    }
    return k == known;
}

static bool meets(void *context, const mns_observation *o, uint32_t read, const mns_expectation *e,
                  const mns_own_writes *own) {
    (void)context;
    return shows_own_adds(&o->history->tables, read, e, own) &&
           (e->base == MNS_NONE || repeats(o, read, e->base));
}

void mns_detect_internal_set(const mns_observation *o, mns_cases *cases) {
    mns_detect_expectations(o, meets, NULL, cases);
}
