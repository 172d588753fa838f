/*
 * cli.h - what the commands of the command line share.
 *
 * The command line includes only the public headers of the library. Commands are rows of
 * commands.def, options are rows of check_options.def, history_options.def and so on; the parser,
 * the help and the suggestions use these tables. A command gets its arguments without its own name
 * and returns the exit status.
 */
#ifndef CLI_H
#define CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "minos.h"
#include "minos_sim.h"

/* ---- Exit statuses, the same as Jepsen's ----------------------------------------------------- */

enum {
    EXIT_HOLDS = 0,
    EXIT_VIOLATED = 1,
    EXIT_UNKNOWN = 2,
    EXIT_ARGUMENTS = 254,
    EXIT_ERROR = 255,
    GO_ON = -1 /* not an exit status: continue */
};

/* ---- Commands and options ------------------------------------------------------------------- */

typedef enum option_id {
#define OPTION(id, letter, name, argument, help) OPTION_##id,
#define ALIAS(id, letter, name, argument)
#include "cli/check_options.def"
#include "cli/common_options.def"
#include "cli/convert_options.def"
#include "cli/fault_options.def"
#include "cli/generator_options.def"
#include "cli/history_options.def"
#include "cli/judging_options.def"
#include "cli/report_options.def"
#include "cli/run_options.def"
#include "cli/shrink_options.def"
#include "cli/sim_options.def"
#include "cli/verify_options.def"
#undef OPTION
#undef ALIAS
    OPTION_COUNT
} option_id;

typedef struct cli_option {
    option_id id;
    char letter;          /* 0: none */
    const char *name;     /* without the dashes, or NULL */
    const char *argument; /* what it is called in the help; NULL: takes none */
    const char *help;     /* NULL: another spelling of the option before it, or not listed */
} cli_option;

typedef struct cli_command {
    const char *name, *operands, *summary;
    const char *about;    /* for the long help, before the options */
    const char *examples; /* and after them */
    const cli_option *options;
    size_t option_count;
    int (*run)(const struct cli_command *command, int argc, char **argv);
} cli_command;

/* By index, or by name; NULL if there is none. */
const cli_command *command_at(size_t i);
const cli_command *command_find(const char *name);

/* Parses the arguments: calls `handle` for each option and moves the operands to the front of argv.
 * -h and --help print the command's help. Returns GO_ON or the exit status;
 * so does `handle`. */
typedef int (*option_handler)(void *context, const cli_option *option, const char *value);
int options_parse(const cli_command *command, int argc, char **argv, option_handler handle,
                  void *context, int *operand_count);

/* A whole number within bounds, or a message and EXIT_ARGUMENTS. */
int option_number(const cli_option *option, const char *value, unsigned least, unsigned most,
                  unsigned *number);
/* The same for a number from 0 to 1 (generator_options.c), and for the name of a file or folder. */
int option_share(const cli_option *option, const char *value, double *share);
int option_path(const cli_option *option, const char *value, const char *what, const char **path);

/* ---- Workload (generator_options.c) ----------------------------------------------- */

/* Stores an option of generator_options.def; any other is ignored. GO_ON, or a message and
 * EXIT_ARGUMENTS. */
int generator_option(minos_sim_options *options, const cli_option *option, const char *value);
/* The number of transactions. */
int generator_transactions(const cli_option *option, const char *value, uint64_t *transactions);
/* Appends a bug to the comma-separated list *bugs, which the caller frees. */
int generator_bug(char **bugs, const char *bug);

/* ---- How histories are read (history_options.c) ---------------------------------------------- */

/* Stores an option of history_options.def; any other is ignored. GO_ON, or a message and
 * EXIT_ARGUMENTS. */
int history_option(minos_options *options, const cli_option *option, const char *value);
/* Checks the options against the operands, which are histories. */
int history_operands(const minos_options *options, int count, char **histories);
/* Rejects unknown names before any file is read. */
int history_options_check(const minos_options *options);
/* Stores the format that an option names. GO_ON, or a message and EXIT_ARGUMENTS. */
int format_option(const cli_option *option, const char *name, minos_format *format);

/* The commit that the program was built from, such as "1a2b3c4d5e6f", with local changes followed
 * by "-modified"; NULL outside of a clone (commit.c). */
const char *program_commit(void);

/* ---- Commands ------------------------------------------------------------------------------- */

int cmd_check(const cli_command *command, int argc, char **argv);
int cmd_run(const cli_command *command, int argc, char **argv);
int cmd_report(const cli_command *command, int argc, char **argv);
int cmd_verify(const cli_command *command, int argc, char **argv);
int cmd_shrink(const cli_command *command, int argc, char **argv);
int cmd_convert(const cli_command *command, int argc, char **argv);
int cmd_sim(const cli_command *command, int argc, char **argv);
int cmd_models(const cli_command *command, int argc, char **argv);
int cmd_explain(const cli_command *command, int argc, char **argv);
int cmd_help(const cli_command *command, int argc, char **argv);

/* ---- Help and messages ---------------------------------------------------------------------- */

void help_overview(bool whole);
void help_command(const cli_command *command, bool whole);

/* Wrapped to the width of the terminal (help_layout.c): COLUMNS, else the columns of stdout if that
 * is a terminal, else 80; at least 30 and at most 100. */
size_t help_columns(void);
/* Paragraphs, rows and commands. */
void help_text(const char *text);
/* The second column of a row, which begins at `column`; `used` columns are written. */
void help_row(size_t used, size_t column, const char *text);

/* "minos: ..." and a line feed on stderr; returns EXIT_ARGUMENTS. */
int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same for a text of several lines. */
void complain_lines(const char *text);

/* The same for a command that does not exist. */
int complain_command(const char *name);

/* ---- Report folders (report_names.c) --------------------------------------------------------- */

typedef struct report_names {
    char **items; /* one for each history, or NULL */
    int count;
    const char *single; /* where items is NULL: the folder of the only history, or NULL */
} report_names;

/* False when out of memory. */
bool report_names_init(report_names *names, const char *directory, int count, char **histories);
void report_names_release(report_names *names);
/* The folder of the history at a place; NULL if none is asked for. */
const char *report_name(const report_names *names, int i);

/* ---- Files (files.c) ------------------------------------------------------------------------- */

/* Writes the whole file or leaves the old one. "-" has no special meaning. GO_ON, or a message
 * and EXIT_ERROR. */
int file_write(const char *path, const char *text, size_t size);
/* True if writing to the path would change the history: both are the same file (a folder means the
 * history.edn in it, - a file that is stdin), or the path is a file, or would be a log, in a folder
 * of logs. */
bool file_is_history(const char *path, const char *history);
/* The same for stdout, which may have been redirected to the history. */
bool stdout_is_history(const char *history);
/* True if the path, which need not exist, is a folder or in it, at any depth. */
bool file_is_below(const char *path, const char *folder);
/* Size of the history file in bytes; 0: unknown. */
uint64_t history_size(const char *history);

/* ---- For CI (ci.c) --------------------------------------------------------------------------- */

typedef struct junit_file {
    const char *path; /* NULL: not requested; then all of these do nothing */
    FILE *stream;
    char *suites;
    size_t size;
    size_t tests, failures, errors;
} junit_file;

/* False when out of memory. */
bool junit_begin(junit_file *junit, const char *path);
/* The suite of one history, as MINOS_VIEW_JUNIT has it. */
void junit_add(junit_file *junit, const char *suite);
/* Writes the file and releases the rest. GO_ON, or a message and EXIT_ERROR. */
int junit_finish(junit_file *junit);

typedef enum annotations { ANNOTATIONS_AUTO, ANNOTATIONS_GITHUB, ANNOTATIONS_NONE } annotations;

/* github or none; EXIT_ARGUMENTS for anything else. */
int annotations_parse(const char *value, annotations *choice);
/* The default: true in GitHub Actions, by its environment variables. */
bool annotations_wanted(annotations choice);

/* ---- GitHub's summary of a step (step_summary.c) --------------------------------------------- */

typedef struct step_summary {
    const char *path; /* of the file to append to; NULL: none, then all of these do nothing */
    FILE *table, *reports;
    char *table_text, *reports_text;
    size_t table_size, reports_size;
    size_t limit;    /* bytes that may be written */
    char *only;      /* the report of the first history, if it holds: shown if it is the only one */
    size_t count;    /* histories */
    size_t left_out; /* reports that did not fit */
} step_summary;

/* Wanted if $GITHUB_STEP_SUMMARY names a file, unless annotations are switched off. */
void step_summary_begin(step_summary *summary, annotations choice);
void step_summary_add(step_summary *summary, const minos_result *result);
/* Appends to the file. A failure is a warning: it does not change the verdict. */
void step_summary_finish(step_summary *summary);

/* ---- Progress (progress.c) ------------------------------------------------------------------- */

/* Shows the progress of a check, of the place-th of count histories, if stderr is a terminal and a
 * second has passed. `stage` must stay in place until progress_end. */
void progress_begin(const char *name, int place, int count);
void progress_show(void *context, const char *stage, double fraction);
/* The same for a step that is not a check, such as "stopping the server". */
void progress_step(const char *what);
void progress_end(void);

/* ---- Terminal ------------------------------------------------------------------------------- */

typedef enum color_choice { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color_choice;

/* auto, always or never; EXIT_ARGUMENTS for anything else. */
int color_parse(const char *value, color_choice *choice);
/* MINOS_COLOR or 0 for what is written to the stream. */
unsigned color_flag(color_choice choice, FILE *stream);

/* The columns of stderr. */
size_t terminal_columns(void);

/* Whether the locale's character set is UTF-8 (ascii.c). Otherwise all text for people is ASCII;
 * files, JSON, EDN and histories are UTF-8 everywhere. */
bool locale_is_utf8(void);
/* The text in ASCII, to be freed; NULL if it is ASCII already, or out of memory. */
char *ascii_copy(const char *text, size_t size, size_t *copied);

/* Writes text for people to stderr. */
void tell_text(const char *text, size_t size);
/* Writes text for people to stdout; false once writing has failed. */
bool output(const char *text, size_t size);
/* Writes text for programs to stdout, unchanged: JSON, EDN, histories. */
bool output_data(const char *text, size_t size);
bool output_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Untrusted name, escaped as in messages, between two texts. */
bool output_name(const char *before, const char *name, const char *after);
/* Flushes stdout. Returns status, or EXIT_ERROR and a message if a write failed. */
int output_finish(int status);

/* ---- Results (results.c) --------------------------------------------------------------------- */

/* A message; EXIT_ERROR. */
int out_of_memory(void);
/* GO_ON, EXIT_ARGUMENTS or EXIT_ERROR. */
int exit_of(minos_status status);
/* A view to stdout; to stderr. Each GO_ON, or a message and EXIT_ERROR. */
int result_print(const minos_result *result, minos_view view, unsigned flags);
int result_tell(const minos_result *result, minos_view view, unsigned flags);
/* Warnings to stderr, unless flags contain MINOS_QUIET. */
void result_warn(const minos_result *result, const char *name, unsigned flags);
/* The last line of plain output: where the report is, a page or the page in a folder. */
void result_where(const char *path, bool folder, minos_view view, unsigned flags);
/* Write the page, the report folder, a suite of a JUnit file. GO_ON, or a message and EXIT_ERROR.
 */
int result_save_page(const minos_result *result, const char *path);
int result_save_folder(const minos_result *result, const char *directory);
int result_add_to(junit_file *junit, const minos_result *result);
/* The exit status of its verdict. */
int result_exit_status(const minos_result *result);

/* ---- How histories are judged (judging.c) ---------------------------------------------------- */

typedef struct judging {
    minos_options options;
    minos_view view;
    bool json, edn; /* requested */
    unsigned flags; /* MINOS_QUIET or MINOS_VERBOSE */
    color_choice color;
    const char *junit; /* file to write, or NULL */
    annotations annotations;
    step_summary *summary;    /* or NULL */
    minos_overview *overview; /* of several reports, or NULL */
} judging;

void judging_init(judging *j);
/* Stores an option of judging_options.def, history_options.def or --color. GO_ON, or a message and
 * EXIT_ARGUMENTS. */
int judging_option(judging *j, const cli_option *option, const char *value);
int judging_view(judging *j, minos_view view);
/* The result as the chosen view, to stdout. GO_ON, or a message and EXIT_ERROR. */
int judging_show(const judging *j, const minos_result *result);
/* The problems of a history, to stderr, and as JSON or EDN to stdout. Returns the exit status. */
int judging_show_problems(const judging *j, const minos_result *result);
/* CI output for a history, malformed or not. GO_ON, or a message and EXIT_ERROR. */
int judging_tell_ci(const judging *j, junit_file *junit, const minos_result *result);

/* ---- Overviews (overview_file.c) ------------------------------------------------------------- */

/* Adds the result, whose report is in `directory` (NULL: none), to the overview if there is one. */
void overview_add(const judging *j, const minos_result *result, const char *directory);
/* Writes index.html into the folder. GO_ON, or a message and EXIT_ERROR. */
int overview_save(const minos_overview *overview, const char *folder);
/* Its path, to be freed; NULL when out of memory. */
char *overview_path(const char *folder);

/* Writes the certificate of a result (certificate_output.c); a model without an entry is a note,
 * unless flags has MINOS_QUIET. GO_ON, or a message and EXIT_ERROR. */
int certificate_save(minos_result *result, const char *history, const char *path, unsigned flags);

/* The worse of two exit statuses. */
int worse_status(int a, int b);

/* Opens a page in a browser (browser.c). GO_ON, or a message and EXIT_ERROR. */
int browser_open(const char *path);

#endif
