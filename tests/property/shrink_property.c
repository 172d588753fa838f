/*
 * shrink_property.c - what minos_shrink leaves is part of the history, shows the anomaly, and is as
 * small as that part can be.
 *
 * In: histories of simulated databases, half of them with reads spoilt at random. Each is shrunk to
 * each of its anomalies. Out: 0 if
 *
 *   - what is left is read without a complaint, in both notations, and is the same each time;
 *   - it shows the anomaly, and none that the history neither shows nor implies;
 *   - its operations are operations of the history, in the same order, with some micro-operations
 *     and some elements of their lists left out;
 *   - without any one of its transactions (and what that appended) this is lost.
 *
 * The last is worked out here from the lists themselves, with none of the library's own code.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipeline.h"
#include "property/database.h"

enum { HISTORIES = 400, INVENTED = 1000 };

static unsigned shrunk, wrong;

static void blame(uint64_t seed, const char *anomaly, const char *what, const char *history,
                  const char *small) {
    if (wrong++ < 3) {
        printf("seed %" PRIu64 ", %s: %s\n%s\nshrunk to\n%s\n", seed, anomaly, what, history,
               small == NULL ? "nothing" : small);
    }
}

/* ---- Histories ------------------------------------------------------------------------------ */

static void spoil_read(mop *o, dice *d) {
    int place = o->length > 0 ? dice_below(d, o->length) : 0;
    switch (dice_below(d, 4)) {
    case 0: o->length = place; break;
    case 1:
        if (o->length > 1) {
            int other = dice_below(d, o->length), element = o->list[place];
            o->list[place] = o->list[other];
            o->list[other] = element;
        }
        break;
    case 2:
        if (o->length > 0 && o->length < MAX_LIST) {
            o->list[o->length] = o->list[place];
            o->length++;
        }
        break;
    default:
        if (o->length < MAX_LIST) {
            o->list[o->length++] = INVENTED + dice_below(d, 3);
        }
        break;
    }
}

static void spoil(model *m, dice *d) {
    for (int spoilt = 1 + dice_below(d, 4); spoilt > 0; spoilt--) {
        txn *t = &m->txns[dice_below(d, m->txn_count)];
        mop *o = &t->mops[dice_below(d, t->mop_count)];
        if (o->is_read && o->answered) {
            spoil_read(o, d);
        } else if (t->outcome == OUTCOME_OK && dice_percent(d, 40)) {
            t->outcome = OUTCOME_FAIL;
        }
    }
}

/* The history with an index on each operation, which shrinking keeps. */
static char *numbered(const model *m) {
    char *plain = model_edn(m), *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) {
        abort();
    }
    int index = 0;
    for (char *line = plain, *end; *line != '\0'; line = end + 1) {
        end = strchr(line, '\n');
        fprintf(out, "{:index %d, %.*s\n", index++, (int)(end - line - 1), line + 1);
    }
    free(plain);
    if (fclose(out) != 0) {
        abort();
    }
    return text;
}

/* ---- Part of the history -------------------------------------------------------------------- */

static bool is_sublist(const mns_tables *small, uint32_t a, const mns_tables *whole, uint32_t b) {
    uint32_t some, all, at = 0;
    const mns_value *part = mns_mop_list(small, a, &some), *list = mns_mop_list(whole, b, &all);
    for (uint32_t i = 0; i < all && at < some; i++) {
        at += list[i] == part[at]; /* small integers are their own references */
    }
    return at == some;
}

static bool is_same_mop(const mns_tables *small, uint32_t a, const mns_tables *whole, uint32_t b) {
    const mns_mops *x = &small->mops, *y = &whole->mops;
    if (x->function[a] != y->function[b] ||
        small->keys.name[x->key[a]] != whole->keys.name[y->key[b]]) {
        return false;
    }
    if (x->function[a] == MNS_APPEND) {
        return x->value[a] == y->value[b];
    }
    return mns_mop_is_answered(x, a) == mns_mop_is_answered(y, b) &&
           (!mns_mop_is_answered(x, a) || is_sublist(small, a, whole, b));
}

static bool is_part_of_txn(const mns_history *small, uint32_t a, const mns_history *whole,
                           uint32_t b) {
    uint32_t at = small->txns.first_mop[a], end = small->txns.first_mop[a + 1];
    for (uint32_t m = whole->txns.first_mop[b]; m < whole->txns.first_mop[b + 1]; m++) {
        at += at < end && is_same_mop(&small->tables, at, &whole->tables, m);
    }
    return at == end && small->txns.type[a] == whole->txns.type[b] &&
           small->processes[small->txns.process[a]] == whole->processes[whole->txns.process[b]];
}

/* The index of the operation at an offset, which in the whole history is its position. */
static uint32_t index_of(const mns_history *h, uint64_t offset) {
    return offset == MNS_NO_OFFSET ? MNS_NONE
                                   : (uint32_t)mns_history_details(h, offset, MNS_NONE).index;
}

static bool is_part(const mns_history *small, const mns_history *whole) {
    for (uint32_t a = 0; a < small->txns.count; a++) {
        bool found = false;
        uint32_t invoke = index_of(small, small->txns.invoke_offset[a]);
        uint32_t complete = index_of(small, small->txns.complete_offset[a]);
        for (uint32_t b = 0; b < whole->txns.count && !found; b++) {
            found = whole->txns.invoke[b] == invoke && whole->txns.complete[b] == complete &&
                    is_part_of_txn(small, a, whole, b);
        }
        if (!found || (a > 0 && small->txns.complete[a] < small->txns.complete[a - 1])) {
            return false;
        }
    }
    return true;
}

/* ---- As small as can be --------------------------------------------------------------------- */

static int integer(mns_value value) {
    int32_t small = 0;
    if (!mns_value_small(value, &small)) {
        abort();
    }
    return small;
}

static void to_model(const mns_history *h, model *m) {
    const mns_mops *mops = &h->tables.mops;
    memset(m, 0, sizeof *m);
    m->event_count = (int)h->operations;
    for (uint32_t i = 0; i < h->txns.count; i++) {
        static const outcome outcomes[] = {OUTCOME_OK, OUTCOME_INFO, OUTCOME_FAIL};
        txn *t = &m->txns[m->txn_count++];
        bool completes = h->txns.complete[i] != MNS_NONE;
        t->outcome = completes ? outcomes[h->txns.type[i]] : OUTCOME_NONE;
        t->process = (int)h->processes[h->txns.process[i]];
        t->invoke = (int)h->txns.invoke[i];
        t->complete = completes ? (int)h->txns.complete[i] : -1;
        for (uint32_t o = h->txns.first_mop[i]; o < h->txns.first_mop[i + 1]; o++) {
            mop *to = &t->mops[t->mop_count++];
            to->is_read = mns_mop_is_read(mops, o);
            to->key = integer(h->tables.keys.name[mops->key[o]]);
            to->answered = mns_mop_is_answered(mops, o);
            uint32_t length = 0;
            const mns_value *list = to->answered ? mns_mop_list(&h->tables, o, &length) : NULL;
            to->element = to->is_read ? 0 : integer(mops->value[o]);
            for (uint32_t e = 0; e < length; e++) {
                to->list[to->length++] = integer(list[e]);
            }
        }
    }
}

static void forget_element(model *m, int key, int element) {
    for (int t = 0; t < m->txn_count; t++) {
        for (int o = 0; o < m->txns[t].mop_count; o++) {
            mop *read = &m->txns[t].mops[o];
            int kept = 0;
            for (int i = 0; read->is_read && read->key == key && i < read->length; i++) {
                if (read->list[i] != element) {
                    read->list[kept++] = read->list[i];
                }
            }
            read->length = read->is_read && read->key == key ? kept : read->length;
        }
    }
}

/* The history without one transaction and without what that appended. */
static char *without(const model *m, int gone) {
    static model less;
    less = *m;
    for (int o = 0; o < m->txns[gone].mop_count; o++) {
        if (!m->txns[gone].mops[o].is_read) {
            forget_element(&less, m->txns[gone].mops[o].key, m->txns[gone].mops[o].element);
        }
    }
    less.txns[gone] = less.txns[--less.txn_count];
    return model_edn(&less);
}

/* Shows the anomaly, and nothing that is not allowed. */
static bool shows(const minos_result *result, mns_anomaly anomaly, const bool *allowed) {
    bool good = result->judgement.found[anomaly];
    for (int a = 0; a < MNS_ANOMALY_COUNT; a++) {
        good = good && (allowed[a] || !result->judgement.found[a]);
    }
    return good;
}

static bool is_minimal(const mns_history *small, mns_anomaly anomaly, const bool *allowed) {
    static model m;
    to_model(small, &m);
    bool minimal = true;
    for (int t = 0; t < m.txn_count && minimal; t++) {
        char *text = without(&m, t);
        minos_result *result = model_check(text, 1);
        minimal = !shows(result, anomaly, allowed);
        minos_result_free(result);
        free(text);
    }
    return minimal;
}

/* ---- One history ---------------------------------------------------------------------------- */

static const char *fault(const minos_result *whole, mns_anomaly anomaly, const char *small,
                         const char *again, const char *json) {
    bool allowed[MNS_ANOMALY_COUNT];
    memcpy(allowed, whole->judgement.found, sizeof allowed);
    mns_anomalies_add_implied(allowed);
    if (small == NULL || again == NULL || json == NULL) {
        return "was not shrunk";
    }
    if (strcmp(small, again) != 0) {
        return "is not the same each time";
    }
    minos_result *result = model_check(small, 1), *other = model_check(json, 1);
    const char *what = NULL;
    if (!shows(result, anomaly, allowed)) {
        what = "does not show it, or shows more";
    } else if (!shows(other, anomaly, allowed)) {
        what = "does not show it as JSON, or shows more";
    } else if (!is_part(&result->history, &whole->history)) {
        what = "is not part of the history";
    } else if (!is_minimal(&result->history, anomaly, allowed)) {
        what = "is not as small as can be";
    }
    minos_result_free(result);
    minos_result_free(other);
    return what;
}

static char *shrink(const minos_result *whole, mns_anomaly anomaly, minos_format format) {
    char *text = NULL, *message = NULL;
    size_t size = 0;
    minos_shrink(whole, mns_anomaly_name(anomaly), format, &text, &size, &message);
    minos_free(message);
    return text;
}

static void try_history(const model *m, uint64_t seed) {
    char *history = numbered(m);
    minos_result *whole = model_check(history, 1);
    for (int a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (!whole->judgement.found[a]) {
            continue;
        }
        char *small = shrink(whole, (mns_anomaly)a, MINOS_FORMAT_AUTO);
        char *again = shrink(whole, (mns_anomaly)a, MINOS_FORMAT_EDN);
        char *json = shrink(whole, (mns_anomaly)a, MINOS_FORMAT_JSON);
        const char *what = fault(whole, (mns_anomaly)a, small, again, json);
        if (what != NULL) {
            blame(seed, mns_anomaly_name((mns_anomaly)a), what, history, small);
        }
        shrunk++;
        minos_free(small);
        minos_free(again);
        minos_free(json);
    }
    minos_result_free(whole);
    free(history);
}

int main(void) {
    static model m;
    for (uint64_t seed = 1; seed <= HISTORIES && wrong < 3; seed++) {
        dice d = {.state = seed};
        database_run(&m, (strength)(seed % DB_STRENGTHS), seed, 10 + (int)(seed % 60));
        if (seed % 2 == 0) {
            spoil(&m, &d);
        }
        try_history(&m, seed);
    }
    printf("%u histories shrunk, %u wrong\n", shrunk, wrong);
    return wrong == 0 && shrunk > HISTORIES ? 0 : 1;
}
