/*
 * hostile.c - Minos against the exact solver, on histories that are hard to judge (shapes.h).
 *
 *     test_exact_hostile [histories of each shape [first seed [shape]]]
 *
 * In: histories of every shape, as lists and as registers. Out: 0 if Minos rules out nothing that is
 * possible, and finds at least the share of what is impossible that the table below demands. Prints for
 * each model what is found, what is missed, and what of that takes a case distinction.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact/recall.h"
#include "exact/shapes.h"
#include "support/support.h"

enum { HISTORIES = 60, ENOUGH_FAILURES = 5 };

static const datatype types[] = {TYPE_LIST, TYPE_REGISTER};
enum { TYPES = TEST_COUNT_OF(types) };

/* The least share found, in percent, over all shapes: of what follows without a case distinction. */
static const struct {
    const char *model;
    double least[TYPES];
} floors[EXACT_LAWS] = {{"strict-serializable", {0, 0}}};

typedef recall table[SHAPES][EXACT_LAWS];

static unsigned run_shape(int which, datatype type, uint64_t first, uint64_t histories,
                          recall counts[EXACT_LAWS]) {
    static model m;
    unsigned wrong = 0;
    for (uint64_t seed = first; seed < first + histories && wrong < ENOUGH_FAILURES; seed++) {
        char origin[80];
        snprintf(origin, sizeof origin, "%s, seed %llu", shape_names[which],
                 (unsigned long long)seed);
        shape_make(&m, which, type, SHAPE_TXNS, seed);
        wrong += recall_count(&m, origin, counts);
    }
    return wrong;
}

/* A line for each model, a column for each shape. */
static void print_shapes(const table counts, datatype type) {
    printf("\n%s: found of what is impossible, in %%; the columns are\n", datatypes[type].workload);
    for (int s = 0; s < SHAPES; s++) {
        printf("%s%d %s", s == 0 ? "" : ", ", s + 1, shape_names[s]);
    }
    printf("\n%-34s", "");
    for (int s = 0; s < SHAPES; s++) {
        printf(" %5d", s + 1);
    }
    for (int l = 0; l < EXACT_LAWS; l++) {
        printf("\n%-34s", exact_laws[l].model);
        for (int s = 0; s < SHAPES; s++) {
            if (counts[s][l].impossible == 0) {
                printf(" %5s", "-");
            } else {
                printf(" %5.1f", recall_percent(&counts[s][l]));
            }
        }
    }
    printf("\n");
}

static bool print_total(const table counts, int type) {
    bool good = true;
    printf("\n%-34s %8s %10s %8s %8s %12s %9s %8s\n", datatypes[types[type]].workload, "judged",
           "impossible", "found", "%", "missed plain", "by cases", "% plain");
    for (int l = 0; l < EXACT_LAWS; l++) {
        recall sum = {0};
        for (int s = 0; s < SHAPES; s++) {
            recall_add(&sum, &counts[s][l]);
        }
        bool enough = recall_plain_percent(&sum) >= floors[l].least[type];
        printf("%-34s %8u %10u %8u %8.2f %12u %9u %8.2f%s\n", exact_laws[l].model, sum.judged,
               sum.impossible, sum.found, recall_percent(&sum), sum.missed_plain,
               sum.missed_by_cases, recall_plain_percent(&sum), enough ? "" : "  TOO LITTLE");
        good &= enough;
    }
    return good;
}

int main(int argc, char **argv) {
    uint64_t histories = argc > 1 ? strtoull(argv[1], NULL, 10) : HISTORIES;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    unsigned wrong = 0;
    bool good = true;
    if (!exact_is_available()) {
        printf("skipped: built without CaDiCaL (Debian: libcadical-dev)\n");
        return TEST_SKIPPED;
    }
    for (int type = 0; type < (int)TYPES; type++) {
        static table counts;
        memset(counts, 0, sizeof counts);
        for (int s = 0; s < SHAPES; s++) {
            if (argc <= 3 || strcmp(argv[3], shape_names[s]) == 0) {
                wrong += run_shape(s, types[type], first, histories, counts[s]);
            }
        }
        print_shapes(counts, types[type]);
        good &= print_total(counts, type);
    }
    printf("\n%u ruled out wrongly%s\n", wrong, good ? "" : ", and too little is found");
    return wrong == 0 && good ? 0 : 1;
}
