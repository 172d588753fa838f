/*
 * page_models.c - the state of every model, for the page.
 *
 *     {"id":"PL-SS","name":"strict-serializable","known":true,"asked":true,"state":"ruled-out",
 *      "by":"G1c","witness":"G1c-1","undecided":null,"summary":"..."}
 *
 * In the catalog's order, strongest first. "by" and "witness" are null unless the model is ruled
 * out; "undecided" is why a model that holds is not certified, or null.
 */
#include "report/json/json_write.h"
#include "report/model/headline.h"
#include "report/page/page.h"

/* Bytes of a reason; there is one for each model. */
#define REASON_SHOWN 1000

static const char *state_name(mns_model_state state) {
    switch (state) {
    case MNS_RULED_OUT: return "ruled-out";
    case MNS_CERTIFIED: return "certified";
    case MNS_HOLDS: return "holds";
    case MNS_PARTLY: return "partly";
    case MNS_NOT_JUDGED: break;
    }
    return "not-judged";
}

static void write_cause(mns_buf *out, mns_anomaly anomaly, bool shown) {
    const char *name = mns_anomaly_name(anomaly);
    mns_json_text_field(out, "by", name);
    if (shown) {
        mns_json_field(out, "witness");
        mns_buf_printf(out, "\"%s-1\"", name);
    } else {
        mns_json_raw_field(out, "witness", "null");
    }
}

static void write_model(mns_buf *out, const mns_document *document, mns_model model,
                        mns_model_state state, const bool *shown) {
    size_t size;
    const char *name = mns_document_model_name(document, model, &size);
    mns_json_next(out);
    mns_buf_char(out, '{');
    mns_json_text_field(out, "id", mns_model_canonical(model));
    mns_json_field(out, "name");
    mns_buf_json_string(out, name, size);
    mns_json_bool_field(out, "known", mns_model_is_well_known(model));
    mns_json_bool_field(out, "asked", mns_document_asked(document, model));
    mns_json_text_field(out, "state", state_name(state));
    if (state == MNS_RULED_OUT) {
        mns_anomaly by = document->judgement.ruled_out_by[model];
        write_cause(out, by, shown[by]);
    } else {
        mns_json_raw_field(out, "by", "null");
        mns_json_raw_field(out, "witness", "null");
    }
    mns_json_cut_field(out, "undecided", document->judgement.undecided[model], REASON_SHOWN);
    mns_json_text_field(out, "summary", mns_model_summary(model));
    mns_buf_char(out, '}');
}

void mns_page_standings(const mns_document *document, const bool shown[MNS_ANOMALY_COUNT],
                        mns_buf *out) {
    mns_model_state states[MNS_MODEL_COUNT];
    mns_document_model_states(document, states);
    mns_buf_char(out, '[');
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        write_model(out, document, (mns_model)m, states[m], shown);
    }
    mns_buf_char(out, ']');
}
