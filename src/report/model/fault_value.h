/*
 * fault_value.h - what the value of a recorded fault says: which nodes, and how.
 *
 * Faults of `minos run` have a map as their value (run/nemesis/fault_edn.c):
 *
 *     {:fault 3, :on :one, :nodes ["n2"], :between :clients, :outcome :done}
 *
 * Other programs record a node, "n1", a list of nodes, a map by node, {"n1" :killed}, or anything.
 */
#ifndef MNS_REPORT_MODEL_FAULT_VALUE_H
#define MNS_REPORT_MODEL_FAULT_VALUE_H

#include "core/buf.h"
#include "history/fault_names.h"

#define MNS_LIMIT_FAULT_NODES 16

typedef struct mns_fault_value {
    bool ours;                                                  /* recorded by minos run */
    mns_fault_name nodes[MNS_LIMIT_FAULT_NODES];                /* names without quotes or colon */
    mns_fault_name processes[MNS_LIMIT_FAULT_NODES];            /* pids that the user named */
    uint32_t node_count, process_count;                         /* all, kept or not */
    mns_fault_name on, between, how;                            /* without colon; "": missing */
    mns_fault_name outcome;                                     /* as written; "": missing */
    int64_t client, bytes_per_s, delay_us, jitter_us, ahead_ms; /* -1, ahead_ms 0: missing */
} mns_fault_value;

/* Reads a value of the history; a value of another form has no nodes and is not ours. O(size). */
void mns_fault_value_read(const char *text, size_t size, bool json, mns_fault_value *value);

#endif
