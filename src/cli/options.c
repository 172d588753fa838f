/*
 * options.c - the tables of commands and options, and the parser that follows them.
 *
 * GNU conventions: --name=value, --name value, unambiguous beginnings of names, -x value, -xvalue,
 * -xyz for -x -y -z, options after operands, -- ends the options, - is an operand. Not
 * getopt_long, which is not POSIX and suggests no names. Cost: arguments times
 * options.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* ---- Tables --------------------------------------------------------------------------------- */

#define OPTION(id, letter, name, argument, help) {OPTION_##id, letter, name, argument, help},
#define ALIAS(id, letter, name, argument) {OPTION_##id, letter, name, argument, NULL},
static const cli_option options_of_check[] = {
#include "cli/check_options.def"
#include "cli/judging_options.def"

#include "cli/history_options.def"

#include "cli/common_options.def"
};
static const cli_option options_of_report[] = {
#include "cli/report_options.def"

#include "cli/common_options.def"
};
static const cli_option options_of_shrink[] = {
#include "cli/shrink_options.def"

#include "cli/history_options.def"

#include "cli/common_options.def"
};
static const cli_option options_of_convert[] = {
#include "cli/convert_options.def"
#include "cli/reading_options.def"

#include "cli/common_options.def"
};
static const cli_option options_of_verify[] = {
#include "cli/unpacking_options.def"
#include "cli/verify_options.def"

#include "cli/common_options.def"
};
static const cli_option options_of_sim[] = {
#include "cli/common_options.def"
#include "cli/generator_options.def"
#include "cli/sim_options.def"
};
static const cli_option options_of_run[] = {
#include "cli/run_options.def"

#include "cli/fault_options.def"
#include "cli/generator_options.def"
#include "cli/judging_options.def"

#include "cli/assumption_options.def"
#include "cli/common_options.def"
};
static const cli_option options_of_models[] = {
#include "cli/common_options.def"
};
#undef OPTION
#undef ALIAS

/* Every command has the common options. */
#define options_of_explain options_of_models
#define options_of_help options_of_models

static const cli_command commands[] = {
#define COMMAND(name, operands, summary, about, examples)                                          \
    {                                                                                              \
        #name,                                                                                     \
        operands,                                                                                  \
        summary,                                                                                   \
        about,                                                                                     \
        examples,                                                                                  \
        options_of_##name,                                                                         \
        COUNT_OF(options_of_##name),                                                               \
        cmd_##name},
#include "cli/commands.def"
#undef COMMAND
};

const cli_command *command_at(size_t i) { return i < COUNT_OF(commands) ? &commands[i] : NULL; }

const cli_command *command_find(const char *name) {
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

/* ---- Parser --------------------------------------------------------------------------------- */

typedef struct parser {
    const cli_command *command;
    int argc;
    char **argv;
    int next; /* the first argument not yet looked at */
    option_handler handle;
    void *context;
} parser;

/* The long name of an option, "" if it has none. */
static const char *option_name(const void *context, size_t i) {
    const cli_command *command = context;
    if (i >= command->option_count) {
        return NULL;
    }
    return command->options[i].name == NULL ? "" : command->options[i].name;
}

static int unknown_option(const cli_command *command, const char *name, size_t size) {
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)(size < 60 ? size : 60), name);
    const char *nearest = minos_nearest_name(word, option_name, command);
    if (nearest == NULL) {
        return complain("unknown option --%s (minos %s -h lists the options)", word, command->name);
    }
    return complain("unknown option --%s; did you mean --%s? (minos %s -h lists the options)", word,
                    nearest, command->name);
}

/* The option of a long name or of an unambiguous beginning of one; NULL after a message. */
static const cli_option *find_long(const cli_command *command, const char *name, size_t size) {
    const cli_option *found = NULL;
    for (size_t i = 0; i < command->option_count; i++) {
        const cli_option *option = &command->options[i];
        if (option->name == NULL || size == 0 || strncmp(option->name, name, size) != 0) {
            continue;
        }
        if (option->name[size] == '\0') {
            return option;
        }
        if (found != NULL && found->id != option->id) {
            complain("option --%.*s is ambiguous: --%s or --%s?", (int)size, name, found->name,
                     option->name);
            return NULL;
        }
        found = option;
    }
    if (found == NULL) {
        unknown_option(command, name, size);
    }
    return found;
}

static int apply(const parser *p, const cli_option *option, const char *value, bool whole_help) {
    if (option->id == OPTION_HELP) {
        help_command(p->command, whole_help);
        return output_finish(EXIT_HOLDS);
    }
    return p->handle(p->context, option, value);
}

/* argument: the text after the two dashes. */
static int parse_long(parser *p, const char *argument) {
    size_t size = strcspn(argument, "=");
    const cli_option *option = find_long(p->command, argument, size);
    if (option == NULL) {
        return EXIT_ARGUMENTS;
    }
    const char *value = argument[size] == '=' ? argument + size + 1 : NULL;
    if (option->argument == NULL && value != NULL) {
        return complain("option --%s takes no value", option->name);
    }
    if (option->argument != NULL && value == NULL) {
        if (p->next == p->argc) {
            return complain("option --%s needs a value: --%s=%s", option->name, option->name,
                            option->argument);
        }
        value = p->argv[p->next++];
    }
    return apply(p, option, value, true);
}

static const cli_option *find_letter(const cli_command *command, char letter) {
    for (size_t i = 0; i < command->option_count; i++) {
        if (command->options[i].letter == letter) {
            return &command->options[i];
        }
    }
    return NULL;
}

/* argument: all letters after the dash, which may be a long name that lacks a second dash. */
static int unknown_letter(const cli_command *command, const char *argument, char letter) {
    const char *nearest = minos_nearest_name(argument, option_name, command);
    if (nearest == NULL) {
        return complain("unknown option -%c (minos %s -h lists the options)", letter,
                        command->name);
    }
    return complain("unknown option -%s; did you mean --%s? (minos %s -h lists the options)",
                    argument, nearest, command->name);
}

/* letters: the text after the one dash. */
static int parse_letters(parser *p, const char *letters) {
    for (const char *letter = letters; *letter != '\0'; letter++) {
        const cli_option *option = find_letter(p->command, *letter);
        if (option == NULL) {
            return unknown_letter(p->command, letters, *letter);
        }
        const char *value = NULL;
        if (option->argument != NULL) {
            if (letter[1] != '\0') {
                value = letter + 1;
            } else if (p->next < p->argc) {
                value = p->argv[p->next++];
            }
            if (value == NULL) {
                return complain("option -%c needs a value: -%c %s", *letter, *letter,
                                option->argument);
            }
        }
        int status = apply(p, option, value, false);
        if (status != GO_ON || value != NULL) {
            return status;
        }
    }
    return GO_ON;
}

int options_parse(const cli_command *command, int argc, char **argv, option_handler handle,
                  void *context, int *operand_count) {
    parser p = {command, argc, argv, 0, handle, context};
    bool options = true;
    *operand_count = 0;
    while (p.next < argc) {
        char *argument = argv[p.next++];
        int status = GO_ON;
        if (!options || argument[0] != '-' || argument[1] == '\0') {
            argv[(*operand_count)++] = argument;
        } else if (strcmp(argument, "--") == 0) {
            options = false;
        } else if (argument[1] == '-') {
            status = parse_long(&p, argument + 2);
        } else {
            status = parse_letters(&p, argument + 1);
        }
        if (status != GO_ON) {
            return status;
        }
    }
    return GO_ON;
}

int option_number(const cli_option *option, const char *value, unsigned least, unsigned most,
                  unsigned *number) {
    size_t digits = strspn(value, "0123456789");
    unsigned long parsed = 0;
    if (digits > 0 && digits < 10 && value[digits] == '\0') {
        parsed = strtoul(value, NULL, 10);
    }
    if (digits == 0 || digits > 9 || value[digits] != '\0' || parsed < least || parsed > most) {
        return complain("option --%s needs a whole number from %u to %u, not '%s'", option->name,
                        least, most, value);
    }
    *number = (unsigned)parsed;
    return GO_ON;
}

int option_path(const cli_option *option, const char *value, const char *what, const char **path) {
    if (value[0] == '\0') {
        const char *name = option->name == NULL ? "directory" : option->name; /* -d */
        return complain("option --%s needs the name of a %s", name, what);
    }
    *path = value;
    return GO_ON;
}
