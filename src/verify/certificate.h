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

#endif
