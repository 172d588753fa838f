/*
 * garbage_read.c - a committed transaction read an element that was never appended.
 *
 *     T1 ok    append x 1
 *     T2 ok    r x [1 9]          9 was never appended
 *
 * All appends count here: failed, unknown and never completed ones too. So the element has no
 * source in any interpretation, and not even read-uncommitted allows it. The reference
 * implementation throws an exception on such a history.
 */
#include "detect/marks.h"

static bool is_garbage(const mns_observation *o, uint32_t writer) {
    (void)o;
    return writer == MNS_NONE;
}

void mns_detect_garbage_read(const mns_observation *o, mns_cases *cases) {
    if (o->history->workload == MNS_LIST_APPEND && !o->versions.garbage) {
        return;
    }
    mns_detect_marked(o, is_garbage, MNS_A_GARBAGE_READ, cases);
}
