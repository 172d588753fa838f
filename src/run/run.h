/* run.h - runs a plan. minos_run does this with the driver of the target. */
#ifndef MNS_RUN_RUN_H
#define MNS_RUN_RUN_H

#include "run/plan.h"

/* `summary` must be empty; it is partly filled on failure. Not MINOS_OK: message. */
minos_status mns_run_plan(const mns_plan *plan, const minos_run_options *options,
                          minos_run_summary *summary, mns_buf *message);

#endif
