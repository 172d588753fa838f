/*
 * random_set.c - Minos against the definitions, on tiny random histories of sets, kept as rows and
 * as objects (runs.h).
 */
#include "oracle/runs.h"
#include "support/support.h"

enum { HISTORIES = 15000 };

int main(int argc, char **argv) {
    static const random_run runs[] = {
        {"rows", {.type = TYPE_SET}},
        {"objects", {.type = TYPE_SET, .assume = {.objects = true}}},
    };
    return runs_make(runs, TEST_COUNT_OF(runs), HISTORIES, argc, argv);
}
