/* run_names.c - names of the enums in minos_run.h, as run.json and the progress line show them. */
#include "core/base.h"
#include "minos_run.h"

const char *minos_run_end_name(minos_run_end end) {
    static const char *const names[] = {[MINOS_END_FAILED] = NULL,
                                        [MINOS_END_TIME] = "time",
                                        [MINOS_END_TRANSACTIONS] = "transactions",
                                        [MINOS_END_INTERRUPTED] = "interrupted",
                                        [MINOS_END_VIOLATION] = "anomaly",
                                        [MINOS_END_SERVER_GONE] = "server gone"};
    assert((size_t)end < MNS_COUNT_OF(names));
    return names[end];
}

const char *minos_run_phase_name(minos_run_phase phase) {
    static const char *const names[] = {
        [MINOS_PHASE_CONNECTING] = "connecting",   [MINOS_PHASE_RUNNING] = "running",
        [MINOS_PHASE_STOPPING] = "stopping",       [MINOS_PHASE_HEALING] = "healing",
        [MINOS_PHASE_FINAL_READS] = "final reads", [MINOS_PHASE_SETUP] = "creating tables",
        [MINOS_PHASE_CLEANUP] = "removing tables"};
    assert((size_t)phase < MNS_COUNT_OF(names));
    return names[phase];
}
