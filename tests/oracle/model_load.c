/*
 * model_load.c - see model_load.h.
 */
#include <limits.h>
#include <string.h>

/* First, as its functions call their arguments what model.h calls types. */
#include "history/history.h"
#include "history/sets_field.h"

#include "oracle/model_load.h"

enum { MOST_SUM = 1000, MOST_INCREMENT = MOST_SUM / (ORACLE_MOST * MAX_MOPS) };

static const datatype types[MNS_WORKLOAD_COUNT] = {[MNS_LIST_APPEND] = TYPE_LIST,
                                                   [MNS_RW_REGISTER] = TYPE_REGISTER,
                                                   [MNS_SET] = TYPE_SET,
                                                   [MNS_COUNTER] = TYPE_COUNTER};

static bool load_numbers(mop *o, datatype type, const mns_value *values, uint32_t count) {
    if (count > MAX_LIST) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        o->length = datatypes[type].apply(o->list, o->length, (int)values[i]);
    }
    return true;
}

/* A set with an element in it twice is none; the tiny ones cannot say that. */
static bool shows_twice(const mns_history *history, uint32_t m) {
    uint32_t set = history->tables.mops.content[m];
    return history->tables.sets.items[set].duplicated != MNS_VALUE_NONE;
}

/* What an answered read saw. */
static bool load_contents(mop *o, const mns_history *history, uint32_t m) {
    uint32_t count = 1;
    const mns_value *values = &history->tables.mops.value[m];
    switch (history->workload) {
    case MNS_LIST_APPEND: values = mns_mop_list(&history->tables, m, &count); break;
    case MNS_SET:
        values = mns_mop_set(&history->tables, m, &count);
        if (count > 0 && shows_twice(history, m)) {
            return false;
        }
        break;
    case MNS_COUNTER: {
        int64_t number = mns_mop_number(&history->tables, m);
        o->list[0] = (int)number;
        o->length = number != 0 ? 1 : 0;
        return number >= -MOST_SUM && number <= MOST_SUM;
    }
    default:
        count = *values == MNS_VALUE_INITIAL ? 0 : 1;
        o->answered = count > 0; /* nil looks as if it was not answered */
        break;
    }
    return load_numbers(o, types[history->workload], values, count);
}

static bool load_mop(mop *o, const mns_history *history, uint32_t m) {
    const mns_mops *mops = &history->tables.mops;
    int64_t version = mns_mop_version(mops, m);
    memset(o, 0, sizeof *o);
    o->key = (int)mops->key[m];
    o->is_read = mns_mop_is_read(mops, m);
    o->numbered = version != MNS_NO_VERSION;
    o->version = o->numbered ? (int)version : 0;
    if (o->numbered && (version < INT_MIN || version > INT_MAX)) {
        return false;
    }
    if (o->is_read) {
        o->answered = mns_mop_is_answered(mops, m);
        return !o->answered || load_contents(o, history, m);
    }
    o->element = (int)mops->value[m];
    if (history->workload == MNS_COUNTER) {
        int64_t number = mns_mop_number(&history->tables, m);
        o->element = (int)number;
        return number >= -MOST_INCREMENT && number <= MOST_INCREMENT;
    }
    return true;
}

static bool load_timestamps(txn *x, const mns_txns *txns, uint32_t t) {
    int64_t start = txns->start_ts != NULL ? txns->start_ts[t] : MNS_NO_TIMESTAMP;
    int64_t commit = txns->commit_ts != NULL ? txns->commit_ts[t] : MNS_NO_TIMESTAMP;
    x->stamped = start != MNS_NO_TIMESTAMP && commit != MNS_NO_TIMESTAMP;
    if (x->stamped) {
        x->start_ts = (int)start;
        x->commit_ts = (int)commit;
        return start == x->start_ts && commit == x->commit_ts;
    }
    return start == commit;
}

static bool load_txn(txn *x, const mns_history *history, uint32_t t) {
    uint32_t first = history->txns.first_mop[t];
    uint32_t end = history->txns.first_mop[t + 1];
    static const outcome outcomes[] = {
        [MNS_TXN_OK] = OUTCOME_OK, [MNS_TXN_INFO] = OUTCOME_INFO, [MNS_TXN_FAIL] = OUTCOME_FAIL};
    memset(x, 0, sizeof *x);
    x->process = (int)history->txns.process[t];
    x->outcome =
        history->txns.complete[t] == MNS_NONE ? OUTCOME_NONE : outcomes[history->txns.type[t]];
    x->invoke = (int)history->txns.invoke[t];
    x->complete = (int)history->txns.complete[t];
    for (uint32_t m = first; m < end; m++) {
        if (x->mop_count == MAX_MOPS || history->tables.mops.key[m] >= MAX_KEYS ||
            !load_mop(&x->mops[x->mop_count++], history, m)) {
            return false;
        }
    }
    return load_timestamps(x, &history->txns, t);
}

static bool load_txns(model *m, const mns_history *history) {
    m->txn_count = 0;
    m->event_count = (int)history->operations;
    m->completions_only = history->completions_only;
    m->type = types[history->workload];
    m->assume = (assumptions){.objects = mns_history_sets_field(history) == MNS_SETS_FIELD_OBJECTS};
    for (uint32_t t = 0; t < history->txns.count; t++) {
        if (m->txn_count == ORACLE_MOST || !load_txn(&m->txns[m->txn_count++], history, t)) {
            return false;
        }
    }
    return true;
}

bool model_load(model *m, const char *text, size_t size, const char *workload) {
    mns_problems problems;
    mns_source source;
    mns_history history;
    mns_read_options options = {.format = MINOS_FORMAT_AUTO, .recognise = workload == NULL};
    mns_problems_init(&problems);
    bool good = (workload == NULL || mns_workload_parse(workload, &options.workload)) &&
                mns_source_memory(&source, "history", text, size, 0, &problems) == MINOS_OK;
    if (good) {
        good = mns_history_read(&history, &source, &options, &problems) == MINOS_OK &&
               load_txns(m, &history);
        mns_history_release(&history);
        mns_source_release(&source);
    }
    mns_problems_release(&problems);
    return good;
}
