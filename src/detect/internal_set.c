/*
 * internal_set.c - a transaction's read of a set contradicts what the same transaction read or
 * added before.
 *
 *     T1 ok    add x 1, r x #{}             its own add is missing
 *     T1 ok    r x #{1}, r x #{1 2}         a read that did not repeat
 *
 * Cerone, Bernardi and Gotsman 2015, axiom INT. Per key the expected set is the last one read and
 * what was added since; before the first read of the key it is only known to include what was
 * added. At most one case for each transaction, as later reads follow from the first wrong one. nil
 * and #{} are the same set. An element that several transactions add may well be the reader's own.
 *
 * O(elements read + adds * log of them).
 */
#include "core/grow.h"
#include "detect/detect.h"

/* What a transaction expects of a key. Valid while stamp is the transaction's. */
typedef struct expectation {
    uint32_t stamp; /* txn + 1 */
    uint32_t base;  /* the last read of the key, or MNS_NONE */
    uint32_t added; /* how many adds since */
    uint32_t last;  /* the last of these adds, or MNS_NONE */
} expectation;

typedef struct scan {
    const mns_observation *o;
    const mns_tables *tables;
    expectation *of_key;
    uint32_t *previous; /* by mop: the add before this one, in the same expectation */
    uint32_t *named;
    size_t named_capacity;
    mns_cases *cases;
} scan;

static bool shows_own_adds(const scan *s, uint32_t read, const expectation *e) {
    uint32_t count;
    const mns_value *elements = mns_mop_set(s->tables, read, &count);
    for (uint32_t add = e->last; add != MNS_NONE; add = s->previous[add]) {
        if (mns_set_find(elements, count, s->tables->mops.value[add]) == MNS_NONE) {
            return false;
        }
    }
    return true;
}

/* Whether an element that the base did not show may be there: the transaction added it since. */
static bool may_be_own(uint32_t writer, uint32_t base, uint32_t read) {
    return writer == MNS_AMBIGUOUS || (writer != MNS_NONE && writer > base && writer < read);
}

/* Both sets are ascending: what only the base has is gone, what only the read has is new. */
static bool repeats(const scan *s, uint32_t read, uint32_t base) {
    uint32_t count, known, k = 0;
    const mns_value *elements = mns_mop_set(s->tables, read, &count);
    const mns_value *before = mns_mop_set(s->tables, base, &known);
    const uint32_t *writers = mns_set_writers(&s->o->sets, s->tables, read, &count);
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

/* The case: the read, then the base and the adds since. */
static void add_case(scan *s, uint32_t read, const expectation *e) {
    uint32_t count = (e->base != MNS_NONE ? 2 : 1) + e->added;
    if (!MNS_GROW(s->named, 0, s->named_capacity, count)) {
        s->cases->failed = true;
        return;
    }
    s->named[0] = read;
    uint32_t add = e->last;
    for (uint32_t i = count; add != MNS_NONE; add = s->previous[add]) {
        s->named[--i] = add;
    }
    if (e->base != MNS_NONE) {
        s->named[1] = e->base;
    }
    mns_cases_add(s->cases, MNS_A_INTERNAL, s->tables->mops.key[read], MNS_VALUE_NONE, s->named,
                  count);
}

static void scan_txn(scan *s, uint32_t txn) {
    const mns_mops *mops = &s->tables->mops;
    const uint32_t *first = s->o->history->txns.first_mop;
    for (uint32_t m = first[txn]; m < first[txn + 1]; m++) {
        expectation *e = &s->of_key[mops->key[m]];
        if (e->stamp != txn + 1) {
            *e = (expectation){.stamp = txn + 1, .base = MNS_NONE, .last = MNS_NONE};
        }
        if (mops->function[m] == MNS_WRITE) {
            s->previous[m] = e->last;
            e->last = m;
            e->added++;
        } else if (mns_mop_is_answered(mops, m)) {
            if (!shows_own_adds(s, m, e) || (e->base != MNS_NONE && !repeats(s, m, e->base))) {
                add_case(s, m, e);
                return;
            }
            e->base = m;
            e->added = 0;
            e->last = MNS_NONE;
        }
    }
}

void mns_detect_internal_set(const mns_observation *o, mns_cases *cases) {
    scan s = {.o = o, .tables = &o->history->tables, .cases = cases};
    s.of_key = MNS_NEW_ARRAY(expectation, s.tables->keys.count);
    s.previous = MNS_NEW_ARRAY(uint32_t, s.tables->mops.count);
    cases->failed |= s.of_key == NULL || s.previous == NULL;
    for (uint32_t txn = 0; txn < o->history->txns.count && !cases->failed; txn++) {
        if (mns_txn_counts(o, txn)) {
            scan_txn(&s, txn);
        }
    }
    free(s.of_key);
    free(s.previous);
    free(s.named);
}
