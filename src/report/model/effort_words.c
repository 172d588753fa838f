/*
 * effort_words.c - the measures of effort.h in words.
 *
 *     9.8 transactions were in flight on average, at most 10. 87.2 % of the committed transactions
 *     had a conflict with a concurrent one (213.4 conflicts for each key). 93.0 % of 12345 reads
 *     were informative.
 *
 * Shares are rounded down, so that 100 % means all; a share that is not 0 is never shown as 0.
 */
#include "report/model/effort.h"

/* Parts of a whole in tenths of a percent, without overflow; the part is at most the whole. */
static uint64_t tenths_of_percent(uint64_t part, uint64_t whole) {
    while (whole > UINT64_MAX / 1000) {
        part /= 2;
        whole /= 2;
    }
    return whole == 0 ? 0 : part * 1000 / whole;
}

static void say_share(mns_buf *out, uint64_t part, uint64_t whole) {
    uint64_t tenths = tenths_of_percent(part, whole);
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
    mns_buf_printf(out, "%llu.%llu conflicts for each key). ", (unsigned long long)whole,
                   (unsigned long long)(rest * 10 / effort->keys));
    if (effort->reads == 0) {
        mns_buf_str(out, "No read was answered.");
    } else {
        say_share(out, effort->informative, effort->reads);
        mns_buf_printf(out, " of %llu read%s were informative.", (unsigned long long)effort->reads,
                       effort->reads == 1 ? "" : "s");
    }
}
