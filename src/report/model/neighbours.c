/*
 * neighbours.c - transactions concurrent with those of a witness.
 *
 *     T1           |-------|             the window is from the first invocation of the witness
 *     T2                     |-----|     to its last completion
 *     neighbours |----|  |-----|  |--|
 *
 * In: the witnesses of a document. Out: up to LIMIT_SHOWN neighbours of each witness that is drawn,
 * ordered by invocation. Preferred are those that access keys of the witness, then those nearest to
 * its transactions. Completed transactions are sorted by completion, so those in a window are
 * consecutive; in a window that is too wide only candidates that are near and overlap a transaction
 * of the witness are considered.
 *
 * Cost: for each witness O(log transactions) and a bounded number of candidates.
 */
#include "core/sort.h"
#include "report/model/context.h"
#include "report/model/document_builder.h"
#include "report/model/document_make.h"

#define LIMIT_SHOWN 12
/* Witnesses with more transactions than this have no neighbours: their pictures are full. */
#define LIMIT_TXNS 16
/* Candidates: in a window, after it, on each side of a transaction in a wide one, and transactions
 * that never completed. */
#define LIMIT_ROWS 512
#define BEHIND_ROWS 64
#define BESIDE_ROWS 32
#define OPEN_ROWS 64
#define LIMIT_CANDIDATES (LIMIT_TXNS * (2 * BESIDE_ROWS + 1) + OPEN_ROWS)
/* Micro-operations of a candidate that are searched for a key, and keys to search for. */
#define LIMIT_MOPS 64
#define LIMIT_KEYS 16

_Static_assert(LIMIT_ROWS + BEHIND_ROWS + OPEN_ROWS <= LIMIT_CANDIDATES, "room for a window");

typedef struct span {
    uint32_t first, last; /* positions, last at least first */
} span;

typedef struct crowd {
    const mns_history *history;
    const mns_witness *witness;
    uint32_t completed; /* transactions before this one have a completion */
    span window;
    span spans[LIMIT_TXNS]; /* of the witness's transactions */
    bool wide;
    uint32_t keys[LIMIT_KEYS];
    uint32_t key_count;
    mns_value values[2 * LIMIT_TXNS]; /* of its steps */
    uint32_t value_count;
    uint64_t candidates[LIMIT_CANDIDATES]; /* rank << 32 | transaction */
    uint32_t count;
} crowd;

/* ---- Candidates ----------------------------------------------------------------------------- */

/* A transaction that never completed is shown at its invocation, because its end is unknown. */
static span span_of(const mns_txns *txns, uint32_t txn) {
    uint32_t invoke = txns->invoke[txn], complete = txns->complete[txn];
    invoke = invoke == MNS_NONE ? complete : invoke;
    return (span){invoke, complete == MNS_NONE ? invoke : complete};
}

/* The first of rows first .. end-1, ascending in the column, that is not below a position. */
static uint32_t lower_bound(const uint32_t *column, uint32_t first, uint32_t end,
                            uint64_t position) {
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (column[middle] < position) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first;
}

static void add_key(crowd *c, uint32_t key) {
    for (uint32_t i = 0; i < c->key_count; i++) {
        if (c->keys[i] == key) {
            return;
        }
    }
    if (key != MNS_NONE && c->key_count < LIMIT_KEYS) {
        c->keys[c->key_count++] = key;
    }
}

static void add_value(crowd *c, mns_value value) {
    if (value != MNS_VALUE_NONE && c->value_count < MNS_COUNT_OF(c->values)) {
        c->values[c->value_count++] = value;
    }
}

static void survey(crowd *c) {
    const mns_witness *w = c->witness;
    c->window = (span){UINT32_MAX, 0};
    for (uint32_t i = 0; i < w->txn_count; i++) {
        span s = c->spans[i] = span_of(&c->history->txns, w->txns[i]);
        c->window.first = s.first < c->window.first ? s.first : c->window.first;
        c->window.last = s.last > c->window.last ? s.last : c->window.last;
    }
    add_key(c, w->key);
    add_value(c, w->element);
    for (uint32_t i = 0; i < w->step_count; i++) {
        add_key(c, w->steps[i].reason.key);
        add_value(c, w->steps[i].reason.value);
        add_value(c, w->steps[i].reason.next);
    }
}

/* ---- Ranking -------------------------------------------------------------------------------- */

static bool is_own(const mns_witness *w, uint32_t txn) {
    for (uint32_t i = 0; i < w->txn_count; i++) {
        if (w->txns[i] == txn) {
            return true;
        }
    }
    return false;
}

static bool touches_keys(const crowd *c, uint32_t txn) {
    const mns_history *history = c->history;
    uint32_t first = history->txns.first_mop[txn], end = history->txns.first_mop[txn + 1];
    end = end - first > LIMIT_MOPS ? first + LIMIT_MOPS : end;
    for (uint32_t m = first; m < end; m++) {
        for (uint32_t k = 0; k < c->key_count; k++) {
            if (history->tables.mops.key[m] == c->keys[k]) {
                return true;
            }
        }
    }
    return false;
}

static uint32_t gap(span a, span b) {
    if (a.last < b.first) {
        return b.first - a.last;
    }
    return b.last < a.first ? a.first - b.last : 0;
}

static void consider(crowd *c, uint32_t txn) {
    span s = span_of(&c->history->txns, txn);
    bool open = txn >= c->completed;
    uint32_t nearest = UINT32_MAX;
    for (uint32_t i = 0; i < c->witness->txn_count; i++) {
        uint32_t apart = gap(s, c->spans[i]);
        nearest = apart < nearest ? apart : nearest;
    }
    bool meets = gap(s, c->window) == 0 || (open && s.first <= c->window.last);
    meets = c->wide && !open ? nearest == 0 : meets;
    if (!meets || is_own(c->witness, txn) || c->count == LIMIT_CANDIDATES) {
        return;
    }
    uint64_t unwanted = nearest > INT32_MAX ? INT32_MAX : nearest;
    unwanted |= touches_keys(c, txn) ? 0 : (uint64_t)1 << 31;
    c->candidates[c->count++] = unwanted << 32 | txn;
}

static void look_around(crowd *c) {
    const mns_txns *txns = &c->history->txns;
    uint32_t first = lower_bound(txns->complete, 0, c->completed, c->window.first);
    uint32_t end = lower_bound(txns->complete, first, c->completed, (uint64_t)c->window.last + 1);
    c->wide = end - first > LIMIT_ROWS;
    if (!c->wide) {
        end = c->completed - end > BEHIND_ROWS ? end + BEHIND_ROWS : c->completed;
        for (uint32_t txn = first; txn < end; txn++) {
            consider(c, txn);
        }
    }
    for (uint32_t i = 0; i < c->witness->txn_count && c->wide; i++) {
        uint32_t at = lower_bound(txns->complete, 0, c->completed, c->spans[i].last);
        first = at > BESIDE_ROWS ? at - BESIDE_ROWS : 0;
        end = c->completed - at > BESIDE_ROWS ? at + BESIDE_ROWS + 1 : c->completed;
        for (uint32_t txn = first; txn < end; txn++) {
            consider(c, txn);
        }
    }
    end = lower_bound(txns->invoke, c->completed, txns->count, (uint64_t)c->window.last + 1);
    first = end - c->completed > OPEN_ROWS ? end - OPEN_ROWS : c->completed;
    for (uint32_t txn = first; txn < end; txn++) {
        consider(c, txn);
    }
}

/* ---- Selection ------------------------------------------------------------------------------ */

/* The best candidates, each once, as invocation << 32 | transaction, ascending; returns how many.
 * */
static uint32_t choose(crowd *c, uint64_t chosen[LIMIT_SHOWN]) {
    uint32_t count = 0;
    mns_sort_u64(c->candidates, c->count);
    for (uint32_t i = 0; i < c->count && count < LIMIT_SHOWN; i++) {
        if (i == 0 || c->candidates[i] != c->candidates[i - 1]) {
            uint32_t txn = (uint32_t)c->candidates[i];
            chosen[count++] = (uint64_t)span_of(&c->history->txns, txn).first << 32 | txn;
        }
    }
    mns_sort_u64(chosen, count);
    return count;
}

static void fill(mns_arena *arena, crowd *c, mns_buf *text, mns_doc_witness *out) {
    uint64_t chosen[LIMIT_SHOWN];
    survey(c);
    look_around(c);
    uint32_t count = choose(c, chosen);
    out->neighbours = count == 0 ? NULL : MNS_ARENA_ARRAY(arena, mns_doc_txn, count);
    out->neighbour_count = out->neighbours == NULL ? 0 : count;
    const mns_focus focus = {.values = c->values, .value_count = c->value_count, .at = MNS_NONE};
    for (uint32_t i = 0; i < out->neighbour_count; i++) {
        mns_document_txn(arena, c->history, (uint32_t)chosen[i], &focus, text, &out->neighbours[i]);
    }
}

void mns_document_neighbours(mns_document *document, const mns_check_result *check) {
    const mns_history *history = check->observation->history;
    uint32_t completed = lower_bound(history->txns.complete, 0, history->txns.count, MNS_NONE);
    mns_buf text;
    mns_buf_init(&text);
    for (size_t a = 0; a < document->anomaly_count && !history->completions_only; a++) {
        const mns_doc_anomaly *anomaly = &document->anomalies[a];
        const mns_witness *witnesses = mns_context_witnesses(check, anomaly);
        for (size_t i = 0; i < anomaly->witness_count && i < MNS_LIMIT_DRAWN; i++) {
            crowd c = {.history = history, .witness = &witnesses[i], .completed = completed};
            if (witnesses[i].txn_count <= LIMIT_TXNS) {
                fill(&document->arena, &c, &text, &anomaly->witnesses[i]);
            }
        }
    }
    mns_buf_release(&text);
}
