/*
 * closed.c - the definitions do not mind being shown less.
 *
 * In: tiny random histories, everything that model_thin takes away, and what a lesser datatype
 * forgets: a set forgets the order of a list, a register all but the last element, a counter of
 * ones all but how many there are; a set of rows the order of a set that is one object. Out: 0 if a
 * law that allows a history allows what is left of it, too. This is about the definitions alone:
 * Minos is not asked. tests/property/closure.c relies on it.
 *
 * Two laws are not closed under taking writes away, and are left out there. Read-atomic: who sees u
 * only below a later v need not see the rest of u; without v it sees u itself. Cursor-stability: a
 * read after an own append holds no cursor; without that append it does. And read-uncommitted is
 * left out with THIN_CUT: a failed transaction then becomes one of unknown outcome, and if somebody
 * saw its writes it counts as committed there (see oracle.h). Of a register or a counter no write
 * can be taken away, as model_thin does not know what would be read without it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/tiny.h"

enum { HISTORIES = 8000 };

static unsigned asked, wrong;

static bool is_closed(const law *l, datatype type, thinning how) {
    if (how == THIN_READ || how == THIN_OUTCOME) {
        return true;
    }
    if (type == TYPE_REGISTER || type == TYPE_COUNTER || l->kind == LAW_ATOMIC ||
        l->kind == LAW_CURSOR) {
        return false;
    }
    return l->kind != LAW_UNCOMMITTED || how != THIN_CUT;
}

static void ask(const law *l, const model *m, bool allowed, uint64_t seed, const char *what) {
    if (!allowed) {
        return;
    }
    asked++;
    if (!law_allows(l, m)) {
        char *edn = model_edn(m);
        printf("%s allowed seed %llu, but not what is left %s:\n%s\n", l->model,
               (unsigned long long)seed, what, edn);
        free(edn);
        wrong++;
    }
}

static void thin(datatype type, uint64_t seed, thinning how) {
    static const char *const names[THINNINGS] = {"without a read", "without a write",
                                                 "without a transaction", "without an outcome",
                                                 "without the end"};
    static model m;
    bool allowed[LAW_COUNT];
    dice d = {seed};
    tiny_make(&m, &(tiny_shape){.type = type}, seed);
    for (int l = 0; l < LAW_COUNT; l++) {
        allowed[l] = law_allows(&laws[l], &m);
    }
    model_thin(&m, how, &d);
    for (int l = 0; l < LAW_COUNT; l++) {
        ask(&laws[l], &m, allowed[l] && is_closed(&laws[l], type, how), seed, names[how]);
    }
}

/* What a read of a list is as one of a lesser datatype. */
static void forget(mop *o, datatype type) {
    int elements[MAX_LIST];
    int count = o->length;
    memcpy(elements, o->list, sizeof elements);
    o->length = 0;
    for (int i = 0; i < count; i++) {
        int written = type == TYPE_COUNTER ? 1 : elements[i];
        o->length = datatypes[type].apply(o->list, o->length, written);
    }
    o->answered = o->answered && (type != TYPE_REGISTER || o->length > 0);
    o->element = type == TYPE_COUNTER ? 1 : o->element;
}

static void lessen(datatype type, uint64_t seed) {
    static model m;
    bool allowed[LAW_COUNT];
    tiny_make(&m, &(tiny_shape){.type = TYPE_LIST}, seed);
    for (int l = 0; l < LAW_COUNT; l++) {
        allowed[l] = law_allows(&laws[l], &m);
    }
    m.type = type;
    m.assume.objects = type == TYPE_SET;
    for (int t = 0; t < m.txn_count; t++) {
        for (int i = 0; i < m.txns[t].mop_count; i++) {
            forget(&m.txns[t].mops[i], type);
        }
    }
    for (int l = 0; l < LAW_COUNT; l++) {
        ask(&laws[l], &m, allowed[l], seed, datatypes[type].workload);
    }
}

/* A set as rows forgets in which order its elements came. Read-atomic minds: who sees u only below
 * a later v sees the version of v, as an object; as rows it sees u. */
static void split(uint64_t seed) {
    static model m;
    bool allowed[LAW_COUNT];
    tiny_make(&m, &(tiny_shape){.type = TYPE_SET, .assume = {.objects = true}}, seed);
    for (int l = 0; l < LAW_COUNT; l++) {
        allowed[l] = laws[l].kind != LAW_ATOMIC && law_allows(&laws[l], &m);
    }
    m.assume.objects = false;
    for (int l = 0; l < LAW_COUNT; l++) {
        ask(&laws[l], &m, allowed[l], seed, "as rows");
    }
}

int main(void) {
    for (uint64_t seed = 1; seed <= HISTORIES && wrong < 3; seed++) {
        datatype type = (datatype)(seed / TINY_WAYS % TYPE_COUNT);
        for (int how = 0; how < THINNINGS; how++) {
            thin(type, seed, (thinning)how);
        }
        if (type != TYPE_LIST) {
            lessen(type, seed);
        }
        if (type == TYPE_SET) {
            split(seed);
        }
    }
    printf("%u asked, %u wrong\n", asked, wrong);
    return wrong == 0 && asked > HISTORIES ? 0 : 1;
}
