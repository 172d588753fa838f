/*
 * headline.h - the verdict in one sentence, and how each model stands; the same words everywhere.
 *
 *     Not strict-serializable            claim; "Not " is its mark, which a terminal colours
 *     :                                  separator
 *     read skew: ... (G-single-item).    because
 */
#ifndef MNS_REPORT_MODEL_HEADLINE_H
#define MNS_REPORT_MODEL_HEADLINE_H

#include "report/model/document.h"

typedef struct mns_headline {
    const char *mark;
    mns_buf claim;         /* what follows the mark */
    const char *separator; /* between claim and because, a full stop where there is no because */
    mns_buf because;
} mns_headline;

/* Out of memory is remembered in the two buffers. */
void mns_headline_make(mns_headline *headline, const mns_document *document);
void mns_headline_release(mns_headline *headline);

/* How a model stands. */
typedef enum mns_model_state {
    MNS_RULED_OUT,
    MNS_HOLDS,
    MNS_PARTLY, /* partly judged */
    MNS_NOT_JUDGED
} mns_model_state;

/* Of every model. What a model that holds implies holds too, unless it is ruled out. */
void mns_document_model_states(const mns_document *document, mns_model_state out[MNS_MODEL_COUNT]);

/* The name that people know a model by. */
const char *mns_model_plain_name(mns_model model);

/* True if something was asked for and none of it forbids the anomaly. False also where that is not
 * known, because a model is tested only in part. */
bool mns_document_allows(const mns_document *document, mns_anomaly anomaly);

bool mns_document_asked(const mns_document *document, mns_model model);
/* The name that the model was asked by, else the one that people know it by; not NUL-terminated. */
const char *mns_document_model_name(const mns_document *document, mns_model model, size_t *size);

/* The anomalies that were found, forbidden ones first, each group in the catalog's order, which is
 * worst first: places in document->anomalies. Returns how many. */
size_t mns_document_worst_first(const mns_document *document, size_t places[MNS_ANOMALY_COUNT]);

#endif
