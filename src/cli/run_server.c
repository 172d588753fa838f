/*
 * run_server.c - starts the throw-away server of a run and enters its nodes in s->run; stops it, or
 * with --keep prints where it is.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd_run.h"

/* Makes the server's nodes the targets of the run. */
static int take_nodes(run_settings *s, minos_server *server) {
    unsigned nodes = minos_server_nodes(server);
    s->node_urls = calloc(nodes, sizeof *s->node_urls);
    if (s->node_urls == NULL) {
        return out_of_memory();
    }
    for (unsigned i = 1; i < nodes; i++) {
        s->node_urls[i - 1] = minos_server_url(server, i);
    }
    s->nodes = nodes;
    s->run.target = minos_server_url(server, 0);
    s->run.more = s->node_urls;
    return GO_ON;
}

int run_server_start(run_settings *s) {
    if (!minos_server_wanted(s->target)) {
        return GO_ON;
    }
    minos_server_options *options = &s->server;
    options->target = s->target;
    options->settings = s->server_options;
    options->faults = s->run.faults.kinds;
    options->clients = s->run.load.processes;
    options->keep = s->run.keep;
    options->interrupts = s->run.interrupts;
    char *message = NULL;
    run_progress_server(s);
    minos_status status = minos_server_start(options, &s->run.server, &message);
    run_progress_clear(s);
    if (status != MINOS_OK) {
        complain("%s", message == NULL ? "out of memory" : message);
    }
    minos_free(message);
    return status == MINOS_OK ? take_nodes(s, s->run.server) : exit_of(status);
}

static void say_kept(const minos_server *server, unsigned node) {
    char *url = minos_run_mask(minos_server_url(server, node));
    const char *folder = minos_server_folder(server, node);
    bool secret = url != NULL && strchr(url, '@') != NULL;
    complain("the server is still running: %s; its folder is %s%s%s%s", url == NULL ? "" : url,
             folder, secret ? ", its password is in " : ", it has no password",
             secret ? folder : "", secret ? "/password" : "");
    minos_free(url);
}

void run_server_stop(run_settings *s) {
    minos_server *server = s->run.server;
    for (unsigned i = 0; server != NULL && s->run.keep && i < minos_server_nodes(server); i++) {
        say_kept(server, i);
    }
    char *message = NULL;
    if ((s->judging.flags & MINOS_QUIET) == 0) {
        progress_step("stopping the server");
    }
    minos_server_end(server, &message);
    progress_end();
    for (char *line = message; line != NULL && *line != '\0';) {
        char *end = strchr(line, '\n');
        complain("%.*s", (int)(end == NULL ? strlen(line) : (size_t)(end - line)), line);
        line = end == NULL ? NULL : end + 1;
    }
    minos_free(message);
    s->run.server = NULL;
    free(s->node_urls);
    s->node_urls = NULL;
}
