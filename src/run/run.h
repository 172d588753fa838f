/*
 * run.h - runs a plan. minos_run is this, with the driver that the target names.
 */
#ifndef MNS_RUN_RUN_H
#define MNS_RUN_RUN_H

#include "run/plan.h"

/* `summary` is empty at first, and partly filled in where it fails. Not MINOS_OK: message. */
minos_status mns_run_plan(const mns_plan *plan, const minos_run_options *options,
                          minos_run_summary *summary, mns_buf *message);

#endif
