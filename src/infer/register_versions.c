/*
 * register_versions.c - which writes of registers are versions, and which reads saw them.
 *
 * A version is the last write of a transaction that counts to a key, if no other write to the key
 * has that value. Versions of a key have consecutive ids, in the order of their writes in the
 * history. Until ids are assigned, the column of versions holds a mark for each such write, and for
 * each read the write that it shows:
 *
 *     outcomes, shown writes  ->  marks  ->  ids of writes  ->  ids of reads, partners, and
 *                                                                     reads that show no version
 *
 * O(micro-operations).
 */
#include "core/grow.h"
#include "infer/outcomes.h"
#include "infer/register_orders.h"

#define MARKED 0u /* version of a last write */

/* By key, each 1 + a mop; valid only if that mop belongs to the current transaction. */
typedef struct touch {
    uint32_t read;  /* the first access of the key, if it is a read */
    uint32_t write; /* the last write so far */
} touch;

typedef struct numbering {
    const mns_observation *o;
    mns_version_graph *r;
    touch *touched;
} numbering;

/* ---- Outcomes, and what reads show ---------------------------------------------------------- */

static void see(void *context, mns_outcomes *outcomes, uint32_t read) {
    mns_version_graph *r = context;
    const mns_history *history = outcomes->o->history;
    const mns_mops *mops = &history->tables.mops;
    if (mops->value[read] != MNS_VALUE_INITIAL) {
        r->version[read] = mns_history_writer(history, mops->key[read], mops->value[read]);
        mns_outcomes_shown(outcomes, r->version[read]);
    }
}

/* ---- Marks ---------------------------------------------------------------------------------- */

/* Marks a write, and unmarks an earlier write of the same transaction to the key. `first` counts
 * the marks. */
static void mark_write(const numbering *n, uint32_t mop, uint32_t begin) {
    uint32_t key = n->o->history->tables.mops.key[mop];
    uint32_t *last = &n->touched[key].write, *marks = &n->r->first[key + 1];
    if (*last > begin && n->r->version[*last - 1] == MARKED) {
        n->r->version[*last - 1] = MNS_NONE;
        (*marks)--;
    }
    if (mns_write_is_unique(n->o->history, mop)) {
        n->r->version[mop] = MARKED;
        (*marks)++;
    }
    *last = mop + 1;
}

static void mark(const numbering *n) {
    const mns_txns *txns = &n->o->history->txns;
    const mns_mops *mops = &n->o->history->tables.mops;
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        uint32_t begin = txns->first_mop[txn], end = txns->first_mop[txn + 1];
        for (uint32_t m = begin; m < end && mns_txn_counts(n->o, txn); m++) {
            if (mops->function[m] == MNS_WRITE) {
                mark_write(n, m, begin);
            }
        }
    }
}

/* ---- Numbers -------------------------------------------------------------------------------- */

/* Turns counts into offsets: each key has its initial state, then its last writes. */
static bool lay_out(const numbering *n) {
    mns_version_graph *r = n->r;
    uint64_t count = 0;
    for (uint32_t k = 0; k < n->o->history->tables.keys.count; k++) {
        count += 1 + (uint64_t)r->first[k + 1];
        r->first[k + 1] = (uint32_t)count;
    }
    r->count = (uint32_t)count;
    r->writer = MNS_NEW_ARRAY(uint32_t, count);
    r->reader_first = MNS_NEW_ARRAY(uint32_t, count + 2);
    return count < MNS_NONE && r->writer != NULL && r->reader_first != NULL;
}

static void number_writes(const numbering *n) {
    const mns_tables *tables = &n->o->history->tables;
    mns_version_graph *r = n->r;
    for (uint32_t k = 0; k < tables->keys.count; k++) {
        r->writer[r->first[k]] = MNS_NONE;
        n->touched[k].write = r->first[k] + 1; /* from here on: the next version id of the key */
    }
    for (uint32_t m = 0; m < tables->mops.count; m++) {
        if (tables->mops.function[m] == MNS_WRITE && r->version[m] == MARKED) {
            r->version[m] = n->touched[tables->mops.key[m]].write++;
            r->writer[r->version[m]] = m;
        }
    }
}

static bool join(mns_version_graph *r, uint32_t read, uint32_t write) {
    bool near = write - read < MNS_NOT_EXTERNAL;
    r->apart[read] = r->apart[write] = near ? (uint8_t)(write - read) : MNS_FAR;
    return near || (mns_map_add(&r->far, read, write) && mns_map_add(&r->far, write, read));
}

/* Notes a read that shows a write which is no version, or a value that was never written. A read of
 * its own transaction's earlier write is fine. */
static bool note_odd(mns_version_graph *r, uint32_t read, uint32_t shown, uint32_t begin,
                     uint32_t end) {
    bool own = shown >= begin && shown < end;
    if (shown == MNS_AMBIGUOUS || (own && shown < read) ||
        (!own && shown != MNS_NONE && r->version[shown] != MNS_NONE)) {
        return true;
    }
    if (!MNS_GROW(r->unversioned, r->unversioned_count, r->unversioned_capacity, 1)) {
        return false;
    }
    r->unversioned[r->unversioned_count++] = (mns_unversioned_read){.read = read, .write = shown};
    return true;
}

/* Notes the number that was revealed with a read which is no access. */
static bool note_number(const numbering *n, uint32_t mop, uint32_t version, bool meeting) {
    const mns_tables *tables = &n->o->history->tables;
    mns_version_graph *r = n->r;
    if (meeting || version == MNS_NONE || tables->mops.version == NULL ||
        mns_revealed_version(n->o, mop) == MNS_NO_VERSION) {
        return true;
    }
    if (!MNS_GROW(r->numbered, r->numbered_count, r->numbered_capacity, 1)) {
        return false;
    }
    r->numbered[r->numbered_count++] = (mns_numbered_read){.version = version, .read = mop};
    return true;
}

/* Sets the version of a read: the initial state or what another transaction installed. A read that
 * is not external gets none if it repeats the external one. */
static bool number_read(const numbering *n, uint32_t mop, uint32_t begin, uint32_t end) {
    const mns_mops *mops = &n->o->history->tables.mops;
    mns_version_graph *r = n->r;
    touch *t = &n->touched[mops->key[mop]];
    bool external = t->read <= begin && t->write <= begin;
    bool initial = mops->value[mop] == MNS_VALUE_INITIAL;
    uint32_t shown = r->version[mop], version = MNS_NONE;
    if (initial) {
        version = r->first[mops->key[mop]];
    } else if (shown < MNS_AMBIGUOUS && (shown < begin || shown >= end)) {
        version = r->version[shown];
    }
    bool own = shown >= begin && shown < mop;
    if (!note_number(n, mop, own ? r->version[shown] : version, external && version != MNS_NONE)) {
        return false;
    }
    if (!external && t->read > begin && r->version[t->read - 1] == version) {
        version = MNS_NONE;
    }
    r->version[mop] = version;
    r->apart[mop] = !external && version != MNS_NONE ? MNS_NOT_EXTERNAL : 0;
    t->read = external ? mop + 1 : t->read;
    if (version != MNS_NONE) {
        r->reader_first[version + 2]++;
        return true;
    }
    return initial || !mns_mop_is_answered(mops, mop) || note_odd(r, mop, shown, begin, end);
}

/* Sets the versions of a transaction's reads, and links an external read to the last write of its
 * key. */
static bool number_reads_of(const numbering *n, uint32_t begin, uint32_t end) {
    const mns_mops *mops = &n->o->history->tables.mops;
    mns_version_graph *r = n->r;
    bool good = true;
    for (uint32_t m = begin; m < end && good; m++) {
        if (mops->function[m] == MNS_READ) {
            good = number_read(n, m, begin, end);
            continue;
        }
        touch *t = &n->touched[mops->key[m]];
        t->write = m + 1;
        if (r->version[m] != MNS_NONE && t->read > begin && r->version[t->read - 1] != MNS_NONE) {
            good = join(r, t->read - 1, m);
        }
    }
    return good;
}

static bool number_reads(const numbering *n) {
    const mns_txns *txns = &n->o->history->txns;
    bool good = true;
    memset(n->touched, 0, n->o->history->tables.keys.count * sizeof *n->touched);
    for (uint32_t txn = 0; txn < txns->count && good; txn++) {
        good = !mns_txn_counts(n->o, txn) ||
               number_reads_of(n, txns->first_mop[txn], txns->first_mop[txn + 1]);
    }
    return good;
}

static bool list_readers(const mns_observation *o, mns_version_graph *r) {
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t v = 0; v < r->count; v++) {
        r->reader_first[v + 2] += r->reader_first[v + 1];
    }
    r->reader = MNS_NEW_ARRAY(uint32_t, r->reader_first[r->count + 1]);
    for (uint32_t m = 0; m < mops->count && r->reader != NULL; m++) {
        if (mops->function[m] == MNS_READ && r->version[m] != MNS_NONE) {
            r->reader[r->reader_first[r->version[m] + 1]++] = m;
        }
    }
    return r->reader != NULL;
}

/* ---- All of it ------------------------------------------------------------------------------ */

static bool allocate(const mns_observation *o, mns_version_graph *r, numbering *n) {
    size_t mops = o->history->tables.mops.count, keys = o->history->tables.keys.count;
    r->version = MNS_NEW_ARRAY(uint32_t, mops);
    r->apart = MNS_NEW_ARRAY(uint8_t, mops);
    r->first = MNS_NEW_ARRAY(uint32_t, keys + 1);
    n->touched = MNS_NEW_ARRAY(touch, keys);
    if (r->version == NULL || r->apart == NULL || r->first == NULL || n->touched == NULL) {
        return false;
    }
    memset(r->version, 0xFF, mops * sizeof *r->version); /* MNS_NONE */
    mns_map_init(&r->far);
    return true;
}

static int by_version(const void *a, const void *b) {
    const mns_numbered_read *x = a, *y = b;
    if (x->version != y->version) {
        return x->version < y->version ? -1 : 1;
    }
    return (x->read > y->read) - (x->read < y->read);
}

bool mns_find_versions(mns_observation *o) {
    mns_version_graph *r = &o->version_graph;
    numbering n = {.o = o, .r = r};
    bool good = allocate(o, r, &n) && mns_outcomes_find(o, see, r) == MINOS_OK;
    if (good) {
        mark(&n);
        good = lay_out(&n);
    }
    if (good) {
        number_writes(&n);
        good = number_reads(&n);
    }
    if (r->numbered_count > 1) {
        qsort(r->numbered, r->numbered_count, sizeof *r->numbered, by_version);
    }
    free(n.touched);
    return good && list_readers(o, r);
}
