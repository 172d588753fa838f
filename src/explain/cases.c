/*
 * cases.c - the witness of an anomaly that one or a few transactions show without a cycle.
 *
 * In: the micro-operations of a case, as detect.h lists them for each anomaly. Out: the
 * transactions they belong to, T1, T2, ... (a writer before the reader who saw too much), and the
 * contradiction in a few sentences. Where the cause is often the client and not the database, a
 * closing line says what its author should check. Cost: linear in what is shown.
 */
#include <inttypes.h>

#include "core/grow.h"
#include "explain/phrase.h"
#include "explain/shape.h"
#include "explain/witness.h"

/* Elements and micro-operations that a shortened transaction keeps, at most. */
#define LIMIT_FOCUS 8

typedef struct story {
    const mns_observation *o;
    const mns_history *history;
    const mns_mops *mops;
    const mns_witness *witness;
    mns_map places; /* txn -> place in witness->txns */
    mns_value values[LIMIT_FOCUS];
    mns_focus focus;
    mns_buf out;
} story;

/* The place of the transaction that a micro-operation of the case belongs to. */
static uint32_t place(const story *s, uint32_t mop) {
    return mns_map_get(&s->places, s->history->txn_of_mop[mop]);
}

static void say_list(story *s, uint32_t mop) { mns_read_show(s->history, mop, &s->focus, &s->out); }

/* ---- One anomaly each ----------------------------------------------------------------------- */

static void say_failed_append(story *s, uint32_t append) {
    mns_phrase(s->history, &s->out,
               "  - %T appended %V to %K, and its client was told that it failed", place(s, append),
               s->mops->value[append], s->mops->key[append]);
    mns_buf_printf(&s->out, " (%s).\n", mns_phrase_type(s->history, MNS_TXN_FAIL));
}

static void say_check_errors(story *s) {
    mns_buf_printf(
        &s->out,
        "\nEither the database showed a write that it rolled back, or the client took an open\n"
        "outcome for a failure. Check that every error it reports as %s is definite: after a\n"
        "timeout or a lost connection during commit nobody knows, and that is %s.\n",
        mns_phrase_type(s->history, MNS_TXN_FAIL), mns_phrase_type(s->history, MNS_TXN_INFO));
}

static void say_g1a(story *s) {
    const uint32_t *mops = s->witness->mops;
    say_failed_append(s, mops[1]);
    mns_phrase(s->history, &s->out,
               "  - However, %T observed %T's append of %V to %K: a contradiction!\n",
               place(s, mops[0]), place(s, mops[1]), s->witness->element, s->witness->key);
    say_check_errors(s);
}

static void say_g1b(story *s) {
    uint32_t read = s->witness->mops[0];
    uint32_t append = s->witness->mops[1];
    uint32_t later = append + 1; /* the next append to the key: the case says there is one */
    uint32_t end = s->history->txns.first_mop[s->history->txn_of_mop[append] + 1];
    while (later < end &&
           (mns_mop_is_read(s->mops, later) || s->mops->key[later] != s->witness->key)) {
        later++;
    }
    mns_phrase(s->history, &s->out, "  - %T appended %V to %K", place(s, append),
               s->witness->element, s->witness->key);
    if (later < end) {
        mns_phrase(s->history, &s->out, ", and then %V in the same transaction",
                   s->mops->value[later]);
    }
    mns_phrase(s->history, &s->out,
               ".\n  - However, %T's read of %K ends with %V, a state that %T only passed through: "
               "a contradiction!\n",
               place(s, read), s->witness->key, s->witness->element, place(s, append));
}

/* The list that the micro-operations before the read add up to: a read and the appends after it,
 * or appends alone, which are then only the end of the list. False when out of memory. */
static bool expected_list(const story *s, mns_value **list, uint32_t *count, bool *whole) {
    const mns_witness *w = s->witness;
    uint32_t base = 0; /* place of the last read among the mops, 0: none */
    for (uint32_t i = 1; i < w->mop_count; i++) {
        base = mns_mop_is_answered(s->mops, w->mops[i]) ? i : base;
    }
    uint32_t known = 0;
    const mns_value *seen = NULL;
    if (base > 0) {
        seen = mns_mop_list(&s->history->tables, w->mops[base], &known);
    }
    *list = MNS_NEW_ARRAY(mns_value, (size_t)known + w->mop_count);
    if (*list == NULL) {
        return false;
    }
    if (known > 0) {
        memcpy(*list, seen, known * sizeof **list);
    }
    *count = known;
    for (uint32_t i = base + 1; i < w->mop_count; i++) {
        if (!mns_mop_is_read(s->mops, w->mops[i])) {
            (*list)[(*count)++] = s->mops->value[w->mops[i]];
        }
    }
    *whole = base > 0;
    return true;
}

static uint32_t first_difference(const mns_value *a, uint32_t a_count, const mns_value *b,
                                 uint32_t b_count) {
    uint32_t i = 0;
    while (i < a_count && i < b_count && a[i] == b[i]) {
        i++;
    }
    return i;
}

static void say_internal(story *s) {
    mns_value *list;
    uint32_t count, seen_count;
    bool whole;
    if (!expected_list(s, &list, &count, &whole)) {
        s->out.failed = true;
        return;
    }
    uint32_t read = s->witness->mops[0];
    const mns_value *seen = mns_mop_list(&s->history->tables, read, &seen_count);
    mns_focus focus = {NULL, 0, NULL, 0, MNS_NONE};
    if (whole) {
        focus.at = first_difference(list, count, seen, seen_count);
    }
    mns_phrase(s->history, &s->out, "  - By what %T did to %K before, its next read of it must be ",
               place(s, read), s->witness->key);
    mns_buf_str(&s->out, whole ? "" : "a list that ends with ");
    mns_list_show(s->history, list, count, &focus, &s->out);
    mns_buf_str(&s->out, ".\n  - However, it read ");
    mns_list_show(s->history, seen, seen_count, &focus, &s->out);
    mns_buf_str(&s->out, ": a contradiction!\n");
    free(list);
}

static void say_future_read(story *s) {
    const mns_witness *w = s->witness;
    mns_phrase(s->history, &s->out, "  - %T appended %V to %K only after its read of %K",
               place(s, w->mops[0]), w->element, w->key, w->key);
    mns_buf_str(&s->out, ".\n  - However, that read was ");
    say_list(s, w->mops[0]);
    mns_phrase(s->history, &s->out, ", with %V in it: a contradiction!\n", w->element);
}

static void say_dirty_update(story *s) {
    const mns_witness *w = s->witness;
    uint32_t failed = w->mops[1];
    uint32_t committed = w->mops[w->mop_count - 1];
    say_failed_append(s, failed);
    mns_phrase(s->history, &s->out, "  - %T appended %V to %K, and committed.\n",
               place(s, committed), s->mops->value[committed], w->key);
    mns_phrase(s->history, &s->out, "  - However, %T read %K as ", place(s, w->mops[0]), w->key);
    say_list(s, w->mops[0]);
    mns_phrase(s->history, &s->out, ", where %T's append stands on %T's: a contradiction!\n",
               place(s, committed), place(s, failed));
    say_check_errors(s);
}

static void say_duplicate_elements(story *s) {
    const mns_witness *w = s->witness;
    uint32_t count, times = 0;
    const mns_value *list = mns_mop_list(&s->history->tables, w->mops[0], &count);
    for (uint32_t i = 0; i < count; i++) {
        times += list[i] == w->element;
    }
    uint32_t writer = mns_history_writer(s->history, w->key, w->element);
    mns_phrase(s->history, &s->out,
               writer == MNS_NONE ? "  - %V was never appended to %K"
                                  : "  - %V was appended to %K only once",
               w->element, w->key);
    if (writer != MNS_NONE) {
        mns_buf_printf(&s->out, ", at index %" PRId64,
                       mns_phrase_index(s->history, s->history->txn_of_mop[writer]));
    }
    mns_phrase(s->history, &s->out, ".\n  - However, %T read %K as ", place(s, w->mops[0]), w->key);
    say_list(s, w->mops[0]);
    mns_phrase(s->history, &s->out, ", with %V in it", w->element);
    mns_buf_printf(&s->out, " %" PRIu32 " times: a contradiction!\n", times);
    mns_buf_str(&s->out,
                "\nA client or a database that retries an append after losing the answer to it can "
                "cause this.\n");
}

/* A list that contradicts the order in which one transaction appended. */
static void say_out_of_order(story *s) {
    const mns_witness *w = s->witness;
    uint32_t count;
    const mns_value *list = mns_mop_list(&s->history->tables, w->mops[0], &count);
    mns_phrase(s->history, &s->out, "  - %T appended %V to %K, and after that %V.\n",
               place(s, w->mops[1]), s->mops->value[w->mops[1]], w->key,
               s->mops->value[w->mops[2]]);
    mns_phrase(s->history, &s->out, "  - However, %T read %K as ", place(s, w->mops[0]), w->key);
    mns_list_show(s->history, list, count, &s->focus, &s->out);
    mns_phrase(s->history, &s->out, ", without %V before %V: a contradiction!\n",
               s->mops->value[w->mops[1]], s->mops->value[w->mops[2]]);
}

static void say_incompatible_order(story *s) {
    const mns_witness *w = s->witness;
    if (w->mop_count == 3) {
        say_out_of_order(s);
        return;
    }
    uint32_t counts[2];
    const mns_value *lists[2];
    for (uint32_t i = 0; i < 2; i++) {
        lists[i] = mns_mop_list(&s->history->tables, w->mops[i], &counts[i]);
        mns_phrase(s->history, &s->out, "  - %T read %K as ", place(s, w->mops[i]), w->key);
        mns_list_show(s->history, lists[i], counts[i], &s->focus, &s->out);
        mns_buf_str(&s->out, ".\n");
    }
    assert(s->focus.at < counts[0] && s->focus.at < counts[1]);
    mns_buf_printf(&s->out, "  - However, element %" PRIu32, s->focus.at + 1);
    mns_phrase(s->history, &s->out,
               " is %V in the one and %V in the other, and a list only ever grows at its end: a "
               "contradiction!\n",
               lists[0][s->focus.at], lists[1][s->focus.at]);
}

static void say_lost_update(story *s) {
    const mns_witness *w = s->witness;
    for (uint32_t i = 0; i + 1 < w->mop_count; i += 2) {
        mns_phrase(s->history, &s->out, "  - %T read %K as ", place(s, w->mops[i]), w->key);
        say_list(s, w->mops[i]);
        mns_phrase(s->history, &s->out, ", then appended %V to it.\n",
                   s->mops->value[w->mops[i + 1]]);
    }
    mns_buf_str(&s->out,
                "  - However, whichever came later should have read what an earlier one had "
                "appended: a contradiction!\n");
}

static void say_garbage_read(story *s) {
    const mns_witness *w = s->witness;
    mns_phrase(s->history, &s->out,
               "  - No transaction of this history appended %V to %K, whatever its outcome.\n",
               w->element, w->key);
    mns_phrase(s->history, &s->out, "  - However, %T read %K as ", place(s, w->mops[0]), w->key);
    say_list(s, w->mops[0]);
    mns_phrase(s->history, &s->out, ", with %V in it: a contradiction!\n", w->element);
    mns_buf_str(
        &s->out,
        "\nEither the database made it up, or something outside this history wrote it: data of an\n"
        "earlier run, another client, or operations that were not recorded.\n");
}

static void say_then(story *s) {
    switch (s->witness->anomaly) {
    case MNS_A_G1A: say_g1a(s); break;
    case MNS_A_G1B: say_g1b(s); break;
    case MNS_A_INTERNAL: say_internal(s); break;
    case MNS_A_FUTURE_READ: say_future_read(s); break;
    case MNS_A_DIRTY_UPDATE: say_dirty_update(s); break;
    case MNS_A_DUPLICATE_ELEMENTS: say_duplicate_elements(s); break;
    case MNS_A_INCOMPATIBLE_ORDER: say_incompatible_order(s); break;
    case MNS_A_LOST_UPDATE: say_lost_update(s); break;
    case MNS_A_GARBAGE_READ: say_garbage_read(s); break;
    default: assert(false); /* no detector gives cases of any other */
    }
}

/* ---- Any anomaly ---------------------------------------------------------------------------- */

/* True where the first micro-operation is a read that saw what the others wrote: it goes last. */
static bool reader_goes_last(mns_anomaly anomaly) {
    return anomaly == MNS_A_G1A || anomaly == MNS_A_G1B || anomaly == MNS_A_DIRTY_UPDATE;
}

/* Lists the transactions of the micro-operations, each once. */
static bool name_txns(const mns_history *history, mns_map *places, mns_witness *w) {
    uint32_t shift = reader_goes_last(w->anomaly) ? 1 : 0;
    for (uint32_t i = 0; i < w->mop_count; i++) {
        uint32_t txn = history->txn_of_mop[w->mops[(i + shift) % w->mop_count]];
        if (mns_map_get(places, txn) == MNS_NONE) {
            if (!mns_map_add(places, txn, w->txn_count)) {
                return false;
            }
            w->txns[w->txn_count++] = txn;
        }
    }
    return true;
}

/* What must not be elided: the element, what was appended, the place where two reads differ. */
static void choose_focus(story *s) {
    const mns_witness *w = s->witness;
    uint32_t count = 0;
    if (w->element != MNS_VALUE_NONE) {
        s->values[count++] = w->element;
    }
    for (uint32_t i = 0; i < w->mop_count && count < LIMIT_FOCUS; i++) {
        if (!mns_mop_is_read(s->mops, w->mops[i])) {
            s->values[count++] = s->mops->value[w->mops[i]];
        }
    }
    s->focus.values = s->values;
    s->focus.value_count = count;
    s->focus.at = MNS_NONE;
    if (w->anomaly == MNS_A_INCOMPATIBLE_ORDER && w->mop_count == 2) {
        uint32_t a_count, b_count;
        const mns_value *a = mns_mop_list(&s->history->tables, w->mops[0], &a_count);
        const mns_value *b = mns_mop_list(&s->history->tables, w->mops[1], &b_count);
        s->focus.at = first_difference(a, a_count, b, b_count);
    }
}

static void say_let(story *s) {
    const mns_witness *w = s->witness;
    mns_buf_str(&s->out, "Let:\n");
    for (uint32_t i = 0; i < w->txn_count; i++) {
        mns_focus focus = s->focus;
        bool pairs = w->anomaly == MNS_A_LOST_UPDATE && 2 * i + 1 < w->mop_count;
        focus.mops = pairs ? &w->mops[2 * (size_t)i] : w->mops;
        focus.mop_count = pairs ? 2 : w->mop_count < LIMIT_FOCUS ? w->mop_count : LIMIT_FOCUS;
        mns_phrase_let(s->history, w, i, &focus, &s->out);
    }
    mns_buf_str(&s->out, "\nThen:\n");
}

static minos_status write_text(story *s, mns_witness *witness) {
    for (uint32_t i = 0; i < witness->txn_count; i++) {
        if (!mns_map_add(&s->places, witness->txns[i], i)) {
            return MINOS_ENOMEM;
        }
    }
    choose_focus(s);
    say_let(s);
    say_then(s);
    mns_phrase_evidence(s->o, witness, &s->out);
    witness->text = mns_buf_take(&s->out, NULL);
    return witness->text == NULL ? MINOS_ENOMEM : MINOS_OK;
}

minos_status mns_case_tell(const mns_observation *o, mns_witness *witness) {
    story s = {.o = o, .history = o->history, .mops = &o->history->tables.mops, .witness = witness};
    mns_map_init(&s.places);
    mns_buf_init(&s.out);
    witness->name = mns_shape_of_case(witness->anomaly);
    minos_status status = write_text(&s, witness);
    mns_map_release(&s.places);
    mns_buf_release(&s.out);
    return status;
}

minos_status mns_witness_of_case(const mns_observation *o, const mns_cases *cases,
                                 const mns_case *item, mns_witness *witness) {
    assert(item->mop_count > 0);
    witness->anomaly = item->anomaly;
    witness->key = item->key;
    witness->element = item->element;
    witness->mops = MNS_NEW_ARRAY(uint32_t, item->mop_count);
    witness->txns = MNS_NEW_ARRAY(uint32_t, item->mop_count);
    if (witness->mops == NULL || witness->txns == NULL) {
        return MINOS_ENOMEM;
    }
    witness->mop_count = item->mop_count;
    memcpy(witness->mops, cases->mops + item->first_mop, item->mop_count * sizeof *witness->mops);
    mns_map places;
    mns_map_init(&places);
    bool named = name_txns(o->history, &places, witness);
    mns_map_release(&places);
    return named ? MINOS_OK : MINOS_ENOMEM;
}
