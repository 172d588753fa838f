/*
 * beside.c - adding an unrelated anomaly to a history changes nothing else.
 *
 *     test_exact_beside [histories of each shape [first seed [shape]]]
 *
 * In: histories of every shape and tiny ones (oracle/tiny.h), of lists, registers and sets, each
 * judged twice: unchanged, and with a G1c on keys and processes of its own (shape_add_g1c; counters
 * never show one). Out: 0 if the second judgement finds the same anomalies, and the G1c. Minos
 * judges a history without cycles by shortcuts that build no graph (depend/acyclic.h); the G1c
 * forces the full graph and the full search, so this tests every shortcut. Needs no solver.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact/recall.h"
#include "exact/shapes.h"
#include "oracle/tiny.h"
#include "support/support.h"

enum { HISTORIES = 1000, ENOUGH_FAILURES = 5 };

static const datatype types[] = {TYPE_LIST, TYPE_REGISTER, TYPE_SET};

/* Every shape, and after these the tiny histories of the oracle. */
enum { SOURCES = SHAPES + 1 };

static const char *source_name(int source) {
    return source < SHAPES ? shape_names[source] : "tiny";
}

static void make(model *m, int source, datatype type, uint64_t seed) {
    if (source < SHAPES) {
        shape_make(m, source, type, SHAPE_TXNS, seed);
    } else {
        tiny_make(m, &(tiny_shape){.type = type}, seed);
    }
}

static names anomalies_of(const model *m) {
    names found = {.count = 0};
    minos_result *result = check_model(m);
    const char *name = NULL;
    for (size_t i = 0; (name = minos_result_anomaly(result, i)) != NULL; i++) {
        names_add(&found, name, strlen(name));
    }
    minos_result_free(result);
    return found;
}

/* Finds the anomalies of both; true if they differ by more than the G1c. */
static bool differ(const model *m, names *alone, names *beside) {
    static model both;
    both = *m;
    shape_add_g1c(&both);
    *alone = anomalies_of(m);
    *beside = anomalies_of(&both);
    bool same = names_has(beside, "G1c");
    for (size_t i = 0; i < alone->count; i++) {
        same &= names_has(beside, alone->items[i]);
    }
    for (size_t i = 0; i < beside->count; i++) {
        same &= strcmp(beside->items[i], "G1c") == 0 || names_has(alone, beside->items[i]);
    }
    return !same;
}

static bool still_differ(const model *m, const void *context) {
    names alone;
    names beside;
    (void)context;
    bool result = differ(m, &alone, &beside);
    names_release(&alone);
    names_release(&beside);
    return result;
}

static void complain(const model *m, const char *shape_name, uint64_t seed) {
    static model small;
    names alone;
    names beside;
    small = *m;
    model_shrink(&small, still_differ, NULL);
    differ(&small, &alone, &beside);
    char *edn = model_edn(&small);
    printf("; %s, %s, seed %llu: the anomalies depend on an unrelated G1c\n; alone: %s\n",
           shape_name, datatypes[m->type].workload, (unsigned long long)seed, names_show(&alone));
    printf("; with a G1c beside: %s\n%s\n", names_show(&beside), edn);
    free(edn);
    names_release(&alone);
    names_release(&beside);
}

int main(int argc, char **argv) {
    static model m;
    uint64_t histories = argc > 1 ? strtoull(argv[1], NULL, 10) : HISTORIES;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    unsigned judged = 0;
    unsigned clean = 0;
    unsigned wrong = 0;
    for (int s = 0; s < SOURCES; s++) {
        for (uint64_t i = 0; i < histories && wrong < ENOUGH_FAILURES; i++) {
            names alone;
            names beside;
            if (argc > 3 && strcmp(argv[3], source_name(s)) != 0) {
                continue;
            }
            make(&m, s, types[i / TINY_WAYS % TEST_COUNT_OF(types)], first + i);
            if (differ(&m, &alone, &beside)) {
                complain(&m, source_name(s), first + i);
                wrong++;
            }
            judged++;
            clean += alone.count == 0 ? 1 : 0;
            names_release(&alone);
            names_release(&beside);
        }
    }
    printf("%u histories, %u without anomalies; a G1c beside them changed %u\n", judged, clean,
           wrong);
    return wrong == 0 && (clean > judged / 10 || argc > 3) && clean < judged ? 0 : 1;
}
