/*
 * options.h - what is to be run: the options of a live run, checked against what the target has.
 *
 * In: minos_run_options. Out: a plan, or a message that says what makes no sense and what there is
 * instead. Nothing is connected to. What a load shares with the simulator's is checked by
 * sim/config.h.
 */
#ifndef MNS_RUN_PLAN_H
#define MNS_RUN_PLAN_H

#include "run/driver/driver.h"
#include "sim/config.h"

typedef struct mns_plan {
    const mns_driver *driver; /* NULL: the simulator */
    const mns_run_level *level;
    mns_run_level custom_level; /* what level is, where there is no table of levels with it */
    minos_sim_options load;     /* for the simulator: with level and number of transactions */
    mns_config config;          /* of the load */
    mns_append append;
    mns_access access;
    bool sets_are_objects;
    uint64_t unreachable_limit_ns; /* how long the server may be out of reach */
} mns_plan;

/* A plan refers to the options and to itself: it stays where it is. False: message, `failed` when
 * out of memory. */
bool mns_plan_read(mns_plan *plan, const minos_run_options *options, mns_buf *message);
/* The same with that driver, whatever the target. */
bool mns_plan_read_live(mns_plan *plan, const mns_driver *driver, const minos_run_options *options,
                        mns_buf *message);

/* Are all targets nodes that one database can have, and can they have the faults that are asked for?
 * False: message. Part of mns_plan_read (options_nodes.c). */
bool mns_plan_check_nodes(const mns_driver *driver, const minos_run_options *options,
                          mns_buf *message);

/* The driver's level of that name, however it is spelt; NULL for its default. NULL: message. */
const mns_run_level *mns_level_find(const mns_driver *driver, const char *name, mns_buf *message);

#endif
