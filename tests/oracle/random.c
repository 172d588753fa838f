/*
 * random.c - Minos against the definitions, on thousands of tiny random histories (tiny.h,
 * compare.h).
 *
 *     test_oracle_random [histories [first seed]]
 */
#include <stdio.h>
#include <stdlib.h>

#include "oracle/compare.h"
#include "oracle/tiny.h"

enum { HISTORIES = 30000, ENOUGH_FAILURES = 5 };

int main(int argc, char **argv) {
    static model m;
    tally counts[LAW_COUNT] = {{0, 0, 0, 0, 0}};
    uint64_t histories = argc > 1 ? strtoull(argv[1], NULL, 10) : HISTORIES;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    unsigned wrong = 0;
    uint64_t seed = first;
    for (; seed < first + histories && wrong < ENOUGH_FAILURES; seed++) {
        char origin[40];
        snprintf(origin, sizeof origin, "seed %llu", (unsigned long long)seed);
        tiny_make(&m, seed);
        wrong += compare(&m, origin, counts);
    }
    bool telling = compare_report(counts);
    printf("%llu histories, %u wrong\n", (unsigned long long)(seed - first), wrong);
    return wrong == 0 && telling ? 0 : 1;
}
