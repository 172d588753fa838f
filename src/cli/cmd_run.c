/*
 * cmd_run.c - minos run: runs a workload on a database and checks the history.
 *
 * Parses options, creates the output folder, starts a throw-away server if the target asks for one,
 * then runs once or once for each level. Starts and writes nothing before all options are valid.
 * The exit status is that of the verdict; of several, the worst.
 */
#include <stdlib.h>

#include "cli/cmd_run.h"

static int run_all(const run_settings *s, const char *folder) {
    junit_file junit;
    run_row row;
    if (!junit_begin(&junit, s->judging.junit)) {
        return out_of_memory();
    }
    int status = s->levels != NULL
                     ? run_levels(s, folder, &junit)
                     : run_once(s, s->run.load.isolation, folder, false, &junit, &row);
    int written = junit_finish(&junit);
    return written == GO_ON ? status : worse_status(status, written);
}

static int run(run_settings *s) {
    s->run.interrupts = run_signals_begin(); /* with --time 0, the only way to stop */
    int status = run_check(s);
    if (status != GO_ON) {
        return status;
    }
    const char *level =
        s->levels != NULL ? "levels" : run_level_used(s->target, s->run.load.isolation);
    char *folder = run_folder_make(s, level);
    if (folder == NULL) {
        return EXIT_ERROR;
    }
    status = run_server_start(s);
    if (run_faults_wanted(s) || s->nodes > 1) { /* distinguishes lost writes from delayed ones */
        s->run.load.final_reads = 1;
    }
    if (status == GO_ON) {
        status = run_all(s, folder);
    }
    run_server_stop(s);
    run_folder_finish(s, folder);
    free(folder);
    return output_finish(status);
}

/* The operands are nodes of one database; those after the first end with a NULL. */
static int run_targets(run_settings *s, int count, char **operands) {
    s->target = count == 0 ? "sqlite:" : operands[0];
    s->shown = minos_run_mask(s->target);
    s->nodes = count == 0 ? 1 : (unsigned)count;
    s->more = calloc(s->nodes, sizeof *s->more);
    if (s->shown == NULL || s->more == NULL) {
        return out_of_memory();
    }
    for (int i = 1; i < count; i++) {
        s->more[i - 1] = operands[i];
    }
    s->run.target = s->target;
    s->run.more = s->more;
    s->run.load.bugs = s->bugs;
    return run(s);
}

/* Parsing reorders argv; run.json shows the original order. */
static char **copy_arguments(int argc, char **argv) {
    char **copy = calloc((size_t)argc + 1, sizeof *copy);
    for (int i = 0; copy != NULL && i < argc; i++) {
        copy[i] = argv[i];
    }
    return copy;
}

static void release(run_settings *s) {
    minos_free(s->shown);
    free(s->bugs);
    free(s->more);
    free(s->processes);
    free(s->server_options);
    free(s->given);
    free(s->argv);
}

int cmd_run(const cli_command *command, int argc, char **argv) {
    run_settings s = {.argc = argc,
                      .argv = copy_arguments(argc, argv),
                      .min_answered = 0.5,
                      .started = time(NULL)};
    if (s.argv == NULL) {
        return out_of_memory();
    }
    judging_init(&s.judging);
    minos_run_options_init(&s.run);
    minos_server_options_init(&s.server);
    int count;
    int status = options_parse(command, argc, argv, run_option, &s, &count);
    s.judging.overview = s.levels == NULL ? NULL : minos_overview_new();
    if (s.levels != NULL && s.judging.overview == NULL) {
        status = out_of_memory();
    }
    if (status == GO_ON) {
        step_summary summary;
        step_summary_begin(&summary, s.judging.annotations);
        s.judging.summary = &summary;
        status = s.list ? run_list() : run_targets(&s, count, argv);
        step_summary_finish(&summary);
    }
    minos_overview_free(s.judging.overview);
    release(&s);
    return status;
}
