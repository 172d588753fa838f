/* duration.h - durations in words. */
#ifndef MNS_REPORT_MODEL_DURATION_H
#define MNS_REPORT_MODEL_DURATION_H

#include "core/buf.h"

/* A duration with its unit and about three significant digits: 350 ns, 1.25 ms, 12.4 s. */
void mns_write_duration(mns_buf *out, uint64_t ns);

#endif
