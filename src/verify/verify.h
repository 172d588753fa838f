/*
 * verify.h - replays an execution against a history.
 *
 * In: a history, a model and an execution. Out: accepted, or the first transaction and
 * micro-operation that do not fit. An accepted execution proves that the history satisfies the
 * model. This folder knows the history and the definitions (docs/certificates.md), nothing of
 * inference, graphs or schedules: whoever reads these few files can trust every certificate.
 */
#ifndef MNS_VERIFY_H
#define MNS_VERIFY_H

#include "catalog/catalog.h"
#include "claim/assumptions.h"
#include "history/history.h"
#include "verify/execution.h"

/* What does not fit. */
typedef struct mns_misfit {
    uint32_t txn;     /* MNS_NONE: the execution as a whole */
    uint32_t mop;     /* of txn, or MNS_NONE: the whole transaction */
    uint32_t other;   /* another transaction that the message is about, or MNS_NONE */
    const char *what; /* static text: "the read does not return the current value" */
} mns_misfit;

/* True for models that have a replay: those of the serializable and snapshot families and prefix.
 */
bool mns_verify_knows(mns_model model);

/* Replays the execution. *accepted; if false, *misfit says why. `order` and `sees` are untrusted:
 * any numbers are answered, never a crash. MINOS_ENOMEM when out of memory. O(micro-operations),
 * for sets O(micro-operations + elements of distinct sets). */
minos_status mns_verify(const mns_history *history, const mns_assumptions *assumptions,
                        mns_model model, const mns_execution *execution, bool *accepted,
                        mns_misfit *misfit);

#endif
