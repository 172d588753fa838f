/*
 * document_read.h - what the files that read a document share.
 *
 * A results.json is untrusted: whatever drawing relies on is checked here, the places and limits of
 * document.h above all, so that a document that was read is as good as one that was made.
 */
#ifndef MNS_REPORT_JSON_DOCUMENT_READ_H
#define MNS_REPORT_JSON_DOCUMENT_READ_H

#include "report/json/json_reader.h"
#include "report/model/document.h"

#define MNS_VERSION_HINT "these results may be of another version of minos than this one"

/* A document while it is read: what the fields of the outermost object are read into. */
typedef struct mns_saved {
    mns_document document;
    bool begun;     /* it says that it is a result */
    bool explained; /* it says what ruled out each model, and so all else that a document has */
} mns_saved;

/* ---- Names (document_read_names.c) ---------------------------------------------------------- */

/* The place of a string among a few words, or `count`. */
size_t mns_read_word(const mns_token *token, const char *const *words, size_t count);
/* "ok", "fail" or "info" into an mns_txn_type. */
bool mns_read_txn_type(mns_json_reader *reader, const mns_token *token, void *type);
/* A number or a string into an mns_doc_process: document_process.c. */
bool mns_read_process(mns_json_reader *reader, const mns_token *token, void *process);
/* Names of the catalog; one that it does not have is an error. */
bool mns_read_anomaly_name(mns_json_reader *reader, const char *at, const char *name,
                           mns_anomaly *anomaly);
bool mns_read_model_name(mns_json_reader *reader, const char *at, const char *name,
                         mns_model *model);
/* An array of names into a set of models, a set of anomalies, the models of an mns_request. */
bool mns_read_models(mns_json_reader *reader, const mns_token *token, void *set);
bool mns_read_anomalies(mns_json_reader *reader, const mns_token *token, void *set);
bool mns_read_asked(mns_json_reader *reader, const mns_token *token, void *request);

/* ---- The judgement (document_read_judgement.c) ---------------------------------------------- */

bool mns_read_verdict(mns_json_reader *reader, const mns_token *token, void *verdict);
bool mns_read_order(mns_json_reader *reader, const mns_token *token, void *order);
bool mns_read_ruled_out_by(mns_json_reader *reader, const mns_token *token, void *saved);
/* Before anything is read, and when everything was: completes the judgement and looks whether it
 * fits itself; `at` is where to say so. */
void mns_judgement_begin(mns_saved *saved);
bool mns_judgement_finish(mns_json_reader *reader, const char *at, mns_saved *saved);

/* ---- Parts ---------------------------------------------------------------------------------- */

/* One anomaly: what was found of it, and whether the request forbids it (document_read_witness.c).
 * The anomaly of the row is the caller's. */
typedef struct mns_read_finding {
    mns_doc_anomaly row;
    bool forbidden;
} mns_read_finding;
bool mns_read_anomaly(mns_json_reader *reader, const mns_token *token, mns_read_finding *finding);

/* What a whole report shows besides (document_read_context.c). */
extern const mns_read_items mns_key_items, mns_fault_items;
bool mns_read_run(mns_json_reader *reader, const mns_token *token, void *run);

#endif
