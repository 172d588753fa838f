/* cobra_unlogged.c - see cobra_unlogged.h. */
#include "format/cobra_unlogged.h"

#include <inttypes.h>

#include "core/grow.h"

static int compare_numbers(int64_t a, int64_t b) { return (a > b) - (a < b); }

static int compare_places(const mns_place *a, const mns_place *b) {
    int order = compare_numbers(a->file, b->file);
    return order != 0 ? order : (a->offset > b->offset) - (a->offset < b->offset);
}

/* By log, then write id, then by place. */
static int compare_writes(const void *a, const void *b) {
    const mns_cobra_unlogged *x = a, *y = b;
    int order = compare_numbers(x->file, y->file);
    order = order != 0 ? order : compare_numbers(x->read.write, y->read.write);
    return order != 0 ? order : compare_places(&x->read.place, &y->read.place);
}

/* By log, then key, then by place. */
static int compare_keys(const void *a, const void *b) {
    const mns_cobra_unlogged *x = a, *y = b;
    int order = compare_numbers(x->file, y->file);
    order = order != 0 ? order : compare_numbers(x->read.key, y->read.key);
    return order != 0 ? order : compare_places(&x->read.place, &y->read.place);
}

/* The log that ends in this transaction, or MNS_NONE. Binary search. */
static uint32_t log_of(const mns_cobra_facts *facts, int64_t txn) {
    uint32_t low = 0, high = facts->open_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (facts->open[middle].txn < txn) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = low < facts->open_count && facts->open[low].txn == txn;
    return found ? facts->open[low].file : MNS_NONE;
}

bool mns_cobra_unlogged_note(mns_reading *reading, mns_cobra_facts *facts,
                             const mns_cobra_record *read, bool writer_known) {
    if (!writer_known) {
        facts->first_unknown = facts->unknown_reads == 0 ? *read : facts->first_unknown;
        facts->unknown_reads++;
        return true;
    }
    uint32_t file = log_of(facts, read->txn);
    if (file == MNS_NONE) {
        return true;
    }
    if (!MNS_GROW(facts->unlogged, facts->unlogged_count, facts->unlogged_capacity, 1)) {
        return mns_reading_no_memory(reading) > 0;
    }
    facts->unlogged[facts->unlogged_count++] = (mns_cobra_unlogged){.file = file, .read = *read};
    return true;
}

static bool refuse_other(mns_reading *reading, const mns_cobra_record *one,
                         const mns_cobra_record *two) {
    return mns_reading_fail(reading, two->place, NULL,
                            "write id %" PRId64 " has key %" PRId64 " and value %" PRId64
                            " here, but key %" PRId64 " and value %" PRId64 " in another read",
                            two->write, two->key, two->value, one->key, one->value) > 0;
}

static bool refuse_two(mns_reading *reading, const mns_cobra_record *one,
                       const mns_cobra_record *two) {
    return mns_reading_fail(reading, two->place, "the log of that transaction is cut short",
                            "reads show two writes of transaction %" PRId64 " to key %" PRId64
                            " (ids %" PRId64 " and %" PRId64
                            "), but its log ends before them, so their order is unknown",
                            two->txn, two->key, one->write, two->write) > 0;
}

/* Keeps one read of each write; all reads of a write must agree. */
static bool unite(mns_reading *reading, mns_cobra_facts *facts) {
    mns_cobra_unlogged *items = facts->unlogged;
    size_t kept = 0;
    qsort(items, facts->unlogged_count, sizeof *items, compare_writes);
    for (size_t i = 0; i < facts->unlogged_count; i++) {
        const mns_cobra_record *read = &items[i].read;
        const mns_cobra_unlogged *last = kept == 0 ? NULL : &items[kept - 1];
        if (last == NULL || last->file != items[i].file || last->read.write != read->write) {
            items[kept++] = items[i];
        } else if (last->read.key != read->key || last->read.value != read->value) {
            return refuse_other(reading, &last->read, read);
        }
    }
    facts->unlogged_count = kept;
    return true;
}

bool mns_cobra_unlogged_finish(mns_reading *reading, mns_cobra_facts *facts) {
    mns_cobra_unlogged *items = facts->unlogged;
    if (facts->unlogged_count == 0) {
        return true;
    }
    if (!unite(reading, facts)) {
        return false;
    }
    qsort(items, facts->unlogged_count, sizeof *items, compare_keys);
    for (size_t i = 1; i < facts->unlogged_count; i++) {
        if (items[i - 1].file == items[i].file && items[i - 1].read.key == items[i].read.key) {
            return refuse_two(reading, &items[i - 1].read, &items[i].read);
        }
    }
    return true;
}
