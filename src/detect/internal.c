/*
 * internal.c - a transaction's read contradicts what the same transaction read or wrote before.
 *
 *     T1 ok    append x 1, r x []            its own append is missing
 *     T1 ok    r x [1], r x [1 2]            a read that did not repeat
 *
 * Cerone, Bernardi and Gotsman 2015, axiom INT. Per key the expected list is the last list read
 * and the elements appended since; before the first read of the key only its end is known.
 * At most one case per transaction, as later reads follow from the first wrong one. nil and [] are
 * the same list: how a client writes "empty" says nothing about the database.
 *
 * O(micro-operations + elements of reads that are not on the spine of the read before them).
 */
#include "core/grow.h"
#include "detect/detect.h"

/* What a transaction expects of a key. Valid while stamp is the transaction's. */
typedef struct expectation {
    uint32_t stamp;    /* txn + 1 */
    uint32_t base;     /* the last read of the key, or MNS_NONE */
    uint32_t appended; /* how many appends since */
    uint32_t last;     /* the last of these appends, or MNS_NONE */
} expectation;

typedef struct scan {
    const mns_observation *o;
    const mns_mops *mops;
    expectation *of_key;
    uint32_t *previous; /* by mop: the append before this one, in the same expectation */
    uint32_t *named;
    size_t named_capacity;
    mns_cases *cases;
} scan;

static bool same_start(const scan *s, uint32_t read, uint32_t base) {
    uint32_t count, length;
    const mns_value *list = mns_mop_list(&s->o->history->tables, read, &count);
    const mns_value *start = mns_mop_list(&s->o->history->tables, base, &length);
    return length == 0 || s->mops->content[read] == s->mops->content[base] ||
           memcmp(list, start, length * sizeof *list) == 0;
}

static bool meets(const scan *s, uint32_t read, const expectation *e) {
    uint32_t count;
    const mns_value *list = mns_mop_list(&s->o->history->tables, read, &count);
    if (count < e->appended) {
        return false;
    }
    uint32_t append = e->last;
    for (uint32_t i = count; i > count - e->appended; i--, append = s->previous[append]) {
        if (list[i - 1] != s->mops->value[append]) {
            return false;
        }
    }
    return e->base == MNS_NONE ||
           (count == s->mops->value[e->base] + e->appended && same_start(s, read, e->base));
}

/* The case: the read, then the base and the appends since. */
static void add_case(scan *s, uint32_t read, const expectation *e) {
    uint32_t count = (e->base != MNS_NONE ? 2 : 1) + e->appended;
    if (!MNS_GROW(s->named, 0, s->named_capacity, count)) {
        s->cases->failed = true;
        return;
    }
    s->named[0] = read;
    uint32_t append = e->last;
    for (uint32_t i = count; append != MNS_NONE; append = s->previous[append]) {
        s->named[--i] = append;
    }
    if (e->base != MNS_NONE) {
        s->named[1] = e->base;
    }
    mns_cases_add(s->cases, MNS_A_INTERNAL, s->mops->key[read], MNS_VALUE_NONE, s->named, count);
}

static void scan_txn(scan *s, uint32_t txn) {
    const mns_txns *txns = &s->o->history->txns;
    for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1]; m++) {
        expectation *e = &s->of_key[s->mops->key[m]];
        if (e->stamp != txn + 1) {
            *e = (expectation){.stamp = txn + 1, .base = MNS_NONE, .last = MNS_NONE};
        }
        if (s->mops->function[m] == MNS_WRITE) {
            s->previous[m] = e->last;
            e->last = m;
            e->appended++;
        } else if (mns_mop_is_answered(s->mops, m)) {
            if (!meets(s, m, e)) {
                add_case(s, m, e);
                return;
            }
            e->base = m;
            e->appended = 0;
            e->last = MNS_NONE;
        }
    }
}

void mns_detect_internal(const mns_observation *o, mns_cases *cases) {
    scan s = {.o = o, .mops = &o->history->tables.mops, .cases = cases};
    s.of_key = MNS_NEW_ARRAY(expectation, o->history->tables.keys.count);
    s.previous = MNS_NEW_ARRAY(uint32_t, s.mops->count);
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
