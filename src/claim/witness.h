/*
 * witness.h - an anomaly with its proof, as plain data.
 *
 * explain builds witnesses, recheck derives each again from the history, report shows them. This
 * folder has types and no code, so the re-checker shares nothing with what it checks but the
 * statement of the claim.
 */
#ifndef MNS_CLAIM_WITNESS_H
#define MNS_CLAIM_WITNESS_H

#include "claim/edge_reason.h"

typedef struct mns_step {
    uint32_t from, to; /* places in witness->txns, from 0 */
    mns_reason reason;
    char *text; /* "T1 did not observe T2's append of 3 to 1" */
} mns_step;

/* Registers: why one version of a key precedes another where that follows from dependencies. They
 * lead from who wrote the one to who wrote or read the other; the other way round the order of the
 * two would close a cycle. A reason that itself rests on a derivation (BY_LEMMA) has in its `lemma`
 * the place of that in the witness, which is before this one. */
typedef struct mns_derivation {
    uint32_t key;
    uint32_t from_mop; /* the write of the earlier version */
    uint32_t to_mop;   /* the write of the later version, or a read of it */
    mns_form form;     /* of the cycle that would be there if the later one came first, */
    mns_order order;   /* as it was inferred */
    uint32_t *txns;    /* step_count + 1 of them */
    mns_reason *steps; /* from txns[i] to txns[i + 1] */
    uint32_t step_count;
} mns_derivation;

typedef struct mns_witness {
    mns_anomaly anomaly;
    const char *name; /* "write skew", or NULL for a shape without a name of its own */
    uint32_t *txns;   /* txn ids by time of invocation; T1 is txns[0] */
    uint32_t txn_count;
    mns_step *steps; /* of a cycle, in its order: each begins where the one before ends; none for a
                        case */
    uint32_t step_count;
    uint32_t *leaving; /* of a cycle: for each of txns, the step that begins there */
    uint32_t key;      /* of a case, else MNS_NONE */
    mns_value element; /* of a case, else MNS_VALUE_NONE */
    unsigned sources;  /* of a case: as in detect.h */
    uint32_t *mops;    /* of a case: as in detect.h */
    uint32_t mop_count;
    mns_derivation *derivations; /* all that the steps rest on, one way or another */
    uint32_t derivation_count;
    char *text; /* "Let:\n  T1 = ...\n\nThen:\n  - T1 < T2, because ..." */
} mns_witness;

typedef struct mns_witnesses {
    mns_witness *items; /* in the catalog's order of anomalies, shortest first */
    size_t count, capacity;
    uint64_t total[MNS_ANOMALY_COUNT]; /* exact counts, kept or not */
} mns_witnesses;

#endif
