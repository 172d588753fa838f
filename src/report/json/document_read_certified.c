/*
 * document_read_certified.c - reads from a results.json which models are certified, and why others
 * that hold are not.
 *
 * Results of earlier versions have neither: then nothing is certified, as if no execution had been
 * searched for. O(models).
 */
#include "report/json/document_read.h"

typedef struct undecided_row {
    const char *model, *reason;
} undecided_row;

static bool read_row(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_field fields[] = {MNS_FIELD("model", NEEDED, TEXT, undecided_row, model),
                                       MNS_FIELD("reason", NEEDED, TEXT, undecided_row, reason)};
    return mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), into);
}

bool mns_read_undecided(mns_json_reader *reader, const mns_token *token, void *reasons) {
    static const mns_read_items kind = {sizeof(undecided_row), MNS_MODEL_COUNT, read_row};
    void *items = NULL;
    size_t count = 0;
    if (!mns_read_array(reader, token, &kind, &items, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const undecided_row *row = (const undecided_row *)items + i;
        mns_model model;
        if (!mns_read_model_name(reader, token->start, row->model, &model)) {
            return false;
        }
        ((const char **)reasons)[model] = row->reason;
    }
    return true;
}

bool mns_check_certified(mns_json_reader *reader, const char *at, const mns_judgement *judgement) {
    bool holds[MNS_MODEL_COUNT];
    memcpy(holds, judgement->holds, sizeof holds);
    mns_models_add_weaker(holds);
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        bool held = holds[m] && !judgement->ruled_out[m] && !judgement->partly[m] &&
                    !judgement->not_judged[m];
        bool certified = judgement->certified[m], undecided = judgement->undecided[m] != NULL;
        if ((certified && undecided) || ((certified || undecided) && !held)) {
            return mns_read_fail(reader, at, NULL,
                                 "\"certified\" or \"undecided\" contradicts another state of %s",
                                 mns_model_friendly((mns_model)m));
        }
    }
    return true;
}
