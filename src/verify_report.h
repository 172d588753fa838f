/*
 * verify_report.h - what minos verify says: which models were checked, and how.
 */
#ifndef MNS_VERIFY_REPORT_H
#define MNS_VERIFY_REPORT_H

#include "catalog/catalog.h"
#include "claim/assumptions.h"

typedef enum mns_checked {
    MNS_REPLAYED,     /* the execution was replayed for this model */
    MNS_IMPLIED,      /* a model for which it was replayed implies this one */
    MNS_CHECKED_AGAIN /* the history was judged again, and the anomaly found */
} mns_checked;

typedef struct mns_verify_report {
    const char *history, *certificate; /* paths */
    struct mns_checked_model {
        mns_model model;
        mns_checked how;
        mns_anomaly anomaly; /* MNS_CHECKED_AGAIN */
    } models[MNS_MODEL_COUNT];
    size_t count;
    uint32_t transactions;
    const mns_assumptions *assumptions; /* that the executions satisfy */
    bool rejected;
    mns_model model;      /* rejected: the one that does not fit; MNS_MODEL_COUNT: the whole file */
    uint32_t transaction; /* its number in the certificate, or MNS_NONE */
} mns_verify_report;

void mns_verify_report_init(mns_verify_report *report, const char *history,
                            const char *certificate);
/* Each model at most once. */
void mns_verify_report_add(mns_verify_report *report, mns_model model, mns_checked how,
                           mns_anomaly anomaly);
/* As MINOS_VIEW_TEXT (one sentence, if rejected: the problem says why) or MINOS_VIEW_JSON. result:
 * has the problem of a rejection. MINOS_OK, MINOS_ENOMEM or MINOS_EARGUMENT. */
minos_status mns_verify_report_write(const mns_verify_report *report, minos_view view,
                                     const minos_result *result, char **text);

#endif
