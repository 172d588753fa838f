/*
 * sim_support.h - runs the simulator into memory, for the unit tests of its output.
 */
#ifndef TEST_SIM_SUPPORT_H
#define TEST_SIM_SUPPORT_H

#include "core/buf.h"
#include "minos_sim.h"
#include <cmocka.h>

static int take(void *context, const char *bytes, size_t size) {
    mns_buf *buf = context;
    mns_buf_bytes(buf, bytes, size);
    return buf->failed ? 1 : 0;
}

/* The history, and the truth unless it is NULL; to be freed. */
static char *run(const minos_sim_options *options, char **truth) {
    mns_buf history;
    mns_buf lines;
    mns_buf_init(&history);
    mns_buf_init(&lines);
    assert_int_equal(minos_sim_run(options, take, &history, truth == NULL ? NULL : take, &lines),
                     MINOS_OK);
    mns_buf_bytes(&history, "", 0);
    mns_buf_bytes(&lines, "", 0);
    if (truth != NULL) {
        *truth = mns_buf_take(&lines, NULL);
    }
    mns_buf_release(&lines);
    return mns_buf_take(&history, NULL);
}

#endif
