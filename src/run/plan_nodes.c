/*
 * options_nodes.c - which targets can be nodes of one database, and which faults they can have.
 *
 * In: the options of a live run, whose first target has a driver. Out: true, or a message that says
 * what makes no sense and what would. Nothing of a target is shown, since a password may be in it.
 */
#include "run/nemesis/nemesis.h"
#include "run/plan.h"

/* A target without a server to connect to is one that can be started, or a slip of the pen. */
static bool check_bare(const char *target, mns_buf *message) {
    if (!mns_target_is_bare(target) || minos_server_wanted(target)) {
        return true;
    }
    mns_buf_str(message, "what follows the colon is neither // and a server nor a kind of server "
                         "that can be started; there are");
    const char *known;
    for (size_t i = 0; (known = minos_server_target(i)) != NULL; i++) {
        mns_buf_printf(message, "%s %s", i == 0 ? "" : ",", known);
    }
    return false;
}

/* One more node, beside the first target. */
static bool check_node(const mns_driver *driver, const minos_run_options *options,
                       const char *target, mns_buf *message) {
    const mns_driver *other = mns_driver_find(target, message);
    if (other == NULL && message->size == 0) {
        mns_buf_str(message, "the simulator cannot be a node of another database");
    }
    if (other == NULL) {
        return false;
    }
    if (other != driver) {
        mns_buf_printf(message,
                       "%s: and %s: are different databases; several targets are nodes of one",
                       driver->schemes[0], other->schemes[0]);
        return false;
    }
    if (!mns_target_is_server(target)) {
        mns_buf_printf(message, "%s: has no nodes; name one target", driver->schemes[0]);
        return false;
    }
    if (mns_target_is_bare(options->target) || mns_target_is_bare(target)) {
        mns_buf_str(message, "a server that is to be started brings its own nodes, so it must be "
                             "the only target");
        return false;
    }
    return true;
}

bool mns_plan_check_nodes(const mns_driver *driver, const minos_run_options *options,
                          mns_buf *message) {
    unsigned nodes = 1;
    bool good = check_bare(options->target, message);
    for (; good && options->more != NULL && options->more[nodes - 1] != NULL; nodes++) {
        good = check_node(driver, options, options->more[nodes - 1], message);
    }
    if (good && nodes > MNS_SERVER_NODES) {
        mns_buf_printf(message, "there may be %d nodes at most, not %u", MNS_SERVER_NODES, nodes);
        good = false;
    }
    bool server = options->server != NULL || minos_server_wanted(options->target);
    bool proxied = mns_target_is_server(options->target);
    return good && mns_nemesis_check(&options->faults, server, proxied, nodes, message);
}
