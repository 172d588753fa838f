/*
 * beyond_elle.c - proves every model that Minos rules out for a register history and Elle does not.
 *
 * In: elle-verdicts-rw-register.jsonl of tests/data (tests/elle/simulated_verdicts.c compares the
 * verdicts). Out: 0 if each such history shrinks to a handful of transactions for which Minos still
 * rules the model out and no execution that the model allows explains them (oracle.h). Removing
 * transactions cannot make a model impossible, so the model is impossible for the whole history
 * too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"
#include "oracle/model_load.h"
#include "support/reference.h"

static unsigned claims;
static unsigned proven;
static unsigned by_info; /* of the proven, those whose proof has a transaction of unknown outcome */

/* The law of a model, found by any of its names; NULL if the oracle has none. */
static const law *law_of(const char *name) {
    mns_model asked;
    mns_model named;
    for (int l = 0; l < LAW_COUNT; l++) {
        if (mns_model_parse(name, strlen(name), &asked) &&
            mns_model_parse(laws[l].model, strlen(laws[l].model), &named) && asked == named) {
            return &laws[l];
        }
    }
    return NULL;
}

static bool rules_out(const char *text, size_t size, const minos_options *options,
                      const char *name) {
    minos_result *result = NULL;
    minos_status status = minos_check_memory("shrunk", text, size, options, &result);
    bool out = status == MINOS_OK && minos_result_rules_out(result, name) != 0;
    minos_result_free(result);
    return out;
}

static bool has_info(const model *m) {
    for (int t = 0; t < m->txn_count; t++) {
        if (m->txns[t].outcome == OUTCOME_INFO || m->txns[t].outcome == OUTCOME_NONE) {
            return true;
        }
    }
    return false;
}

/* True if the history, shrunk to one of its anomalies, proves the claim. */
static bool proves(const minos_result *result, const char *anomaly, const minos_options *options,
                   const char *name) {
    static model m;
    const law *l = law_of(name);
    char *text = NULL;
    char *message = NULL;
    size_t size = 0;
    minos_status status = minos_shrink(result, anomaly, MINOS_FORMAT_EDN, &text, &size, &message);
    bool proof = l != NULL && status == MINOS_OK && text != NULL &&
                 rules_out(text, size, options, name) && model_load(&m, text, size, "rw-register");
    if (proof) {
        m.assume = (assumptions){.wfr = options->assume_wfr != 0,
                                 .sequential = options->assume_sequential != 0,
                                 .linearizable = options->assume_linearizable != 0};
        proof = !law_allows(l, &m);
        by_info += proof && has_info(&m) ? 1 : 0;
    }
    minos_free(text);
    minos_free(message);
    return proof;
}

static void check_claim(const char *name, const char *request, const minos_result *result,
                        const verdict *v, const minos_options *options, const char *model_name) {
    claims++;
    for (size_t i = 0; i < v->anomaly_types.count; i++) {
        if (proves(result, v->anomaly_types.items[i], options, model_name)) {
            proven++;
            return;
        }
    }
    printf("%s %s: nothing proves that %s is ruled out (%s)\n", name, request, model_name,
           names_show(&v->anomaly_types));
}

/* Each model that Minos alone rules out. */
static void check_request(const char *name, const char *request, json history, json expect) {
    char *models = NULL;
    minos_options options = reference_options(request, &models);
    verdict v = verdict_of_memory(name, history.text, history.size, &options);
    if (!reference_agrees(&v, expect)) {
        minos_result *result = NULL;
        minos_check_memory(name, history.text, history.size, &options, &result);
        names reference = reference_ruled_out(expect);
        for (size_t i = 0; i < v.not_models.count; i++) {
            if (!names_has(&reference, v.not_models.items[i])) {
                check_claim(name, request, result, &v, &options, v.not_models.items[i]);
            }
        }
        names_release(&reference);
        minos_result_free(result);
    }
    verdict_release(&v);
    free(models);
}

static void check_history(json test) {
    json value;
    json history;
    json verdicts;
    if (!json_get(test, "name", &value) || !json_get(test, "history", &history) ||
        !json_get(test, "verdicts", &verdicts)) {
        abort();
    }
    char *name = json_string(value);
    size_t at = 0;
    json key;
    json expect;
    while (json_next(verdicts, &at, &key) && json_next(verdicts, &at, &expect)) {
        char *request = json_string(key);
        check_request(name, request, history, expect);
        free(request);
    }
    free(name);
}

int main(void) {
    size_t size;
    char *text = data_load("elle-verdicts-rw-register.jsonl", &size);
    size_t at = 0;
    const char *line;
    size_t line_size;
    while (line_next(text, size, &at, &line, &line_size)) {
        json test;
        if (!json_value(line, line_size, &test)) {
            abort();
        }
        check_history(test);
    }
    free(text);
    printf("%u claims beyond Elle, %u proven, %u of them with an info transaction\n", claims,
           proven, by_info);
    return claims > 0 && proven == claims ? 0 : 1;
}
