/*
 * random_counter.c - Minos against the definitions, on tiny random histories of counters (runs.h).
 */
#include "oracle/runs.h"
#include "support/support.h"

enum { HISTORIES = 15000 };

int main(int argc, char **argv) {
    static const random_run runs[] = {
        {"counter", {.type = TYPE_COUNTER}},
    };
    return runs_make(runs, TEST_COUNT_OF(runs), HISTORIES, argc, argv);
}
