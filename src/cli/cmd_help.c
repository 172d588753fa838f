/*
 * cmd_help.c - minos help, -h and --help, made from the tables of commands and options.
 *
 * -h is the short form: usage and the list of options. --help adds a description,
 * the exit statuses and examples. help_layout.c wraps the text.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* Where the second column begins: of options, and of commands. */
#define COLUMN 32
#define COMMAND_COLUMN 12

static void say(const char *text) { output(text, strlen(text)); }

/* ---- One command ---------------------------------------------------------------------------- */

/* Adds ", " and a spelling to the left column. */
static size_t say_spelling(size_t used, const char *dashes, const char *name, size_t size) {
    if (used > 2) {
        say(", ");
        used += 2;
    }
    say(dashes);
    output(name, size);
    return used + strlen(dashes) + size;
}

/* "  -o, -d, --directory DIR": the option and the aliases that follow it, letters first. */
static size_t say_spellings(const cli_option *first, const cli_option *end) {
    size_t used = 2;
    say("  ");
    for (const cli_option *o = first; o < end && o->id == first->id; o++) {
        if (o->letter != 0) {
            used = say_spelling(used, "-", &o->letter, 1);
        }
    }
    for (const cli_option *o = first; o < end && o->id == first->id; o++) {
        if (o->name != NULL) {
            used = say_spelling(used, "--", o->name, strlen(o->name));
        }
    }
    if (first->argument != NULL) {
        say(" ");
        say(first->argument);
        used += 1 + strlen(first->argument);
    }
    return used;
}

static void say_option(const cli_option *option, const cli_option *end) {
    help_row(say_spellings(option, end), COLUMN, option->help);
}

static void say_usage(const cli_command *command) {
    say("Usage: minos ");
    say(command->name);
    say(command->operands[0] == '\0' ? " [OPTION...]" : " ");
    say(command->operands);
    say("\n");
}

static const char exit_statuses[] =
    "\nExit status:\n"
    "    0  no violation of a requested model found\n"
    "    1  a requested model is violated, or a requested anomaly was found\n"
    "    2  unknown: not decided; the reason is printed\n"
    "  254  bad arguments\n"
    "  255  failed: a history is unreadable or malformed, a database does not answer, a result\n"
    "       cannot be written\n"
    "With several histories or levels, the first of 255, 1, 2, 0 that occurred.\n";

static const char check_notes[] =
    "\nelle-cli's --cycle-search-timeout (-s), --plot-timeout (-t), --max-plot-bytes (-b) and\n"
    "--plot-format (-p) are accepted and have no effect.\n";

void help_command(const cli_command *command, bool whole) {
    say_usage(command);
    if (whole) {
        say("\n");
        help_text(command->about);
    } else {
        char summary[160];
        snprintf(summary, sizeof summary, "Minos, %s.\n", command->summary);
        help_text(summary);
    }
    say("\nOptions:\n");
    for (size_t i = 0; i < command->option_count; i++) {
        if (command->options[i].help != NULL) {
            say_option(&command->options[i], command->options + command->option_count);
        }
    }
    if (!whole) {
        say("\nminos ");
        say(command->name);
        say(" --help shows examples.\n");
        return;
    }
    if (command->run == cmd_check) {
        help_text(check_notes);
    }
    if (command->run == cmd_check || command->run == cmd_run) {
        help_text(exit_statuses);
    }
    say("\nExamples:\n");
    help_text(command->examples);
}

/* ---- All commands --------------------------------------------------------------------------- */

static const char first_steps[] =
    "\nFirst steps:\n"
    "  minos run                            test a database; default: SQLite\n"
    "  minos check history.edn              check a history that Jepsen or another tool recorded\n"
    "  minos explain strict-serializable    explain a model or an anomaly\n"
    "  minos models                         list all models and anomalies\n"
    "  minos help check                     all options, exit statuses, examples\n"
    "\n"
    "A history is a sequence of operations, one map each. A history with a stale read:\n"
    "  {:type :invoke, :process 0, :f :txn, :value [[:append 1 1]]}\n"
    "  {:type :ok,     :process 0, :f :txn, :value [[:append 1 1]]}\n"
    "  {:type :invoke, :process 1, :f :txn, :value [[:r 1 nil]]}\n"
    "  {:type :ok,     :process 1, :f :txn, :value [[:r 1 []]]}\n"
    "Process 1 misses an append that had completed before process 1 began to read.\n";

void help_overview(bool whole) {
    say("Usage: minos COMMAND [OPTION...] [OPERAND...]\n");
    help_text("Checks whether a database delivers the isolation it claims.\n"
              "\nCommands:\n");
    const cli_command *command;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        say("  ");
        say(command->name);
        help_row(2 + strlen(command->name), COMMAND_COLUMN, command->summary);
    }
    help_text("\nOptions:\n"
              "  -h, --help      -h: short help; --help: with examples\n"
              "  -V, --version   show the version, and the solver that is built in\n");
    if (whole) {
        help_text(first_steps);
    } else {
        say("\nminos COMMAND -h lists the options of a command.\n");
    }
}

static int handle(void *context, const cli_option *option, const char *value) {
    (void)context;
    color_choice ignored;
    return option->id == OPTION_COLOR ? color_parse(value, &ignored) : GO_ON;
}

int cmd_help(const cli_command *command, int argc, char **argv) {
    int operands;
    int status = options_parse(command, argc, argv, handle, NULL, &operands);
    if (status != GO_ON) {
        return status;
    }
    if (operands > 1) {
        return complain("help takes one command, as in minos help %s", argv[0]);
    }
    if (operands == 0) {
        help_overview(true);
        return output_finish(EXIT_HOLDS);
    }
    const cli_command *about = command_find(argv[0]);
    if (about == NULL) {
        return complain_command(argv[0]);
    }
    help_command(about, true);
    return output_finish(EXIT_HOLDS);
}
