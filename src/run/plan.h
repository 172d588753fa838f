/*
 * plan.h - the options of a live run, checked against what the target supports.
 *
 * In: minos_run_options. Out: a plan, or a message that names the invalid option and the valid
 * choices. Does not connect. Options shared with the simulator are checked by sim/config.h.
 */
#ifndef MNS_RUN_PLAN_H
#define MNS_RUN_PLAN_H

#include "run/driver/driver.h"
#include "sim/config.h"

typedef struct mns_plan {
    const mns_driver *driver; /* NULL: the simulator */
    const mns_run_level *level;
    mns_run_level custom_level; /* what `level` points to if the driver has no table row for it */
    minos_sim_options load;     /* for the simulator, with level and number of transactions */
    mns_config config;          /* of the load */
    mns_append append;
    mns_access access;
    bool sets_are_objects;
    uint64_t unreachable_limit_ns; /* how long the server may be unreachable */
} mns_plan;

/* A plan points to the options and into itself, so it must not be moved. False: message, `failed`
 * when out of memory. */
bool mns_plan_read(mns_plan *plan, const minos_run_options *options, mns_buf *message);
/* The same with a given driver, whatever the target. */
bool mns_plan_read_live(mns_plan *plan, const mns_driver *driver, const minos_run_options *options,
                        mns_buf *message);

/* Checks that all targets can be nodes of one cluster and support the requested faults. False:
 * message. Part of mns_plan_read (plan_nodes.c). */
bool mns_plan_check_nodes(const mns_driver *driver, const minos_run_options *options,
                          mns_buf *message);

/* The driver's level of that name, in any spelling; the default level if `name` is NULL. NULL:
 * message. */
const mns_run_level *mns_level_find(const mns_driver *driver, const char *name, mns_buf *message);

#endif
