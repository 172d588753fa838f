/*
 * minos.c - the public entry points. Each checks its arguments and makes one internal call.
 */
#include "minos.h"

#include "core/grow.h"
#include "core/spelling.h"
#include "live.h"
#include "pipeline.h"
#include "saved.h"
#include "schedule/orders.h"
#include "shrink/shrink.h"

const char *minos_version(void) { return MINOS_VERSION; }

const char *minos_solver(void) { return mns_solver_name(); }

void minos_free(void *pointer) { free(pointer); }

char *minos_escape(const char *text) {
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_escaped(&out, text, strlen(text));
    return mns_buf_take(&out, NULL);
}

char *minos_json_string(const char *text) {
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_json_string(&out, text, strlen(text));
    return mns_buf_take(&out, NULL);
}

const char *minos_nearest_name(const char *word,
                               const char *(*name_at)(const void *context, size_t i),
                               const void *context) {
    mns_spelling spelling;
    const char *name;
    mns_spelling_init(&spelling, word, strlen(word));
    for (size_t i = 0; (name = name_at(context, i)) != NULL; i++) {
        mns_spelling_offer(&spelling, name);
    }
    return spelling.nearest;
}

/* ---- Options -------------------------------------------------------------------------------- */

void minos_options_init(minos_options *options) {
    *options = (minos_options){.workload = "auto", .max_witnesses = 8};
}

static const char *workload_name(const void *unused, size_t i) {
    (void)unused;
    return i < MNS_WORKLOAD_COUNT ? mns_workload_name((mns_workload)i) : NULL;
}

static minos_status check_workload(const minos_options *options, mns_buf *message) {
    mns_workload workload = MNS_WORKLOAD_COUNT; /* to be recognised */
    bool named = options->workload != NULL && strcmp(options->workload, "auto") != 0;
    if (named && !mns_workload_parse(options->workload, &workload)) {
        const char *nearest = minos_nearest_name(options->workload, workload_name, NULL);
        mns_name_unknown(message, "workload", options->workload, strlen(options->workload),
                         nearest);
        mns_buf_str(message, " (expected auto, list-append, rw-register, set or counter)");
        return MINOS_EARGUMENT;
    }
    bool assumes = options->assume_wfr || options->assume_sequential ||
                   options->assume_linearizable || options->transaction_order != NULL;
    if (named && assumes && workload != MNS_RW_REGISTER) {
        mns_buf_printf(message,
                       "assumptions about keys and --transaction-order apply only to rw-register, "
                       "not to %s",
                       options->workload);
        return MINOS_EARGUMENT;
    }
    if (named && options->sets_are_objects && workload != MNS_SET) {
        mns_buf_printf(message, "--sets-are-objects applies only to sets, not to %s",
                       options->workload);
        return MINOS_EARGUMENT;
    }
    return MINOS_OK;
}

/* *message may be left NULL when out of memory. */
static minos_status check_options(const minos_options *options, mns_request *request,
                                  char **message) {
    mns_buf text;
    mns_buf_init(&text);
    minos_status status = check_workload(options, &text);
    if (status != MINOS_OK) {
        *message = mns_buf_take(&text, NULL);
        return *message == NULL ? MINOS_ENOMEM : status;
    }
    if (options->max_witnesses > MINOS_MAX_WITNESSES) {
        mns_buf_printf(&text, "%u witnesses per anomaly exceed the limit of %d",
                       options->max_witnesses, MINOS_MAX_WITNESSES);
        *message = mns_buf_take(&text, NULL);
        return *message == NULL ? MINOS_ENOMEM : MINOS_EARGUMENT;
    }
    return mns_request_parse(request, options->models, options->anomalies, message);
}

minos_status minos_options_check(const minos_options *options, char **message) {
    mns_request *request = MNS_NEW_ARRAY(mns_request, 1);
    *message = NULL;
    minos_status status = request == NULL ? MINOS_ENOMEM : check_options(options, request, message);
    free(request);
    return status;
}

/* ---- Checking ------------------------------------------------------------------------------- */

static bool copy_string(const char *from, char **to) {
    size_t size = from == NULL ? 0 : strlen(from) + 1;
    *to = from == NULL ? NULL : malloc(size);
    if (*to != NULL) {
        memcpy(*to, from, size);
    }
    return from == NULL || *to != NULL;
}

minos_status mns_result_new(const minos_options *options, const char *path, minos_result **result,
                            minos_options *effective) {
    minos_result *r = MNS_NEW_ARRAY(minos_result, 1);
    *result = r;
    if (r == NULL) {
        return MINOS_ENOMEM;
    }
    mns_problems_init(&r->problems);
    r->statements = options->statements;
    mns_arena_init(&r->live_arena);
    *effective = *options;
    minos_status status = mns_live_load(r, path, effective);
    if (status != MINOS_OK) {
        return status;
    }
    char *message = NULL;
    if (!copy_string(effective->models, &r->models) ||
        !copy_string(effective->anomalies, &r->anomalies)) {
        return MINOS_ENOMEM;
    }
    effective->models = r->models;
    effective->anomalies = r->anomalies;
    status = check_options(effective, &r->request, &message);
    if (status == MINOS_EARGUMENT) {
        mns_problems_add(&r->problems, MNS_NO_OFFSET, NULL, "%s", message == NULL ? "" : message);
    }
    free(message);
    return status;
}

minos_status mns_result_finish(minos_result **result, minos_status status) {
    minos_result *r = *result;
    if (r != NULL) {
        if (r->translation != NULL) {
            mns_translation_locate(r->translation, &r->problems);
        } else {
            mns_problems_locate(&r->problems, r->source.data == NULL ? "" : r->source.data,
                                r->source.size);
        }
        if (status != MINOS_OK && r->problems.failed) {
            status = MINOS_ENOMEM;
        }
        r->status = status;
    }
    if (status == MINOS_ENOMEM) {
        minos_result_free(r);
        *result = NULL;
    }
    return status;
}

minos_status mns_result_use_format(minos_result *r, minos_options *effective) {
    if (r->translation == NULL) {
        return MINOS_OK;
    }
    const mns_format *format = mns_format_get(effective->format);
    effective->format = MINOS_FORMAT_EDN;
    if (format->workload == MNS_WORKLOAD_COUNT) {
        return MINOS_OK;
    }
    const char *only = mns_workload_name(format->workload);
    bool named = effective->workload != NULL && strcmp(effective->workload, "auto") != 0;
    if (named && strcmp(effective->workload, only) != 0) {
        mns_problems_add(&r->problems, MNS_NO_OFFSET, NULL,
                         "--workload %s does not apply to %s, whose histories are %s; pass "
                         "--workload %s or omit it",
                         effective->workload, format->name, only, only);
        return MINOS_EARGUMENT;
    }
    effective->workload = only;
    return MINOS_OK;
}

minos_status minos_check_file(const char *path, const minos_options *options,
                              minos_result **result) {
    minos_options effective;
    minos_status status = mns_result_new(options, path, result, &effective);
    if (status == MINOS_OK) {
        minos_result *r = *result;
        status = mns_history_open(&r->source, path, &effective.format, options->max_unpacked,
                                  &r->translation, &r->problems);
    }
    status = status == MINOS_OK ? mns_result_use_format(*result, &effective) : status;
    if (status == MINOS_OK) {
        status = mns_pipeline_run(*result, &effective);
    }
    return mns_result_finish(result, status);
}

/* order: of the transactions, or NULL; freed with the result. */
static minos_status check_memory(const char *name, const void *data, size_t size,
                                 const minos_options *options, int64_t *order,
                                 minos_result **result) {
    minos_options effective;
    minos_status status = mns_result_new(options, NULL, result, &effective);
    if (*result == NULL) {
        free(order);
    } else {
        (*result)->transaction_order = order;
    }
    if (status == MINOS_OK) {
        minos_result *r = *result;
        status = mns_history_open_memory(&r->source, name, data, size, &effective.format,
                                         options->max_unpacked, &r->translation, &r->problems);
    }
    status = status == MINOS_OK ? mns_result_use_format(*result, &effective) : status;
    if (status == MINOS_OK) {
        status = mns_pipeline_run(*result, &effective);
    }
    return mns_result_finish(result, status);
}

minos_status minos_check_memory(const char *name, const void *data, size_t size,
                                const minos_options *options, minos_result **result) {
    return check_memory(name, data, size, options, NULL, result);
}

minos_status minos_result_load(const char *path, minos_result **result) {
    minos_options options, effective;
    minos_options_init(&options);
    minos_status status = mns_result_new(&options, NULL, result, &effective);
    if (status == MINOS_OK) {
        status = mns_saved_load(*result, path);
    }
    return mns_result_finish(result, status);
}

void minos_result_free(minos_result *result) {
    if (result != NULL) {
        mns_pipeline_release(result);
        free(result);
    }
}

/* ---- Result ---------------------------------------------------------------------------------- */

minos_status minos_result_status(const minos_result *result) { return result->status; }

minos_verdict minos_result_verdict(const minos_result *result) {
    return result->status == MINOS_OK ? result->judgement.verdict : MINOS_UNKNOWN;
}

const char *minos_result_reason(const minos_result *result) { return result->judgement.reason; }

int minos_result_has_anomaly(const minos_result *result, const char *name) {
    mns_anomaly anomaly;
    return mns_anomaly_parse(name, strlen(name), &anomaly) && result->judgement.found[anomaly];
}

int minos_result_rules_out(const minos_result *result, const char *model) {
    mns_model id;
    return mns_model_parse(model, strlen(model), &id) && result->judgement.ruled_out[id];
}

size_t minos_result_problem_count(const minos_result *result) { return result->problems.count; }

uint64_t minos_result_problem_total(const minos_result *result) { return result->problems.total; }

minos_problem minos_result_problem(const minos_result *result, size_t i) {
    assert(i < result->problems.count);
    const mns_problem *p = &result->problems.items[i];
    return (minos_problem){.file = p->file != NULL ? p->file : mns_result_name(result),
                           .line = p->line,
                           .column = p->column,
                           .byte = p->binary ? (int64_t)p->byte : -1,
                           .message = p->message,
                           .hint = p->hint,
                           .source_line = p->source_line,
                           .caret = p->caret};
}

size_t minos_result_warning_count(const minos_result *result) {
    return result->loaded != NULL ? result->loaded->warning_count : result->warning_count;
}

const char *minos_result_warning(const minos_result *result, size_t i) {
    assert(i < minos_result_warning_count(result));
    return result->loaded != NULL ? result->loaded->warnings[i] : result->warnings[i];
}

/* ---- Shrinking ------------------------------------------------------------------------------ */

minos_status mns_check_part(const mns_part *part, bool found[MNS_ANOMALY_COUNT]) {
    minos_options options;
    minos_options_init(&options);
    options.workload = mns_workload_name(part->workload);
    options.models = "none";
    options.format = part->format;
    options.threads = 1;
    options.max_witnesses = 1;
    options.assume_wfr = part->assumptions->wfr;
    options.assume_sequential = part->assumptions->sequential;
    options.assume_linearizable = part->assumptions->linearizable;
    options.sets_are_objects = part->assumptions->sets_are_objects;
    options.ambiguous_duplicates = part->ambiguous;
    minos_result *result = NULL;
    const char *text = part->text->data == NULL ? "" : part->text->data;
    minos_status status =
        check_memory("", text, part->text->size, &options, part->transaction_order, &result);
    if (status == MINOS_OK) {
        memcpy(found, result->judgement.found, sizeof result->judgement.found);
    }
    minos_result_free(result);
    return status;
}

static minos_status shrink(const minos_result *result, const char *anomaly, minos_format format,
                           mns_buf *out, mns_buf *message) {
    if (result == NULL || result->status != MINOS_OK) {
        minos_status status = mns_shrink_name_check(anomaly, message);
        if (status == MINOS_OK && result != NULL) {
            mns_buf_str(message, "the history could not be judged");
            status = result->status;
        }
        return status;
    }
    if (result->loaded != NULL) {
        mns_buf_str(message, "a saved result contains no history; shrink the history file instead");
        return MINOS_EARGUMENT;
    }
    const mns_shrink_input input = {.name = result->source.name,
                                    .observation = &result->observation,
                                    .assumptions = &result->assumptions,
                                    .witnesses = &result->witnesses,
                                    .found = result->judgement.found,
                                    .worst = mns_judgement_worst(&result->judgement),
                                    .check = mns_check_part};
    return mns_shrink(&input, anomaly, format, out, message);
}

minos_status minos_shrink(const minos_result *result, const char *anomaly, minos_format format,
                          char **text, size_t *size, char **message) {
    mns_buf out, words;
    mns_buf_init(&out);
    mns_buf_init(&words);
    minos_status status = shrink(result, anomaly, format, &out, &words);
    status = words.failed || out.failed ? MINOS_ENOMEM : status;
    *message = status == MINOS_ENOMEM ? NULL : mns_buf_take(&words, NULL);
    status = *message == NULL ? MINOS_ENOMEM : status;
    if (result != NULL) {
        *text = status == MINOS_OK && out.size > 0 ? mns_buf_take(&out, size) : NULL;
    }
    mns_buf_release(&out);
    mns_buf_release(&words);
    return status;
}

/* ---- The catalog ---------------------------------------------------------------------------- */

static minos_status hand_over(mns_buf *out, char **text, size_t *size) {
    *text = mns_buf_take(out, size);
    return *text == NULL ? MINOS_ENOMEM : MINOS_OK;
}

minos_status minos_models_text(unsigned flags, char **text, size_t *size) {
    mns_buf out;
    mns_buf_init(&out);
    mns_lattice_write(&out, flags);
    return hand_over(&out, text, size);
}

minos_status minos_explain_text(const char *name, unsigned flags, char **text, size_t *size) {
    mns_buf out;
    mns_buf_init(&out);
    bool known = mns_article_write(&out, name, flags);
    minos_status status = hand_over(&out, text, size);
    return status == MINOS_OK && !known ? MINOS_EARGUMENT : status;
}

const char *minos_catalog_model(size_t i) {
    return i < MNS_MODEL_COUNT ? mns_model_canonical((mns_model)i) : NULL;
}

const char *minos_catalog_anomaly(size_t i) {
    return i < MNS_ANOMALY_COUNT ? mns_anomaly_name((mns_anomaly)i) : NULL;
}

const char *minos_catalog_example(const char *anomaly) {
    mns_anomaly id;
    return mns_anomaly_parse(anomaly, strlen(anomaly), &id) ? mns_anomaly_example(id) : NULL;
}
