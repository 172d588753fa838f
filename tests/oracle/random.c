/*
 * random.c - Minos against the definitions, on tiny random histories of lists (runs.h).
 */
#include "oracle/runs.h"
#include "support/support.h"

enum { HISTORIES = 30000 };

int main(int argc, char **argv) {
    static const random_run runs[] = {
        {"list-append", {.type = TYPE_LIST}},
    };
    return runs_make(runs, TEST_COUNT_OF(runs), HISTORIES, argc, argv);
}
