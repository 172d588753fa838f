/* dbcop_initial.c - see dbcop_initial.h. */
#include "format/dbcop_initial.h"

#define VALUE_AT 9 /* bytes of an event before its value */

void mns_dbcop_initial_init(mns_dbcop_initial *initial) {
    *initial = (mns_dbcop_initial){.expected = false};
    mns_number_set_init(&initial->keys);
}

void mns_dbcop_initial_release(mns_dbcop_initial *initial) {
    mns_number_set_release(&initial->keys);
}

static bool is_ambiguous(mns_reading *reading, mns_place place) {
    mns_reading_fail(reading, place,
                     "let transactions write other values, and leave out one that sets the initial "
                     "state; only that of a file which AWDIT converted is recognised",
                     "this transaction writes 0, which is the initial state: a read of 0 could "
                     "show either");
    return false;
}

static bool no_memory(mns_reading *reading) {
    mns_reading_no_memory(reading);
    return false;
}

/* The first write of 0, or NULL. *others: the transaction has other events too. */
static const mns_dbcop_event *find_zero(const mns_dbcop *dbcop, bool *others) {
    const mns_dbcop_event *zero = NULL;
    *others = false;
    for (size_t i = 0; i < dbcop->count; i++) {
        const mns_dbcop_event *event = &dbcop->events[i];
        bool writes = event->write && event->value == 0;
        zero = writes && zero == NULL ? event : zero;
        *others |= !writes || event->failed;
    }
    return zero;
}

static bool note_keys(mns_dbcop_initial *initial, const mns_dbcop *dbcop) {
    bool stored = true, added = false;
    for (size_t i = 0; i < dbcop->count && stored; i++) {
        stored = mns_number_set_add(&initial->keys, dbcop->events[i].key, &added);
        initial->key_count += stored && added;
    }
    return stored;
}

/* Does the transaction write each key once? False when out of memory. */
static bool covers_keys(mns_dbcop_initial *initial, const mns_dbcop *dbcop, bool *covers) {
    mns_number_set written;
    mns_number_set_init(&written);
    uint64_t known = 0;
    bool stored = true, fresh = true;
    for (size_t i = 0; i < dbcop->count && stored && fresh; i++) {
        uint64_t key = dbcop->events[i].key;
        bool new_key = false;
        stored = mns_number_set_add(&written, key, &fresh) &&
                 mns_number_set_add(&initial->keys, key, &new_key);
        known += fresh && !new_key;
    }
    mns_number_set_release(&written);
    *covers = fresh && known == initial->key_count;
    return stored;
}

bool mns_dbcop_initial_check(mns_dbcop_initial *initial, mns_reading *reading,
                             const mns_dbcop *dbcop, const mns_dbcop_txn *txn, bool alone,
                             bool *found) {
    bool others;
    const mns_dbcop_event *zero = find_zero(dbcop, &others);
    *found = false;
    if (txn->committed && initial->writes > 0) {
        return is_ambiguous(reading, initial->place); /* it is not the last one */
    }
    if (zero == NULL) {
        return !initial->expected || note_keys(initial, dbcop) || no_memory(reading);
    }
    mns_place place = {.file = txn->place.file, .offset = zero->offset + VALUE_AT};
    if (!initial->expected || others || !alone || !txn->committed) {
        return is_ambiguous(reading, place);
    }
    if (!covers_keys(initial, dbcop, found)) {
        return no_memory(reading);
    }
    initial->writes = dbcop->count;
    initial->place = place;
    return *found || is_ambiguous(reading, place);
}
