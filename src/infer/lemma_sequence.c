/*
 * lemma_sequence.c - transactions in an order that does not depend on the order of lines.
 *
 * Walks are bounded by steps (lemmas.c), so what they find depends on the order in which they visit
 * transactions. Two orders of lines may show the same: without invocations only the order of each
 * process is known, and with them neighbouring completions may be exchanged. So walks use
 *
 *     without invocations   the first transaction of each process, then the second of each, ...
 *     with invocations      the order of completions; neighbouring ones by process
 *
 * where processes are in the order of their numbers, then of their names.
 *
 * O(transactions log transactions), and nearly linear if ids are nearly sorted.
 */
#include "core/grow.h"
#include "core/sort.h"
#include "infer/lemmas.h"

typedef struct ranked_process {
    uint32_t process;
    bool named;
    int64_t number;
    uint8_t kind;
    const char *name;
    size_t size;
} ranked_process;

static int by_name(const void *a, const void *b) {
    const ranked_process *x = a, *y = b;
    if (x->named != y->named) {
        return x->named ? 1 : -1;
    }
    if (!x->named) {
        return (x->number > y->number) - (x->number < y->number);
    }
    if (x->kind != y->kind) {
        return x->kind < y->kind ? -1 : 1;
    }
    int order = memcmp(x->name, y->name, x->size < y->size ? x->size : y->size);
    return order != 0 ? order : (x->size > y->size) - (x->size < y->size);
}

static ranked_process ranked_process_of(const mns_processes *processes, uint32_t process) {
    ranked_process p = {.process = process, .number = processes->number[process]};
    mns_value name = processes->name[process];
    if (name != MNS_VALUE_NONE) {
        p.named = true;
        p.kind = processes->names.items[name >> 1].kind;
        p.name = processes->names.bytes.data + processes->names.items[name >> 1].offset;
        p.size = processes->names.items[name >> 1].size;
    }
    return p;
}

/* rank: by process. */
static bool rank_processes(const mns_processes *processes, uint32_t *rank) {
    ranked_process *ranked = MNS_NEW_ARRAY(ranked_process, processes->count);
    if (ranked == NULL) {
        return false;
    }
    for (uint32_t p = 0; p < processes->count; p++) {
        ranked[p] = ranked_process_of(processes, p);
    }
    qsort(ranked, processes->count, sizeof *ranked, by_name);
    for (uint32_t i = 0; i < processes->count; i++) {
        rank[ranked[i].process] = i;
    }
    free(ranked);
    return true;
}

/* Turns the transactions in `sequence`, which are grouped by process, into turns of the processes.
 * first: by rank of a process, where its transactions start. */
static void take_turns(uint32_t *sequence, uint32_t count, const uint32_t *first, uint64_t *turns,
                       uint32_t *copy) {
    uint32_t process = 0;
    memcpy(copy, sequence, count * sizeof *copy);
    for (uint32_t i = 0; i < count; i++) {
        while (first[process + 1] <= i) {
            process++;
        }
        turns[i] = (uint64_t)(i - first[process]) << 32 | process;
    }
    mns_sort_u64(turns, count);
    for (uint32_t i = 0; i < count; i++) {
        sequence[i] = copy[first[(uint32_t)turns[i]] + (uint32_t)(turns[i] >> 32)];
    }
}

static bool sequence_by_turns(const mns_history *h, const uint32_t *rank, uint32_t *sequence,
                              uint64_t *turns) {
    uint32_t count = h->txns.count;
    uint32_t *first = MNS_NEW_ARRAY(uint32_t, (size_t)h->process_count + 2);
    uint32_t *copy = MNS_NEW_ARRAY(uint32_t, count);
    if (first != NULL && copy != NULL) {
        /* Counted two places ahead and filled one ahead, so that each ends up in its place. */
        for (uint32_t txn = 0; txn < count; txn++) {
            first[rank[h->txns.process[txn]] + 2]++;
        }
        for (uint32_t p = 0; p < h->process_count; p++) {
            first[p + 2] += first[p + 1];
        }
        for (uint32_t txn = 0; txn < count; txn++) {
            sequence[first[rank[h->txns.process[txn]] + 1]++] = txn;
        }
        take_turns(sequence, count, first, turns, copy);
    }
    bool good = first != NULL && copy != NULL;
    free(first);
    free(copy);
    return good;
}

/* Whether no operation is between the completions of two transactions with neighbouring ids, or
 * neither completed. */
static bool are_neighbours(const mns_txns *txns, uint32_t txn, uint32_t next) {
    return txns->complete[txn] == MNS_NONE ? txns->complete[next] == MNS_NONE
                                           : txns->complete[next] == txns->complete[txn] + 1;
}

/* Ids are in the order of completions: only neighbours are sorted by process. */
static void sequence_by_time(const mns_history *h, const uint32_t *rank, uint32_t *sequence,
                             uint64_t *sorted) {
    uint32_t count = h->txns.count;
    for (uint32_t first = 0, end; first < count; first = end) {
        end = first;
        do {
            sorted[end] = (uint64_t)rank[h->txns.process[end]] << 32 | end;
            end++;
        } while (end < count && are_neighbours(&h->txns, end - 1, end));
        if (end - first > 1) {
            mns_sort_u64(sorted + first, end - first);
        }
        for (uint32_t i = first; i < end; i++) {
            sequence[i] = (uint32_t)sorted[i];
        }
    }
}

bool mns_lemma_sequence(mns_walker *w) {
    const mns_history *h = w->o->history;
    uint32_t *rank = MNS_NEW_ARRAY(uint32_t, h->process_count);
    uint64_t *sorted = MNS_NEW_ARRAY(uint64_t, h->txns.count);
    w->sequence = MNS_NEW_ARRAY(uint32_t, h->txns.count);
    bool good = rank != NULL && sorted != NULL && w->sequence != NULL &&
                rank_processes(&h->processes, rank);
    if (good && h->completions_only) {
        good = sequence_by_turns(h, rank, w->sequence, sorted);
    } else if (good) {
        sequence_by_time(h, rank, w->sequence, sorted);
    }
    free(rank);
    free(sorted);
    return good;
}
