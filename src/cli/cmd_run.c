/*
 * cmd_run.c - minos run: finds out what a database does.
 *
 * Options, a folder for what will be recorded, a throw-away server if the target asks for one, then
 * one run, or one for each level. Nothing is started or written before all options are known to be
 * good. The exit status is that of the verdict; of several, the worst.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/run.h"

/* ---- Options --------------------------------------------------------------------------------------------- */

/* Zero or more, with any fraction. */
static int set_number(const cli_option *option, const char *value, double most, double *number) {
    char *end;
    *number = strtod(value, &end);
    bool digits = (value[0] >= '0' && value[0] <= '9') || value[0] == '.';
    return digits && *end == '\0' && *number >= 0 && *number <= most
               ? GO_ON
               : complain("option --%s needs a number from 0 to %.0f, not '%s'", option->name, most,
                          value);
}

static int set_ms(const cli_option *option, const char *value, unsigned *ms) {
    double seconds = 0;
    int status = set_number(option, value, 86400, &seconds);
    if (status == GO_ON && seconds < 0.001) {
        return complain("option --%s needs more than 0 seconds", option->name);
    }
    *ms = (unsigned)(seconds * 1000);
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

static int handle(void *context, const cli_option *option, const char *value) {
    run_settings *s = context;
    minos_run_options *run = &s->run;
    switch (option->id) {
    case OPTION_RUN_ISOLATION: run->load.isolation = value; break;
    case OPTION_RUN_MODELS: s->models = value; break;
    case OPTION_RUN_LEVELS: s->levels = value; break;
    case OPTION_RUN_LIST: s->list = true; break;
    case OPTION_RUN_TIME: return set_number(option, value, 1e9, &run->time_s);
    case OPTION_RUN_TRANSACTIONS:
        return generator_transactions(option, value, &run->load.transactions);
    case OPTION_RUN_RATE: return set_number(option, value, 1e9, &run->rate);
    case OPTION_RUN_STOP_ON_ANOMALY: s->stop_on_anomaly = true; break;
    case OPTION_RUN_DIRECTORY: return option_path(option, value, "folder", &s->directory);
    case OPTION_RUN_APPEND: run->append = value; break;
    case OPTION_RUN_ACCESS: run->access = value; break;
    case OPTION_RUN_TABLES: return option_number(option, value, 1, 100, &run->tables);
    case OPTION_RUN_PREFIX: run->prefix = value; break;
    case OPTION_RUN_SIMPLE_PROTOCOL: run->simple_protocol = 1; break;
    case OPTION_RUN_TIMEOUT: return set_ms(option, value, &run->timeout_ms);
    case OPTION_RUN_CONNECT_TIMEOUT: return set_ms(option, value, &run->connect_ms);
    case OPTION_RUN_SERVER_OPTION: return add_server_option(s, value);
    case OPTION_RUN_KEEP: run->keep = 1; break;
    case OPTION_RUN_BUG: return generator_bug(&s->bugs, value);
    default: {
        int status = generator_option(&run->load, option, value);
        return status == GO_ON ? judging_option(&s->judging, option, value) : status;
    }
    }
    return GO_ON;
}

/* ---- What makes no sense ------------------------------------------------------------------------------------ */

static int check_together(const run_settings *s) {
    if (s->levels != NULL && s->run.load.isolation != NULL) {
        return complain("--levels and --isolation exclude each other");
    }
    if (s->server_option_count > 0 && !minos_server_wanted(s->target)) {
        return complain(
            "--server-option is for throw-away servers (postgres:, mariadb: or redis:)");
    }
    return s->levels == NULL ? GO_ON : run_levels_check(s);
}

/* What the library says of the options, before anything is started. */
static int check_run(run_settings *s) {
    char *message = NULL;
    s->run.target = s->target;
    minos_status status = minos_run_options_check(&s->run, &message);
    if (status != MINOS_OK) {
        run_make_plain(message);
        complain("%s", message == NULL ? "out of memory" : message);
    }
    minos_free(message);
    return status == MINOS_OK ? GO_ON : status == MINOS_EARGUMENT ? EXIT_ARGUMENTS : EXIT_TROUBLE;
}

static int check_settings(run_settings *s) {
    minos_options judged = s->judging.options;
    judged.models = s->models == NULL ? "none" : s->models;
    judged.workload = s->run.load.workload;
    int status = check_run(s);
    if (status == GO_ON) {
        status = check_together(s);
    }
    return status == GO_ON ? history_options_check(&judged) : status;
}

/* ---- Servers --------------------------------------------------------------------------------------------------- */

static int start_server(const run_settings *s, minos_server **server) {
    minos_server_options options;
    minos_server_options_init(&options);
    options.target = s->target;
    options.settings = s->server_options;
    options.clients = s->run.load.processes;
    options.keep = s->run.keep;
    options.interrupts = s->run.interrupts;
    char *message = NULL;
    minos_status status = minos_server_start(&options, server, &message);
    if (status != MINOS_OK) {
        complain("%s", message == NULL ? "out of memory" : message);
    }
    minos_free(message);
    return status == MINOS_OK ? GO_ON : status == MINOS_EARGUMENT ? EXIT_ARGUMENTS : EXIT_TROUBLE;
}

static void stop_server(const run_settings *s, minos_server *server) {
    char *url = minos_run_mask(minos_server_url(server, 0));
    if (s->run.keep) {
        complain("the server is still running: %s; it is in %s, and its password in %s/password",
                 url == NULL ? "" : url, minos_server_folder(server, 0),
                 minos_server_folder(server, 0));
    }
    minos_free(url);
    minos_server_stop(server);
}

/* ---- Running ----------------------------------------------------------------------------------------------------- */

static int run_all(const run_settings *s, const char *target, const char *folder) {
    junit_file junit;
    run_row row;
    if (!junit_begin(&junit, s->judging.junit)) {
        return out_of_memory();
    }
    int status = s->levels != NULL
                     ? run_levels(s, target, folder, &junit)
                     : run_once(s, target, s->run.load.isolation, folder, false, &junit, &row);
    int written = junit_finish(&junit);
    return written == GO_ON ? status : worse_status(status, written);
}

static int run_here(const run_settings *s, const char *folder) {
    minos_server *server = NULL;
    int status = minos_server_wanted(s->target) ? start_server(s, &server) : GO_ON;
    if (status == GO_ON) {
        status = run_all(s, server == NULL ? s->target : minos_server_url(server, 0), folder);
    }
    if (server != NULL) {
        stop_server(s, server);
    }
    return status;
}

static int run(run_settings *s) {
    s->run.interrupts = run_signals_begin(); /* which may be all that ends it: --time 0 */
    int status = check_settings(s);
    if (status != GO_ON) {
        return status;
    }
    const char *level =
        s->levels != NULL ? "levels" : run_level_used(s->target, s->run.load.isolation);
    char *folder = run_folder_make(s, level);
    if (folder == NULL) {
        return EXIT_TROUBLE;
    }
    status = run_here(s, folder);
    run_folder_finish(s, folder);
    free(folder);
    return output_finish(status);
}

static int run_target(run_settings *s, int count, char **operands) {
    s->target = count == 0 ? "sqlite:" : operands[0];
    s->shown = minos_run_mask(s->target);
    s->run.load.bugs = s->bugs;
    if (s->shown == NULL) {
        return out_of_memory();
    }
    if (count > 1) {
        char *second = minos_run_mask(operands[1]);
        int status = complain("run takes one target; %s is a second", second == NULL ? "" : second);
        minos_free(second);
        return status;
    }
    return run(s);
}

/* Parsing puts operands in front; what is noted is what was typed. */
static char **copy_arguments(int argc, char **argv) {
    char **copy = calloc((size_t)argc + 1, sizeof *copy);
    for (int i = 0; copy != NULL && i < argc; i++) {
        copy[i] = argv[i];
    }
    return copy;
}

int cmd_run(const cli_command *command, int argc, char **argv) {
    run_settings s = {.argc = argc, .argv = copy_arguments(argc, argv)};
    if (s.argv == NULL) {
        return out_of_memory();
    }
    judging_init(&s.judging);
    minos_run_options_init(&s.run);
    int count;
    int status = options_parse(command, argc, argv, handle, &s, &count);
    if (status == GO_ON) {
        status = s.list ? run_list() : run_target(&s, count, argv);
    }
    minos_free(s.shown);
    free(s.bugs);
    free(s.server_options);
    free(s.argv);
    return status;
}
