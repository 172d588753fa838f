/*
 * dropped.h - what a history in another format leaves out: counted, one sentence each.
 */
#ifndef MNS_DROPPED_H
#define MNS_DROPPED_H

#include "format/format.h"

/* Appends "1,204 invocations dropped: plume has no real-time order" and so on, a line each, after a
 * writer has finished. source: that of the history. translated: its text is a translation, which
 * has no further fields. MINOS_EIO: the text can no longer be read. O(history). */
minos_status mns_dropped_list(const mns_writing *writing, const mns_format *format,
                              mns_source *source, bool translated, mns_buf *out);

#endif
