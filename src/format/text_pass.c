/* text_pass.c - see text_pass.h. */
#include "format/text_pass.h"

/* Text that is read, or discarded, at a time. */
#define PIECE ((size_t)1 << 20)

minos_status mns_text_pass_begin(mns_text_pass *pass, mns_source *source) {
    *pass = (mns_text_pass){.source = source, .size = source->size};
    return mns_source_rewind(source);
}

minos_status mns_text_pass_read(mns_text_pass *pass, size_t from, size_t to) {
    assert(pass->discarded <= from && from <= to && to <= pass->size);
    const char *data = pass->source->data;
    if (from - pass->discarded >= PIECE) {
        mns_source_discard(pass->source, data + pass->discarded, data + from);
        pass->discarded = from;
    }
    if (to <= pass->have) {
        return MINOS_OK;
    }
    size_t upto = pass->size - to < PIECE ? pass->size : to + PIECE;
    minos_status status = mns_source_read(pass->source, upto, &pass->have);
    return status == MINOS_OK && pass->have < to ? MINOS_EIO : status;
}

minos_status mns_text_pass_op(mns_text_pass *pass, const mns_history *history, uint32_t position,
                              const char **text, const char **end) {
    uint64_t from = mns_op_offsets_get(&history->op_offsets, position), to = pass->size;
    if (position + 1 < history->operations) {
        to = mns_op_offsets_get(&history->op_offsets, position + 1);
    }
    *text = pass->source->data + from;
    *end = pass->source->data + to;
    return mns_text_pass_read(pass, (size_t)from, (size_t)to);
}
