/*
 * emit.h - writes the EDN of a translated history, and knows from where each part of it came.
 *
 *     mns_emit_begin(emit, place, MNS_OP_OK, session);   {:type :ok, :process 3, :f :txn
 *     mns_emit_field(emit, "index", 17);                 , :index 17
 *     mns_emit_value(emit);                              , :value [
 *     mns_emit_mop(emit, place, 'w', key, value);        [:w 1 2]
 *     mns_emit_end(emit);                                ]}
 *
 * Problems are found in the translated text by offset. To name their place in the input, the
 * history is translated again, with the offsets as targets: each mark (begin and mop) ends the text
 * of the mark before it.
 */
#ifndef MNS_EMIT_H
#define MNS_EMIT_H

#include "core/buf.h"
#include "format/input.h"
#include "read/op_reader.h"

/* An offset of the translated text whose place in the input is wanted. */
typedef struct mns_target {
    uint64_t offset;
    mns_place place;
} mns_target;

typedef struct mns_emit {
    mns_buf out;
    uint64_t before; /* bytes of the text before `out` */
    bool first_mop;
    mns_target *targets; /* ascending; those before `next` have their place */
    uint32_t target_count, next_target;
    mns_place last; /* the latest mark */
} mns_emit;

/* A key or value as EDN: a number, a string with quotes, a keyword, nil. */
typedef struct mns_text {
    const char *data;
    size_t size;
} mns_text;
#define MNS_TEXT(literal) ((mns_text){(literal), sizeof(literal) - 1})

/* The text from here on comes from this place of the input. */
void mns_emit_found(mns_emit *emit, mns_place place);
static inline void mns_emit_mark(mns_emit *emit, mns_place place) {
    if (emit->next_target < emit->target_count) {
        mns_emit_found(emit, place);
    }
}

void mns_emit_begin(mns_emit *emit, mns_place place, mns_op_type type, uint64_t process);
/* A field of the operation with a number: index, start-ts, commit-ts. */
void mns_emit_field(mns_emit *emit, const char *name, int64_t number);
void mns_emit_value(mns_emit *emit);
/* f: 'w', 'r' or 'a' (append). */
void mns_emit_mop(mns_emit *emit, mns_place place, char f, mns_text key, mns_text value);
/* The same for numbers; initial: a read of the initial state, nil. */
void mns_emit_write(mns_emit *emit, mns_place place, uint64_t key, uint64_t value);
void mns_emit_read(mns_emit *emit, mns_place place, uint64_t key, uint64_t value, bool initial);
void mns_emit_end(mns_emit *emit);

#endif
