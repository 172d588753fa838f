/*
 * sim_bugs.c - a bug that a client could notice is reported as one of the anomalies it is listed
 * with.
 *
 * In: every bug of minos sim, alone, on every isolation level, in many small histories and some of
 * 1,000 transactions. Out: 0 if whenever a small one has an observable fault, an expected anomaly
 * is reported; and if each bug is found at least as often as bug_rates.h says. Prints the table of
 * bugs, detection rates and anomalies. A failure prints the command that makes the history.
 */
#include "property/bug_rates.h"

int main(void) {
    unsigned wrong = 0;
    size_t bugs = 0;
    for (; minos_sim_bug_name(bugs) != NULL; bugs++) {
        wrong += bug_shows_in_small("list-append", bugs, minos_sim_bug_anomalies(bugs)) ? 0 : 1;
    }
    bug_rates_head();
    for (size_t bug = 0; bug < bugs; bug++) {
        wrong += bug_rates_row("list-append", bug, minos_sim_bug_anomalies(bug)) ? 0 : 1;
    }
    return wrong == 0 && bugs == 14 ? 0 : 1;
}
