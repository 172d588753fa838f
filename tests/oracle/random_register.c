/*
 * random_register.c - Minos against the definitions, on tiny random histories of registers
 * (runs.h).
 */
#include "oracle/runs.h"
#include "support/support.h"

enum { HISTORIES = 15000 };

int main(int argc, char **argv) {
    static const random_run runs[] = {
        {"rw-register", {.type = TYPE_REGISTER}},
    };
    return runs_make(runs, TEST_COUNT_OF(runs), HISTORIES, argc, argv);
}
