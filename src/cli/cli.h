/*
 * cli.h - what the commands of the command line share.
 *
 * The command line is a client of the library like any other: it includes its public headers and nothing
 * else of it. Commands are rows of commands.def, options rows of check_options.def, history_options.def
 * and the like; parsing, help and suggestions are made from those tables. A command is given
 * its arguments without its own name and returns the exit status.
 */
#ifndef CLI_H
#define CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "minos.h"
#include "minos_sim.h"

/* ---- Exit statuses, as Jepsen has them ------------------------------------------------------ */

enum {
    EXIT_HOLDS = 0,
    EXIT_VIOLATED = 1,
    EXIT_UNKNOWN = 2,
    EXIT_ARGUMENTS = 254,
    EXIT_TROUBLE = 255,
    GO_ON = -1 /* not an exit status: nothing has ended the command yet */
};

/* ---- Commands and options ------------------------------------------------------------------- */

typedef enum option_id {
#define OPTION(id, letter, name, argument, help) OPTION_##id,
#define ALIAS(id, letter, name, argument)
#include "cli/check_options.def"
#include "cli/common_options.def"
#include "cli/fault_options.def"
#include "cli/generator_options.def"
#include "cli/history_options.def"
#include "cli/judging_options.def"
#include "cli/report_options.def"
#include "cli/run_options.def"
#include "cli/shrink_options.def"
#include "cli/sim_options.def"
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

/* By place, or by name; NULL where there is none. */
const cli_command *command_at(size_t i);
const cli_command *command_find(const char *name);

/* Sorts the arguments: calls `handle` for each option in turn and moves the operands to the front
 * of argv. -h and --help print the command's help. GO_ON, or the status to exit with. `handle`
 * returns GO_ON too. */
typedef int (*option_handler)(void *context, const cli_option *option, const char *value);
int options_parse(const cli_command *command, int argc, char **argv, option_handler handle,
                  void *context, int *operand_count);

/* A whole number within bounds, or a message and EXIT_ARGUMENTS. */
int option_number(const cli_option *option, const char *value, unsigned least, unsigned most,
                  unsigned *number);
/* The same for a number from 0 to 1 (generator_options.c), and for the name of a file or folder. */
int option_share(const cli_option *option, const char *value, double *share);
int option_path(const cli_option *option, const char *value, const char *what, const char **path);

/* ---- What clients ask for (generator_options.c) ----------------------------------------------- */

/* Takes over an option of generator_options.def; any other is ignored. GO_ON, or a message and
 * EXIT_ARGUMENTS. */
int generator_option(minos_sim_options *options, const cli_option *option, const char *value);
/* How many transactions. */
int generator_transactions(const cli_option *option, const char *value, uint64_t *transactions);
/* Appends a bug to the comma-separated list *bugs, which the caller frees. */
int generator_bug(char **bugs, const char *bug);

/* ---- How histories are read (history_options.c) ----------------------------------------------- */

/* Takes over an option of history_options.def; any other is ignored. GO_ON, or a message and
 * EXIT_ARGUMENTS. */
int history_option(minos_options *options, const cli_option *option, const char *value);
/* The same for what the options and the operands, which are histories, say together. */
int history_operands(const minos_options *options, int count, char **histories);
/* Names that are not known are refused before any file is read. */
int history_options_check(const minos_options *options);

/* ---- Commands ------------------------------------------------------------------------------- */

int cmd_check(const cli_command *command, int argc, char **argv);
int cmd_run(const cli_command *command, int argc, char **argv);
int cmd_report(const cli_command *command, int argc, char **argv);
int cmd_shrink(const cli_command *command, int argc, char **argv);
int cmd_sim(const cli_command *command, int argc, char **argv);
int cmd_models(const cli_command *command, int argc, char **argv);
int cmd_explain(const cli_command *command, int argc, char **argv);
int cmd_help(const cli_command *command, int argc, char **argv);

/* ---- Help and messages ---------------------------------------------------------------------- */

void help_overview(bool whole);
void help_command(const cli_command *command, bool whole);

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

/* ---- Files (files.c) -------------------------------------------------------------------------- */

/* Writes a file whole, or leaves what was there. "-" is a name like any other. GO_ON, or a message
 * and EXIT_TROUBLE. */
int file_write(const char *path, const char *text, size_t size);
/* True if both names lead to one file; a folder stands for the history.edn in it. */
bool file_is_history(const char *path, const char *history);
/* Bytes of the file of a history; 0 if that is not known. */
uint64_t history_size(const char *history);

/* ---- For CI (ci.c) ---------------------------------------------------------------------------- */

typedef struct junit_file {
    const char *path; /* NULL: none is asked for, and all of these do nothing */
    FILE *stream;
    char *suites;
    size_t size;
    size_t tests, failures, errors;
} junit_file;

/* False when out of memory. */
bool junit_begin(junit_file *junit, const char *path);
/* The suite of one history, as MINOS_VIEW_JUNIT has it. */
void junit_add(junit_file *junit, const char *suite);
/* Writes the file and releases the rest. GO_ON, or a message and EXIT_TROUBLE. */
int junit_finish(junit_file *junit);

typedef enum annotations { ANNOTATIONS_AUTO, ANNOTATIONS_GITHUB, ANNOTATIONS_NONE } annotations;

/* github or none; EXIT_ARGUMENTS for anything else. */
int annotations_parse(const char *value, annotations *choice);
/* Where nothing is chosen: true inside GitHub's CI, which says so in the environment. */
bool annotations_wanted(annotations choice);

/* ---- Progress (progress.c) ---------------------------------------------------------------------- */

/* Shows how far the check of a history has come, the place-th of count, on stderr, where that is a
 * terminal and a second has passed. `stage` must stay in place until progress_end. */
void progress_begin(const char *name, int place, int count);
void progress_show(void *context, const char *stage, double fraction);
void progress_end(void);

/* ---- Terminal ------------------------------------------------------------------------------- */

typedef enum color_choice { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color_choice;

/* auto, always or never; EXIT_ARGUMENTS for anything else. */
int color_parse(const char *value, color_choice *choice);
/* MINOS_COLOR or 0 for what is written to the stream. */
unsigned color_flag(color_choice choice, FILE *stream);

/* How wide a line on stderr may be without wrapping. */
size_t terminal_columns(void);

/* Writes to stdout; false once writing has failed. */
bool output(const char *text, size_t size);
bool output_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A name that somebody chose, escaped as messages are, between two texts. */
bool output_name(const char *before, const char *name, const char *after);
/* Flushes stdout. The status given, or EXIT_TROUBLE with a message if anything was not written. */
int output_finish(int status);

/* ---- Results (results.c) ---------------------------------------------------------------------- */

/* A message; EXIT_TROUBLE. */
int out_of_memory(void);
/* GO_ON, EXIT_ARGUMENTS or EXIT_TROUBLE. */
int exit_of(minos_status status);
/* A view to stdout; to stderr. Each GO_ON, or a message and EXIT_TROUBLE. */
int result_print(const minos_result *result, minos_view view, unsigned flags);
int result_tell(const minos_result *result, minos_view view, unsigned flags);
/* Its warnings to stderr, unless flags say MINOS_QUIET. */
void result_warn(const minos_result *result, const char *name, unsigned flags);
/* The last line of plain output: where the report is, a page or the page in a folder. */
void result_where(const char *path, bool folder, minos_view view, unsigned flags);
/* The page, the report folder, a suite of a JUnit file. Each GO_ON, or a message and EXIT_TROUBLE. */
int result_save_page(const minos_result *result, const char *path);
int result_save_folder(const minos_result *result, const char *directory);
int result_add_to(junit_file *junit, const minos_result *result);
/* The exit status of its verdict. */
int result_exit_status(const minos_result *result);

/* ---- How histories are judged (judging.c) -------------------------------------------------------- */

typedef struct judging {
    minos_options options;
    minos_view view;
    bool json, edn; /* asked for */
    unsigned flags; /* MINOS_QUIET or MINOS_VERBOSE */
    color_choice color;
    const char *junit; /* file to write, or NULL */
    annotations annotations;
} judging;

void judging_init(judging *j);
/* Takes over an option of judging_options.def, history_options.def or --color. GO_ON, or a message and
 * EXIT_ARGUMENTS. */
int judging_option(judging *j, const cli_option *option, const char *value);
int judging_view(judging *j, minos_view view);
/* The result as the chosen view, to stdout. GO_ON, or a message and EXIT_TROUBLE. */
int judging_show(const judging *j, const minos_result *result);
/* What is wrong with a history, to stderr; JSON and EDN have an object for it on stdout. The exit status. */
int judging_show_problems(const judging *j, const minos_result *result);
/* For CI, of a history that was judged or could not be. GO_ON, or a message and EXIT_TROUBLE. */
int judging_tell_ci(const judging *j, junit_file *junit, const minos_result *result);

/* The worse of two exit statuses. */
int worse_status(int a, int b);

/* Opens a page in a browser (browser.c). GO_ON, or a message and EXIT_TROUBLE. */
int browser_open(const char *path);

#endif
