/*
 * sim_strength.c - what strength.h says, for list-append: 2,400 histories.
 */
#include "property/strength.h"

static const strength_level levels[STRENGTH_LEVELS] = {
    {"strict-serializable", {0}},
    {"serializable", {"strict-serializable", "strong-session-serializable"}},
    {"strong-snapshot-isolation", {"serializable"}},
    {"snapshot-isolation", {"serializable", "strong-snapshot-isolation"}},
    {"parallel-snapshot-isolation", {"snapshot-isolation"}},
    {"read-atomic", {"parallel-snapshot-isolation"}},
    {"read-committed", {"read-atomic"}},
    {"read-uncommitted", {"read-committed"}},
};

int main(void) { return strength_test("list-append", levels) == 0 ? 0 : 1; }
