/*
 * effort.h - how hard a history looked for anomalies: concurrency, conflicts, informative reads.
 *
 * A history without anomalies says more, the more chances there were for one. The measures are
 * facts about the history alone; docs/running.md ("How hard it looked") explains them to users.
 *
 *   in flight    a transaction is in flight from its invocation to its completion, or to the end of
 *                the history if it has none; operations of the history are the clock
 *   concurrent   two transactions that are in flight at the same time
 *   conflict     two concurrent transactions that access a key, at least one of them writes it, and
 *                at least one of them committed (ok). The other may have failed: the database had
 *                to tell them apart. Two transactions conflict once for each such key.
 *   read         a micro-operation of a committed transaction that reads a key and got an answer,
 *                unless its transaction wrote the key before: that read depends on itself
 *   informative  a read of a key that another transaction, which may have committed (ok or info),
 *                had begun to write before the reader completed: a wrong version could be shown.
 *                All other reads can only be empty.
 */
#ifndef MNS_REPORT_MODEL_EFFORT_H
#define MNS_REPORT_MODEL_EFFORT_H

#include "core/buf.h"
#include "history/history.h"
#include "report/model/setup.h"

typedef struct mns_effort {
    uint64_t committed; /* transactions that are ok; at least 1 */
    /* In flight when a transaction begins, itself included: the average in thousandths. */
    uint64_t concurrency_thousandths;
    uint64_t concurrency_max;
    uint64_t conflicts; /* pairs of transactions, for each key */
    uint64_t contended; /* committed transactions that have a conflict */
    uint64_t keys;      /* that were accessed; at least 1 */
    uint64_t reads, informative;
} mns_effort;

/* A history without invocations has no concurrency, and one without committed transactions shows
 * nothing: *measured is then false. MINOS_ENOMEM. O(operations + micro-operations). */
minos_status mns_effort_measure(const mns_history *history, mns_effort *effort, bool *measured);

/* part / whole in thousandths, rounded down, without overflow; 0 if the whole is 0. */
uint64_t mns_effort_thousandths(uint64_t part, uint64_t whole);

/* "9.8 transactions were in flight on average, at most 10. ..." (effort_words.c) */
void mns_effort_say(const mns_effort *effort, mns_buf *out);
/* "This load would have shown 9 of the simulator's 12 bugs at this level. ..."; nothing if none was
 * simulated. Quotes run.json, which is untrusted. */
void mns_effort_say_bugs(const mns_setup *setup, mns_buf *out);

/* ---- Advice (effort_advice.c) ---------------------------------------------------------------- */

/* A measure below its threshold means that a run which found nothing proves little. The default
 * load of minos run is far above each of them. */
#define MNS_LOW_CONCURRENCY_THOUSANDTHS 2000 /* in flight on average */
#define MNS_LOW_CONTENDED_PERCENT 10         /* of the committed transactions have a conflict */
#define MNS_LOW_INFORMATIVE_PERCENT 25       /* informative reads for 100 committed transactions */
#define MNS_LOW_COMMITTED 300                /* transactions */

enum {
    MNS_LOW_CONCURRENCY = 1,
    MNS_LOW_CONFLICTS = 2,
    MNS_LOW_READS = 4,
    MNS_LOW_TRANSACTIONS = 8
};

/* The set of measures below their threshold. */
unsigned mns_effort_low(const mns_effort *effort);
/* "This run proves little: ... To look harder: -p 20 -k 5."; nothing if nothing is low. */
void mns_effort_advise(const mns_effort *effort, const mns_setup *setup, mns_buf *out);

#endif
