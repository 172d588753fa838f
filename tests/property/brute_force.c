/*
 * brute_force.c - Minos against the definitions, on thousands of tiny random histories.
 *
 * Sound: whenever Minos rules a model out, no execution that the model allows explains the
 * history (oracle.h tries them all). Complete: where every transaction is :ok and every version
 * was observed, Minos rules out exactly what has no explanation. A failure prints its seed and
 * the history.
 */
#include <stdio.h>
#include <stdlib.h>

#include "property/oracle.h"
#include "property/tiny.h"

enum { HISTORIES = 12000 };

typedef struct tally {
    unsigned judged, ruled_out, wrong;
} tally;

static void complain(const char *what, law l, uint64_t seed, const char *edn,
                     const minos_result *result) {
    char *text = NULL;
    size_t size = 0;
    minos_result_render(result, MINOS_VIEW_TEXT, MINOS_VERBOSE, &text, &size);
    printf("%s %s, seed %llu:\n%s\n%s\n", law_model(l), what, (unsigned long long)seed, edn,
           text == NULL ? "" : text);
    minos_free(text);
}

static void judge(model *m, uint64_t seed, bool observed, tally *count) {
    tiny_make(m, seed, observed);
    char *edn = model_edn(m);
    minos_result *result = model_check(edn, 1);
    for (int l = 0; l < LAW_COUNT; l++) {
        bool ruled_out = minos_result_rules_out(result, law_model((law)l)) != 0;
        count->judged++;
        count->ruled_out += ruled_out ? 1 : 0;
        if (!ruled_out && !observed) {
            continue;
        }
        bool allowed = law_allows((law)l, m);
        if (ruled_out == allowed) {
            count->wrong++;
            complain(allowed ? "is ruled out, but an execution explains the history"
                             : "is not ruled out, and nothing explains the history",
                     (law)l, seed, edn, result);
        }
    }
    minos_result_free(result);
    free(edn);
}

int main(void) {
    static model m;
    tally sound = {0, 0, 0};
    tally exact = {0, 0, 0};
    for (uint64_t seed = 1; seed <= HISTORIES && sound.wrong + exact.wrong < 5; seed++) {
        judge(&m, seed, false, &sound);
        judge(&m, seed, true, &exact);
    }
    printf("unknown outcomes: %u judged, %u ruled out, %u wrong\n", sound.judged, sound.ruled_out,
           sound.wrong);
    printf("all observed:     %u judged, %u ruled out, %u wrong\n", exact.judged, exact.ruled_out,
           exact.wrong);
    /* A test that never sees a violation, or nothing else, tests nothing. */
    bool telling =
        sound.ruled_out > 1000 && exact.ruled_out > 1000 && exact.judged - exact.ruled_out > 1000;
    return sound.wrong == 0 && exact.wrong == 0 && telling ? 0 : 1;
}
