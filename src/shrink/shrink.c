/*
 * shrink.c - see shrink.h.
 *
 * In: a finished check. Out: a history of the few transactions that matter. The witnesses are the
 * starting points, so the size of the history hardly matters: for each, the micro-operations of its
 * proof become a draft that is judged and minimized (minimize.c); the smallest wins. If these are
 * not enough, whole transactions are added, and as a last resort the whole history is used.
 */
#include "shrink/shrink.h"

#include <inttypes.h>

#include "core/spelling.h"
#include "shrink/minimize.h"

/* The maximum number of witnesses to try; the shortest come first. */
#define LIMIT_WITNESSES 8
/* Bytes judged per breadth, a few seconds' worth; for the whole history, many times its size in
 * addition. */
#define LIMIT_WORK ((uint64_t)1 << 29)
#define LIMIT_WORK_TIMES 64

typedef struct shrinking {
    const mns_shrink_input *input;
    mns_goal goal;
    bool json;
    mns_draft best; /* meets the goal if `found` */
    bool found;
} shrinking;

/* ---- What to look for ----------------------------------------------------------------------- */

minos_status mns_shrink_name_check(const char *name, mns_buf *message) {
    size_t size = name == NULL ? 0 : strlen(name);
    mns_anomaly anomaly;
    mns_model model;
    if (name == NULL || mns_anomaly_parse(name, size, &anomaly)) {
        return MINOS_OK;
    }
    if (mns_model_parse(name, size, &model)) {
        mns_name_show(message, name, size);
        mns_buf_str(message, " is a consistency model, not an anomaly");
    } else {
        mns_catalog_unknown(message, "anomaly", name, size, mns_anomaly_nearest(name, size));
    }
    return MINOS_EARGUMENT;
}

/* "no G0 was found, so there is nothing to shrink; found: G1a, G2-item" */
static void tell_absent(const bool found[MNS_ANOMALY_COUNT], const char *name, mns_buf *message) {
    const char *before = "; found: ";
    if (name == NULL) {
        mns_buf_str(message, "no anomaly was found, so there is nothing to shrink");
        return;
    }
    mns_buf_printf(message, "no %s was found, so there is nothing to shrink", name);
    for (int a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (found[a]) {
            mns_buf_printf(message, "%s%s", before, mns_anomaly_name((mns_anomaly)a));
            before = ", ";
        }
    }
}

/* False, with a message, where there is nothing to shrink. */
static bool set_goal(shrinking *s, const char *name, mns_buf *message) {
    const bool *found = s->input->found;
    mns_anomaly anomaly = s->input->worst;
    if (name != NULL) {
        mns_anomaly_parse(name, strlen(name), &anomaly); /* known by now */
    }
    if (anomaly == MNS_ANOMALY_COUNT || !found[anomaly]) {
        tell_absent(found, name == NULL ? NULL : mns_anomaly_name(anomaly), message);
        return false;
    }
    const mns_history *history = s->input->observation->history;
    minos_format format = history->json ? MINOS_FORMAT_JSON : MINOS_FORMAT_EDN;
    s->goal.observation = s->input->observation;
    s->goal.assumptions = s->input->assumptions;
    s->goal.check = s->input->check;
    s->goal.told = mns_workload_recognise(history->source, format) == history->workload;
    s->goal.anomaly = anomaly;
    memcpy(s->goal.allowed, found, sizeof s->goal.allowed);
    mns_anomalies_add_implied(s->goal.allowed);
    return true;
}

/* ---- Trying --------------------------------------------------------------------------------- */

static bool is_smaller(mns_draft *a, mns_draft *b) {
    mns_draft_size x = mns_draft_measure(a), y = mns_draft_measure(b);
    if (x.txns != y.txns) {
        return x.txns < y.txns;
    }
    return x.mops != y.mops ? x.mops < y.mops : x.elements < y.elements;
}

/* Starts from this part of the history around a witness; keeps the result if it is the smallest so
 * far. */
static minos_status try_from(shrinking *s, const mns_witness *witness, mns_breadth breadth) {
    mns_selection selection;
    mns_draft draft;
    bool met = false;
    minos_status status = mns_selection_init(&selection, s->input->observation, witness, breadth);
    memset(&draft, 0, sizeof draft);
    if (status == MINOS_OK) {
        status = mns_draft_init(&draft, &selection, s->json);
    }
    mns_selection_release(&selection);
    if (status == MINOS_OK) {
        status = mns_goal_met(&s->goal, &draft, &met);
    }
    if (status == MINOS_OK && met) {
        status = mns_draft_minimize(&draft, &s->goal);
    }
    if (status == MINOS_OK && met && (!s->found || is_smaller(&draft, &s->best))) {
        assert(mns_draft_measure(&draft).txns > 0); /* no empty history shows an anomaly */
        mns_draft_release(&s->best);
        s->best = draft;
        s->found = true;
    } else {
        mns_draft_release(&draft);
    }
    return status;
}

static minos_status try_witnesses(shrinking *s, mns_breadth breadth, uint32_t most) {
    const mns_witnesses *witnesses = s->input->witnesses;
    minos_status status = MINOS_OK;
    uint32_t tried = 0;
    s->goal.limit = s->goal.work + LIMIT_WORK;
    for (size_t i = 0; i < witnesses->count && tried < most && status == MINOS_OK; i++) {
        bool in_time = !s->found || s->goal.work < s->goal.limit;
        if (witnesses->items[i].anomaly == s->goal.anomaly && in_time) {
            status = try_from(s, &witnesses->items[i], breadth);
            tried++;
        }
    }
    return status;
}

/* A sum that was reduced with its increments may be out of reach of those that are left. Such
 * drafts are avoided if the anomaly can be shown without, even if the history has such sums. */
static void forbid_sums(mns_goal *goal) {
    static const mns_anomaly out_of_reach[] = {MNS_A_GARBAGE_READ,
                                               MNS_A_G1A,
                                               MNS_A_FUTURE_READ,
                                               MNS_A_INTERNAL,
                                               MNS_A_EARLY_INCREMENT_PROCESS,
                                               MNS_A_EARLY_INCREMENT_REALTIME};
    bool implied[MNS_ANOMALY_COUNT] = {false};
    implied[goal->anomaly] = true;
    mns_anomalies_add_implied(implied);
    for (size_t i = 0; i < MNS_COUNT_OF(out_of_reach); i++) {
        goal->allowed[out_of_reach[i]] &= implied[out_of_reach[i]];
    }
}

static minos_status try_all(shrinking *s) {
    const mns_history *history = s->input->observation->history;
    minos_status status = MINOS_OK;
    if (history->workload == MNS_COUNTER) {
        const mns_goal goal = s->goal;
        forbid_sums(&s->goal);
        status = try_witnesses(s, MNS_BREADTH_WITNESS, LIMIT_WITNESSES);
        memcpy(s->goal.allowed, goal.allowed, sizeof goal.allowed);
    }
    if (status == MINOS_OK && !s->found) {
        status = try_witnesses(s, MNS_BREADTH_WITNESS, LIMIT_WITNESSES);
    }
    if (status == MINOS_OK && !s->found) {
        status = try_witnesses(s, MNS_BREADTH_TXNS, 1);
    }
    if (status == MINOS_OK && !s->found) {
        s->goal.limit =
            s->goal.work + LIMIT_WORK + LIMIT_WORK_TIMES * (uint64_t)history->source->size;
        status = try_from(s, NULL, MNS_BREADTH_ALL);
    }
    return status;
}

/* ---- The answer ----------------------------------------------------------------------------- */

static void sum_up(const shrinking *s, uint32_t after, mns_buf *out) {
    mns_buf_printf(out, "%s, %" PRIu32 " transactions before, %" PRIu32 " after",
                   mns_anomaly_name(s->goal.anomaly), s->input->observation->history->txns.count,
                   after);
}

/* Keeps the faults that overlap what is left, unless the history could not be read with them. */
static minos_status add_faults(shrinking *s) {
    bool met = true;
    minos_status status = mns_draft_add_faults(&s->best);
    if (status == MINOS_OK && s->best.fault_count > 0) {
        status = mns_goal_met(&s->goal, &s->best, &met);
    }
    s->best.fault_count = met ? s->best.fault_count : 0;
    return status;
}

static minos_status write_answer(shrinking *s, mns_buf *out, mns_buf *message) {
    if (!s->found) {
        /* Not even the whole history met the goal: the other format cannot represent it. */
        mns_buf_printf(message,
                       "this history cannot be written as %s: distinct keys, elements or datatypes "
                       "would become equal",
                       s->json ? "JSON" : "EDN");
        return MINOS_EINPUT;
    }
    minos_status status = add_faults(s);
    if (status != MINOS_OK) {
        return status;
    }
    uint32_t after = mns_draft_measure(&s->best).txns;
    sum_up(s, after, message);
    if (!s->json) {
        mns_buf_str(out, "; shrunk from ");
        mns_buf_escaped(out, s->input->name, strlen(s->input->name)); /* on one line */
        mns_buf_str(out, ": ");
        sum_up(s, after, out);
        mns_buf_char(out, '\n');
    }
    mns_draft_write(&s->best, out);
    return out->failed ? MINOS_ENOMEM : MINOS_OK;
}

minos_status mns_shrink(const mns_shrink_input *input, const char *anomaly, minos_format format,
                        mns_buf *out, mns_buf *message) {
    shrinking s = {.input = input};
    s.json = format == MINOS_FORMAT_AUTO ? input->observation->history->json
                                         : format == MINOS_FORMAT_JSON;
    minos_status status = mns_shrink_name_check(anomaly, message);
    if (status == MINOS_OK && set_goal(&s, anomaly, message)) {
        status = try_all(&s);
        if (status == MINOS_OK) {
            status = write_answer(&s, out, message);
        }
    }
    mns_draft_release(&s.best);
    return message->failed ? MINOS_ENOMEM : status;
}
