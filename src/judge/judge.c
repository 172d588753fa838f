/*
 * judge.c - from the anomalies found to a verdict on every model.
 *
 * In: the request, the anomalies found, which kinds of edge the graph has at all, and which models
 * executions prove. Out: which models are ruled out and by what, which are certified, the verdict
 * on the request, and what remains.
 *
 * A model is certified if an execution proves it or a model that implies it. A model holds, as far
 * as the history shows, if it is certified, if it was fully tested and is not ruled out, or if a
 * model that implies it holds. Every other model that is not ruled out is open, and a request that
 * names an open model is never valid: it is unknown unless something found violates it.
 *
 * If nothing could be inferred, nothing is certified either, although any order may replay such a
 * history: it says nothing about the database that it was recorded from, so "valid" would mislead.
 *
 * A model is ruled out if it, or a weaker model, proscribes an anomaly that was found or is implied
 * by one that was found. An anomaly at revealed times that breaks a weaker model may not break the
 * model itself (strengths.def). This does not depend on the request. Two things do:
 *
 *   verdict      violated if a found anomaly is prohibited: it is, or implies, an anomaly requested
 *                with -a or proscribed by a requested or weaker model.
 *   not_weakest  the reference puts only one order into its graph, the one that the request is
 *                about: real time if the request prohibits any anomaly with real-time order,
 *                otherwise session order if it prohibits any with that, otherwise none. So its
 *                `:not` ignores the other order. To print the same, the weakest models are taken
 *                from the anomalies that were found or implied, without order or of that one order.
 *                also_not is all other models that are ruled out, by any order. If the request is
 *                empty or not violated, the reference prints no `:not`, and every order is used.
 *
 * Cost: closures over the catalog's tables, once per anomaly found.
 */
#include "judge/judge.h"

static const char reason_empty[] =
    "no dependency between any two transactions could be inferred, so nothing was tested";
static const char reason_no_clock[] = "the history has no invocations, so real-time order is "
                                      "unknown and models that need it cannot be judged";
static const char reason_not_searched[] = "no execution that proves it was searched for";
static const char reason_revealed[] =
    "the execution found does not prove it at the start and commit "
    "times that the database revealed";
static const char *const reasons_untested[] = {
#define MODEL(id, canonical, friendly, ...)                                                        \
    [MNS_M_##id] = "Minos has no test for " friendly ", so it cannot say that it holds",
#include "catalog/models.def"
#undef MODEL
};
static const char *const reasons_partly[] = {
#define MODEL(id, canonical, friendly, ...)                                                        \
    [MNS_M_##id] = "Minos tests " friendly                                                         \
                   " only in part and cannot tell whether the anomalies found violate it",
#include "catalog/models.def"
#undef MODEL
};

static const char *const reasons_impossible[] = {
#define MODEL(id, canonical, friendly, ...)                                                        \
    [MNS_M_##id] = "no execution that satisfies " friendly                                         \
                   " explains the history, but the proof needs cases, which Minos cannot show",
#include "catalog/models.def"
#undef MODEL
};

static bool any_anomaly(const bool set[MNS_ANOMALY_COUNT]) {
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (set[a]) {
            return true;
        }
    }
    return false;
}

/* All anomalies that violate the request. */
static void find_prohibited(const mns_request *request, bool prohibited[MNS_ANOMALY_COUNT]) {
    memcpy(prohibited, request->anomalies, MNS_ANOMALY_COUNT * sizeof prohibited[0]);
    mns_anomalies_add_implying(prohibited);
    for (uint32_t i = 0; i < request->model_count; i++) {
        bool by_model[MNS_ANOMALY_COUNT];
        mns_model_prohibited(request->models[i], by_model);
        for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
            prohibited[a] |= by_model[a];
        }
    }
}

static mns_order find_order(const mns_request *request, const bool prohibited[MNS_ANOMALY_COUNT]) {
    mns_order order = request->asks_nothing ? MNS_ORDER_REALTIME : MNS_ORDER_NONE;
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (prohibited[a] && mns_anomaly_order((mns_anomaly)a) > order) {
            order = mns_anomaly_order((mns_anomaly)a);
        }
    }
    return order;
}

/* Worst anomaly first, so the first that rules a model out is the one to name. */
static void find_ruled_out(mns_judgement *judgement) {
    mns_anomaly found[MNS_ANOMALY_COUNT];
    size_t count = mns_anomalies_worst_first(judgement->found, found);
    for (size_t i = 0; i < count; i++) {
        bool out[MNS_MODEL_COUNT];
        mns_anomaly_rules_out(found[i], out);
        for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
            if (out[m] && !judgement->ruled_out[m]) {
                judgement->ruled_out[m] = true;
                judgement->ruled_out_by[m] = found[i];
            }
        }
    }
}

static void find_weakest(mns_judgement *judgement, bool every_order) {
    bool implied[MNS_ANOMALY_COUNT];
    memcpy(implied, judgement->found, sizeof implied);
    mns_anomalies_add_implied(implied);
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT && !every_order; a++) {
        mns_order order = mns_anomaly_order((mns_anomaly)a);
        if (order != MNS_ORDER_NONE && order != judgement->order) {
            implied[a] = false;
        }
    }
    bool models[MNS_MODEL_COUNT];
    mns_models_broken_by(implied, models);
    mns_models_keep_weakest(models, judgement->not_weakest);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        assert(!judgement->not_weakest[m] || judgement->ruled_out[m]);
        judgement->also_not[m] = judgement->ruled_out[m] && !judgement->not_weakest[m];
    }
}

bool mns_model_needs_realtime(mns_model model) {
    bool prohibited[MNS_ANOMALY_COUNT];
    mns_model_prohibited(model, prohibited);
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (prohibited[a] && mns_anomaly_order((mns_anomaly)a) == MNS_ORDER_REALTIME) {
            return true;
        }
    }
    return false;
}

/* Whether the tests decide the model: its distinctive promise has a test, and the order that it
 * needs is known. */
static bool is_decided(mns_model model, bool realtime_known) {
    return mns_model_is_decided(model) && (realtime_known || !mns_model_needs_realtime(model));
}

/* What is certified also holds, whether or not it has tests; see mns_judgement_contradiction for
 * what is proved and ruled out. */
static void find_certified(mns_judgement *judgement, const mns_certified *certified) {
    bool proved[MNS_MODEL_COUNT];
    memcpy(proved, certified->models, sizeof proved);
    mns_models_add_proved(proved, certified->revealed_times);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        judgement->certified[m] = proved[m] && !judgement->ruled_out[m] && !judgement->untested;
    }
}

/* The models that hold, with those that are implied. If nothing was tested, no model holds and none
 * was judged in part. */
static void find_remaining(mns_judgement *judgement, bool realtime_known,
                           bool remaining[MNS_MODEL_COUNT]) {
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        remaining[m] = !judgement->untested && !judgement->ruled_out[m] &&
                       !judgement->impossible[m] &&
                       (judgement->certified[m] || is_decided((mns_model)m, realtime_known));
    }
    mns_models_keep_strongest(remaining, judgement->holds);
    mns_models_add_weaker(remaining);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        remaining[m] = remaining[m] && !judgement->ruled_out[m];
        bool open = !judgement->ruled_out[m] && !remaining[m];
        bool tested = mns_model_is_tested((mns_model)m);
        judgement->not_judged[m] = open && !tested;
        judgement->partly[m] = open && tested && !judgement->untested;
        assert(!judgement->holds[m] || !judgement->ruled_out[m]);
        assert(!judgement->certified[m] || (remaining[m] && !judgement->ruled_out[m]));
    }
}

/* Why the models that hold are not certified. */
static void find_undecided(mns_judgement *judgement, const mns_certified *certified,
                           const bool remaining[MNS_MODEL_COUNT]) {
    bool proved[MNS_MODEL_COUNT]; /* if the times could be chosen */
    memcpy(proved, certified->models, sizeof proved);
    mns_models_add_proved(proved, false);
    const char *reason = certified->reason;
    if (reason == NULL && certified->required) {
        reason = reason_not_searched;
    }
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        if (remaining[m] && !judgement->certified[m]) {
            judgement->undecided[m] = proved[m] ? reason_revealed : reason;
        }
    }
}

mns_model mns_judgement_contradiction(const mns_judgement *judgement,
                                      const mns_certified *certified) {
    unsigned m = 0;
    while (m < MNS_MODEL_COUNT && !(certified->models[m] && judgement->ruled_out[m])) {
        m++;
    }
    return (mns_model)m;
}

bool mns_judgement_certifies(const mns_judgement *judgement, const mns_request *request) {
    uint32_t i = 0;
    while (i < request->model_count && judgement->certified[request->models[i]]) {
        i++;
    }
    return i == request->model_count && i > 0;
}

/* True if nothing in the history could have violated the request. */
static bool is_empty(const mns_request *request, mns_order order, const mns_coverage *evidence) {
    bool all = request->asks_nothing;
    bool has_order = (evidence->realtime && (all || order == MNS_ORDER_REALTIME)) ||
                     (evidence->process && (all || order == MNS_ORDER_PROCESS));
    return !evidence->data && !has_order;
}

const char *mns_judgement_open_reason(const mns_judgement *judgement, mns_model model) {
    if (judgement->not_judged[model]) {
        return reasons_untested[model];
    }
    if (!judgement->partly[model]) {
        return NULL;
    }
    if (judgement->impossible[model]) {
        return reasons_impossible[model];
    }
    return mns_model_is_decided(model) ? reason_no_clock : reasons_partly[model];
}

/* Why a request that is not violated is undecided, or NULL if it is decided. */
static const char *find_reason(const mns_request *request, const mns_judgement *judgement,
                               bool realtime_known, bool certified_only) {
    for (uint32_t i = 0; i < request->model_count; i++) {
        const char *reason = mns_judgement_open_reason(judgement, request->models[i]);
        if (reason == NULL && certified_only) {
            reason = judgement->undecided[request->models[i]];
        }
        if (reason != NULL) {
            return reason;
        }
    }
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT && !realtime_known; a++) {
        if (request->anomalies[a] && mns_anomaly_order((mns_anomaly)a) == MNS_ORDER_REALTIME) {
            return reason_no_clock;
        }
    }
    return judgement->untested ? reason_empty : NULL;
}

void mns_judge(const mns_request *request, const bool found[MNS_ANOMALY_COUNT],
               const mns_coverage *evidence, const mns_certified *certified,
               mns_judgement *judgement) {
    static const mns_certified nothing = {.reason = NULL};
    certified = certified != NULL ? certified : &nothing;
    memset(judgement, 0, sizeof *judgement);
    memcpy(judgement->found, found, sizeof judgement->found);
    judgement->required = certified->required;
    bool prohibited[MNS_ANOMALY_COUNT];
    find_prohibited(request, prohibited);
    judgement->order = find_order(request, prohibited);
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        judgement->forbidden[a] = found[a] && prohibited[a];
    }
    find_ruled_out(judgement);
    memcpy(judgement->impossible, certified->impossible, sizeof judgement->impossible);
    mns_models_add_stronger(judgement->impossible);
    bool violated = any_anomaly(judgement->forbidden);
    judgement->untested = !violated && is_empty(request, judgement->order, evidence);
    find_certified(judgement, certified);
    bool remaining[MNS_MODEL_COUNT];
    find_remaining(judgement, evidence->realtime_known, remaining);
    find_undecided(judgement, certified, remaining);
    for (uint32_t i = 0; i < request->model_count; i++) {
        mns_model model = request->models[i];
        judgement->violated[model] = judgement->ruled_out[model];
        assert(violated || !judgement->ruled_out[model]);
    }
    if (violated) {
        judgement->verdict = MINOS_VIOLATED;
    } else {
        judgement->reason =
            find_reason(request, judgement, evidence->realtime_known, certified->required);
        judgement->verdict = judgement->reason != NULL ? MINOS_UNKNOWN : MINOS_VALID;
    }
    assert((judgement->verdict == MINOS_UNKNOWN) == (judgement->reason != NULL));
    find_weakest(judgement, request->asks_nothing || !violated);
}
