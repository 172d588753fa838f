/*
 * verdict_consistency.c - judges every golden history by every model, and checks that verdicts are
 * consistent.
 *
 * In: the histories of tests/golden, each judged once for every model of the catalog. Out: 0 if
 * these laws hold for each pair:
 *
 *   - Valid: the model is one of `holds`, or a model of `holds` implies it. It is not ruled out.
 *   - Violated: the model is ruled out, and `violated` names it.
 *   - Unknown: neither; and there is a reason.
 *   - No model of `holds`, and none that they imply, is in `not_judged` or `partly_judged`.
 *   - `certified` and `undecided` have no model in common, and each model of them holds. What a
 *     certified model implies is certified, ruled out, or refers to times that were revealed.
 *   - With --exact=require, the verdict is unknown instead of valid if the model is not certified.
 *   - The report says that a model allows the anomalies found only if that model, or a fully tested
 *     one that implies it, forbids no anomaly found, nor one that an anomaly found implies.
 *
 * The sets are taken from the JSON, the implications from the catalog alone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"
#include "support/expect.h"

static unsigned pairs, allowing, proofs, wrong;

static void blame(const char *name, mns_model model, const char *law) {
    printf("%s: %s: %s\n", name, mns_model_canonical(model), law);
    wrong++;
}

/* The models in a field of the result. */
static void read_models(json root, const char *field, bool set[MNS_MODEL_COUNT]) {
    json array;
    memset(set, 0, MNS_MODEL_COUNT * sizeof set[0]);
    if (!json_get(root, field, &array)) {
        wrong++;
        return;
    }
    names list = names_from_json(array);
    for (size_t i = 0; i < list.count; i++) {
        mns_model model;
        if (mns_model_parse(list.items[i], strlen(list.items[i]), &model)) {
            set[model] = true;
        }
    }
    names_release(&list);
}

/* The models of `undecided`. */
static void read_undecided(json root, bool set[MNS_MODEL_COUNT]) {
    json array, row, name;
    memset(set, 0, MNS_MODEL_COUNT * sizeof set[0]);
    if (!json_get(root, "undecided", &array)) {
        wrong++;
        return;
    }
    for (size_t at = 0; json_next(array, &at, &row);) {
        mns_model model;
        char *text = json_get(row, "model", &name) ? json_string(name) : NULL;
        if (text == NULL || !mns_model_parse(text, strlen(text), &model) || set[model]) {
            wrong++;
        } else {
            set[model] = true;
        }
        free(text);
    }
}

/* ---- Verdict and sets ----------------------------------------------------------------------- */

/* revealed: the history has times, which an execution in some order says nothing about. */
static void check_certified(const char *name, const verdict *v, const bool holds[MNS_MODEL_COUNT],
                            bool revealed, bool certified[MNS_MODEL_COUNT]) {
    bool undecided[MNS_MODEL_COUNT], not [MNS_MODEL_COUNT], also[MNS_MODEL_COUNT],
        implied[MNS_MODEL_COUNT];
    read_models(v->root, "certified", certified);
    read_models(v->root, "not", not );
    read_models(v->root, "also_not", also);
    read_undecided(v->root, undecided);
    memcpy(implied, certified, sizeof implied);
    mns_models_add_weaker(implied);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        if ((certified[m] || undecided[m]) && !holds[m]) {
            blame(name, (mns_model)m, "certified or undecided, and does not hold");
        }
        if (certified[m] && undecided[m]) {
            blame(name, (mns_model)m, "certified and undecided");
        }
        if (implied[m] && !certified[m] && !not [m] && !also[m] && !(revealed && undecided[m])) {
            blame(name, (mns_model)m, "implied by a certified model, and not certified");
        }
    }
}

static void check_require(const char *name, const char *text, size_t size,
                          const minos_options *options, mns_model asked,
                          const minos_result *result) {
    minos_options strict = *options;
    minos_result *required = NULL;
    strict.exact = MINOS_EXACT_REQUIRE;
    minos_status status = minos_check_memory(name, text, size, &strict, &required);
    minos_verdict expected = minos_result_verdict(result);
    if (expected == MINOS_VALID && !minos_result_certifies(result, mns_model_canonical(asked))) {
        expected = MINOS_UNKNOWN;
    }
    if (status != MINOS_OK || minos_result_verdict(required) != expected) {
        blame(name, asked, "the verdict with --exact=require does not fit");
    }
    minos_result_free(required);
}

static void check_sets(const char *name, mns_model asked, const verdict *v,
                       bool holds[MNS_MODEL_COUNT]) {
    bool not [MNS_MODEL_COUNT], also[MNS_MODEL_COUNT], open[MNS_MODEL_COUNT],
        partly[MNS_MODEL_COUNT];
    bool violated[MNS_MODEL_COUNT];
    read_models(v->root, "holds", holds);
    read_models(v->root, "not", not );
    read_models(v->root, "also_not", also);
    read_models(v->root, "not_judged", open);
    read_models(v->root, "partly_judged", partly);
    read_models(v->root, "violated", violated);
    mns_models_add_weaker(holds);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        bool out = not [m] || also[m];
        holds[m] = holds[m] && !out; /* ruled out at revealed times */
        if (holds[m] && (open[m] || partly[m])) {
            blame(name, (mns_model)m, "implied by a model that holds, and left open");
        }
        if (out && (open[m] || partly[m])) {
            blame(name, (mns_model)m, "ruled out and left open");
        }
    }
    bool out = not [asked] || also[asked];
    const char *expected = out ? "false" : holds[asked] ? "true" : "unknown";
    if (strcmp(v->valid, expected) != 0 || violated[asked] != out) {
        blame(name, asked, "the verdict does not fit how the model stands");
    }
    json reason;
    if (json_get(v->root, "reason", &reason) != (strcmp(v->valid, "unknown") == 0)) {
        blame(name, asked, "a reason goes with unknown and nothing else");
    }
}

/* ---- Sentences ------------------------------------------------------------------------------ */

/* True if the requested model is certified, or if a fully tested model that is or implies it
 * forbids nothing found. */
static bool is_allowed(mns_model asked, const names *found, bool certified) {
    bool implying[MNS_MODEL_COUNT] = {false}, broken[MNS_MODEL_COUNT] = {false};
    implying[asked] = true;
    mns_models_add_stronger(implying);
    for (size_t i = 0; i < found->count; i++) {
        mns_anomaly anomaly;
        bool out[MNS_MODEL_COUNT];
        if (mns_anomaly_parse(found->items[i], strlen(found->items[i]), &anomaly)) {
            mns_anomaly_rules_out(anomaly, out);
            for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
                broken[m] |= out[m];
            }
        }
    }
    bool allowed = false;
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        allowed |= implying[m] && !broken[m] && mns_model_is_decided((mns_model)m);
    }
    return (allowed || certified) && !broken[asked];
}

static void check_sentences(const char *name, mns_model asked, const verdict *v,
                            const minos_result *result) {
    char *text = NULL;
    size_t size = 0;
    if (minos_result_render(result, MINOS_VIEW_TEXT, MINOS_VERBOSE, &text, &size) != MINOS_OK) {
        blame(name, asked, "cannot be rendered");
        return;
    }
    bool proved = minos_result_certifies(result, mns_model_canonical(asked)) != 0;
    bool headline = strstr(text, " allows the anomalies found") != NULL;
    allowing += headline ? 1 : 0;
    if (headline && !is_allowed(asked, &v->anomaly_types, proved)) {
        blame(name, asked, "said to allow what it may forbid");
    }
    if (strstr(text, "not forbidden by the request") != NULL && !mns_model_is_decided(asked) &&
        !is_allowed(asked, &v->anomaly_types, proved)) {
        blame(name, asked, "an anomaly is said to be allowed by a model that may forbid it");
    }
    bool clean = strstr(text, "\nNo violation of ") != NULL;
    bool certified = strstr(text, "\nCertified ") != NULL;
    bool valid = strcmp(v->valid, "true") == 0;
    if (clean != (valid && !proved) || certified != (valid && proved)) {
        blame(name, asked, "the first sentence does not fit the verdict");
    }
    minos_free(text);
}

/* ---- Histories ------------------------------------------------------------------------------ */

static void check_pair(const char *name, const char *text, size_t size, minos_options *options,
                       mns_model asked) {
    options->models = mns_model_canonical(asked);
    verdict v = verdict_of_memory(name, text, size, options);
    minos_result *result = NULL;
    if (v.status == MINOS_OK &&
        minos_check_memory(name, text, size, options, &result) == MINOS_OK) {
        bool holds[MNS_MODEL_COUNT], certified[MNS_MODEL_COUNT];
        bool revealed = strstr(text, "-ts ") != NULL || strstr(text, "-ts\"") != NULL;
        check_sets(name, asked, &v, holds);
        check_certified(name, &v, holds, revealed, certified);
        proofs += certified[asked] ? 1 : 0;
        check_require(name, text, size, options, asked, result);
        check_sentences(name, asked, &v, result);
        pairs++;
    }
    minos_result_free(result);
    verdict_release(&v);
}

static void check_history(const char *folder, const char *name) {
    size_t size;
    char *path = path_join(folder, name);
    char *text = file_load(path, &size);
    if (text == NULL) {
        printf("%s: cannot be read\n", name);
        wrong++;
    } else {
        char *order;
        expectation e = expectation_parse(text, size);
        minos_options options = expectation_options(&e, &order);
        options.anomalies = NULL;
        for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
            check_pair(name, text, size, &options, (mns_model)m);
        }
        temporary_remove(order);
        expectation_release(&e);
    }
    free(text);
    free(path);
}

int main(void) {
    char *folder = source_path("tests/golden");
    size_t count;
    char **list = folder_list(folder, ".edn", &count);
    for (size_t i = 0; i < count; i++) {
        check_history(folder, list[i]);
    }
    list_free(list, count);
    free(folder);
    printf("%u pairs of a model and a history, %u said to be allowed, %u certified, %u wrong\n",
           pairs, allowing, proofs, wrong);
    return wrong == 0 && pairs > 10000 && allowing > 100 && proofs > 5000 ? 0 : 1;
}
