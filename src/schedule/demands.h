/*
 * demands.h - what an execution must respect: the versions that each transaction reads and
 * installs.
 *
 * In: an observation. Out: for each transaction in the execution its touches, one for each key:
 *
 *   touch     key | the version that must be current | the version that it installs
 *
 * This holds for all datatypes:
 *
 *   registers  a version for each last write; the order of versions is open, except that whoever
 *              reads one and installs another replaces the first.
 *   lists      a version for each position. A transaction whose append a read shows must find the
 *              position before, whether or not it read it. An append that no read shows installs a
 *              version whose place is open; as long as a shown one is to follow the current
 *              version, its writer counts as a reader of the current version and keeps others away.
 *   sets       a version for each distinct size that reads show (without the reader's own adds).
 *              Elements that no smaller read shows are the parts of a version; it is installed when
 *              all its parts are there. Elements that no read shows are parts of a last version.
 *   counters   a version for each sum that reads show; its parts are the increments that lead to
 *              it, which is a guess (demands_counter.c). Only for snapshot isolation: serial
 *              executions of counters are searched without demands (counter_search.h).
 *
 * Nothing here is a proof: an execution that is found is replayed by verify, which has its own view
 * of the history. Demands that cannot be set up are no verdict either.
 */
#ifndef MNS_DEMANDS_H
#define MNS_DEMANDS_H

#include "infer/infer.h"

typedef struct mns_touch {
    uint32_t key;
    uint32_t reads;    /* the version that must be current, or MNS_NONE: any */
    uint32_t installs; /* the version that it installs, or a part of; MNS_NONE: none */
} mns_touch;

typedef struct mns_demands {
    const mns_history *history;
    uint32_t txn_count, key_count, version_count;
    uint32_t members;      /* transactions in the execution */
    bool *is_member;       /* by txn */
    uint32_t *touch_first; /* by txn, and one more: into touches */
    mns_touch *touches;
    size_t touch_count, touch_capacity;
    uint32_t *initial;      /* by key, and one more: the version of its initial state, followed by
                               its others */
    uint32_t *known_until;  /* by key: the order of its versions up to this one is known; each of
                               the others may come anywhere after it */
    uint32_t *parts;        /* by version: how many transactions must install a part of it */
    uint32_t *writer;       /* by version: a transaction that installs it, or MNS_NONE */
    uint32_t *reader_first; /* by version, and one more: into reader */
    uint32_t *reader;       /* the transactions that must find it, ascending */
    uint32_t *part_first;   /* in_sequence: by version, and one more: into part; else NULL */
    uint32_t *part;         /* the transactions that install a part of it */
    bool rows;              /* transactions that write the same key do not exclude each other */
    bool in_sequence;       /* each version of a key follows the one with the id before it (sets,
                               counters) */
    uint32_t *estimate;     /* by txn: about when it took effect; a position in the history */
} mns_demands;

/* Why there are no demands. */
typedef enum mns_setup_result {
    MNS_SET_UP,
    MNS_SETUP_NOMEM,
    MNS_SETUP_CONTRADICTS, /* reads that no execution explains: an anomaly */
    MNS_SETUP_AMBIGUOUS,   /* several transactions write one value to a key */
    MNS_SETUP_DECREMENTS,  /* counters that do not only grow */
    MNS_SETUP_TOO_LARGE
} mns_setup_result;

/* in_time: executions in real time are searched. */
mns_setup_result mns_demands_make(mns_demands *demands, const mns_observation *observation,
                                  bool in_time);
void mns_demands_release(mns_demands *demands);

/* The datatypes: fill in `initial`, `known_until` and the touches. */
mns_setup_result mns_demands_registers(mns_demands *demands, const mns_observation *observation);
mns_setup_result mns_demands_lists(mns_demands *demands, const mns_observation *observation);
mns_setup_result mns_demands_sets(mns_demands *demands, const mns_observation *observation);
mns_setup_result mns_demands_counters(mns_demands *demands, const mns_observation *observation,
                                      bool in_time);

/* For the datatypes: the touches of one transaction after another. */
typedef struct mns_touching {
    mns_demands *demands;
    uint32_t *touch_of; /* by key: 1 + its last touch */
} mns_touching;

bool mns_touching_init(mns_touching *touching, mns_demands *demands);
void mns_touching_release(mns_touching *touching);
/* The touch of a key by the transaction whose touches are being added; a new one has no versions.
 * NULL when out of memory. *fresh: it is new. */
mns_touch *mns_touch_of(mns_touching *touching, uint32_t txn, uint32_t key, bool *fresh);

/* True for a transaction that installs a version: an update. */
bool mns_is_update(const mns_demands *demands, uint32_t txn);

static inline const mns_touch *mns_touches_of(const mns_demands *d, uint32_t txn, uint32_t *count) {
    *count = d->touch_first[txn + 1] - d->touch_first[txn];
    return *count == 0 ? NULL : d->touches + d->touch_first[txn];
}

#endif
