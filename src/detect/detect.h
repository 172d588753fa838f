/*
 * detect.h - anomalies that one or a few transactions show without a cycle.
 *
 * One file per anomaly, each with one function that scans the observation once and adds cases.
 * What the mops of a case are is said at the anomaly's function; txn and key come from the mops.
 */
#ifndef MNS_DETECT_H
#define MNS_DETECT_H

#include "catalog/catalog.h"
#include "infer/infer.h"

typedef struct mns_case {
    mns_anomaly anomaly;
    uint32_t key;
    mns_value element;             /* the element in question, or MNS_VALUE_NONE */
    uint32_t first_mop, mop_count; /* into cases->mops */
} mns_case;

typedef struct mns_cases {
    mns_case *items;
    size_t count, capacity;
    uint32_t *mops;
    size_t mop_count, mop_capacity;
    uint64_t total[MNS_ANOMALY_COUNT]; /* exact, also of cases that were not kept */
    uint32_t max_per_anomaly;
    bool failed; /* out of memory */
} mns_cases;

void mns_cases_init(mns_cases *cases, uint32_t max_per_anomaly);
void mns_cases_release(mns_cases *cases);
/* True while another case of the anomaly would be kept. */
bool mns_cases_wants(const mns_cases *cases, mns_anomaly anomaly);
/* Counts a case and keeps it if there is room for more of its kind. */
void mns_cases_add(mns_cases *cases, mns_anomaly anomaly, uint32_t key, mns_value element,
                   const uint32_t *mops, uint32_t mop_count);

/*               mops of a case                                                                    */
/* G1a           the read, the append of the failed transaction; element: what was read            */
void mns_detect_g1a(const mns_observation *o, mns_cases *cases);
/* G1b           the read, the append it stopped at; element: that append's                        */
void mns_detect_g1b(const mns_observation *o, mns_cases *cases);
/* internal      the read that contradicts its own transaction, then the mops of that transaction on
 *               the key, from the one that fixed what was expected, that lead up to it            */
void mns_detect_internal(const mns_observation *o, mns_cases *cases);
/* future-read   the read, the later append of the same transaction; element: what was read        */
void mns_detect_future_read(const mns_observation *o, mns_cases *cases);
/* dirty-update  the read that shows it, then the appends from the failed to the committed one     */
void mns_detect_dirty_update(const mns_observation *o, mns_cases *cases);
/* duplicate-elements  the read; element: the first that stands in it twice                        */
void mns_detect_duplicate_elements(const mns_observation *o, mns_cases *cases);
/* incompatible-order  two reads of which neither is a prefix of the other; or a read and two appends
 *               of one transaction, of which it does not show the earlier before the later; element:
 *               the later's                                                                       */
void mns_detect_incompatible_order(const mns_observation *o, mns_cases *cases);
/* lost-update   for each transaction, the read and the append after it; two transactions to eight */
void mns_detect_lost_update(const mns_observation *o, mns_cases *cases);
/* garbage-read  the read; element: the one nobody appended                                        */
void mns_detect_garbage_read(const mns_observation *o, mns_cases *cases);

/* All of them, on up to `threads` threads; cases in the catalog's order. */
minos_status mns_detect_all(const mns_observation *o, unsigned threads, uint32_t max_per_anomaly,
                            mns_cases *cases);

#endif
