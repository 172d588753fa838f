/*
 * oracle.h - the definitions themselves, by trying everything.
 *
 * A history is serializable if some order of the committed transactions, run one after another,
 * gives every read its answer; strict-serializable if that order also keeps real time. It is
 * snapshot-isolated if some order of commits and some choice of earlier snapshots does, with no two
 * overlapping transactions writing the same key. A transaction of unknown outcome may be left out.
 * Exponential: for a handful of transactions.
 */
#ifndef TEST_ORACLE_H
#define TEST_ORACLE_H

#include "property/model.h"

typedef enum law {
    LAW_SERIALIZABLE,
    LAW_SESSION_SERIALIZABLE,
    LAW_STRICT_SERIALIZABLE,
    LAW_SNAPSHOT,
    LAW_SESSION_SNAPSHOT,
    LAW_STRONG_SNAPSHOT,
    LAW_COUNT
} law;

/* The model's name. */
const char *law_model(law l);

/* True if some execution that the law allows explains the history. */
bool law_allows(law l, const model *m);

#endif
