/*
 * schedule_support.h - demands and frontiers of small histories in the notation of units.h.
 */
#ifndef TEST_SCHEDULE_SUPPORT_H
#define TEST_SCHEDULE_SUPPORT_H

#include "core/buf.h"
#include "schedule/frontier.h"
#include "support/units.h"

typedef struct scheduled {
    unit u;
    mns_demands demands;
    mns_frontier frontier;
    uint64_t links;
} scheduled;

static const mns_candidates serial = {MNS_ORDER_NONE, false, false};
static const mns_candidates serial_in_sessions = {MNS_ORDER_PROCESS, false, false};
static const mns_candidates serial_in_time = {MNS_ORDER_REALTIME, false, false};
static const mns_candidates snapshots = {MNS_ORDER_NONE, false, true};
static const mns_candidates snapshots_in_time = {MNS_ORDER_REALTIME, false, true};
static const mns_candidates updates_in_time = {MNS_ORDER_NONE, true, false};

static inline void scheduled_open(scheduled *s, const char *notation, mns_candidates kept) {
    bool in_time = kept.order == MNS_ORDER_REALTIME || kept.updates_in_time;
    s->links = 0;
    unit_open(&s->u, notation);
    assert_int_equal(mns_demands_make(&s->demands, &s->u.observation, in_time), MNS_SET_UP);
    assert_true(mns_frontier_init(&s->frontier, &s->demands, kept));
}

static inline void scheduled_close(scheduled *s) {
    mns_frontier_release(&s->frontier);
    mns_demands_release(&s->demands);
    unit_close(&s->u);
}

/* The order of commits: "2 0 1"; with snapshots "2/0": the first two committed before it began. */
static inline void scheduled_expect(const scheduled *s, const char *expected) {
    const mns_frontier *f = &s->frontier;
    mns_buf out;
    mns_buf_init(&out);
    for (uint32_t i = 0; i < f->count; i++) {
        mns_buf_printf(&out, i == 0 ? "%u" : " %u", f->order[i]);
        if (f->begun[f->order[i]] != i) {
            mns_buf_printf(&out, "/%u", f->begun[f->order[i]]);
        }
    }
    mns_buf_char(&out, '\0');
    if (strcmp(out.data, expected) != 0) {
        fail_msg("found \"%s\", expected \"%s\"", out.data, expected);
    }
    mns_buf_release(&out);
}

#endif
