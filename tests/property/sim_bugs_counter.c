/*
 * sim_bugs_counter.c - bugs of minos sim show in counters as well.
 *
 * Prints the table of detection rates (bug_rates.h). Whether a fault is observable is what the
 * truth says of lists; a sum tells less, so a bug counts as found by any anomaly that it can show
 * as.
 */
#include <stdio.h>
#include <string.h>

#include "property/bug_rates.h"
#include "support/support.h"

#define STALE                                                                                      \
    "missed-increment-process,missed-increment-realtime,G-single-item-process,"                    \
    "G-single-item-realtime,G-nonadjacent-item,lost-update"
#define TOO_MUCH "garbage-read,G1a,early-increment-process,early-increment-realtime"

static const struct {
    const char *bug, *anomalies;
} expected[] = {
    {"retry-lost-update", "lost-update"},
    {"stale-read-timestamp", STALE},
    {"index-misses-own-writes", "internal,missed-increment-process,missed-increment-realtime"},
    {"empty-shard", STALE},
    {"aborted-read", TOO_MUCH},
    {"intermediate-read", STALE},
    {"dirty-update", TOO_MUCH},
    {"fractured-commit", STALE},
    {"duplicate-append", TOO_MUCH},
    {"garbage-read", "garbage-read"},
    {"lost-write-on-crash", STALE},
    {"stale-replica", STALE},
    {"long-fork", STALE},
    {"future-read", TOO_MUCH ",future-read"},
};

int main(void) {
    unsigned wrong = 0;
    bug_rates_head();
    for (size_t bug = 0; minos_sim_bug_name(bug) != NULL; bug++) {
        size_t row = 0;
        while (row < TEST_COUNT_OF(expected) &&
               strcmp(expected[row].bug, minos_sim_bug_name(bug)) != 0) {
            row++;
        }
        if (row == TEST_COUNT_OF(expected)) {
            printf("%s is not expected\n", minos_sim_bug_name(bug));
            return 1;
        }
        wrong += bug_rates_row("counter", bug, expected[row].anomalies) ? 0 : 1;
    }
    return wrong == 0 ? 0 : 1;
}
