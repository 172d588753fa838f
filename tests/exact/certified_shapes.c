/*
 * certified_shapes.c - certified models against the exact solver, on histories of up to 40
 * transactions that are hard to judge (shapes.h, oracle/certified_compare.h).
 *
 *     test_exact_certified_shapes [histories [first seed [datatype]]]
 *
 * Out: 0 if nothing is certified that the solver refutes, and if every history of lists, registers
 * and sets is decided. Of counters, one in twenty may be undecided: which increments make up a sum
 * is guessed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact/exact.h"
#include "exact/shapes.h"
#include "oracle/certified_compare.h"
#include "support/proved.h"
#include "support/support.h"

enum { HISTORIES = 200, MOST_SHOWN = 4, ENOUGH = 5, SKIPPED = 77 };

typedef struct certified_kind {
    const char *name;
    datatype type;
    bool objects;
} certified_kind;

static const certified_kind kinds[] = {{"list", TYPE_LIST, false},
                                       {"register", TYPE_REGISTER, false},
                                       {"rows", TYPE_SET, false},
                                       {"objects", TYPE_SET, true},
                                       {"counter", TYPE_COUNTER, false}};

static bool allows(const model *m, int which) {
    exact_sets sets = has_rows(m) ? SETS_ARE_ROWS : SETS_ARE_OBJECTS;
    for (int l = 0; l < EXACT_LAWS; l++) {
        if (strcmp(exact_laws[l].model, certified_models[which]) == 0) {
            return exact_allows(&exact_laws[l], m, sets);
        }
    }
    abort();
}

static bool run_make(const certified_kind *kind, uint64_t histories, uint64_t first) {
    static model m;
    bool telling = true;
    certified_run run = {.allows = allows, .most = MOST_SHOWN};
    uint64_t seed = first;
    for (; seed < first + histories && run.wrong < ENOUGH; seed++) {
        int which = (int)(seed % SHAPES);
        char origin[80];
        snprintf(origin, sizeof origin, "%s, %s, seed %llu", kind->name, shape_names[which],
                 (unsigned long long)seed);
        shape_make(&m, which, kind->type, SHAPE_TXNS, seed);
        m.assume = (assumptions){.objects = kind->objects};
        certified_compare(&run, &m, origin);
    }
    unsigned undecided = certified_report(&run, kind->name, &telling);
    uint64_t asked = (seed - first) * CERTIFIED_MODELS;
    printf("%s: %llu histories, %u wrong, %u undecided%s\n", kind->name,
           (unsigned long long)(seed - first), run.wrong, undecided,
           telling ? "" : ", and some model was seen from one side only");
    return run.wrong == 0 && telling && undecided <= (kind->type == TYPE_COUNTER ? asked / 20 : 0);
}

int main(int argc, char **argv) {
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : HISTORIES;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    bool good = true;
    if (!exact_is_available()) {
        printf("the tests were built without CaDiCaL\n");
        return SKIPPED;
    }
    for (size_t i = 0; i < TEST_COUNT_OF(kinds); i++) {
        if (argc <= 3 || strcmp(argv[3], kinds[i].name) == 0) {
            good &= run_make(&kinds[i], wanted, first);
        }
    }
    return good ? 0 : 1;
}
