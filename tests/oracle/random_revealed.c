/*
 * random_revealed.c - Minos against the definitions where the database reveals versions or
 * timestamps, not always rightly (runs.h).
 */
#include "oracle/runs.h"
#include "support/support.h"

enum { HISTORIES = 2500 };

int main(int argc, char **argv) {
    static const random_run runs[] = {
        {"register-versions", {.type = TYPE_REGISTER, .versions = true}},
        {"list-versions", {.type = TYPE_LIST, .versions = true}},
        {"set-versions", {.type = TYPE_SET, .versions = true, .assume = {.objects = true}}},
        {"counter-versions", {.type = TYPE_COUNTER, .versions = true}},
        {"register-timestamps", {.type = TYPE_REGISTER, .timestamps = true}},
        {"set-timestamps", {.type = TYPE_SET, .timestamps = true, .assume = {.objects = true}}},
        {"row-timestamps", {.type = TYPE_SET, .timestamps = true}},
        {"everything",
         {.type = TYPE_REGISTER,
          .versions = true,
          .timestamps = true,
          .assume = {.wfr = true, .sequential = true, .linearizable = true}}},
    };
    return runs_make(runs, TEST_COUNT_OF(runs), HISTORIES, argc, argv);
}
