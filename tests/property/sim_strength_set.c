/*
 * sim_strength_set.c - what strength.h says, for sets: 2,400 histories, judged as objects and as
 * rows. As rows, nothing from read-committed up breaks repeatable-read.
 *
 * Additions to a set do not overwrite each other, so a lost update does not show as one:
 * read-atomic is told from snapshot isolation and not from what lies between.
 */
#include <string.h>

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

/* The simulator's sets are objects, and its histories say so; what is an object may be taken for
 * rows. */
static void replace(char *history, const char *word, const char *other) {
    for (char *at = history; (at = strstr(at, word)) != NULL;) {
        memcpy(at, other, strlen(other));
    }
}

static void keep_as_rows(char *history) {
    replace(history, ":sets :objects", ":sets :rows   ");
    replace(history, "\"sets\":\"objects\"", "\"sets\":\"rows\"   ");
}

int main(void) {
    unsigned wrong = strength_test("set", levels) +
                     strength_test_edited("set", levels, keep_as_rows, "repeatable-read");
    return wrong == 0 ? 0 : 1;
}
