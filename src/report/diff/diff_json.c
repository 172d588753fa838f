/*
 * diff_json.c - a diff as one line of JSON.
 *
 *     {"schema":1,"before":"a","after":"b","worse":true,"undecided":null,
 *      "settings":[{"label":"Isolation level","before":"serializable","after":null}],
 *      "valid":[true,false],"ruled_out_now":["serializable"],"no_longer_ruled_out":[],
 *      "violated_now":["serializable"],"certified_now":[],
 *      "no_longer_certified":["strict-serializable"],"forbidden_now":["G2-item"],
 *      "anomalies":[{"name":"G2-item","before":0,"after":12}],
 *      "transactions_per_second":[1037,903]}
 *
 * undecided: why the verdict of the second is unknown, unless it is worse. All models are listed,
 * and anomalies whose counts differ. O(size of the output).
 */
#include <stdio.h>

#include "report/diff/diff.h"
#include "report/json/json_write.h"
#include "report/model/headline.h"

static void write_models(mns_buf *out, const char *name, const bool set[MNS_MODEL_COUNT]) {
    mns_json_open(out, name, '[');
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        if (set[m]) {
            mns_json_next(out);
            mns_json_text(out, mns_model_plain_name((mns_model)m));
        }
    }
    mns_buf_char(out, ']');
}

static void write_settings(const mns_diff *diff, mns_buf *out) {
    mns_json_open(out, "settings", '[');
    for (size_t i = 0; i < diff->setting_count; i++) {
        mns_json_next(out);
        mns_buf_char(out, '{');
        mns_json_text_field(out, "label", diff->settings[i].label);
        mns_json_text_field(out, "before", diff->settings[i].before);
        mns_json_text_field(out, "after", diff->settings[i].after);
        mns_buf_char(out, '}');
    }
    mns_buf_char(out, ']');
}

static void write_anomalies(const mns_diff *diff, mns_buf *out) {
    mns_json_open(out, "anomalies", '[');
    for (uint32_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (diff->counts[a][0] != diff->counts[a][1]) {
            mns_json_next(out);
            mns_buf_char(out, '{');
            mns_json_text_field(out, "name", mns_anomaly_name((mns_anomaly)a));
            mns_json_count_field(out, "before", diff->counts[a][0]);
            mns_json_count_field(out, "after", diff->counts[a][1]);
            mns_buf_char(out, '}');
        }
    }
    mns_buf_char(out, ']');
}

static void write_forbidden(const mns_diff *diff, mns_buf *out) {
    mns_json_open(out, "forbidden_now", '[');
    for (uint32_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (diff->forbidden_now[a]) {
            mns_json_next(out);
            mns_json_text(out, mns_anomaly_name((mns_anomaly)a));
        }
    }
    mns_buf_char(out, ']');
}

/* The reason, or null. */
static const char *undecided(const mns_diff *diff) {
    const char *reason = diff->after->judgement.reason;
    if (!mns_diff_undecided(diff)) {
        return NULL;
    }
    return reason == NULL ? "unknown" : reason;
}

void mns_diff_json(const mns_diff *diff, mns_buf *out) {
    static const char *const valid[] = {
        [MINOS_VALID] = "true", [MINOS_VIOLATED] = "false", [MINOS_UNKNOWN] = "\"unknown\""};
    mns_buf_char(out, '{');
    mns_json_count_field(out, "schema", 1);
    mns_json_text_field(out, "before", diff->before->name);
    mns_json_text_field(out, "after", diff->after->name);
    mns_json_bool_field(out, "worse", diff->worse);
    mns_json_text_field(out, "undecided", undecided(diff));
    write_settings(diff, out);
    mns_buf_printf(out, ",\"valid\":[%s,%s]", valid[diff->before->judgement.verdict],
                   valid[diff->after->judgement.verdict]);
    write_models(out, "ruled_out_now", diff->ruled_out_now);
    write_models(out, "no_longer_ruled_out", diff->ruled_out_before);
    write_models(out, "violated_now", diff->violated_now);
    write_models(out, "certified_now", diff->certified_now);
    write_models(out, "no_longer_certified", diff->certified_before);
    write_forbidden(diff, out);
    write_anomalies(diff, out);
    if (diff->per_second[0] > 0 && diff->per_second[1] > 0) {
        mns_buf_printf(out, ",\"transactions_per_second\":[%.0f,%.0f]", diff->per_second[0],
                       diff->per_second[1]);
    } else {
        mns_buf_str(out, ",\"transactions_per_second\":null");
    }
    mns_buf_str(out, "}\n");
}
