/*
 * random_set.c - Minos against the definitions, on tiny random histories of sets (runs.h).
 */
#include "oracle/runs.h"
#include "support/support.h"

enum { HISTORIES = 15000 };

int main(int argc, char **argv) {
    static const random_run runs[] = {
        {"set", {.type = TYPE_SET}},
    };
    return runs_make(runs, TEST_COUNT_OF(runs), HISTORIES, argc, argv);
}
