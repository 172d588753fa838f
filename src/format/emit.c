/* emit.c - see emit.h. */
#include "format/emit.h"

void mns_emit_found(mns_emit *emit, mns_place place) {
    uint64_t here = emit->before + emit->out.size;
    while (emit->next_target < emit->target_count &&
           emit->targets[emit->next_target].offset < here) {
        emit->targets[emit->next_target++].place = emit->last;
    }
    emit->last = place;
}

void mns_emit_begin(mns_emit *emit, mns_place place, mns_op_type type, uint64_t process) {
    static const mns_text beginnings[] = {
        [MNS_OP_INVOKE] = {NULL, 0},
        [MNS_OP_OK] = {"{:type :ok, :process ", 21},
        [MNS_OP_FAIL] = {"{:type :fail, :process ", 23},
        [MNS_OP_INFO] = {"{:type :info, :process ", 23},
    };
    assert(beginnings[type].data != NULL);
    mns_emit_mark(emit, place);
    mns_buf_bytes(&emit->out, beginnings[type].data, beginnings[type].size);
    mns_buf_unsigned(&emit->out, process);
    mns_buf_bytes(&emit->out, ", :f :txn", 9);
}

void mns_emit_field(mns_emit *emit, const char *name, int64_t number) {
    mns_buf_bytes(&emit->out, ", :", 3);
    mns_buf_str(&emit->out, name);
    mns_buf_char(&emit->out, ' ');
    mns_buf_integer(&emit->out, number);
}

void mns_emit_value(mns_emit *emit) {
    mns_buf_bytes(&emit->out, ", :value [", 10);
    emit->first_mop = true;
}

/* "[:w " or " [:w ". */
static void begin_mop(mns_emit *emit, mns_place place, char f) {
    mns_buf_bytes(&emit->out, " ", emit->first_mop ? 0 : 1);
    emit->first_mop = false;
    mns_emit_mark(emit, place);
    if (f == 'a') {
        mns_buf_bytes(&emit->out, "[:append ", 9);
    } else {
        const char text[] = {'[', ':', f, ' '};
        mns_buf_bytes(&emit->out, text, sizeof text);
    }
}

void mns_emit_mop(mns_emit *emit, mns_place place, char f, mns_text key, mns_text value) {
    begin_mop(emit, place, f);
    mns_buf_bytes(&emit->out, key.data, key.size);
    mns_buf_char(&emit->out, ' ');
    mns_buf_bytes(&emit->out, value.data, value.size);
    mns_buf_char(&emit->out, ']');
}

static void end_mop(mns_emit *emit, uint64_t key, uint64_t value, bool initial) {
    mns_buf_unsigned(&emit->out, key);
    mns_buf_char(&emit->out, ' ');
    if (initial) {
        mns_buf_bytes(&emit->out, "nil", 3);
    } else {
        mns_buf_unsigned(&emit->out, value);
    }
    mns_buf_char(&emit->out, ']');
}

void mns_emit_write(mns_emit *emit, mns_place place, uint64_t key, uint64_t value) {
    begin_mop(emit, place, 'w');
    end_mop(emit, key, value, false);
}

void mns_emit_read(mns_emit *emit, mns_place place, uint64_t key, uint64_t value, bool initial) {
    begin_mop(emit, place, 'r');
    end_mop(emit, key, value, initial);
}

void mns_emit_end(mns_emit *emit) { mns_buf_bytes(&emit->out, "]}\n", 3); }
