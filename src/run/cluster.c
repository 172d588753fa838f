/* cluster.c - see cluster.h. */
#include "run/cluster.h"

#include "core/grow.h"
#include "run/database.h"
#include "run/nemesis/nemesis.h"
#include "run/system/block_signals.h"
#include "run/system/url.h"

/* ---- Opening --------------------------------------------------------------------------------- */

static bool open_nodes(mns_cluster *cluster, const mns_plan *plan, const minos_run_options *options,
                       mns_buf *message) {
    unsigned wanted = 1;
    while (options->more != NULL && options->more[wanted - 1] != NULL) {
        wanted++;
    }
    cluster->nodes = MNS_NEW_ARRAY(mns_database, wanted);
    if (cluster->nodes == NULL) {
        message->failed = true;
        return false;
    }
    bool good = true;
    for (unsigned i = 0; i < wanted && good; i++) {
        mns_database *node = &cluster->nodes[cluster->count++];
        good = mns_database_open(node, plan, options, i == 0 ? NULL : cluster->nodes, i, message);
    }
    return good;
}

/* Uses the server's network, which may already have links between nodes, or starts one. */
static bool add_network(mns_cluster *cluster, const minos_run_options *options, mns_buf *message) {
    if (!mns_nemesis_needs_network(&options->faults)) {
        return true;
    }
    if (options->server != NULL) {
        cluster->network = options->server->network;
    }
    if (cluster->network == NULL) {
        sigset_t before = mns_block_signals();
        cluster->network = mns_network_start(options->load.seed, message);
        mns_restore_signals(&before);
        cluster->own_network = cluster->network != NULL;
    }
    if (cluster->network != NULL) {
        cluster->links = mns_links_make(cluster->network, cluster->nodes, cluster->count, message);
    }
    return cluster->links != NULL;
}

minos_status mns_cluster_open(mns_cluster *cluster, const mns_plan *plan,
                              const minos_run_options *options, mns_buf *message) {
    *cluster = (mns_cluster){.nodes = NULL};
    if (!open_nodes(cluster, plan, options, message)) {
        return message->failed ? MINOS_ENOMEM : MINOS_EARGUMENT;
    }
    return add_network(cluster, options, message) ? MINOS_OK : MINOS_EIO;
}

void mns_cluster_release(mns_cluster *cluster) {
    for (unsigned i = 0; i < cluster->count; i++) {
        mns_database_release(&cluster->nodes[i]);
    }
    free(cluster->nodes);
    mns_links_release(cluster->links);
    if (cluster->own_network) {
        mns_network_stop(cluster->network);
    }
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static bool create_first(mns_database *node, const minos_run_options *options, mns_buf *message) {
    mns_connection *connection = mns_database_connect(node, options, message);
    bool made = connection != NULL && mns_database_create(node, connection, options, message);
    if (connection != NULL) {
        node->driver->close(connection);
    }
    return made;
}

static bool join(mns_database *node, const minos_run_options *options, mns_buf *message) {
    mns_connection *connection = mns_database_connect(node, options, message);
    bool joined = connection != NULL && mns_database_join(node, connection, options, message);
    if (connection != NULL) {
        node->driver->close(connection);
    }
    return joined;
}

/* The run claims no more than its weakest node: a node that cannot provide the level (a standby)
 * has weaker claims. */
static void merge_node(mns_database *first, const mns_database *node) {
    mns_buf_bytes(&first->warnings, node->warnings.data, node->warnings.size);
    if (strcmp(node->claims, node->level->claims) != 0) {
        first->claims = node->claims;
        first->claims_source = node->claims_source;
    }
}

bool mns_cluster_create(mns_cluster *cluster, const minos_run_options *options, mns_buf *message) {
    mns_database *first = &cluster->nodes[0];
    if (!create_first(first, options, message)) {
        return false;
    }
    for (unsigned i = 1; i < cluster->count; i++) {
        mns_database *node = &cluster->nodes[i];
        if (!join(node, options, message) ||
            !mns_database_wait_for_tables(node, options, message)) {
            mns_database_cleanup(first, options, false);
            return false;
        }
        merge_node(first, node);
    }
    return true;
}

char *mns_cluster_describe(const mns_cluster *cluster) {
    if (cluster->count < 2) {
        return NULL;
    }
    mns_buf out;
    mns_buf_init(&out);
    for (unsigned i = 0; i < cluster->count; i++) {
        mns_buf_printf(&out, "%sn%u%s", i == 0 ? "" : ", ", i + 1,
                       cluster->nodes[i].read_only ? " (read-only)" : "");
    }
    return mns_buf_take(&out, NULL);
}
