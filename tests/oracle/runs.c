/*
 * runs.c - see runs.h.
 */
#include "oracle/runs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/compare.h"

enum { ENOUGH_FAILURES = 5 };

static bool run_make(const random_run *run, uint64_t first, uint64_t histories) {
    static model m;
    tally counts[LAW_COUNT];
    unsigned wrong = 0;
    uint64_t seed = first;
    memset(counts, 0, sizeof counts);
    for (; seed < first + histories && wrong < ENOUGH_FAILURES; seed++) {
        char origin[40];
        snprintf(origin, sizeof origin, "seed %llu", (unsigned long long)seed);
        tiny_make(&m, &run->shape, seed);
        wrong += compare(&m, origin, counts);
    }
    bool decides = run->shape.type == TYPE_LIST && !run->shape.versions && !run->shape.timestamps;
    bool telling = compare_report(counts, decides);
    printf("%s: %llu histories, %u wrong%s\n", run->name, (unsigned long long)(seed - first), wrong,
           telling ? "" : ", and some law was seen from one side only");
    return wrong == 0 && telling;
}

int runs_make(const random_run *runs, size_t count, uint64_t histories, int argc, char **argv) {
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : histories;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        if (argc <= 3 || strcmp(argv[3], runs[i].name) == 0) {
            good &= run_make(&runs[i], first, wanted);
        }
    }
    return good ? 0 : 1;
}
