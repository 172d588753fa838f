/* live.c - see live.h. */
#include "live.h"

#include <inttypes.h>
#include <sys/stat.h>

#include "report/json/setup_read.h"

#define RUN_FILE "run.json"

/* ---- Reading -------------------------------------------------------------------------------- */

/* Sets r->live and r->setup. `in_file`: problems have a place in it. */
static minos_status parse(minos_result *r, const char *text, size_t size, bool in_file) {
    mns_json_reader reader;
    mns_token first, next;
    mns_setup *setup = MNS_ARENA_ARRAY(&r->live_arena, mns_setup, 1);
    mns_json_reader_init(&reader, text, size, &r->live_arena);
    bool read = setup != NULL && mns_next(&reader.lexer, &first) &&
                mns_read_setup(&reader, &first, setup) && mns_next(&reader.lexer, &next);
    if (read && next.kind != MNS_TOKEN_END) {
        read = mns_read_fail(&reader, next.start, NULL, "unexpected text after the object");
    }
    minos_status status = read ? MINOS_OK : MINOS_EINPUT;
    status = r->live_arena.failed ? MINOS_ENOMEM : status;
    if (status == MINOS_EINPUT) {
        uint64_t place = in_file ? (uint64_t)(reader.lexer.error_at - text) : MNS_NO_OFFSET;
        mns_problems_add(&r->problems, place,
                         "expected a run.json written by minos run; to ignore it, check the "
                         "history file itself",
                         "%s", reader.lexer.error);
    }
    mns_json_reader_release(&reader);
    if (status == MINOS_OK && setup->minos != NULL) {
        mns_json_reader again;
        mns_json_reader_init(&again, text, size, &r->live_arena);
        bool copied = mns_next(&again.lexer, &first) && mns_read_form(&again, &first, &r->live);
        r->setup = setup;
        status = copied ? MINOS_OK : MINOS_ENOMEM;
        mns_json_reader_release(&again);
    }
    return status;
}

/* The path of run.json if `path` is a folder that has one; else NULL. */
static char *find_file(const char *path) {
    struct stat info;
    mns_buf name;
    mns_buf_init(&name);
    if (path == NULL || stat(path, &info) != 0 || !S_ISDIR(info.st_mode)) {
        return NULL;
    }
    mns_buf_printf(&name, "%s/" RUN_FILE, path);
    char *file = mns_buf_take(&name, NULL);
    if (file != NULL && stat(file, &info) != 0) {
        free(file);
        file = NULL;
    }
    return file;
}

/* Problems are located in run.json, because the history is not open yet. */
static minos_status parse_file(minos_result *r, const char *path) {
    mns_source source;
    minos_status status = mns_source_open(&source, path, RUN_FILE, 0, &r->problems);
    status = status == MINOS_OK ? mns_source_load(&source, &r->problems) : status;
    if (status == MINOS_OK) {
        status = parse(r, source.data, source.size, true);
    }
    if (status == MINOS_OK) {
        mns_source_release(&source);
    } else {
        r->source = source;
    }
    return status;
}

/* ---- Rules ---------------------------------------------------------------------------------- */

static void apply_rules(const mns_setup *setup, minos_options *options) {
    const mns_setup_rules *rules = &setup->rules;
    mns_workload workload;
    if (rules->models == NULL) {
        return;
    }
    options->models = options->models == NULL ? rules->models : options->models;
    options->anomalies = options->anomalies == NULL ? rules->anomalies : options->anomalies;
    bool named = options->workload != NULL && strcmp(options->workload, "auto") != 0;
    if (!named && setup->workload != NULL && mns_workload_parse(setup->workload, &workload)) {
        options->workload = mns_workload_name(workload);
    }
    options->assume_wfr |= rules->wfr;
    options->assume_sequential |= rules->sequential;
    options->assume_linearizable |= rules->linearizable;
    options->ambiguous_duplicates |= rules->ambiguous;
    if (rules->certificate_required && options->exact == MINOS_EXACT_AUTO) {
        options->exact = MINOS_EXACT_REQUIRE;
    }
}

minos_status mns_live_load(minos_result *r, const char *path, minos_options *options) {
    minos_status status = MINOS_OK;
    if (options->live != NULL) {
        status = parse(r, options->live, strlen(options->live), false);
    } else {
        char *file = find_file(path);
        status = file == NULL ? MINOS_OK : parse_file(r, file);
        free(file);
    }
    if (status == MINOS_OK && r->setup != NULL) {
        apply_rules(r->setup, options);
    }
    return status;
}

/* ---- The verdict ---------------------------------------------------------------------------- */

/* True if something was written. */
static bool write_reason(const minos_result *r, mns_buf *out) {
    const mns_setup *setup = r->setup;
    if (setup->ok == 0 && setup->fail + setup->info > 0) {
        mns_buf_printf(
            out, "no transaction succeeded (%" PRIu64 " failed, %" PRIu64 " unknown)%s%s",
            setup->fail, setup->info,
            setup->error == NULL ? "" : "; most often: ", setup->error == NULL ? "" : setup->error);
        return true;
    }
    if (r->judgement.verdict == MINOS_VALID && mns_setup_answers_too_few(setup)) {
        mns_setup_say_unanswered(setup, out);
        mns_buf_printf(out,
                       "%sless than %" PRIu64 " %% of the run time had answers "
                       "(--min-answered)",
                       out->size == 0 ? "" : "; ", setup->rules.min_answered / 10);
        return true;
    }
    if (r->judgement.verdict == MINOS_VALID && setup->unread_keys > 0) {
        mns_buf_printf(out,
                       "the final reads of %" PRIu64
                       " key%s were not answered, so lost writes would "
                       "not have been noticed",
                       setup->unread_keys, setup->unread_keys == 1 ? "" : "s");
        return true;
    }
    return false;
}

minos_status mns_live_judge(minos_result *r) {
    mns_buf reason;
    mns_buf_init(&reason);
    if (r->setup == NULL || r->judgement.verdict == MINOS_VIOLATED || !write_reason(r, &reason)) {
        return MINOS_OK;
    }
    r->live_reason = mns_buf_take(&reason, NULL);
    r->judgement.verdict = MINOS_UNKNOWN;
    r->judgement.reason = r->live_reason;
    return r->live_reason == NULL ? MINOS_ENOMEM : MINOS_OK;
}
