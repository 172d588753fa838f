/*
 * cmd_run.h - minos run.
 *
 *     cmd_run.c       targets, then one run or one for each level
 *     run_options.c   options
 *     run_faults.c    options of faults
 *     run_check.c     rejects options that do not apply or conflict
 *     run_server.c    throw-away servers
 *     run_once.c      one run: drive the database, judge the history, write the report
 *     run_levels.c    one run for each level, and the table of results
 *     run_folder.c    output folders, and minos-out/latest
 *     run_note.c      run.json: the settings and summary of a run, and its rules
 *     run_command.c   the command that runs it again
 *     run_effort.c    which simulated bugs the load would have shown
 *     run_words.c     numbers for people, text made safe to print
 *     run_errors.c    the most frequent error
 *     run_progress.c  progress on a terminal; run_progress_line.c: its lines
 *     run_signals.c   Ctrl-C stops the clients and keeps the history
 *     run_list.c      --list
 */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include <time.h>

#include "cli/cli.h"
#include "minos_run.h"

/* An option as it was given. */
typedef struct run_given {
    const cli_option *option;
    const char *value; /* NULL: it takes none */
} run_given;

typedef struct run_settings {
    judging judging;
    minos_run_options run;       /* without level and history, which each run sets */
    minos_server_options server; /* for throw-away servers */
    const char *target;          /* as the user wrote it */
    char *shown;                 /* the same without passwords */
    const char **more;           /* targets after it; NULL-terminated */
    unsigned nodes;              /* all targets, or of the server */
    const char **node_urls;      /* of the server, but for the first; NULL-terminated, or NULL */
    long *processes;             /* of --fault-pid, 0 at the end, or NULL */
    size_t process_count;
    const char *fault_detail;    /* an option that needs --faults, or NULL */
    const char *models;          /* that must hold; NULL: what the database documents */
    const char *levels;          /* of --levels, or NULL */
    const char *directory;       /* of -o, or NULL */
    const char **server_options; /* NULL-terminated, or NULL */
    size_t server_option_count;
    char *bugs;
    bool stop_on_anomaly, list;
    bool no_effort;                    /* do not simulate bugs under the load */
    unsigned level_place, level_count; /* of --levels, from 1; 0: one run */
    double min_answered;               /* share of the run time that must have answers */
    time_t started;
    run_given *given; /* all options, in order */
    size_t given_count;
    int argc; /* the arguments as they were given */
    char **argv;
} run_settings;

/* A row of the table of levels. */
typedef struct run_row {
    char level[64], claimed[128], measured[256], worst[64];
    char reason[256]; /* why the verdict is unknown; "" if it is not */
    uint64_t ok, fail, info;
    bool certified; /* every model that was asked for */
    int status;     /* as run_once returns it */
} run_row;

/* ---- Options (run_options.c) ----------------------------------------------------------------- */

/* Stores any option of minos run; `context` is the settings. GO_ON, or a message and
 * EXIT_ARGUMENTS. */
int run_option(void *context, const cli_option *option, const char *value);
/* A number from 0; a number of seconds above 0. */
int run_option_number(const cli_option *option, const char *value, double most, double *number);
int run_option_seconds(const cli_option *option, const char *value, double *seconds);

/* ---- Faults (run_faults.c) ------------------------------------------------------------------- */

/* Stores an option of fault_options.def; any other is ignored. GO_ON, or a message and
 * EXIT_ARGUMENTS. */
int run_fault_option(run_settings *s, const cli_option *option, const char *value);
bool run_faults_wanted(const run_settings *s);
/* Rejects options of faults that conflict. GO_ON, or a message and EXIT_ARGUMENTS. */
int run_faults_check(const run_settings *s);

/* ---- Invalid combinations (run_check.c) ----------------------------------------------------- */

/* GO_ON, or a message and the exit status. */
int run_check(const run_settings *s);

/* ---- Servers (run_server.c) ------------------------------------------------------------------ */

/* Starts a throw-away server if the target asks for one, and points s->run to it. GO_ON, or a
 * message and the exit status. */
int run_server_start(run_settings *s);
/* Stops it, or with --keep prints where it is. */
void run_server_stop(run_settings *s);

/* ---- One run (run_once.c) -------------------------------------------------------------------- */

/* Runs and judges. `level` is the one to ask for, or NULL; `folder` exists and is empty. Prints the
 * result, or with `brief` only its first line. `row` is filled in. The exit status. */
int run_once(const run_settings *s, const char *level, const char *folder, bool brief,
             junit_file *junit, run_row *row);

/* ---- Levels (run_levels.c) ------------------------------------------------------------------- */

/* The level that a run uses for `level`, which may be NULL; NULL: unknown. */
const char *run_level_used(const char *target, const char *level);
/* Rejects levels that the target does not have. GO_ON, or a message and EXIT_ARGUMENTS.
 * */
int run_levels_check(const run_settings *s);
/* Runs each level in a folder of `folder`, then prints the table. Returns the worst exit status. */
int run_levels(const run_settings *s, const char *folder, junit_file *junit);

/* ---- Folders (run_folder.c) ------------------------------------------------------------------ */

/* Creates the folder of -o, or one in minos-out named after time, target and level. To be freed;
 * NULL after a message. */
char *run_folder_make(const run_settings *s, const char *level);
/* "folder/name", to be freed; NULL when out of memory. */
char *run_path(const char *folder, const char *name);
/* The part of a target or level that may be in the name of a folder. */
void run_folder_name(const char *text, char *name, size_t size);
/* Removes the folder if nothing was recorded; else links minos-out/latest to it, unless -o named
 * it. */
void run_folder_finish(const run_settings *s, const char *folder);

/* ---- run.json (run_note.c) ------------------------------------------------------------------- */

/* Settings, rules and, unless it is NULL, the summary of a run as JSON on one line, without a line
 * feed; to be freed, NULL when out of memory. */
char *run_note_text(const run_settings *s, const char *level, const minos_run_summary *summary,
                    const char *folder);

/* Writes that text to run.json in the folder. GO_ON, or a message and EXIT_ERROR. */
int run_note(const char *text, const char *folder);

/* The models to check: the requested ones, else those that the database claims, or "none". */
const char *run_models(const run_settings *s, const char *claims);
/* The anomalies that must be absent, comma-separated: the requested ones and, with final reads,
 * lost-write. To be freed; NULL: none. */
char *run_forbidden(const run_settings *s);

/* ---- The command (run_command.c) ------------------------------------------------------------- */

/* Stores an option for it. False when out of memory. */
bool run_remember(run_settings *s, const cli_option *option, const char *value);
/* A shell command that runs one level again, without passwords; to be freed, NULL when out of
 * memory. */
char *run_command_line(const run_settings *s, const char *level);

/* ---- Effort (run_effort.c) ------------------------------------------------------------------- */

/* Simulates bugs under the load of the run, judged by the same rules, and adds "effort" to the text
 * of run.json; to be freed. Leaves it if nothing is expected or nothing committed. GO_ON, or a
 * message and the exit status. */
int run_effort(const run_settings *s, const minos_run_summary *summary, const minos_options *rules,
               char **note);

/* ---- Errors (run_errors.c) ------------------------------------------------------------------- */

/* The error that clients had most often, as the history has it; to be freed, NULL if there is none.
 * */
char *run_most_frequent_error(const char *history);

/* ---- Words (run_words.c) --------------------------------------------------------------------- */

/* "1,234,567" */
void run_number(uint64_t number, char text[32]);
/* Replaces control characters. */
void run_make_plain(char *text);

/* ---- Progress (run_progress.c) --------------------------------------------------------------- */

/* What the progress line shows of a run. */
typedef struct run_progress {
    minos_run_progress now;        /* as reported last, without its fault */
    char fault[64];                /* the current fault; "": none */
    const char *level;             /* or NULL */
    unsigned place, count;         /* of the level, with --levels */
    unsigned nodes;                /* of the database */
    double time_s;                 /* duration of the load; 0: no limit */
    double phase_s;                /* since the phase began */
    int64_t reported_ms, phase_ms; /* when that was, and when the phase began */
} run_progress;

/* Shows progress while the server starts, if stderr is a terminal; clears it. */
void run_progress_server(run_settings *s);
void run_progress_clear(const run_settings *s);
/* The same for a run; `progress` must stay in place until the end. */
void run_progress_begin(const run_settings *s, run_progress *progress, const char *level,
                        minos_run_options *options);
void run_progress_end(void);

/* "minos: running 3 s of 10 s · 25,310 transactions · ...", as far as it fits into so many columns;
 * "minos: starting Galera · node 2 of 3 · 3 s" (run_progress_line.c). */
void run_progress_line(const run_progress *progress, size_t columns, char *text, size_t size);
void run_server_line(const minos_server_progress *progress, size_t columns, char *text,
                     size_t size);

/* ---- Signals (run_signals.c) ----------------------------------------------------------------- */

/* Starts and stops counting SIGINT and SIGTERM. */
const volatile sig_atomic_t *run_signals_begin(void);
void run_signals_end(void);

/* ---- The list (run_list.c) ------------------------------------------------------------------- */

int run_list(void);

#endif
