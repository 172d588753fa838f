/*
 * server.c - throw-away servers: the functions of the public header.
 *
 * Starting is in server_prepare.c and server_start.c; cleaning up is done by the guard (guard.h).
 */
#include "run/server/server.h"

static const mns_server_kind *const kinds[] = {&mns_server_postgres, &mns_server_postgres_replica,
                                               &mns_server_mariadb,  &mns_server_galera,
                                               &mns_server_redis,    &mns_server_etcd};

/* "postgres:" alone; with "//..." it is an existing server. */
static const mns_server_kind *kind_of(const char *target) {
    for (size_t i = 0; i < MNS_COUNT_OF(kinds); i++) {
        for (const char *const *written = kinds[i]->targets; *written != NULL; written++) {
            if (strcmp(*written, target) == 0) {
                return kinds[i];
            }
        }
    }
    return NULL;
}

const char *minos_server_target(size_t i) {
    return i < MNS_COUNT_OF(kinds) ? kinds[i]->targets[0] : NULL;
}

const char *minos_server_title(size_t i) {
    return i < MNS_COUNT_OF(kinds) ? kinds[i]->title : NULL;
}

unsigned minos_server_usual_nodes(size_t i) {
    return i < MNS_COUNT_OF(kinds) ? mns_server_default_nodes(kinds[i]) : 0;
}

int minos_server_wanted(const char *target) { return kind_of(target) != NULL; }

void minos_server_options_init(minos_server_options *options) {
    *options = (minos_server_options){.target = "postgres:", .clients = 100, .start_ms = 60000};
}

static void server_free(minos_server *server) {
    mns_buf_release(&server->program);
    mns_buf_release(&server->settings_text);
    free(server->settings);
    free(server);
}

static void list_kinds(mns_buf *message) {
    mns_buf_str(message, "not a throw-away server; expected");
    for (size_t i = 0; i < MNS_COUNT_OF(kinds); i++) {
        mns_buf_printf(message, "%s %s", i == 0 ? "" : ",", kinds[i]->targets[0]);
    }
}

minos_status minos_server_start(const minos_server_options *options, minos_server **server,
                                char **message) {
    *server = NULL;
    *message = NULL;
    mns_buf text;
    mns_buf_init(&text);
    minos_server *new = calloc(1, sizeof *new);
    minos_status status = MINOS_ENOMEM;
    if (new != NULL) {
        new->kind = kind_of(options->target);
        if (new->kind == NULL) {
            status = MINOS_EARGUMENT;
            list_kinds(&text);
        } else {
            status = mns_server_begin(new, options, &text);
        }
    }
    if (status == MINOS_OK) {
        *server = new;
    } else if (new != NULL) {
        server_free(new);
    }
    if (status != MINOS_OK && text.size > 0) {
        *message = mns_buf_take(&text, NULL);
    }
    mns_buf_release(&text);
    return status;
}

unsigned minos_server_nodes(const minos_server *server) { return server->node_count; }

const char *minos_server_url(const minos_server *server, unsigned node) {
    return server->nodes[node].url.data;
}

const char *minos_server_folder(const minos_server *server, unsigned node) {
    return server->nodes[node].folder.data;
}

minos_status minos_server_end(minos_server *server, char **message) {
    mns_buf left;
    mns_buf_init(&left);
    if (server != NULL) {
        for (unsigned i = server->node_count; i-- > 0;) {
            mns_node_release(&server->nodes[i], &left);
        }
        mns_network_stop(server->network);
        if (!mns_namespaces_stop(server->namespaces)) {
            mns_buf_str(&left, "network namespaces could not be removed\n");
        }
        server_free(server);
    }
    minos_status status = left.size == 0 && !left.failed ? MINOS_OK : MINOS_EIO;
    *message = left.size == 0 ? NULL : mns_buf_take(&left, NULL);
    mns_buf_release(&left);
    return status;
}

void minos_server_stop(minos_server *server) {
    char *message;
    minos_server_end(server, &message);
    minos_free(message);
}
