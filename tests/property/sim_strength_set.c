/*
 * sim_strength_set.c - what strength.h says, for sets: 2,400 histories, in half of which something
 * is also taken away.
 *
 * Additions to a set do not overwrite each other, so a lost update does not show as one:
 * read-atomic is told from snapshot isolation and not from what lies between.
 */
#include "property/strength.h"

static const strength_level levels[STRENGTH_LEVELS] = {
    {"strict-serializable", {0}},
    {"serializable", {"strict-serializable", "strong-session-serializable"}},
    {"strong-snapshot-isolation", {"serializable"}},
    {"snapshot-isolation", {"serializable", "strong-snapshot-isolation"}},
    {"parallel-snapshot-isolation", {"snapshot-isolation"}},
    {"read-atomic", {"snapshot-isolation"}},
    {"read-committed", {"read-atomic"}},
    {"read-uncommitted", {"read-committed"}},
};

int main(void) { return strength_test("set", levels) == 0 ? 0 : 1; }
