/*
 * certified.h - which models of a history were proved by an execution.
 *
 * In: replays of explicit executions (verify). Out, by judge.c: what follows for every model. A
 * model is in `models` only if an execution of the history that satisfies it was replayed and
 * accepted.
 */
#ifndef MNS_CERTIFIED_H
#define MNS_CERTIFIED_H

#include "catalog/catalog.h"

typedef struct mns_certified {
    /* Proved directly; judge.c adds what they imply. With revealed_times, a model that refers to
     * times (snapshot isolation, forward consistent view) must be proved at these times. */
    bool models[MNS_MODEL_COUNT];
    /* No execution satisfies them, although no anomaly rules them out: that takes a proof by cases.
     * judge.c adds stronger models. */
    bool impossible[MNS_MODEL_COUNT];
    /* Why there is no execution for other models that hold. NULL: none was searched for
     * (--exact=off). A clause that reads well after "is not certified: " and after "Unknown: ",
     * such as "no serial execution in real-time order was found within 64,000 steps". It must live
     * as long as the judgement. */
    const char *reason;
    bool revealed_times; /* the history has :start-ts or :commit-ts, see docs/timestamps.md */
    bool required;       /* --exact=require: a requested model that holds must be certified */
} mns_certified;

#endif
