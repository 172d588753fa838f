/*
 * chaos.c - whatever was observed, there is an answer, and its parts agree with each other.
 *
 * In: histories of a simulated database whose reads were then spoilt at random: elements dropped,
 * exchanged, repeated, invented, taken from failed transactions. Out: 0 if each is judged (every
 * witness passes the library's own re-checker, or the check would end with MINOS_EINTERNAL), every
 * view can be rendered, and what rules out a model rules out every stronger one.
 */
#include <stdio.h>
#include <stdlib.h>

#include "property/model_database.h"
#include "support/support.h"

enum { HISTORIES = 3000 };

/* From weak to strong. */
static const char *const ladder[] = {"read-uncommitted", "read-committed", "snapshot-isolation",
                                     "serializable", "strict-serializable"};

static const char *inconsistency(const minos_result *result) {
    for (size_t i = 0; i + 1 < TEST_COUNT_OF(ladder); i++) {
        if (minos_result_rules_out(result, ladder[i]) &&
            !minos_result_rules_out(result, ladder[i + 1])) {
            return "a model is ruled out, and a stronger one is not";
        }
    }
    for (int view = MINOS_VIEW_TEXT; view <= MINOS_VIEW_EDN; view++) {
        char *text = NULL;
        size_t size = 0;
        if (minos_result_render(result, (minos_view)view, MINOS_VERBOSE, &text, &size) !=
            MINOS_OK) {
            return "a view cannot be rendered";
        }
        json root;
        bool readable = view != MINOS_VIEW_JSON ||
                        (json_value(text, size, &root) && root.text[root.size - 1] == '}');
        minos_free(text);
        if (!readable) {
            return "the JSON view is not JSON";
        }
    }
    return NULL;
}

int main(void) {
    static model m;
    unsigned broken = 0;
    unsigned wrong = 0;
    for (uint64_t seed = 1; seed <= HISTORIES && wrong < 3; seed++) {
        dice d = {seed * 7919};
        database_run(&m, (strength)(seed % DB_STRENGTHS), seed, 3 + dice_below(&d, 40));
        model_spoil(&m, &d);
        char *edn = model_edn(&m);
        minos_result *result = model_check(edn, 1);
        const char *what = inconsistency(result);
        broken += minos_result_rules_out(result, "read-committed") ? 1 : 0;
        if (what != NULL) {
            printf("seed %llu: %s:\n%s\n", (unsigned long long)seed, what, edn);
            wrong++;
        }
        minos_result_free(result);
        free(edn);
    }
    printf("%d histories, %u of them not read-committed, %u wrong\n", HISTORIES, broken, wrong);
    return wrong == 0 && broken > HISTORIES / 10 ? 0 : 1;
}
