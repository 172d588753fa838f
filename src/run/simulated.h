/* simulated.h - runs on the simulator: "sim:LEVEL". */
#ifndef MNS_RUN_SIMULATED_H
#define MNS_RUN_SIMULATED_H

#include "run/plan.h"

/* The index in minos_sim_level_name of the level after the colon; 0 if there is none. */
size_t mns_simulated_default(const char *target);

/* Reads the level, from the target or the option, and the number of transactions into plan->load
 * and plan->level. False: message. */
bool mns_simulated_level(mns_plan *plan, const minos_run_options *options, mns_buf *message);

/* Writes the history and sets counts, seconds and `ended`. MINOS_EIO: message. */
minos_status mns_simulated_run(const mns_plan *plan, const minos_run_options *options,
                               minos_run_summary *summary, mns_buf *message);

#endif
