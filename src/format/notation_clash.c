/*
 * notation_clash.c - see notation_write.h.
 *
 * JSON has strings where EDN has strings, keywords, symbols and characters, and one kind of array.
 * A history that uses both :x and "x" would mean something else in JSON, so it is rejected. Most
 * histories have numbers only, or names of one kind; they are recognised without a look at the
 * values. O(values).
 */
#include "format/notation_write.h"
#include "format/rewrite.h"
#include "history/mop_offset.h"

/* Whether values of several kinds may become the same: those that become strings, and vectors. */
static bool may_clash(const mns_values *values) {
    uint32_t kinds = 0;
    for (size_t i = 0; i < values->count; i++) {
        kinds |= (uint32_t)1 << values->items[i].kind;
    }
    kinds &= ~((uint32_t)1 << MNS_VALUE_NIL | (uint32_t)1 << MNS_VALUE_TRUE |
               (uint32_t)1 << MNS_VALUE_FALSE | (uint32_t)1 << MNS_VALUE_INTEGER |
               (uint32_t)1 << MNS_VALUE_BIG);
    return (kinds & (kinds - 1)) != 0 || kinds == (uint32_t)1 << MNS_VALUE_VECTOR;
}

static mns_value value_of(size_t id) { return (mns_value)(id << 1 | 1); }

/* The first two values with the same text in JSON. False when out of memory; *second is
 * MNS_VALUE_NONE if there are none. */
static bool find_clash(const mns_values *values, mns_value *first, mns_value *second) {
    static const mns_rewrite rewrite = {.from_json = false, .to_json = true};
    mns_values texts;
    mns_buf edn, json;
    bool good = true;
    mns_values_init(&texts);
    mns_buf_init(&edn);
    mns_buf_init(&json);
    *second = MNS_VALUE_NONE;
    for (size_t id = 0; id < values->count && good && *second == MNS_VALUE_NONE; id++) {
        mns_buf_clear(&edn);
        mns_buf_clear(&json);
        mns_value_edn(values, value_of(id), &edn);
        if (!edn.failed) {
            mns_rewrite_value(rewrite, edn.data, edn.data + edn.size, &json);
        }
        mns_value same = edn.failed || json.failed
                             ? MNS_VALUE_NONE
                             : mns_values_intern(&texts, MNS_VALUE_STRING, json.data, json.size);
        good = same != MNS_VALUE_NONE;
        if (good && same >> 1 != id) {
            *first = value_of(same >> 1);
            *second = value_of(id);
        }
    }
    mns_values_release(&texts);
    mns_buf_release(&edn);
    mns_buf_release(&json);
    return good;
}

/* The first micro-operation with this value as its key or as what it writes or reads; MNS_NONE:
 * only lists or sets have it. */
static uint32_t find_use(const mns_history *history, mns_value value) {
    const mns_tables *tables = &history->tables;
    const mns_mops *mops = &tables->mops;
    bool registers = history->workload == MNS_RW_REGISTER;
    for (uint32_t m = 0; m < mops->count; m++) {
        bool shows = registers || !mns_mop_is_read(mops, m);
        if (tables->keys.name[mops->key[m]] == value || (shows && mops->value[m] == value)) {
            return m;
        }
    }
    return MNS_NONE;
}

static bool report(const mns_history *history, mns_value first, mns_value second,
                   mns_problems *problems) {
    const mns_values *values = &history->tables.values;
    uint32_t one = find_use(history, first), other = find_use(history, second);
    uint32_t mop = one == MNS_NONE || (other != MNS_NONE && other > one) ? other : one;
    mns_buf a, b;
    mns_buf_init(&a);
    mns_buf_init(&b);
    mns_value_edn(values, first, &a);
    mns_value_edn(values, second, &b);
    bool good = !a.failed && !b.failed;
    if (good) {
        mns_problems_add(problems, mop == MNS_NONE ? MNS_NO_OFFSET : mns_mop_offset(history, mop),
                         "JSON has no keywords, symbols or characters; rename one of the two",
                         "%s and %s would be the same in JSON", a.data, b.data);
    }
    mns_buf_release(&a);
    mns_buf_release(&b);
    return good;
}

/* Processes: :alice is written as ":alice", :nemesis as "nemesis". */
static bool check_processes(const mns_history *history, mns_problems *problems) {
    const mns_processes *processes = &history->processes;
    mns_values texts;
    mns_buf json;
    bool good = true;
    mns_values_init(&texts);
    mns_buf_init(&json);
    for (uint32_t p = 0; p < processes->count && good; p++) {
        if (processes->name[p] == MNS_VALUE_NONE) {
            continue;
        }
        mns_buf_clear(&json);
        mns_process_json(processes, p, &json);
        size_t before = texts.count;
        good = !json.failed &&
               mns_values_intern(&texts, MNS_VALUE_STRING, json.data, json.size) != MNS_VALUE_NONE;
        if (good && (texts.count == before || strcmp(json.data, "\"nemesis\"") == 0)) {
            mns_problems_add(problems, MNS_NO_OFFSET, "rename the process",
                             "the process %s would be another process in JSON", json.data);
            break;
        }
    }
    mns_values_release(&texts);
    mns_buf_release(&json);
    return good;
}

/* A set that no transaction adds to is recognised by its brackets, which JSON does not have. */
static void check_sets(const mns_history *history, mns_problems *problems) {
    const mns_mops *mops = &history->tables.mops;
    bool adds = history->workload != MNS_SET || mops->count == 0;
    for (uint32_t m = 0; m < mops->count && !adds; m++) {
        adds = !mns_mop_is_read(mops, m);
    }
    if (!adds) {
        mns_problems_add(problems, mns_mop_offset(history, 0), NULL,
                         "a history of sets without any add would be one of lists in JSON");
    }
}

bool mns_notation_clash(const mns_history *history, mns_problems *problems) {
    const mns_values *values = &history->tables.values;
    mns_value first = MNS_VALUE_NONE, second = MNS_VALUE_NONE;
    bool good = !may_clash(values) || find_clash(values, &first, &second);
    if (good && second != MNS_VALUE_NONE) {
        good = report(history, first, second, problems);
    }
    check_sets(history, problems);
    return good && check_processes(history, problems) && !problems->failed;
}
