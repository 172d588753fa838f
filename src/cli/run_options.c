/*
 * run_options.c - stores the options of minos run.
 *
 * Checks that numbers are numbers; the library (minos_run_options_check) and run_check.c check
 * their ranges and combinations.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd_run.h"

/* The library checks the number of nodes. */
#define MOST_NODES 999u

int run_option_number(const cli_option *option, const char *value, double most, double *number) {
    char *end;
    *number = strtod(value, &end);
    bool digits = (value[0] >= '0' && value[0] <= '9') || value[0] == '.';
    return digits && *end == '\0' && *number >= 0 && *number <= most
               ? GO_ON
               : complain("option --%s needs a number from 0 to %.0f, not '%s'", option->name, most,
                          value);
}

int run_option_seconds(const cli_option *option, const char *value, double *seconds) {
    int status = run_option_number(option, value, 86400, seconds);
    if (status == GO_ON && *seconds < 0.001) {
        return complain("option --%s needs more than 0 seconds", option->name);
    }
    return status;
}

static int set_ms(const cli_option *option, const char *value, unsigned *ms) {
    double seconds = 0;
    int status = run_option_seconds(option, value, &seconds);
    *ms = status == GO_ON ? (unsigned)(seconds * 1000) : *ms;
    return status;
}

static int add_server_option(run_settings *s, const char *value) {
    if (value[0] == '=' || strchr(value, '=') == NULL) {
        return complain("option --server-option needs NAME=VALUE, not '%s'", value);
    }
    const char **grown =
        realloc(s->server_options, (s->server_option_count + 2) * sizeof *s->server_options);
    if (grown == NULL) {
        return out_of_memory();
    }
    s->server_options = grown;
    grown[s->server_option_count++] = value;
    grown[s->server_option_count] = NULL;
    return GO_ON;
}

/* Options shared with other commands. */
static int set_shared(run_settings *s, const cli_option *option, const char *value) {
    int status = run_fault_option(s, option, value);
    if (status == GO_ON) {
        status = generator_option(&s->run.load, option, value);
    }
    return status == GO_ON ? judging_option(&s->judging, option, value) : status;
}

int run_option(void *context, const cli_option *option, const char *value) {
    run_settings *s = context;
    minos_run_options *run = &s->run;
    if (!run_remember(s, option, value)) {
        return out_of_memory();
    }
    switch (option->id) {
    case OPTION_RUN_ISOLATION: run->load.isolation = value; break;
    case OPTION_RUN_MODELS: s->models = value; break;
    case OPTION_RUN_LEVELS: s->levels = value; break;
    case OPTION_RUN_LIST: s->list = true; break;
    case OPTION_RUN_TIME: return run_option_number(option, value, 1e9, &run->time_s);
    case OPTION_RUN_TRANSACTIONS:
        return generator_transactions(option, value, &run->load.transactions);
    case OPTION_RUN_RATE: return run_option_number(option, value, 1e9, &run->rate);
    case OPTION_RUN_STOP_ON_ANOMALY: s->stop_on_anomaly = true; break;
    case OPTION_RUN_DIRECTORY: return option_path(option, value, "folder", &s->directory);
    case OPTION_RUN_APPEND: run->append = value; break;
    case OPTION_RUN_ACCESS: run->access = value; break;
    case OPTION_RUN_TABLES: return option_number(option, value, 1, 100, &run->tables);
    case OPTION_RUN_PREFIX: run->prefix = value; break;
    case OPTION_SETS_ARE_OBJECTS: run->sets_are_objects = 1; break; /* recorded in the history */
    case OPTION_RUN_SIMPLE_PROTOCOL: run->simple_protocol = 1; break;
    case OPTION_RUN_TIMEOUT: return set_ms(option, value, &run->timeout_ms);
    case OPTION_RUN_CONNECT_TIMEOUT: return set_ms(option, value, &run->connect_ms);
    case OPTION_RUN_SERVER_OPTION: return add_server_option(s, value);
    case OPTION_RUN_NODES: return option_number(option, value, 1, MOST_NODES, &s->server.nodes);
    case OPTION_RUN_SYNC: s->server.sync = 1; break;
    case OPTION_RUN_NAMESPACES: s->server.namespaces = 1; break;
    case OPTION_RUN_MIN_ANSWERED: return option_share(option, value, &s->min_answered);
    case OPTION_RUN_NO_EFFORT: s->no_effort = true; break;
    case OPTION_RUN_KEEP: run->keep = 1; break;
    case OPTION_RUN_BUG: return generator_bug(&s->bugs, value);
    default: return set_shared(s, option, value);
    }
    return GO_ON;
}
