/*
 * run_check.c - rejects options and targets of a run that do not apply or conflict, before anything
 * is started or written.
 *
 * The library checks what does not depend on the command line (minos_run_options_check).
 */
#include <string.h>

#include "cli/cmd_run.h"

/* The library's check. */
static int check_run(const run_settings *s) {
    char *message = NULL;
    minos_status status = minos_run_options_check(&s->run, &message);
    if (status != MINOS_OK) {
        run_make_plain(message);
        complain("%s", message == NULL ? "out of memory" : message);
    }
    minos_free(message);
    return exit_of(status);
}

/* A given option that applies only to throw-away servers, or NULL. */
static const char *server_only(const run_settings *s) {
    if (s->server_option_count > 0) {
        return "server-option";
    }
    if (s->server.nodes > 0) {
        return "nodes";
    }
    if (s->server.sync) {
        return "sync";
    }
    return s->server.namespaces ? "namespaces" : NULL;
}

/* "postgres:, mariadb:, ... or redis:", into a text that is long enough for all of them. */
static void list_servers(char *text, size_t size) {
    size_t used = 0;
    const char *target;
    text[0] = '\0';
    for (size_t i = 0; (target = minos_server_target(i)) != NULL && used < size; i++) {
        const char *between = minos_server_target(i + 1) == NULL ? " or " : ", ";
        between = i == 0 ? "" : between;
        int added = snprintf(text + used, size - used, "%s%s", between, target);
        used += added > 0 ? (size_t)added : 0;
    }
}

static int check_server(const run_settings *s) {
    const char *option = server_only(s);
    if (option == NULL || minos_server_wanted(s->target)) {
        return GO_ON;
    }
    char servers[256];
    list_servers(servers, sizeof servers);
    return complain("--%s applies only to throw-away servers (%s), not to an existing one", option,
                    servers);
}

int run_check(const run_settings *s) {
    minos_options judged = s->judging.options;
    judged.models = s->models == NULL ? "none" : s->models;
    judged.workload = s->run.load.workload;
    int status = run_faults_check(s);
    if (status == GO_ON) {
        status = check_run(s);
    }
    if (status == GO_ON) {
        status = check_server(s);
    }
    if (status == GO_ON && s->levels != NULL) {
        status = s->run.load.isolation != NULL
                     ? complain("--levels and --isolation cannot be combined")
                     : run_levels_check(s);
    }
    return status == GO_ON ? history_options_check(&judged) : status;
}
