/*
 * document_read.h - what the files that read a document share.
 *
 * A results.json is untrusted: whatever drawing relies on is checked here, the places and limits of
 * document.h above all, so that a document that was read is as good as one that was made.
 */
#ifndef MNS_DOCUMENT_READ_H
#define MNS_DOCUMENT_READ_H

#include "report/document.h"
#include "report/json_reader.h"

#define MNS_VERSION_HINT "these results may be of another version of minos than this one"

/* "ok", "fail" or "info" into an mns_txn_type. */
bool mns_read_txn_type(mns_json_reader *reader, const mns_token *token, void *into);
/* A name of the catalog; one that is not known is an error. */
bool mns_read_anomaly_name(mns_json_reader *reader, const char *at, const char *name,
                           mns_anomaly *anomaly);
bool mns_read_model_name(mns_json_reader *reader, const char *at, const char *name,
                         mns_model *model);
/* One anomaly: what was found of it, and whether the request forbids it. */
typedef struct mns_read_finding {
    mns_doc_anomaly row;
    bool forbidden;
} mns_read_finding;
/* document_read_witness.c. The anomaly of the row is the caller's. */
bool mns_read_anomaly(mns_json_reader *reader, const mns_token *token, mns_read_finding *finding);

/* document_read_context.c: the members of the document of these names. */
bool mns_read_keys(mns_json_reader *reader, const mns_token *token, void *document);
bool mns_read_faults(mns_json_reader *reader, const mns_token *token, void *document);
bool mns_read_run(mns_json_reader *reader, const mns_token *token, void *document);

#endif
