/*
 * notation_write.h - writes a history in EDN or JSON, one operation per line, from its own text.
 *
 * Every operation is rewritten with all its fields (rewrite.h), in the order of the history. The
 * text is read a second time, in order, and discarded after use: memory does not grow with it.
 */
#ifndef MNS_NOTATION_WRITE_H
#define MNS_NOTATION_WRITE_H

#include "format/sink.h"
#include "history/history.h"

/* source: that of the history. lines: its text already has one operation per line, as a translation
 * has. MINOS_EINPUT: JSON cannot express the history, and a problem was added. MINOS_EIO: so it was
 * if the text can no longer be read. O(size of the text). */
minos_status mns_notation_write(const mns_history *history, mns_source *source, bool lines,
                                bool json, mns_sink *sink, mns_problems *problems);

/* notation_clash.c: adds a problem if two different keys, values or processes of an EDN history
 * would be the same in JSON, or its sets would be lists. False when out of memory. */
bool mns_notation_clash(const mns_history *history, mns_problems *problems);

#endif
