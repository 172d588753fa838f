/*
 * diff_text.c - a diff for people. What did not change is not shown.
 *
 *     Before: a (2026-11-16 12:00:00 UTC)
 *     After:  b (2026-11-16 13:00:00 UTC)
 *
 *       Isolation level: serializable -> repeatable-read
 *       Verdict: holds -> violated
 *       Ruled out now: serializable (by G2-item)
 *       G2-item: 0 -> 12
 *       Throughput: 1037 -> 903 committed transactions a second
 *
 *     Worse: the second violates something that the first does not: serializable (by G2-item).
 */
#include <stdio.h>

#include "report/diff/diff.h"
#include "report/model/headline.h"

/* Bytes of a value. */
#define VALUE_SHOWN 300

static void write_value(mns_buf *out, const char *text) {
    size_t size = mns_utf8_cut(text, strlen(text), VALUE_SHOWN);
    mns_buf_escaped(out, text, size);
    mns_buf_str(out, text[size] == '\0' ? "" : "...");
}

static void write_change(mns_buf *out, const char *label, const char *before, const char *after) {
    mns_buf_str(out, "  ");
    write_value(out, label);
    mns_buf_str(out, ": ");
    write_value(out, before == NULL ? "-" : before);
    mns_buf_str(out, " -> ");
    write_value(out, after == NULL ? "-" : after);
    mns_buf_char(out, '\n');
}

static void write_name(mns_buf *out, const char *label, const mns_document *document) {
    const char *started = document->setup == NULL ? NULL : document->setup->started;
    mns_buf_str(out, label);
    write_value(out, document->name);
    if (started != NULL) {
        mns_buf_str(out, " (");
        write_value(out, started);
        mns_buf_char(out, ')');
    }
    mns_buf_char(out, '\n');
}

static bool is_shown(const mns_diff *diff, mns_model model) {
    return mns_model_is_well_known(model) || mns_document_asked(diff->before, model) ||
           mns_document_asked(diff->after, model);
}

/* The well-known levels of the set and those that were requested. */
static void write_models(mns_buf *out, const char *label, const bool set[MNS_MODEL_COUNT],
                         const mns_diff *diff, bool now) {
    bool first = true;
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        mns_model model = (mns_model)m;
        if (!set[m] || !is_shown(diff, model)) {
            continue;
        }
        mns_buf_printf(out, "%s%s", first ? label : ", ", mns_model_plain_name(model));
        if (now) {
            mns_buf_printf(out, " (by %s)",
                           mns_anomaly_name(diff->after->judgement.ruled_out_by[m]));
        }
        first = false;
    }
    mns_buf_str(out, first ? "" : "\n");
}

static void write_results(const mns_diff *diff, mns_buf *out) {
    static const char *const verdicts[] = {
        [MINOS_VALID] = "holds", [MINOS_VIOLATED] = "violated", [MINOS_UNKNOWN] = "unknown"};
    minos_verdict before = diff->before->judgement.verdict, after = diff->after->judgement.verdict;
    if (before != after) {
        write_change(out, "Verdict", verdicts[before], verdicts[after]);
    }
    write_models(out, "  Ruled out now: ", diff->ruled_out_now, diff, true);
    write_models(out, "  No longer ruled out: ", diff->ruled_out_before, diff, false);
    write_models(out, "  Certified now: ", diff->certified_now, diff, false);
    write_models(out, "  No longer certified: ", diff->certified_before, diff, false);
    for (uint32_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (diff->counts[a][0] != diff->counts[a][1]) {
            mns_buf_printf(out, "  %s: %llu -> %llu\n", mns_anomaly_name((mns_anomaly)a),
                           (unsigned long long)diff->counts[a][0],
                           (unsigned long long)diff->counts[a][1]);
        }
    }
    bool known = diff->per_second[0] > 0 && diff->per_second[1] > 0;
    if (known && (uint64_t)diff->per_second[0] != (uint64_t)diff->per_second[1]) {
        mns_buf_printf(out, "  Throughput: %.0f -> %.0f committed transactions a second\n",
                       diff->per_second[0], diff->per_second[1]);
    }
}

/* ---- The conclusion ------------------------------------------------------------------------- */

static bool is_new(const mns_diff *diff, uint32_t m) {
    return diff->ruled_out_now[m] || diff->violated_now[m];
}

/* Models that are violated now: the well-known and the requested ones, or all if there are none of
 * those. True if some were written. */
static bool write_violated(const mns_diff *diff, bool all, mns_buf *out) {
    bool some = false;
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        if (is_new(diff, m) && (all || is_shown(diff, (mns_model)m))) {
            mns_buf_printf(out, "%s%s (by %s)", some ? ", " : ": ",
                           mns_model_plain_name((mns_model)m),
                           mns_anomaly_name(diff->after->judgement.ruled_out_by[m]));
            some = true;
        }
    }
    return some;
}

static void write_worse(const mns_diff *diff, mns_buf *out) {
    mns_buf_str(out, "Worse: the second violates something that the first does not");
    bool models = write_violated(diff, false, out) || write_violated(diff, true, out);
    const char *before = models ? "; forbidden: " : ": forbidden: ";
    for (uint32_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (diff->forbidden_now[a]) {
            mns_buf_printf(out, "%s%s", before, mns_anomaly_name((mns_anomaly)a));
            before = ", ";
        }
    }
    mns_buf_str(out, ".\n");
}

static void write_conclusion(const mns_diff *diff, mns_buf *out) {
    const char *reason = diff->after->judgement.reason;
    if (diff->worse) {
        write_worse(diff, out);
    } else if (mns_diff_undecided(diff)) {
        mns_buf_str(out, "Undecided: the verdict of the second is unknown");
        mns_buf_str(out, reason == NULL ? "" : ": ");
        write_value(out, reason == NULL ? "" : reason);
        mns_buf_str(out, ".\n");
    } else {
        mns_buf_str(out, "Not worse.\n");
    }
}

void mns_diff_text(const mns_diff *diff, unsigned flags, mns_buf *out) {
    if ((flags & MINOS_QUIET) == 0) {
        write_name(out, "Before: ", diff->before);
        write_name(out, "After:  ", diff->after);
        mns_buf_char(out, '\n');
        size_t start = out->size;
        for (size_t i = 0; i < diff->setting_count; i++) {
            const mns_diff_setting *setting = &diff->settings[i];
            write_change(out, setting->label, setting->before, setting->after);
        }
        write_results(diff, out);
        mns_buf_str(out, out->size > start ? "\n" : "");
    }
    write_conclusion(diff, out);
}
