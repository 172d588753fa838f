/* case_text_own.c - reads that contradict their own transaction; see case_text.h. */
#include "core/grow.h"
#include "explain/case_text.h"

/* The place of the last read among the micro-operations before the one in question; 0: none. */
static uint32_t last_read(const mns_case_text *s) {
    const mns_witness *w = s->witness;
    uint32_t base = 0;
    for (uint32_t i = 1; i < w->mop_count; i++) {
        base = mns_mop_is_answered(s->mops, w->mops[i]) ? i : base;
    }
    return base;
}

/* ---- Lists and sets ------------------------------------------------------------------------- */

static int compare_values(const void *a, const void *b) {
    const mns_value *left = a, *right = b;
    return *left < *right ? -1 : *left > *right;
}

/* Sorts the elements and removes duplicates; returns how many remain. */
static uint32_t make_set(mns_value *elements, uint32_t count) {
    qsort(elements, count, sizeof *elements, compare_values);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (kept == 0 || elements[kept - 1] != elements[i]) {
            elements[kept++] = elements[i];
        }
    }
    return kept;
}

/* The value that the micro-operations before the read imply: the last read and the writes after it
 * (*whole), or only writes, which are part of the value. NULL when out of memory. */
static mns_value *expected_elements(const mns_case_text *s, uint32_t *count, bool *whole) {
    const mns_witness *w = s->witness;
    uint32_t base = last_read(s), known = 0;
    const mns_value *seen = base == 0 ? NULL : mns_case_text_elements(s, w->mops[base], &known);
    mns_value *elements = MNS_NEW_ARRAY(mns_value, (size_t)known + w->mop_count);
    if (elements == NULL) {
        return NULL;
    }
    if (known > 0) {
        memcpy(elements, seen, known * sizeof *elements);
    }
    *count = known;
    for (uint32_t i = base + 1; i < w->mop_count; i++) {
        if (!mns_mop_is_read(s->mops, w->mops[i])) {
            elements[(*count)++] = s->mops->value[w->mops[i]];
        }
    }
    *count = s->history->workload == MNS_SET ? make_set(elements, *count) : *count;
    *whole = base > 0;
    return elements;
}

static void write_elements(mns_case_text *s) {
    uint32_t count, seen_count;
    bool whole;
    mns_value *expected = expected_elements(s, &count, &whole);
    if (expected == NULL) {
        s->out.failed = true;
        return;
    }
    const mns_value *seen = mns_case_text_elements(s, s->witness->mops[0], &seen_count);
    mns_focus focus = {NULL, 0, NULL, 0, MNS_NONE};
    if (whole) {
        focus.at = mns_first_difference(expected, count, seen, seen_count);
    }
    mns_buf_str(&s->out, whole ? "" : s->sentences->partly_known);
    mns_elements_show(s->history, expected, count, &focus, &s->out);
    mns_buf_str(&s->out, ".\n  - However, it read ");
    mns_elements_show(s->history, seen, seen_count, &focus, &s->out);
    free(expected);
}

/* ---- Registers and counters ----------------------------------------------------------------- */

/* The last read plus own increments since; without a read, other transactions may have added. */
static void write_number(mns_case_text *s) {
    const mns_witness *w = s->witness;
    const mns_tables *tables = &s->history->tables;
    uint32_t base = last_read(s);
    uint64_t sum = 0; /* wraps around on overflow, as a database's counter does */
    for (uint32_t i = base == 0 ? 1 : base; i < w->mop_count; i++) {
        sum += (uint64_t)mns_mop_number(tables, w->mops[i]);
    }
    mns_buf_printf(&s->out, "%lld%s.\n  - However, it read ", (long long)sum,
                   base == 0 ? " plus increments of other transactions" : "");
    mns_case_text_value(s, w->mops[0]);
    mns_buf_str(&s->out, base == 0 ? ", which is no such sum" : "");
}

static void write_register(mns_case_text *s) {
    const mns_witness *w = s->witness;
    uint32_t last = w->mops[w->mop_count - 1];
    mns_value_show(s->history, s->mops->value[last], &s->out);
    mns_buf_str(&s->out, ".\n  - However, it read ");
    mns_case_text_value(s, w->mops[0]);
}

void mns_write_internal(mns_case_text *s) {
    mns_phrase(s->history, &s->out,
               "  - After its own operations on %K, %T's next read of %K must return ",
               s->witness->key, mns_case_text_place(s, s->witness->mops[0]), s->witness->key);
    switch (s->history->workload) {
    case MNS_RW_REGISTER: write_register(s); break;
    case MNS_COUNTER: write_number(s); break;
    default: write_elements(s);
    }
    mns_buf_str(&s->out, ": a contradiction!\n");
}

void mns_write_future_read(mns_case_text *s) {
    const mns_witness *w = s->witness;
    mns_buf_str(&s->out, "  - ");
    mns_case_text_wrote(s, w->mops[1]);
    mns_phrase(s->history, &s->out, " only after its read of %K", w->key);
    mns_buf_str(&s->out, ".\n  - However, that read returned ");
    mns_case_text_value(s, w->mops[0]);
    if (s->history->workload == MNS_RW_REGISTER) {
        mns_buf_str(&s->out, " already");
    } else if (s->history->workload == MNS_COUNTER) {
        mns_buf_str(&s->out, ", which is impossible without what it added later");
    } else {
        mns_phrase(s->history, &s->out, ", which contains %V", w->element);
    }
    mns_buf_str(&s->out, ": a contradiction!\n");
}
