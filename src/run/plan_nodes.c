/*
 * plan_nodes.c - checks that targets can be nodes of one cluster and support the requested faults.
 *
 * In: the options of a live run whose first target has a driver. Out: true, or a message that says
 * what is invalid and what is valid. Messages show no part of a target that may contain a password.
 */
#include "run/nemesis/nemesis.h"
#include "run/plan.h"

/* Too simple to contain a password. */
static bool is_plain_word(const char *text) {
    return strspn(text, "abcdefghijklmnopqrstuvwxyz-") == strlen(text);
}

/* A target without an address names a throw-away server, or is a typing error. */
static bool check_bare(const char *target, mns_buf *message) {
    if (!mns_target_is_bare(target) || minos_server_wanted(target)) {
        return true;
    }
    size_t scheme = strcspn(target, ":") + 1;
    mns_buf_str(message, "unknown target '");
    mns_buf_bytes(message, target, scheme);
    mns_buf_str(message, is_plain_word(target + scheme) ? target + scheme : "...");
    mns_buf_str(message, "'; expected ");
    const char *known;
    bool any = false;
    for (size_t i = 0; (known = minos_server_target(i)) != NULL; i++) {
        if (strncmp(known, target, scheme) == 0) {
            mns_buf_printf(message, "%s%s", any ? ", " : "", known);
            any = true;
        }
    }
    mns_buf_printf(message, "%s%.*s//HOST/DB", any ? " or " : "", (int)scheme, target);
    return false;
}

/* A further node, besides the first target. */
static bool check_node(const mns_driver *driver, const minos_run_options *options,
                       const char *target, mns_buf *message) {
    const mns_driver *other = mns_driver_find(target, message);
    if (other == NULL && message->size == 0) {
        mns_buf_str(message, "sim: must be the only target");
    }
    if (other == NULL) {
        return false;
    }
    if (other != driver) {
        mns_buf_printf(message,
                       "%s: and %s: are different databases; several targets must be nodes of one "
                       "cluster",
                       driver->schemes[0], other->schemes[0]);
        return false;
    }
    if (!mns_target_is_server(target)) {
        mns_buf_printf(message, "%s: accepts only one target", driver->schemes[0]);
        return false;
    }
    if (mns_target_is_bare(options->target) || mns_target_is_bare(target)) {
        mns_buf_str(message, "a throw-away server must be the only target; set its number of nodes "
                             "with --nodes");
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
        mns_buf_printf(message, "at most %d targets are supported, not %u", MNS_SERVER_NODES,
                       nodes);
        good = false;
    }
    bool server = options->server != NULL || minos_server_wanted(options->target);
    bool proxied = mns_target_is_server(options->target);
    return good && mns_nemesis_check(&options->faults, server, proxied, nodes, message);
}
