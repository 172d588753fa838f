/*
 * document_read_judgement.c - reads the verdict of a results.json and the state of each model.
 *
 * Results without "ruled_out_by" are from an older version. Then this field, the order of
 * anomalies, the forbidden ones and whether anything was tested are derived from the request and
 * the anomalies, as when the history was judged. O(catalog).
 */
#include "report/json/document_read.h"

bool mns_read_verdict(mns_json_reader *reader, const mns_token *token, void *verdict) {
    static const char *const words[] = {"unknown"};
    bool unknown = mns_read_word(token, words, MNS_COUNT_OF(words)) == 0;
    if (!unknown && token->kind != MNS_TOKEN_TRUE && token->kind != MNS_TOKEN_FALSE) {
        return mns_read_fail(reader, token->start, NULL, "expected true, false or \"unknown\"");
    }
    minos_verdict known = token->kind == MNS_TOKEN_TRUE ? MINOS_VALID : MINOS_VIOLATED;
    *(minos_verdict *)verdict = unknown ? MINOS_UNKNOWN : known;
    return true;
}

bool mns_read_order(mns_json_reader *reader, const mns_token *token, void *order) {
    static const char *const words[] = {"none", "process", "realtime"};
    static const mns_order orders[] = {MNS_ORDER_NONE, MNS_ORDER_PROCESS, MNS_ORDER_REALTIME};
    size_t i = mns_read_word(token, words, MNS_COUNT_OF(words));
    if (i == MNS_COUNT_OF(words)) {
        return mns_read_fail(reader, token->start, MNS_VERSION_HINT,
                             "expected \"none\", \"process\" or \"realtime\"");
    }
    *(mns_order *)order = orders[i];
    return true;
}

static bool take_ruled_out_by(mns_json_reader *reader, const mns_token *token, const char *name,
                              void *by) {
    mns_model model;
    const char *anomaly;
    return mns_read_model_name(reader, token->start, name, &model) &&
           mns_read_text(reader, token, &anomaly) &&
           mns_read_anomaly_name(reader, token->start, anomaly, &((mns_anomaly *)by)[model]);
}

bool mns_read_ruled_out_by(mns_json_reader *reader, const mns_token *token, void *saved) {
    mns_saved *s = saved;
    s->explained = true;
    return mns_read_entries(reader, token, take_ruled_out_by, s->document.judgement.ruled_out_by);
}

/* ---- The whole ------------------------------------------------------------------------------ */

void mns_judgement_begin(mns_saved *saved) {
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        saved->document.judgement.ruled_out_by[m] = MNS_ANOMALY_COUNT; /* nothing */
    }
}

static bool is_ruled_out(const mns_judgement *judgement, uint32_t model) {
    return judgement->not_weakest[model] || judgement->also_not[model];
}

static void derive(mns_document *document) {
    mns_judgement *judgement = &document->judgement, derived;
    mns_judge(&document->request, judgement->found, &(mns_coverage){.data = true}, NULL, &derived);
    judgement->order = derived.order;
    memcpy(judgement->forbidden, derived.forbidden, sizeof derived.forbidden);
    mns_anomaly worst = mns_judgement_worst(judgement);
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        mns_anomaly by = derived.ruled_out[m] ? derived.ruled_out_by[m] : worst;
        judgement->ruled_out_by[m] = is_ruled_out(judgement, m) ? by : MNS_ANOMALY_COUNT;
    }
    judgement->untested = judgement->verdict == MINOS_UNKNOWN;
    for (uint32_t i = 0; i < document->request.model_count; i++) {
        judgement->untested &= !judgement->not_judged[document->request.models[i]];
    }
}

/* True if the request names neither a model nor an anomaly. */
static bool asks_nothing(const mns_request *request) {
    bool nothing = request->model_count == 0;
    for (uint32_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
        nothing = nothing && !request->anomalies[a];
    }
    return nothing;
}

/* True if the verdict follows from the anomalies and the request. Only whether the history had
 * enough information to decide cannot be checked. */
static bool is_consistent(const mns_document *document) {
    const mns_judgement *judgement = &document->judgement;
    const mns_coverage all = {
        .data = true, .process = true, .realtime = true, .realtime_known = true};
    mns_certified certified = {.required = judgement->required, .revealed_times = true};
    memcpy(certified.models, judgement->certified, sizeof certified.models);
    mns_judgement derived;
    mns_judge(&document->request, judgement->found, &all, &certified, &derived);
    bool decided = judgement->verdict == derived.verdict && !judgement->untested;
    for (uint32_t i = 0; i < document->request.model_count; i++) { /* open is not valid */
        mns_model model = document->request.models[i];
        decided &= judgement->verdict != MINOS_VALID ||
                   mns_judgement_open_reason(judgement, model) == NULL;
    }
    bool undecided = judgement->verdict == MINOS_UNKNOWN && derived.verdict != MINOS_VIOLATED;
    return (decided || undecided) &&
           memcmp(judgement->violated, derived.violated, sizeof derived.violated) == 0 &&
           memcmp(judgement->forbidden, derived.forbidden, sizeof derived.forbidden) == 0;
}

bool mns_judgement_finish(mns_json_reader *reader, const char *at, mns_saved *saved) {
    mns_document *document = &saved->document;
    mns_judgement *judgement = &document->judgement;
    document->request.asks_nothing = asks_nothing(&document->request);
    if (!saved->explained) {
        derive(document);
    }
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        mns_anomaly by = judgement->ruled_out_by[m];
        bool ruled_out = is_ruled_out(judgement, m);
        if (ruled_out != (by != MNS_ANOMALY_COUNT) || (ruled_out && !judgement->found[by])) {
            return mns_read_fail(reader, at, NULL,
                                 "\"ruled_out_by\" of %s contradicts the anomalies and models",
                                 mns_model_friendly((mns_model)m));
        }
        judgement->ruled_out[m] = ruled_out;
        judgement->ruled_out_by[m] = ruled_out ? by : (mns_anomaly)0;
    }
    if (judgement->verdict != MINOS_UNKNOWN) {
        judgement->reason = NULL;
    } else if (judgement->reason == NULL) {
        judgement->reason = "not decided";
    }
    if (!mns_check_certified(reader, at, judgement)) {
        return false;
    }
    return is_consistent(document) ||
           mns_read_fail(reader, at, NULL, "the verdict contradicts the request and the anomalies");
}
