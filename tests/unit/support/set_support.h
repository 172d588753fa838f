/*
 * set_support.h - random histories of sets, and what relates a read and an add by definition.
 */
#ifndef TEST_SET_SUPPORT_H
#define TEST_SET_SUPPORT_H

#include "core/buf.h"
#include "support/units.h"

/* A random history of lists with sets in their place. Reads lose an element now and then, so that
 * some are incomparable. To be freed. */
static inline char *set_random_history(uint64_t *random, uint32_t txns, uint32_t keys,
                                       uint32_t processes) {
    char *lists = unit_random_history(random, txns, keys, processes);
    mns_buf out;
    mns_buf_init(&out);
    bool inside = false;
    for (const char *p = lists; *p != '\0';) {
        size_t digits = strspn(p, "0123456789");
        bool append = *p == 'a' && p > lists && p[-1] == ' ' && p[1] != 'i';
        if (inside && digits > 0) {
            bool lost = unit_random(random, 12) == 0;
            mns_buf_bytes(&out, p, lost ? 0 : digits);
            p += digits;
            continue;
        }
        inside = *p == '[' || (inside && *p != ']');
        mns_buf_char(&out, append ? 's' : *p == '[' ? '{' : *p == ']' ? '}' : *p);
        p++;
    }
    free(lists);
    char *text = mns_buf_take(&out, NULL);
    assert_non_null(text);
    return text;
}

/* Whether an add is of an element that a read has, straight from the elements. */
static inline bool set_shows(const mns_observation *o, uint32_t read, uint32_t add) {
    uint32_t count;
    const mns_value *elements = mns_mop_set(&o->history->tables, read, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (elements[i] == o->history->tables.mops.value[add]) {
            return true;
        }
    }
    return false;
}

/* Whether a read is the first of its key by a transaction that counts, by looking at everything
 * that the transaction did before. */
static inline bool set_is_external(const mns_observation *o, uint32_t read) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t txn = mns_txn_of(o, read);
    bool external = mns_mop_is_answered(mops, read) && mns_txn_counts(o, txn);
    for (uint32_t m = o->history->txns.first_mop[txn]; m < read && external; m++) {
        external = mops->key[m] != mops->key[read] || !mns_mop_is_answered(mops, m);
    }
    return external;
}

#endif
