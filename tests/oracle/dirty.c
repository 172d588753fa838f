/*
 * dirty.c - reads of LAW_UNCOMMITTED, once all transactions are placed; see oracle.h.
 *
 * A read shows some beginning of the writes to its key, cut anywhere, and between these any writes
 * of transactions that never committed.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/search.h"

enum { MOST_SUM = 1000 }; /* that increments of such small histories amount to */

/* The contents without what was never committed; returns how many numbers are left. */
static int committed_part(const search *s, const mop *read, int *contents) {
    int length = 0;
    for (int i = 0; i < model_length(read); i++) {
        int writer = model_writer(s->m, read->key, read->list[i]);
        if (writer >= 0 && s->chosen[writer]) {
            contents[length++] = read->list[i];
        }
    }
    return length;
}

/* Where writes have names: the one beginning that shows what is committed in the read. */
static int versions_by_name(const search *s, const mop *read, int *versions) {
    mop committed = {.answered = true, .key = read->key};
    committed.length = committed_part(s, read, committed.list);
    bool dirty = committed.length < model_length(read);
    for (int cut = 0; cut <= s->length[s->count][read->key]; cut++) {
        if (read_shows(s, NULL, &committed, cut, 0)) {
            versions[0] = dirty ? VERSION_DIRTY : cut;
            return 1;
        }
    }
    return 0;
}

/* sums[MOST_SUM + n]: some increments of the key that were never committed, one or more, amount
 * to n. */
typedef bool sums[2 * MOST_SUM + 1];

static void add_to_sums(bool *amounts, int increment) {
    sums before;
    memcpy(before, amounts, sizeof before);
    for (int n = -MOST_SUM; n <= MOST_SUM; n++) {
        if (before[MOST_SUM + n]) {
            assert(abs(n + increment) <= MOST_SUM);
            amounts[MOST_SUM + n + increment] = true;
        }
    }
    amounts[MOST_SUM + increment] = true;
}

static void find_dirty_sums(const search *s, int key, bool *amounts) {
    memset(amounts, 0, sizeof(sums));
    for (int t = 0; t < s->m->txn_count; t++) {
        const txn *x = &s->m->txns[t];
        for (int i = 0; !s->chosen[t] && i < x->mop_count; i++) {
            if (!x->mops[i].is_read && x->mops[i].key == key) {
                add_to_sums(amounts, x->mops[i].element);
            }
        }
    }
}

static int versions_by_sum(const search *s, const mop *read, int *versions) {
    int wanted = model_length(read) > 0 ? read->list[0] : 0;
    int sum = 0;
    int count = 0;
    bool dirty = false;
    sums dirty_sums;
    find_dirty_sums(s, read->key, dirty_sums);
    for (int cut = 0; cut <= s->length[s->count][read->key]; cut++) {
        sum += cut > 0 ? s->written[read->key][cut - 1] : 0;
        if (sum == wanted) {
            versions[count++] = cut;
        }
        int rest = wanted - sum;
        dirty = dirty || (abs(rest) <= MOST_SUM && dirty_sums[MOST_SUM + rest]);
    }
    if (dirty) {
        versions[count++] = VERSION_DIRTY;
    }
    return count;
}

/* The reads of the n-th transaction from the i-th micro-operation on, and of all after it. Depth is
 * the number of reads. */
static bool explain_from(search *s, int n, int i) {
    for (; n < s->count; n++, i = 0) {
        int t = s->sequence[n];
        const txn *x = &s->m->txns[t];
        while (i < x->mop_count && !model_shows(x, &x->mops[i])) {
            i++;
        }
        if (i == x->mop_count) {
            continue;
        }
        int versions[SEARCH_VERSIONS];
        int count = datatypes[s->m->type].named ? versions_by_name(s, &x->mops[i], versions)
                                                : versions_by_sum(s, &x->mops[i], versions);
        for (int v = 0; v < count; v++) {
            s->seen[t][i] = versions[v];
            bool explained = explain_from(s, n, i + 1);
            if (explained || !s->versions_matter) {
                return explained;
            }
        }
        return false;
    }
    for (n = 0; n < s->count; n++) {
        if (!revealed_allows(s, n)) {
            return false;
        }
    }
    return true;
}

bool dirty_explains(search *s) {
    if (has_rows(s->m)) {
        return true; /* rows have no order: whatever somebody added may be found */
    }
    s->reads_explained = true;
    bool explained = explain_from(s, 0, 0);
    s->reads_explained = false;
    return explained;
}
