/*
 * closed.c - the definitions do not mind being shown less.
 *
 * In: tiny random histories and everything that model_thin takes away. Out: 0 if a law that allows a
 * history allows what is left of it, too. This is about the definitions alone: Minos is not asked.
 * tests/property/closure.c relies on it.
 *
 * Two laws are not closed under taking appends away, and are left out there. Read-atomic: who sees u
 * only below a later v need not see the rest of u; without v it sees u itself. Cursor-stability: a
 * read after an own append holds no cursor; without that append it does. And read-uncommitted is
 * left out with THIN_CUT: a failed transaction then becomes one of unknown outcome, and if somebody
 * saw its appends it counts as committed there (see oracle.h).
 */
#include <stdio.h>
#include <stdlib.h>

#include "oracle/tiny.h"

enum { HISTORIES = 6000 };

static bool is_closed(const law *l, thinning how) {
    switch (l->kind) {
    case LAW_ATOMIC:
    case LAW_CURSOR: return how == THIN_READ || how == THIN_OUTCOME;
    case LAW_UNCOMMITTED: return how != THIN_CUT;
    default: return true;
    }
}

int main(void) {
    static model m;
    unsigned asked = 0;
    unsigned wrong = 0;
    for (uint64_t seed = 1; seed <= HISTORIES && wrong < 3; seed++) {
        for (int how = 0; how < THINNINGS; how++) {
            bool allowed[LAW_COUNT];
            dice d = {seed};
            tiny_make(&m, seed);
            for (int l = 0; l < LAW_COUNT; l++) {
                allowed[l] = law_allows(&laws[l], &m);
            }
            model_thin(&m, (thinning)how, &d);
            for (int l = 0; l < LAW_COUNT; l++) {
                if (!allowed[l] || !is_closed(&laws[l], (thinning)how)) {
                    continue;
                }
                asked++;
                if (!law_allows(&laws[l], &m)) {
                    char *edn = model_edn(&m);
                    printf("%s allowed seed %llu, but not what thinning %d leaves:\n%s\n",
                           laws[l].model, (unsigned long long)seed, how, edn);
                    free(edn);
                    wrong++;
                }
            }
        }
    }
    printf("%u asked, %u wrong\n", asked, wrong);
    return wrong == 0 && asked > HISTORIES ? 0 : 1;
}
