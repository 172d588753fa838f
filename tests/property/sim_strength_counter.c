/*
 * sim_strength_counter.c - what strength.h says, for counters: 2,400 histories, in half of which
 * something is also taken away.
 *
 * A counter shows no write skew: who missed whose increment, a sum does not tell. So strong
 * snapshot isolation is not told from strict serializability, nor snapshot isolation from
 * serializability.
 */
#include "property/strength.h"

static const strength_level levels[STRENGTH_LEVELS] = {
    {"strict-serializable", {0}},
    {"serializable", {"strict-serializable", "strong-session-serializable"}},
    {"strong-snapshot-isolation", {0}},
    {"snapshot-isolation", {"strong-snapshot-isolation", "strong-session-snapshot-isolation"}},
    {"parallel-snapshot-isolation", {"snapshot-isolation"}},
    {"read-atomic", {"parallel-snapshot-isolation"}},
    {"read-committed", {"read-atomic", "parallel-snapshot-isolation"}},
    {"read-uncommitted", {"read-committed", "strong-read-committed"}},
};

int main(void) { return strength_test("counter", levels) == 0 ? 0 : 1; }
