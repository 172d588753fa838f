/*
 * sim_bugs_set.c - bugs of minos sim show in sets as the same anomalies as in lists.
 *
 * Three are different. To add an element again changes nothing, so duplicate-append never strikes.
 * An intermediate read is a fractured one, as a set may be kept as rows. And two additions have no
 * order that a later read would show: where nothing else gives a retried update away, the truth,
 * which is about lists, says more than a set can show.
 */
#include <string.h>

#include "property/bug_rates.h"

static bool is_named(size_t bug, const char *name) {
    return strcmp(minos_sim_bug_name(bug), name) == 0;
}

static const char *anomalies_of(size_t bug) {
    return is_named(bug, "intermediate-read") ? "G-single-item" : minos_sim_bug_anomalies(bug);
}

int main(void) {
    unsigned wrong = 0;
    size_t bugs = 0;
    for (; minos_sim_bug_name(bugs) != NULL; bugs++) {
        if (!is_named(bugs, "duplicate-append") && !is_named(bugs, "retry-lost-update")) {
            wrong += bug_shows_in_small("set", bugs, anomalies_of(bugs)) ? 0 : 1;
        }
    }
    bug_rates_head();
    for (size_t bug = 0; bug < bugs; bug++) {
        if (!is_named(bug, "duplicate-append")) {
            wrong += bug_rates_row("set", bug, anomalies_of(bug)) ? 0 : 1;
        }
    }
    return wrong == 0 && bugs == 14 ? 0 : 1;
}
