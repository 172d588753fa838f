/* marks.c - see marks.h. */
#include "detect/marks.h"

#include "core/grow.h"

typedef struct marks {
    uint32_t *first; /* by spine, and one more */
    uint32_t *place; /* indexes of bad elements, ascending within a spine */
} marks;

static bool find_marks(const mns_observation *o, mns_mark bad, marks *m) {
    size_t spines = o->history->tables.spines.count, capacity = 0;
    uint32_t count = 0;
    m->first = MNS_NEW_ARRAY(uint32_t, spines + 1);
    for (uint32_t s = 0; s < spines && m->first != NULL; s++) {
        for (uint32_t i = 0; i < o->versions.seen[s]; i++) {
            if (!bad(o, mns_spine_writer(o, s, i))) {
                continue;
            }
            if (!MNS_GROW(m->place, count, capacity, 1)) {
                return false;
            }
            m->place[count++] = i;
        }
        m->first[s + 1] = count;
    }
    return m->first != NULL;
}

/* The number of marks of a spine below a length. */
static uint32_t marks_below(const marks *m, uint32_t spine, uint32_t length) {
    uint32_t low = m->first[spine], high = m->first[spine + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (m->place[middle] < length) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    assert(low == m->first[spine] || m->place[low - 1] < length);
    return low - m->first[spine];
}

/* Adds the cases of one read up to the limit; counts the rest. */
static void add_read(const mns_observation *o, const marks *m, uint32_t mop, mns_anomaly anomaly,
                     mns_cases *cases) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t spine = mops->content[mop];
    uint32_t count = marks_below(m, spine, mops->value[mop]);
    for (uint32_t i = 0; i < count; i++) {
        if (!mns_cases_wants(cases, anomaly)) {
            cases->total[anomaly] += count - i;
            return;
        }
        uint32_t place = m->place[m->first[spine] + i];
        uint32_t writer = mns_spine_writer(o, spine, place);
        uint32_t named[2] = {mop, writer};
        mns_cases_add(cases, anomaly, mops->key[mop],
                      o->history->tables.spines.items[spine].elements[place], named,
                      writer == MNS_NONE ? 1 : 2);
    }
}

/* Reads of lists: by the marks of their spines. */
static void mark_lists(const mns_observation *o, mns_mark bad, mns_anomaly anomaly,
                       mns_cases *cases) {
    const mns_mops *mops = &o->history->tables.mops;
    marks m = {NULL, NULL};
    if (!find_marks(o, bad, &m)) {
        cases->failed = true;
    } else if (m.place != NULL) {
        for (uint32_t mop = 0; mop < mops->count; mop++) {
            if (mns_mop_is_answered(mops, mop) && mops->value[mop] > 0 &&
                mns_txn_counts(o, mns_txn_of(o, mop))) {
                add_read(o, &m, mop, anomaly, cases);
            }
        }
    }
    free(m.first);
    free(m.place);
}

/* One value that a read shows. */
static void mark_value(const mns_observation *o, mns_mark bad, uint32_t mop, mns_value value,
                       uint32_t writer, mns_anomaly anomaly, mns_cases *cases) {
    if (writer != MNS_AMBIGUOUS && bad(o, writer)) {
        uint32_t named[2] = {mop, writer};
        mns_cases_add(cases, anomaly, o->history->tables.mops.key[mop], value, named,
                      writer == MNS_NONE ? 1 : 2);
    }
}

/* Reads of registers: versions are not bad. */
static void mark_registers(const mns_observation *o, mns_mark bad, mns_anomaly anomaly,
                           mns_cases *cases) {
    for (size_t i = 0; i < o->version_graph.unversioned_count; i++) {
        uint32_t read = o->version_graph.unversioned[i].read;
        mark_value(o, bad, read, o->history->tables.mops.value[read],
                   o->version_graph.unversioned[i].write, anomaly, cases);
    }
}

void mns_detect_marked(const mns_observation *o, mns_mark bad, mns_anomaly anomaly,
                       mns_cases *cases) {
    const mns_tables *tables = &o->history->tables;
    const mns_mops *mops = &tables->mops;
    if (o->history->workload == MNS_LIST_APPEND) {
        mark_lists(o, bad, anomaly, cases);
        return;
    }
    if (o->history->workload == MNS_RW_REGISTER) {
        mark_registers(o, bad, anomaly, cases);
        return;
    }
    for (uint32_t mop = 0; mop < mops->count; mop++) {
        if (!mns_mop_is_answered(mops, mop) || !mns_txn_counts(o, mns_txn_of(o, mop))) {
            continue;
        }
        uint32_t count;
        const mns_value *set = mns_mop_set(tables, mop, &count);
        const uint32_t *writers = mns_set_writers(&o->sets, tables, mop, &count);
        for (uint32_t i = 0; i < count; i++) {
            mark_value(o, bad, mop, set[i], writers[i], anomaly, cases);
        }
    }
}
