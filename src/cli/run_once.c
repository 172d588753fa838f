/*
 * run_once.c - one run from the database to the verdict.
 *
 * Runs the workload into FOLDER/history.edn, checks the models that were requested or that the
 * database claims, and writes the report beside it. Once there is a history it is kept, whatever
 * fails later. If no transaction succeeded, the verdict is unknown.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmd_run.h"

typedef struct one_run {
    const run_settings *s;
    const char *level; /* requested, or NULL */
    const char *folder;
    char *history; /* its file */
    bool brief;
    junit_file *junit;
    run_row *row;
    minos_run_summary summary;
    const char *models; /* that must hold */
    char *note;         /* the text of run.json */
} one_run;

/* ---- Driving the database -------------------------------------------------------------------- */

/* Removes the folder if there is no history to keep. */
static void give_up(const one_run *r) {
    char *note = run_path(r->folder, "run.json");
    if (history_size(r->history) == 0) {
        unlink(r->history);
        unlink(note == NULL ? "" : note);
        rmdir(r->folder);
    } else {
        complain("the history so far is in %s", r->history);
    }
    free(note);
}

static void warn(const one_run *r) {
    const char *line = r->summary.warnings;
    while (line != NULL && *line != '\0' && (r->s->judging.flags & MINOS_QUIET) == 0) {
        size_t size = strcspn(line, "\n");
        char *plain = strndup(line, size);
        run_make_plain(plain);
        complain("%s: warning: %s", r->s->shown, plain == NULL ? "" : plain);
        free(plain);
        line += size + (line[size] == '\n' ? 1 : 0);
    }
}

static int drive(one_run *r) {
    minos_run_options options = r->s->run;
    minos_options stop_on = r->s->judging.options;
    stop_on.models = r->s->models; /* NULL: what the database claims */
    stop_on.workload = r->s->run.load.workload;
    stop_on.progress = NULL;
    options.history = r->history;
    options.load.isolation = r->level;
    options.stop_on = r->s->stop_on_anomaly ? &stop_on : NULL;
    run_progress progress;
    run_progress_begin(r->s, &progress, run_level_used(r->s->target, r->level), &options);
    char *message = NULL;
    minos_status ran = minos_run(&options, &r->summary, &message);
    run_progress_end();
    if (ran != MINOS_OK) {
        run_make_plain(message);
        complain_lines(message == NULL ? "out of memory" : message);
        give_up(r);
    }
    minos_free(message);
    return exit_of(ran);
}

/* ---- Showing the result ---------------------------------------------------------------------- */

/* The result as check shows it; with --levels the table follows, so only the verdict line. */
static int show(const one_run *r, const minos_result *result) {
    judging j = r->s->judging;
    if (r->brief) {
        j.flags |= MINOS_QUIET;
    }
    return judging_show(&j, result);
}

/* ---- Judging --------------------------------------------------------------------------------- */

static int show_judged(const one_run *r, const minos_result *result) {
    const judging *j = &r->s->judging;
    result_warn(result, r->history, j->flags);
    int status = show(r, result);
    if (status == GO_ON) {
        progress_step("writing the report");
        status = result_save_folder(result, r->folder);
        progress_end();
    }
    bool plain = j->view == MINOS_VIEW_TEXT && (j->flags & MINOS_QUIET) == 0 && !r->brief;
    if (status == GO_ON && plain) {
        result_where(r->folder, true, j->view, j->flags);
        output_name("History: ", r->history, "\n");
    }
    if (status != GO_ON) {
        return status;
    }
    return result_exit_status(result);
}

/* All of them: neither of two incomparable levels stands for both. */
static void fill_measured(run_row *row, const minos_result *result) {
    const char *level;
    size_t used = 0;
    snprintf(row->measured, sizeof row->measured, "-");
    for (size_t i = 0; (level = minos_result_level(result, i)) != NULL; i++) {
        size_t room = sizeof row->measured - used;
        int written = snprintf(row->measured + used, room, "%s%s", i == 0 ? "" : " and ", level);
        used += written > 0 && (size_t)written < room ? (size_t)written : 0;
    }
}

static void fill_row(const one_run *r, const minos_result *result) {
    run_row *row = r->row;
    const char *worst = minos_result_worst_anomaly(result);
    const char *reason = minos_result_reason(result);
    snprintf(row->level, sizeof row->level, "%s",
             r->summary.isolation == NULL ? "" : r->summary.isolation);
    snprintf(row->claimed, sizeof row->claimed, "%s", r->models);
    fill_measured(row, result);
    snprintf(row->reason, sizeof row->reason, "%s", reason == NULL ? "" : reason);
    snprintf(row->worst, sizeof row->worst, "%s", worst == NULL ? "none" : worst);
    row->certified = minos_result_certifies(result, NULL) != 0;
    row->ok = r->summary.ok;
    row->fail = r->summary.fail;
    row->info = r->summary.info;
}

/* Stores in run.json which bugs the load would have shown. */
static int add_effort(one_run *r, const minos_options *rules) {
    const char *before = r->note;
    int status = run_effort(r->s, &r->summary, rules, &r->note);
    return status == GO_ON && r->note != before ? run_note(r->note, r->folder) : status;
}

static int judge_by(one_run *r, const minos_options *options) {
    minos_result *result = NULL;
    progress_begin(r->history, 1, 1);
    minos_status judged = minos_check_file(r->history, options, &result);
    progress_end();
    if (result == NULL) {
        return out_of_memory();
    }
    fill_row(r, result);
    int status =
        judged == MINOS_OK ? show_judged(r, result) : judging_show_problems(&r->s->judging, result);
    overview_add(&r->s->judging, result, r->folder);
    int told = judging_tell_ci(&r->s->judging, r->junit, result);
    minos_result_free(result);
    return told == GO_ON ? status : told;
}

static int judge(one_run *r) {
    char *forbidden = run_forbidden(r->s);
    minos_options options = r->s->judging.options;
    options.models = r->models;
    options.anomalies = forbidden;
    options.workload = r->s->run.load.workload;
    int status = add_effort(r, &options);
    if (status == GO_ON) {
        options.live = r->note;
        status = judge_by(r, &options);
    }
    free(forbidden);
    return status;
}

/* Without any operation there is nothing to check. */
static int say_nothing_recorded(const one_run *r) {
    static const char why[] = "no operation was recorded";
    complain("%s: %s", r->s->shown, why);
    if (r->s->judging.view == MINOS_VIEW_TEXT) {
        output_name("", r->history, "\tunknown\n");
    } else {
        output_format("{\"schema\": 1, \"valid\": \"unknown\", \"reason\": \"%s\", \"live\": ",
                      why);
        output_data(r->note, strlen(r->note));
        output_data("}\n", 2);
    }
    return EXIT_UNKNOWN;
}

int run_once(const run_settings *s, const char *level, const char *folder, bool brief,
             junit_file *junit, run_row *row) {
    one_run r = {
        .s = s, .level = level, .folder = folder, .brief = brief, .junit = junit, .row = row};
    *row = (run_row){.status = EXIT_ERROR};
    r.history = run_path(folder, "history.edn");
    if (r.history == NULL) {
        return out_of_memory();
    }
    char *begun = run_note_text(s, level, NULL, folder);
    int status = begun == NULL ? out_of_memory() : run_note(begun, folder);
    free(begun);
    if (status == GO_ON) {
        status = drive(&r);
        if (status == GO_ON) {
            run_make_plain(r.summary.database);
            run_make_plain(r.summary.fault_kinds);
            r.models = run_models(s, r.summary.claims);
            r.note = run_note_text(s, level, &r.summary, folder);
            status = r.note == NULL ? out_of_memory() : run_note(r.note, folder);
            warn(&r);
            if (!brief) {
                run_signals_end();
            }
        }
        if (status == GO_ON) {
            status = r.summary.operations == 0 ? say_nothing_recorded(&r) : judge(&r);
        }
        minos_run_summary_release(&r.summary);
    }
    free(r.note);
    free(r.history);
    row->status = status;
    return status;
}
