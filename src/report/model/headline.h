/*
 * headline.h - the verdict in one sentence, and the state of each model, for all formats.
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
    const char *separator; /* between claim and because; a full stop if because is empty */
    mns_buf because;
} mns_headline;

/* Out of memory sets `failed` of the two buffers. */
void mns_headline_make(mns_headline *headline, const mns_document *document);
void mns_headline_release(mns_headline *headline);

/* True if the verdict is unknown only because an execution was required and a requested model that
 * holds is not certified. */
bool mns_document_lacks_certificate(const mns_document *document);

/* The state of a model. */
typedef enum mns_model_state {
    MNS_RULED_OUT,
    MNS_CERTIFIED, /* holds, and an execution proves it */
    MNS_HOLDS,     /* not certified */
    MNS_PARTLY,    /* partly judged */
    MNS_NOT_JUDGED
} mns_model_state;

/* The state of every model. Models implied by one that holds hold too, unless ruled out. */
void mns_document_model_states(const mns_document *document, mns_model_state out[MNS_MODEL_COUNT]);

/* True for MNS_CERTIFIED and MNS_HOLDS. */
bool mns_model_state_holds(mns_model_state state);

/* "ruled out by ", "certified", "holds", "partly judged" or "not judged". */
const char *mns_model_state_text(mns_model_state state);

/* The well-known name of a model. */
const char *mns_model_plain_name(mns_model model);

/* True if the request is not empty and does not forbid the anomaly. False also if that is unknown
 * because a requested model is only partly judged. */
bool mns_document_allows(const mns_document *document, mns_anomaly anomaly);

bool mns_document_asked(const mns_document *document, mns_model model);
/* The name used in the request, else the well-known name; not NUL-terminated. */
const char *mns_document_model_name(const mns_document *document, mns_model model, size_t *size);

/* The anomalies found, as places in document->anomalies, worst first (judge/worst.c). Returns how
 * many. */
size_t mns_document_worst_first(const mns_document *document, size_t places[MNS_ANOMALY_COUNT]);

#endif
