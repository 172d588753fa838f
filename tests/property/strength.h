/*
 * strength.h - a simulated database of strength L never yields a history that rules L out.
 *
 * For every level of minos sim, hundreds of seeds, each with another shape of workload: neither the
 * level nor anything weaker may be ruled out, and each level must be as weak as it says: what is
 * listed under `breaks` is ruled out by at least one in twenty of its histories.
 */
#ifndef TEST_STRENGTH_H
#define TEST_STRENGTH_H

#include <stdbool.h>

#include "minos_sim.h"

/* What histories of a level must be seen to break; levels in the order of minos_sim_level_name. */
typedef struct strength_level {
    const char *name;
    const char *breaks[4]; /* ended by NULL */
} strength_level;

enum { STRENGTH_LEVELS = 8 };

/* What histories are to have, and what is assumed of them, besides the shape. */
typedef struct strength_setting {
    const char *name;
    void (*simulate)(minos_sim_options *options); /* may be NULL, as may the next */
    void (*assume)(minos_options *options);
    bool skipped[STRENGTH_LEVELS]; /* where the assumption is not true of the database */
    unsigned seeds;
} strength_setting;

/* Prints a line for each level, and for each failure the command that makes the history. Returns
 * how much is wrong. */
unsigned strength_test(const char *workload, const strength_level levels[STRENGTH_LEVELS]);
/* The same in a setting; setting NULL is none. */
unsigned strength_test_in(const char *workload, const strength_level levels[STRENGTH_LEVELS],
                          const strength_setting *setting);
/* The same of histories that say something else besides, which edit() writes into them. There every
 * level from read-committed up keeps the model `also`. */
unsigned strength_test_edited(const char *workload, const strength_level levels[STRENGTH_LEVELS],
                              void (*edit)(char *history), const char *also);

#endif
