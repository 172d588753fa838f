/*
 * effort_words.c - the measures of effort.h in words.
 *
 *     9.8 transactions were in flight on average, at most 10. 87.2 % of the committed transactions
 *     had a conflict with a concurrent one (213.4 conflicts per key). 93.0 % of 12345 reads
 *     were informative.
 *
 *     This load would have shown 9 of the simulator's 12 bugs at this level. In 5 simulated
 *     histories of each: 8 always; sometimes long-fork (3); never retry-lost-update, stale-replica,
 *     empty-shard.
 *
 * Shares are rounded down, so that 100 % means all; a share that is not 0 is never shown as 0.
 */
#include "report/model/effort.h"

uint64_t mns_effort_thousandths(uint64_t part, uint64_t whole) {
    static const uint64_t most = UINT64_MAX / 2000;
    if (whole == 0) {
        return 0;
    }
    uint64_t times = part / whole, rest = part % whole;
    uint64_t below = whole > most ? rest / (whole / 1000) : rest * 1000 / whole;
    return times > most ? UINT64_MAX : times * 1000 + below;
}

static void say_share(mns_buf *out, uint64_t part, uint64_t whole) {
    uint64_t tenths = mns_effort_thousandths(part, whole); /* of a percent */
    if (part > 0 && tenths == 0) {
        mns_buf_str(out, "less than 0.1 %");
    } else if (tenths == 1000 || tenths == 0) {
        mns_buf_printf(out, "%llu %%", (unsigned long long)(tenths / 10));
    } else {
        mns_buf_printf(out, "%llu.%llu %%", (unsigned long long)(tenths / 10),
                       (unsigned long long)(tenths % 10));
    }
}

static void say_tenths(mns_buf *out, uint64_t thousandths) {
    mns_buf_printf(out, "%llu.%llu", (unsigned long long)(thousandths / 1000),
                   (unsigned long long)(thousandths % 1000 / 100));
}

void mns_effort_say(const mns_effort *effort, mns_buf *out) {
    uint64_t whole = effort->conflicts / effort->keys, rest = effort->conflicts % effort->keys;
    say_tenths(out, effort->concurrency_thousandths);
    mns_buf_printf(out, " transactions were in flight on average, at most %llu. ",
                   (unsigned long long)effort->concurrency_max);
    say_share(out, effort->contended, effort->committed);
    mns_buf_str(out, " of the committed transactions had a conflict with a concurrent one (");
    mns_buf_printf(out, "%llu.%llu conflicts per key). ", (unsigned long long)whole,
                   (unsigned long long)(rest * 10 / effort->keys));
    if (effort->reads == 0) {
        mns_buf_str(out, "No read was answered.");
    } else {
        say_share(out, effort->informative, effort->reads);
        mns_buf_printf(out, " of %llu read%s were informative.", (unsigned long long)effort->reads,
                       effort->reads == 1 ? "" : "s");
    }
}

/* ---- Bugs ------------------------------------------------------------------------------------ */

typedef enum often { ALWAYS, SOMETIMES, NEVER } often;

static often how_often(const mns_setup_bug *bug) {
    if (bug->shown == 0) {
        return NEVER;
    }
    return bug->shown == bug->of ? ALWAYS : SOMETIMES;
}

static uint32_t count_bugs(const mns_setup *setup, often which) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < setup->bug_count; i++) {
        count += how_often(&setup->bugs[i]) == which ? 1 : 0;
    }
    return count;
}

/* "; sometimes a (3), b (1)"; nothing if no bug was shown so often. */
static void list_bugs(const mns_setup *setup, often which, const char *word, mns_buf *out) {
    const char *between = word;
    for (uint32_t i = 0; i < setup->bug_count; i++) {
        const mns_setup_bug *bug = &setup->bugs[i];
        if (how_often(bug) == which) {
            mns_buf_printf(out, "%s%s", between, bug->name);
            between = ", ";
        }
        if (how_often(bug) == which && which == SOMETIMES) {
            mns_buf_printf(out, " (%llu)", (unsigned long long)bug->shown);
        }
    }
}

void mns_effort_say_bugs(const mns_setup *setup, mns_buf *out) {
    uint32_t all = setup->bug_count;
    if (all == 0) {
        return;
    }
    unsigned long long runs = setup->bugs[0].of;
    uint32_t always = count_bugs(setup, ALWAYS), never = count_bugs(setup, NEVER);
    if (always == all) {
        mns_buf_printf(out,
                       "This load would have shown all of the simulator's %u bugs at this level, "
                       "each in %llu of %llu simulated histories.",
                       all, runs, runs);
        return;
    }
    mns_buf_printf(out,
                   "This load would have shown %u of the simulator's %u bugs at this level. In "
                   "%llu simulated histories of each: %u always",
                   all - never, all, runs, always);
    list_bugs(setup, SOMETIMES, "; sometimes ", out);
    list_bugs(setup, NEVER, "; never ", out);
    mns_buf_char(out, '.');
}
