/*
 * document_read.h - shared by the files that read a document from results.json.
 *
 * A results.json is untrusted: everything that the formats rely on is checked here, above all the
 * places and limits of document.h. So a document that was read is as valid as one from a check.
 */
#ifndef MNS_REPORT_JSON_DOCUMENT_READ_H
#define MNS_REPORT_JSON_DOCUMENT_READ_H

#include "report/json/json_reader.h"
#include "report/model/document.h"

#define MNS_VERSION_HINT "these results may be of another version of minos than this one"

/* A document while it is read: the fields of the outermost object. */
typedef struct mns_saved {
    mns_document document;
    bool begun;     /* "schema" was read: the text is a result */
    bool explained; /* it has "ruled_out_by", and so all other fields of this version */
} mns_saved;

/* ---- Names (document_read_names.c) ---------------------------------------------------------- */

/* The place of a string in a list of words, or `count`. */
size_t mns_read_word(const mns_token *token, const char *const *words, size_t count);
/* "ok", "fail" or "info" into an mns_txn_type. */
bool mns_read_txn_type(mns_json_reader *reader, const mns_token *token, void *type);
/* A number or a string into an mns_doc_process: document_process.c. */
bool mns_read_process(mns_json_reader *reader, const mns_token *token, void *process);
/* Names of the catalog; an unknown name is an error. */
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
/* An array of {model, reason} into the reason of each model (document_read_certified.c). */
bool mns_read_undecided(mns_json_reader *reader, const mns_token *token, void *reasons);
/* What is certified or undecided must hold; `at` is the position for an error. */
bool mns_check_certified(mns_json_reader *reader, const char *at, const mns_judgement *judgement);
/* Called before reading, and at the end: completes the judgement and checks its consistency; `at`
 * is the position for an error. */
void mns_judgement_begin(mns_saved *saved);
bool mns_judgement_finish(mns_json_reader *reader, const char *at, mns_saved *saved);

/* ---- Parts ---------------------------------------------------------------------------------- */

/* One anomaly: its witnesses, and whether the request forbids it (document_read_witness.c). The
 * caller sets which anomaly it is. */
typedef struct mns_read_finding {
    mns_doc_anomaly row;
    bool forbidden;
} mns_read_finding;
bool mns_read_anomaly(mns_json_reader *reader, const mns_token *token, mns_read_finding *finding);

/* The context: keys, faults, the run (document_read_context.c). */
extern const mns_read_items mns_key_items, mns_fault_items;
bool mns_read_run(mns_json_reader *reader, const mns_token *token, void *run);
/* How hard the history looked, into an mns_effort * (document_read_effort.c). */
bool mns_read_effort(mns_json_reader *reader, const mns_token *token, void *effort);

#endif
