/*
 * random_assumed.c - Minos against the definitions where something is assumed of registers
 * (runs.h).
 */
#include "oracle/runs.h"
#include "support/support.h"

enum { HISTORIES = 3000 };

int main(int argc, char **argv) {
    static const random_run runs[] = {
        {"wfr", {.type = TYPE_REGISTER, .assume = {.wfr = true}}},
        {"sequential", {.type = TYPE_REGISTER, .assume = {.sequential = true}}},
        {"linearizable", {.type = TYPE_REGISTER, .assume = {.linearizable = true}}},
        {"all", {.type = TYPE_REGISTER, .assume = {true, true, true}}},
    };
    return runs_make(runs, TEST_COUNT_OF(runs), HISTORIES, argc, argv);
}
