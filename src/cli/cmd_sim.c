/*
 * cmd_sim.c - minos sim: writes the history of a simulated database.
 *
 * Options become minos_sim_options, which the library checks. History and truth are written as they
 * are made, so a history can be larger than memory.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "minos_sim.h"

#define COLUMNS 100

typedef struct settings {
    minos_sim_options options;
    char *bugs;                 /* all --bug options, with commas between them */
    const char *output, *truth; /* names of files; NULL: stdout */
    bool wants_truth;
    bool list;
    color_choice color;
} settings;

/* ---- The list ------------------------------------------------------------------------------- */

static void say(const char *text) { output(text, strlen(text)); }

static void indent(size_t width) {
    for (size_t i = 0; i < width; i++) {
        say(" ");
    }
}

/* Words on lines of at most COLUMNS, indented; a comma ends a word too. */
static void say_wrapped(const char *lead, const char *text, size_t width) {
    indent(width);
    say(lead);
    size_t used = width + strlen(lead);
    for (bool first = true; *text != '\0'; first = false) {
        size_t size = strcspn(text, " ,");
        size += text[size] == ',' ? 1 : 0;
        if (used + 1 + size > COLUMNS) {
            say("\n");
            indent(width);
            used = width;
        } else if (!first) {
            say(" ");
            used++;
        }
        output(text, size);
        used += size;
        text += size + (text[size] == ' ' ? 1 : 0);
    }
    say("\n");
}

static int show_list(void) {
    say("Isolation levels (--isolation LEVEL), strongest first:\n");
    for (size_t i = 0; minos_sim_level_name(i) != NULL; i++) {
        say("\n  ");
        say(minos_sim_level_name(i));
        say("\n");
        say_wrapped("", minos_sim_level_summary(i), 6);
    }
    say("\nBugs (--bug NAME[:RATE]), their default rates, and the anomalies they cause:\n");
    for (size_t i = 0; minos_sim_bug_name(i) != NULL; i++) {
        char rate[64];
        snprintf(rate, sizeof rate, ":%g\n", minos_sim_bug_rate(i));
        say("\n  ");
        say(minos_sim_bug_name(i));
        say(rate);
        say_wrapped("", minos_sim_bug_summary(i), 6);
        say_wrapped("causes ", minos_sim_bug_anomalies(i), 6);
    }
    return output_finish(EXIT_HOLDS);
}

/* ---- Options -------------------------------------------------------------------------------- */

static int set_format(settings *s, const char *name) {
    bool json = strcmp(name, "json") == 0;
    s->options.format = json ? MINOS_FORMAT_JSON : MINOS_FORMAT_EDN;
    return json || strcmp(name, "edn") == 0
               ? GO_ON
               : complain("option --format must be edn or json, not '%s'", name);
}

static int set_file(const cli_option *option, const char *value, const char **name) {
    *name = strcmp(value, "-") == 0 ? NULL : value;
    return value[0] == '\0' ? complain("option --%s needs the name of a file", option->name)
                            : GO_ON;
}

static int handle(void *context, const cli_option *option, const char *value) {
    settings *s = context;
    minos_sim_options *o = &s->options;
    switch (option->id) {
    case OPTION_SIM_ISOLATION: o->isolation = value; return GO_ON;
    case OPTION_SIM_BUG: return generator_bug(&s->bugs, value);
    case OPTION_SIM_LIST: s->list = true; return GO_ON;
    case OPTION_SIM_OUTPUT: return set_file(option, value, &s->output);
    case OPTION_SIM_TRUTH: s->wants_truth = true; return set_file(option, value, &s->truth);
    case OPTION_SIM_FORMAT: return set_format(s, value);
    case OPTION_SIM_TRANSACTIONS: return generator_transactions(option, value, &o->transactions);
    case OPTION_SIM_ABORT_RATE: return option_share(option, value, &o->abort_rate);
    case OPTION_SIM_CRASH_RATE: return option_share(option, value, &o->crash_rate);
    case OPTION_SIM_VERSIONS: o->versions = 1; return GO_ON;
    case OPTION_SIM_TIMESTAMPS: o->timestamps = 1; return GO_ON;
    case OPTION_COLOR: return color_parse(value, &s->color);
    default: return generator_option(o, option, value);
    }
}

static int check_options(const settings *s, int operands, char **argv) {
    if (operands > 0) {
        return complain("sim takes no operand; did you mean -o %s?", argv[0]);
    }
    const char *history = s->output == NULL ? "-" : s->output;
    if (s->wants_truth && strcmp(history, s->truth == NULL ? "-" : s->truth) == 0) {
        return complain("the history and --truth cannot both go to %s; write the history to a file "
                        "with -o FILE",
                        s->output == NULL ? "stdout" : history);
    }
    char *message = NULL;
    minos_status status = minos_sim_options_check(&s->options, &message);
    if (status != MINOS_OK) {
        complain("%s", message == NULL ? "out of memory" : message);
    }
    minos_free(message);
    return exit_of(status);
}

/* ---- Files ---------------------------------------------------------------------------------- */

typedef struct target {
    const char *name; /* NULL: stdout */
    FILE *file;
    int error; /* errno of the first failure, or 0 */
} target;

static int write_bytes(void *context, const char *bytes, size_t size) {
    target *t = context;
    if (t->name == NULL) {
        return output_data(bytes, size) ? 0 : 1;
    }
    if (fwrite(bytes, 1, size, t->file) < size && t->error == 0) {
        t->error = errno == 0 ? EIO : errno;
    }
    return t->error;
}

static int complain_target(const target *t) {
    complain("cannot write %s: %s", t->name, strerror(t->error));
    return EXIT_ERROR;
}

static int open_target(target *t, const char *name) {
    *t = (target){.name = name};
    if (name != NULL && (t->file = fopen(name, "wb")) == NULL) {
        t->error = errno;
        return complain_target(t);
    }
    return GO_ON;
}

/* A target that could not be opened has been complained about. */
static int close_target(target *t, int status) {
    if (t->file == NULL) {
        return status;
    }
    if (fclose(t->file) != 0 && t->error == 0) {
        t->error = errno == 0 ? EIO : errno;
    }
    return t->error != 0 ? complain_target(t) : status;
}

static int write_all(const settings *s) {
    target history;
    target truth = {.name = NULL};
    int status = open_target(&history, s->output);
    if (status == GO_ON) {
        status = open_target(&truth, s->truth);
    }
    if (status == GO_ON) {
        minos_status done = minos_sim_run(&s->options, write_bytes, &history,
                                          s->wants_truth ? write_bytes : NULL, &truth);
        status = done == MINOS_OK ? EXIT_HOLDS : EXIT_ERROR;
        if (done == MINOS_ENOMEM) {
            complain("out of memory");
        }
    }
    status = close_target(&history, status);
    status = close_target(&truth, status);
    return s->output == NULL || s->wants_truth ? output_finish(status) : status;
}

int cmd_sim(const cli_command *command, int argc, char **argv) {
    settings s = {.color = COLOR_AUTO};
    minos_sim_options_init(&s.options);
    int operands;
    int status = options_parse(command, argc, argv, handle, &s, &operands);
    s.options.bugs = s.bugs;
    if (status == GO_ON) {
        status = check_options(&s, operands, argv);
    }
    if (status == GO_ON) {
        status = s.list ? show_list() : write_all(&s);
    }
    free(s.bugs);
    return status;
}
