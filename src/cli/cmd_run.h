/*
 * run.h - the parts of minos run.
 *
 *     cmd_run.c       targets, then one run or one for each level
 *     run_options.c   what was asked for
 *     run_faults.c    and of it what is done to the database
 *     run_check.c     what of it makes no sense together
 *     run_server.c    throw-away servers
 *     run_once.c      one run: drive the database, judge the history, write the report
 *     run_levels.c    which levels, and the table of what was claimed and measured
 *     run_folder.c    where everything goes, and minos-out/latest
 *     run_note.c      run.json: what was run, to do it again
 *     run_words.c     what is said of a run, in words
 *     run_errors.c    what went wrong most often
 *     run_progress.c  how it is going, on a terminal
 *     run_signals.c   Ctrl-C stops the clients and keeps what they saw
 *     run_list.c      --list
 */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "cli/cli.h"
#include "minos_run.h"

typedef struct run_settings {
    judging judging;
    minos_run_options run;       /* but for level and history, which differ from run to run */
    minos_server_options server; /* where the target asks for one */
    const char *target;          /* as the user wrote it */
    char *shown;                 /* the same without passwords */
    const char **more;           /* targets after it; NULL-terminated */
    unsigned nodes;              /* all targets, or of the server */
    const char **node_urls;      /* of the server, but for the first; NULL-terminated, or NULL */
    long *processes;             /* of --fault-pid, 0 at the end, or NULL */
    size_t process_count;
    const char *fault_detail;    /* an option that says more about faults, or NULL */
    const char *models;          /* that must hold; NULL: what the database documents */
    const char *levels;          /* of --levels, or NULL */
    const char *directory;       /* of -o, or NULL */
    const char **server_options; /* NULL-terminated, or NULL */
    size_t server_option_count;
    char *bugs;
    bool stop_on_anomaly, list;
    int argc; /* the arguments as they were given */
    char **argv;
} run_settings;

/* What a table says of one run. */
typedef struct run_row {
    char level[64], claimed[128], measured[64], worst[64];
    uint64_t ok, fail, info;
    int status; /* as run_once returns it */
} run_row;

/* ---- Options (run_options.c) ----------------------------------------------------------------------- */

/* Takes over any option of minos run; `context` is the settings. GO_ON, or a message and
 * EXIT_ARGUMENTS. */
int run_option(void *context, const cli_option *option, const char *value);
/* Zero or more, with any fraction; seconds, which are more than zero. */
int run_option_number(const cli_option *option, const char *value, double most, double *number);
int run_option_seconds(const cli_option *option, const char *value, double *seconds);

/* ---- Faults (run_faults.c) ------------------------------------------------------------------------- */

/* Takes over an option of fault_options.def; any other is ignored. GO_ON, or a message and
 * EXIT_ARGUMENTS. */
int run_fault_option(run_settings *s, const cli_option *option, const char *value);
bool run_faults_wanted(const run_settings *s);
/* Do they say something together? GO_ON, or a message and EXIT_ARGUMENTS. */
int run_faults_check(const run_settings *s);

/* ---- What makes no sense (run_check.c) ------------------------------------------------------------- */

/* GO_ON, or a message and the exit status. */
int run_check(const run_settings *s);

/* ---- Servers (run_server.c) ------------------------------------------------------------------------ */

/* Starts the server that the target asks for, if it does; s->run then leads to it. GO_ON, or a
 * message and the exit status. */
int run_server_start(run_settings *s);
/* Stops it, unless it is kept, which is said. */
void run_server_stop(run_settings *s);

/* ---- One run (run_once.c) ---------------------------------------------------------------------- */

/* Runs and judges. `level` is the one to ask for, or NULL; `folder` exists and is empty. Prints the
 * result, or with `brief` only its first line. `row` is filled in. The exit status. */
int run_once(const run_settings *s, const char *level, const char *folder, bool brief,
             junit_file *junit, run_row *row);

/* ---- Levels (run_levels.c) ------------------------------------------------------------------------ */

/* The level that a run uses if it is asked for `level`, which may be NULL; NULL if that is not
 * known. */
const char *run_level_used(const char *target, const char *level);
/* Are the levels that were asked for levels of the target? GO_ON, or a message and EXIT_ARGUMENTS.
 * */
int run_levels_check(const run_settings *s);
/* One run for each level, below `folder`, then the table. The worst of their exit statuses. */
int run_levels(const run_settings *s, const char *folder, junit_file *junit);

/* ---- Folders (run_folder.c) ----------------------------------------------------------------------- */

/* A new folder, to be freed: the one that was asked for, or one below minos-out named for the time,
 * the target and the level. NULL after a message. */
char *run_folder_make(const run_settings *s, const char *level);
/* "folder/name", to be freed; NULL when out of memory. */
char *run_path(const char *folder, const char *name);
/* The part of a target or level that may be in the name of a folder. */
void run_folder_name(const char *text, char *name, size_t size);
/* Removes the folder if nothing was recorded; else minos-out/latest leads to it, unless the user
 * named it. */
void run_folder_finish(const run_settings *s, const char *folder);

/* ---- run.json (run_note.c) -------------------------------------------------------------------------- */

/* Writes what is run into the folder, and what came of it unless `summary` is NULL. GO_ON, or a
 * message and EXIT_TROUBLE. */
int run_note(const run_settings *s, const char *level, const minos_run_summary *summary,
             const char *folder);

/* The same as JSON on one line, without a line feed; to be freed, NULL when out of memory. */
char *run_note_text(const run_settings *s, const char *level, const minos_run_summary *summary);

/* ---- Errors (run_errors.c) ----------------------------------------------------------------------------- */

/* The error that clients had most often, as the history has it; to be freed, NULL if there is none.
 * */
char *run_most_frequent_error(const char *history);

/* ---- Words (run_words.c) ----------------------------------------------------------------------------- */

/* "1,234,567" */
void run_number(uint64_t number, char text[32]);
/* "minos: running 3 s of 10 s · 25,310 transactions · ...", as far as it fits into so many columns.
 * */
void run_progress_line(const minos_run_progress *progress, double time_s, size_t columns,
                       char *text, size_t size);
/* One sentence about what ran; one about what was claimed, or asked for, and what was measured. To
 * be freed; NULL when out of memory. */
char *run_sentence(const minos_run_summary *summary, unsigned clients, unsigned nodes);
char *run_claim(const minos_result *result, const char *models, bool claimed);
/* Replaces what a terminal must not be sent. */
void run_make_plain(char *text);

/* ---- Progress (run_progress.c) -------------------------------------------------------------------------- */

/* Has progress shown on stderr, where that is a terminal; clears it. */
void run_progress_begin(const run_settings *s, minos_run_options *options);
void run_progress_end(const minos_run_options *options);

/* ---- Signals (run_signals.c) ------------------------------------------------------------------------- */

/* Counts SIGINT and SIGTERM from now on; and no more. */
const volatile sig_atomic_t *run_signals_begin(void);
void run_signals_end(void);

/* ---- The list (run_list.c) ----------------------------------------------------------------------------- */

int run_list(void);

#endif
