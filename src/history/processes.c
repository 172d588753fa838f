/* processes.c - see processes.h. */
#include "history/processes.h"

#include "core/grow.h"
#include "core/unescape.h"

void mns_processes_init(mns_processes *processes) {
    memset(processes, 0, sizeof *processes);
    mns_index_init(&processes->index);
    mns_values_init(&processes->names);
}

void mns_processes_release(mns_processes *processes) {
    free(processes->number);
    free(processes->name);
    free(processes->named);
    mns_index_release(&processes->index);
    mns_values_release(&processes->names);
    memset(processes, 0, sizeof *processes);
}

static uint32_t add(mns_processes *processes, int64_t number, mns_value name) {
    uint32_t id = processes->count;
    if (!MNS_GROW(processes->number, id, processes->capacity, 1) ||
        !MNS_GROW(processes->name, id, processes->name_capacity, 1)) {
        return MNS_NONE;
    }
    assert(name == MNS_VALUE_NONE || name >> 1 < processes->named_count);
    processes->number[id] = number;
    processes->name[id] = name;
    processes->count++;
    return id;
}

uint32_t mns_processes_add(mns_processes *processes, int64_t number) {
    uint32_t id = processes->count;
    bool added = mns_index_add(&processes->index, (uint64_t)number, id);
    return added ? add(processes, number, MNS_VALUE_NONE) : MNS_NONE;
}

static uint32_t intern(mns_processes *processes, mns_value_kind kind, const char *bytes,
                       size_t size) {
    mns_value name = mns_values_intern(&processes->names, kind, bytes, size);
    if (name == MNS_VALUE_NONE) {
        return MNS_NONE;
    }
    uint32_t id = name >> 1;
    assert(id <= processes->named_count);
    if (id == processes->named_count) {
        if (!MNS_GROW(processes->named, id, processes->named_capacity, 1)) {
            return MNS_NONE;
        }
        processes->named[processes->named_count++] = (struct mns_process_name){.process = MNS_NONE};
    }
    return id;
}

uint32_t mns_processes_name(mns_processes *processes, const mns_op *op) {
    assert(op->name != NULL && op->name_size > 0);
    if (op->name[0] == ':') {
        return intern(processes, MNS_VALUE_KEYWORD, op->name + 1, op->name_size - 1);
    }
    mns_buf text;
    mns_buf_init(&text);
    mns_unescape(op->name + 1, op->name + op->name_size - 1, &text);
    uint32_t id = text.failed ? MNS_NONE
                              : intern(processes, MNS_VALUE_STRING,
                                       text.data == NULL ? "" : text.data, text.size);
    mns_buf_release(&text);
    return id;
}

uint32_t mns_processes_named(mns_processes *processes, uint32_t name) {
    assert(name < processes->named_count);
    uint32_t *process = &processes->named[name].process;
    if (*process == MNS_NONE) {
        *process = add(processes, 0, name << 1 | 1);
    }
    return *process;
}

static uint32_t adopt_name(mns_processes *processes, const mns_processes *from, uint32_t name) {
    const mns_values *names = &from->names;
    const char *bytes = names->bytes.data == NULL ? "" : names->bytes.data;
    return intern(processes, (mns_value_kind)names->items[name].kind,
                  bytes + names->items[name].offset, names->items[name].size);
}

uint32_t mns_processes_adopt(mns_processes *processes, const mns_processes *from,
                             uint32_t process) {
    if (from->name[process] == MNS_VALUE_NONE) {
        return mns_processes_number(processes, from->number[process]);
    }
    uint32_t name = adopt_name(processes, from, from->name[process] >> 1);
    return name == MNS_NONE ? MNS_NONE : mns_processes_named(processes, name);
}

bool mns_processes_adopt_names(mns_processes *processes, const mns_processes *from) {
    for (uint32_t i = 0; i < from->named_count; i++) {
        uint32_t name = adopt_name(processes, from, i);
        if (name == MNS_NONE) {
            return false;
        }
        processes->named[name].skipped |= from->named[i].skipped;
    }
    return true;
}

bool mns_processes_overlooked(const mns_processes *processes) {
    for (size_t i = 0; i < processes->named_count; i++) {
        if (processes->named[i].skipped && processes->named[i].process != MNS_NONE) {
            return true;
        }
    }
    return false;
}

void mns_process_edn(const mns_processes *processes, uint32_t process, mns_buf *out) {
    assert(process < processes->count);
    if (processes->name[process] == MNS_VALUE_NONE) {
        mns_buf_integer(out, processes->number[process]);
    } else {
        mns_value_edn(&processes->names, processes->name[process], out);
    }
}

void mns_process_json(const mns_processes *processes, uint32_t process, mns_buf *out) {
    assert(process < processes->count);
    mns_value name = processes->name[process];
    if (name == MNS_VALUE_NONE) {
        mns_buf_integer(out, processes->number[process]);
    } else if (processes->names.items[name >> 1].kind == MNS_VALUE_KEYWORD) {
        mns_buf text; /* the colon distinguishes :alice from "alice" */
        mns_buf_init(&text);
        mns_value_edn(&processes->names, name, &text);
        mns_buf_json_string(out, text.data == NULL ? "" : text.data, text.size);
        out->failed |= text.failed;
        mns_buf_release(&text);
    } else {
        mns_value_json(&processes->names, name, out);
    }
}
