/*
 * certificate.h - the file that `minos check --certificate` writes and `minos verify` checks.
 *
 *     {"certificate": 1, "workload": "list-append",
 *      "history": {"transactions": 3, "sha256": "..."}, "assumptions": [],
 *      "entries": [{"model": "strict-serializable", "verdict": "certified",
 *                   "also": ["serializable"], "info": [], "order": [0, 2, 1]}]}
 *
 * Transactions are numbered from 0 by their invocation; in a history of completions only, by their
 * completion. docs/certificates.md describes every field.
 */
#ifndef MNS_CERTIFICATE_H
#define MNS_CERTIFICATE_H

#include "catalog/catalog.h"
#include "claim/assumptions.h"
#include "core/sha256.h"
#include "history/history.h"
#include "verify/execution.h"

/* The answer for one model. Models with the same execution share one entry of the file: the first
 * is its "model", the others are its "also". */
typedef struct mns_certificate_entry {
    mns_model model;
    const mns_execution *execution; /* that certifies the model; NULL: it is ruled out */
    mns_anomaly anomaly;            /* that rules it out */
} mns_certificate_entry;

typedef struct mns_certificate_output {
    /* Takes the next bytes of the file; any status but MINOS_OK ends the writing. */
    minos_status (*write)(void *context, const void *data, size_t size);
    void *context;
    const char *name; /* of the file: packed if it ends with .gz or .zst */
} mns_certificate_output;

/* Writes a certificate of a history that was read. Reads the text of the source once more, for its
 * hash. MINOS_EARGUMENT: this build cannot pack. MINOS_EIO: the source cannot be read again, or the
 * status of output->write. O(size of the text + transactions of all executions). */
minos_status mns_certificate_write(const mns_history *history, mns_source *source,
                                   const mns_assumptions *assumptions,
                                   const mns_certificate_entry *entries, size_t count,
                                   const mns_certificate_output *output);

#define MNS_ASSUMPTION_COUNT 5
/* The names of the assumptions that are made; returns how many. */
size_t mns_certificate_assumptions(const mns_assumptions *assumptions,
                                   const char *names[MNS_ASSUMPTION_COUNT]);
/* The name of a model in a certificate. */
const char *mns_certificate_model_name(mns_model model);

/* ---- Reading -------------------------------------------------------------------------------- */

typedef struct mns_certificate_numbers {
    uint32_t *items;
    size_t count, capacity;
    bool present; /* the field is there */
} mns_certificate_numbers;

/* An entry as it was read. Nothing in it is checked against a history. */
typedef struct mns_certificate_claim {
    uint64_t offset; /* in the file */
    mns_model model;
    bool models[MNS_MODEL_COUNT]; /* the model and those of "also" */
    bool certified;               /* otherwise ruled out */
    mns_anomaly anomaly;          /* that rules it out */
    mns_certificate_numbers info, order, sees;
} mns_certificate_claim;

typedef struct mns_certificate {
    mns_workload workload;
    uint32_t transactions;
    uint8_t sha256[MNS_SHA256_BYTES];
    mns_assumptions assumptions; /* without the numbers of a transaction order */
    bool transaction_order;      /* the user gave one */
    mns_certificate_claim *claims;
    size_t count, capacity;
} mns_certificate;

/* Reads a certificate whose text is in memory (mns_source_load). MINOS_EINPUT: *problems has the
 * error. No two entries are of one model. Unknown fields are errors: they might change what the
 * others mean. O(bytes). */
minos_status mns_certificate_read(mns_certificate *certificate, const mns_source *source,
                                  mns_problems *problems);
void mns_certificate_release(mns_certificate *certificate);

#endif
