/*
 * diff_settings.c - the settings that differ between two results.
 *
 * In: the request of both documents, and how their histories were recorded. Out: one entry for each
 * row of the header, rule and option of the load that differs. O(settings^2).
 */
#include "report/diff/diff.h"

/* ---- Rows of the header --------------------------------------------------------------------- */

/* The value of a label in a setup, or NULL. */
static const char *value_of(const mns_setup *setup, const char *label) {
    for (uint32_t i = 0; setup != NULL && i < setup->row_count; i++) {
        if (strcmp(setup->rows[i].label, label) == 0) {
            return setup->rows[i].value;
        }
    }
    return NULL;
}

/* Rows that differ between any two runs: the time, the measured duration, the command. */
static bool always_differs(const mns_setup *setup, const mns_setup_row *row) {
    return row->value == setup->started || row->value == setup->command ||
           strcmp(row->label, "Load") == 0;
}

static bool differ(const char *before, const char *after) {
    bool both = before != NULL && after != NULL;
    return both ? strcmp(before, after) != 0 : before != after;
}

static void add_setting(mns_diff *diff, const char *label, const char *before, const char *after) {
    size_t room = sizeof diff->settings / sizeof diff->settings[0];
    if (differ(before, after) && diff->setting_count < room) {
        diff->settings[diff->setting_count++] = (mns_diff_setting){label, before, after};
    }
}

static void add_rows(mns_diff *diff) {
    const mns_setup *before = diff->before->setup, *after = diff->after->setup;
    for (uint32_t i = 0; before != NULL && i < before->row_count; i++) {
        const mns_setup_row *row = &before->rows[i];
        if (!always_differs(before, row)) {
            add_setting(diff, row->label, row->value, value_of(after, row->label));
        }
    }
    for (uint32_t i = 0; after != NULL && i < after->row_count; i++) {
        const mns_setup_row *row = &after->rows[i];
        if (!always_differs(after, row) && value_of(before, row->label) == NULL) {
            add_setting(diff, row->label, NULL, row->value);
        }
    }
}

/* ---- The request ---------------------------------------------------------------------------- */

/* Text in the arena of the diff; "none" if it is empty. */
static const char *take(mns_diff *diff, mns_buf *text) {
    mns_buf_str(text, text->size == 0 ? "none" : "");
    return mns_arena_take(&diff->arena, text);
}

static const char *expected_models(mns_diff *diff, const mns_document *document) {
    const mns_request *request = &document->request;
    mns_buf text;
    mns_buf_init(&text);
    for (uint32_t i = 0; i < request->model_count; i++) {
        mns_buf_str(&text, i == 0 ? "" : ", ");
        mns_buf_bytes(&text, request->names[i], request->name_sizes[i]);
    }
    return take(diff, &text);
}

static const char *forbidden_anomalies(mns_diff *diff, const mns_document *document) {
    mns_buf text;
    mns_buf_init(&text);
    for (uint32_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (document->request.anomalies[a]) {
            mns_buf_printf(&text, "%s%s", text.size == 0 ? "" : ", ",
                           mns_anomaly_name((mns_anomaly)a));
        }
    }
    return take(diff, &text);
}

/* ---- Rules and load ------------------------------------------------------------------------- */

static void add_flag(mns_diff *diff, const char *label, bool before, bool after) {
    add_setting(diff, label, before ? "yes" : "no", after ? "yes" : "no");
}

static const char *share(mns_diff *diff, uint64_t thousandths) {
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_printf(&text, "%llu.%llu %%", (unsigned long long)(thousandths / 10),
                   (unsigned long long)(thousandths % 10));
    return take(diff, &text);
}

static void add_rules(mns_diff *diff, const mns_setup_rules *before, const mns_setup_rules *after) {
    add_setting(diff, "Run time that must have answers", share(diff, before->min_answered),
                share(diff, after->min_answered));
    add_flag(diff, "Assume --wfr-keys", before->wfr, after->wfr);
    add_flag(diff, "Assume --sequential-keys", before->sequential, after->sequential);
    add_flag(diff, "Assume --linearizable-keys", before->linearizable, after->linearizable);
    add_flag(diff, "Allow ambiguous duplicates", before->ambiguous, after->ambiguous);
}

static void add_load(mns_diff *diff, const mns_setup *before, const mns_setup *after) {
    const mns_setup_load *first = &before->load, *second = &after->load;
    add_setting(diff, "Clients", before->processes, after->processes);
    add_setting(diff, "Simulated bugs", before->simulated_bugs, after->simulated_bugs);
    add_flag(diff, "Final reads", before->final_reads, after->final_reads);
    add_setting(diff, "Transactions at most", first->transactions, second->transactions);
    add_setting(diff, "Seconds at most", first->time_s, second->time_s);
    add_setting(diff, "Transactions a second", first->rate, second->rate);
    add_setting(diff, "Timeout in ms", first->timeout_ms, second->timeout_ms);
    add_setting(diff, "Tables", first->tables, second->tables);
    add_setting(diff, "Append by", first->append, second->append);
    add_setting(diff, "Access by", first->access, second->access);
}

void mns_diff_settings(mns_diff *diff) {
    const mns_document *before = diff->before, *after = diff->after;
    add_rows(diff);
    if (before->setup != NULL && after->setup != NULL) {
        add_load(diff, before->setup, after->setup);
        add_rules(diff, &before->setup->rules, &after->setup->rules);
    }
    add_setting(diff, "Expected models", expected_models(diff, before),
                expected_models(diff, after));
    add_setting(diff, "Forbidden anomalies", forbidden_anomalies(diff, before),
                forbidden_anomalies(diff, after));
    add_flag(diff, "Require certificates", before->judgement.required, after->judgement.required);
    add_setting(diff, "Checked by Minos", before->minos, after->minos);
}
