/*
 * snapshots_support.h - small histories with revealed times, in one line.
 *
 *     "1-3 wx1 / 2-4 rx1 / info 5- wx2 / fail 5-6 wx3"
 *
 * Completions alone, each by a process of its own, separated by "/". A type (none: ok), the start
 * and the commit (either may be left out), and the micro-operations: ax1 appends 1 to x, wx1 writes
 * it, sx1 adds it to the set, ix1 increments by it; rx[1,2], rx1, rx#{1,2} read that, rx read nil;
 * wx1@7 has version 7.
 */
#ifndef TEST_SNAPSHOTS_SUPPORT_H
#define TEST_SNAPSHOTS_SUPPORT_H

#include "support/units.h"

#include "core/buf.h"
#include "detect/snapshots.h"

static inline const char *timed_mop(mns_buf *out, const char *p) {
    static const char *const functions[][2] = {
        {"a", "append"}, {"w", "w"}, {"s", "add"}, {"i", "inc"}, {"r", "r"}};
    size_t f = 0;
    while (f < MNS_COUNT_OF(functions) && functions[f][0][0] != *p) {
        f++;
    }
    assert_true(f < MNS_COUNT_OF(functions));
    size_t size = strcspn(p + 2, " @");
    mns_buf_printf(out, " [:%s :%c %.*s", functions[f][1], p[1], size > 0 ? (int)size : 3,
                   size > 0 ? p + 2 : "nil");
    p += 2 + size;
    if (*p == '@') {
        size_t digits = strcspn(p, " ");
        mns_buf_printf(out, " {:version %.*s}", (int)digits - 1, p + 1);
        p += digits;
    }
    mns_buf_char(out, ']');
    return p + strspn(p, " ");
}

static inline const char *timed_operation(mns_buf *out, const char *p, unsigned process) {
    size_t type = strcspn(p, " ");
    bool typed = *p == 'i' || *p == 'f' || *p == 'o';
    mns_buf_printf(out, "{:type :%.*s, :process %u, :f :txn", typed ? (int)type : 2,
                   typed ? p : "ok", process);
    p += typed ? type + 1 : 0;
    size_t start = strcspn(p, "-");
    size_t commit = strcspn(p + start + 1, " ");
    mns_buf_printf(out, start > 0 ? ", :start-ts %.*s" : "%.*s", (int)start, p);
    mns_buf_printf(out, commit > 0 ? ", :commit-ts %.*s" : "%.*s", (int)commit, p + start + 1);
    p += start + 1 + commit;
    p += strspn(p, " ");
    mns_buf_str(out, ", :value [");
    while (*p != '/' && *p != '\0') {
        p = timed_mop(out, p);
    }
    mns_buf_str(out, "]}\n");
    p += *p == '/';
    return p + strspn(p, " ");
}

/* Reads the notation, or any text in EDN, of whatever workload; writes of equal values are fine. */
static inline void timed_read(unit *u, const char *text) {
    memset(u, 0, sizeof *u);
    mns_read_options options = {.format = MINOS_FORMAT_EDN, .recognise = true, .ambiguous = true};
    u->text = strdup(text);
    assert_non_null(u->text);
    assert_int_equal(mns_source_memory(&u->source, "unit", u->text, strlen(text), 0, &u->problems),
                     MINOS_OK);
    u->status = mns_history_read(&u->history, &u->source, &options, &u->problems);
    if (u->status != MINOS_OK) {
        fail_msg("%s: %s", text, u->problems.count > 0 ? u->problems.items[0].message : "?");
    }
    assert_int_equal(mns_infer(&u->observation, &u->history, &(mns_assumptions){0}, 1), MINOS_OK);
}

static inline void timed_open(unit *u, const char *notation) {
    mns_buf out;
    mns_buf_init(&out);
    unsigned process = 0;
    for (const char *p = notation; *p != '\0';) {
        p = timed_operation(&out, p, process++);
    }
    char *text = mns_buf_take(&out, NULL);
    timed_read(u, text);
    free(text);
}

/* What mns_detect_snapshots finds: name, element (- for none) and micro-operations as txn.place,
 * "G-SIa 1 (1.0 0.0)", with a space between cases. "" for none. */
static inline void timed_expect(const char *notation, const char *expected) {
    unit u;
    mns_cases cases;
    mns_buf out;
    timed_open(&u, notation);
    mns_cases_init(&cases, 100);
    mns_buf_init(&out);
    mns_buf_str(&out, "");
    mns_detect_snapshots(&u.observation, &cases);
    assert_false(cases.failed);
    for (size_t i = 0; i < cases.count; i++) {
        const mns_case *c = &cases.items[i];
        mns_buf_printf(
            &out, "%s%s %s (", i > 0 ? " " : "", mns_anomaly_name(c->anomaly),
            c->element == MNS_VALUE_NONE ? "-" : unit_value(&u.history.tables.values, c->element));
        for (uint32_t m = 0; m < c->mop_count; m++) {
            uint32_t mop = cases.mops[c->first_mop + m];
            uint32_t txn = u.history.txn_of_mop[mop];
            assert_int_equal(u.history.tables.mops.key[mop], c->key);
            mns_buf_printf(&out, "%s%u.%u", m > 0 ? " " : "", (unsigned)txn,
                           (unsigned)(mop - u.history.txns.first_mop[txn]));
        }
        mns_buf_char(&out, ')');
    }
    if (strcmp(out.data, expected) != 0) {
        fail_msg("%s: found %s, expected %s", notation, out.data, expected);
    }
    mns_buf_release(&out);
    mns_cases_release(&cases);
    unit_close(&u);
}

/* Nothing is found in any of these. */
static inline void timed_expect_none(const char *const *notations, size_t count) {
    for (size_t i = 0; i < count; i++) {
        timed_expect(notations[i], "");
    }
}

#endif
