/* writing.c - see writer.h. */
#include "format/writer.h"

minos_status mns_writing_refuse(mns_writing *writing, uint32_t txn, uint32_t mop, const char *hint,
                                const char *message, ...) {
    (void)mop;
    const mns_history *history = writing->history;
    mns_buf text;
    mns_buf_init(&text);
    va_list args;
    va_start(args, message);
    mns_buf_vprintf(&text, message, args);
    va_end(args);
    uint32_t position = history->txns.complete[txn];
    position = position == MNS_NONE ? history->txns.invoke[txn] : position;
    mns_problems_add(writing->problems, mns_op_offsets_get(&history->op_offsets, position), hint,
                     "%s", text.data == NULL ? "" : text.data);
    mns_buf_release(&text);
    return MINOS_EINPUT;
}
