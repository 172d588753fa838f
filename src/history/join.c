/* join.c - see join.h. */
#include "history/join.h"

#include "core/grow.h"
#include "history/matching.h"

/* The ids of the whole, by id of the chunk. */
typedef struct ids {
    mns_value *value; /* by id of an interned value; NULL if there are none */
    uint32_t *key;
    uint32_t values, keys; /* mapped so far */
    uint32_t *process;
    mns_spine_home *spine;
    uint32_t first_set; /* the id of the chunk's first set */
} ids;

typedef struct joining {
    mns_pairing *whole, *chunk;
    mns_history *into, *from;
    ids ids;
    uint32_t base; /* position of the chunk's first operation */
    uint32_t last_f, last_f_in_whole;
} joining;

static void ids_release(ids *n) {
    free(n->value);
    free(n->key);
    free(n->process);
    free(n->spine);
}

/* ---- Ids ------------------------------------------------------------------------------------ */

static mns_value value_in_whole(const joining *j, mns_value value) {
    bool interned = (value & 1) != 0 && value != MNS_VALUE_NONE && value != MNS_VALUE_INITIAL;
    assert(!interned || value >> 1 < j->ids.values); /* values are mapped before their users */
    return interned ? j->ids.value[value >> 1] : value;
}

/* Maps the values of the chunk up to `end`. */
static bool map_values(joining *j, uint32_t end) {
    const mns_values *values = &j->from->tables.values;
    for (; j->ids.values < end; j->ids.values++) {
        uint32_t id = j->ids.values;
        mns_values_prefetch(&j->into->tables.values, values, id);
        mns_value value = mns_values_adopt(&j->into->tables.values, values, id);
        if (value == MNS_VALUE_NONE) {
            return false;
        }
        assert(j->ids.value != NULL);
        j->ids.value[id] = value;
    }
    return true;
}

static bool map_keys(joining *j, uint32_t end) {
    const mns_keys *keys = &j->from->tables.keys;
    for (; j->ids.keys < end; j->ids.keys++) {
        mns_value name = value_in_whole(j, keys->name[j->ids.keys]);
        uint32_t key = mns_keys_intern(&j->into->tables.keys, name);
        if (key == MNS_NONE) {
            return false;
        }
        j->ids.key[j->ids.keys] = key;
    }
    return true;
}

/* A completion without micro-operations takes those of its invocation, which is in an earlier
 * chunk. Their keys and values get the ids that reading in one piece would give: after the ids of
 * everything before the completion. */
static minos_status map_invoked(joining *j, const mns_orphan *orphan) {
    uint32_t process = j->ids.process[j->from->txns.process[orphan->txn]];
    const mns_open_invocation *open = &j->whole->open[process];
    if (open->position == MNS_NONE || open->value == NULL) {
        return MINOS_OK;
    }
    if (!map_values(j, orphan->values) || !map_keys(j, orphan->keys)) {
        return MINOS_ENOMEM;
    }
    mns_mops *mops = &j->into->tables.mops;
    uint32_t before = mops->count, count;
    minos_status status =
        mns_mops_read(&j->whole->reader, open->value, open->end, MNS_READING_INVOKED, &count);
    mops->count = before;
    return status;
}

static minos_status map_values_and_keys(joining *j) {
    const mns_tables *tables = &j->from->tables;
    if (tables->values.count > 0) {
        j->ids.value = MNS_NEW_ARRAY(mns_value, tables->values.count);
    }
    j->ids.key = MNS_NEW_ARRAY(uint32_t, tables->keys.count);
    if (j->ids.key == NULL || (tables->values.count > 0 && j->ids.value == NULL)) {
        return MINOS_ENOMEM;
    }
    for (size_t i = 0; i < j->chunk->orphan_count; i++) {
        if (j->chunk->orphans[i].bare) {
            minos_status status = map_invoked(j, &j->chunk->orphans[i]);
            if (status != MINOS_OK) {
                return status;
            }
        }
    }
    bool good = map_values(j, (uint32_t)tables->values.count) && map_keys(j, tables->keys.count);
    return good ? MINOS_OK : MINOS_ENOMEM;
}

static bool map_processes(joining *j) {
    mns_processes *processes = &j->into->processes;
    j->ids.process = MNS_NEW_ARRAY(uint32_t, j->from->process_count);
    bool good = j->ids.process != NULL;
    for (uint32_t p = 0; good && p < j->from->process_count; p++) {
        uint32_t process = mns_processes_adopt(processes, &j->from->processes, p);
        j->ids.process[p] = mns_pairing_process(j->whole, process);
        good = j->ids.process[p] != MNS_NONE;
    }
    return good && mns_processes_adopt_names(processes, &j->from->processes);
}

static bool map_spines(joining *j) {
    mns_spines *spines = &j->from->tables.spines;
    j->ids.spine = MNS_NEW_ARRAY(mns_spine_home, spines->count);
    bool good = j->ids.spine != NULL;
    for (uint32_t s = 0; good && s < spines->count; s++) {
        mns_spine *spine = &spines->items[s];
        for (size_t i = 0; j->ids.value != NULL && i < spine->count; i++) {
            spine->elements[i] = value_in_whole(j, spine->elements[i]);
        }
        assert(spine->key < j->ids.keys);
        uint32_t key = j->ids.key[spine->key];
        good = mns_spines_adopt(&j->into->tables.spines, spine, key,
                                &j->into->tables.keys.first_spine[key], &j->ids.spine[s]);
    }
    return good;
}

/* A set keeps the duplicate with the least id. Where ids differ from those of the whole, reading in
 * one piece may keep another one. */
static bool keeps_duplicates(const joining *j) {
    const mns_sets *sets = &j->from->tables.sets;
    for (size_t s = 0; j->ids.value != NULL && s < sets->count; s++) {
        if (sets->items[s].duplicated != MNS_VALUE_NONE) {
            return false;
        }
    }
    return true;
}

static bool map_sets(joining *j) {
    mns_sets *sets = &j->from->tables.sets;
    for (size_t i = 0; j->ids.value != NULL && i < sets->element_count; i++) {
        sets->elements[i] = value_in_whole(j, sets->elements[i]);
    }
    j->ids.first_set = (uint32_t)j->into->tables.sets.count;
    return mns_sets_append(&j->into->tables.sets, sets, j->ids.value != NULL);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

/* The value of a read of a list or set is a length; other values may be interned. */
static void join_values(const joining *j, uint32_t first, uint32_t end, uint32_t *value) {
    const mns_mops *from = &j->from->tables.mops;
    bool lengths = j->from->workload == MNS_LIST_APPEND || j->from->workload == MNS_SET;
    memcpy(value, from->value + first, (end - first) * sizeof *value);
    for (uint32_t m = first; m < end && j->ids.value != NULL; m++) {
        if (from->function[m] == MNS_WRITE || !lengths) {
            value[m - first] = value_in_whole(j, from->value[m]);
        }
    }
}

static void join_contents(const joining *j, uint32_t first, uint32_t end, uint32_t *content) {
    const mns_mops *from = &j->from->tables.mops;
    bool sets = j->from->workload == MNS_SET;
    for (uint32_t m = first; m < end; m++) {
        uint32_t id = from->content[m];
        if (id != MNS_NONE && sets) {
            id += j->ids.first_set;
        } else if (id != MNS_NONE) {
            const mns_spine_home *home = &j->ids.spine[id];
            id = from->value[m] <= home->upto ? home->low : home->high;
            assert(id < j->into->tables.spines.count);
        }
        content[m - first] = id;
    }
}

static bool add_mops(joining *j, uint32_t first, uint32_t end) {
    const mns_mops *from = &j->from->tables.mops;
    mns_mops *into = &j->into->tables.mops;
    if (first == end || !mns_mops_reserve(into, end - first)) {
        return first == end;
    }
    assert(end <= from->count);
    uint32_t at = into->count;
    memcpy(into->function + at, from->function + first, end - first);
    for (uint32_t m = first; m < end; m++) {
        into->key[at + m - first] = j->ids.key[from->key[m]];
    }
    join_values(j, first, end, into->value + at);
    join_contents(j, first, end, into->content + at);
    into->count += end - first;
    for (uint32_t m = first; m < end && (from->version != NULL || into->version != NULL); m++) {
        if (!mns_mops_reveal(into, at + m - first, mns_mop_version(from, m))) {
            return false;
        }
    }
    return true;
}

static uint32_t position_in_whole(const joining *j, uint32_t position) {
    return position == MNS_NONE ? MNS_NONE : j->base + position;
}

/* Appends a transaction whose micro-operations are the last `count`. */
static bool add_txn(joining *j, uint32_t txn, uint32_t invoke, int64_t start_ts, uint32_t count) {
    const mns_txns *from = &j->from->txns;
    uint32_t end = j->into->tables.mops.count;
    mns_txn_row row = {.type = (mns_txn_type)from->type[txn],
                       .process = j->ids.process[from->process[txn]],
                       .invoke = invoke,
                       .complete = position_in_whole(j, from->complete[txn]),
                       .first_mop = end - count,
                       .end_mop = end,
                       .start_ts = start_ts,
                       .commit_ts = MNS_NO_TIMESTAMP};
    if (from->start_ts != NULL) {
        row.start_ts = from->start_ts[txn] != MNS_NO_TIMESTAMP ? from->start_ts[txn] : start_ts;
        row.commit_ts = from->commit_ts[txn];
    }
    return mns_txns_add(&j->into->txns, &row);
}

/* Appends transactions whose invocations, if any, are in the chunk. */
static bool add_txns(joining *j, uint32_t first, uint32_t end) {
    const mns_txns *from = &j->from->txns;
    mns_txns *into = &j->into->txns;
    if (first == end) {
        return true;
    }
    uint32_t shift = j->into->tables.mops.count - from->first_mop[first];
    if (!mns_txns_reserve(into, end - first) ||
        !add_mops(j, from->first_mop[first], from->first_mop[end])) {
        return false;
    }
    uint32_t at = into->count;
    memcpy(into->type + at, from->type + first, end - first);
    for (uint32_t txn = first; txn < end; txn++, at++) {
        into->process[at] = j->ids.process[from->process[txn]];
        into->invoke[at] = position_in_whole(j, from->invoke[txn]);
        into->complete[at] = position_in_whole(j, from->complete[txn]);
        into->first_mop[at] = from->first_mop[txn] + shift;
    }
    into->first_mop[at] = from->first_mop[end] + shift;
    for (uint32_t txn = first; txn < end; txn++) {
        into->count++;
        bool revealed = from->start_ts != NULL;
        if (!mns_txns_reveal(into, revealed ? from->start_ts[txn] : MNS_NO_TIMESTAMP,
                             revealed ? from->commit_ts[txn] : MNS_NO_TIMESTAMP)) {
            return false;
        }
    }
    return true;
}

/* Completions without invocations mostly have the same :f. */
static uint32_t f_in_whole(joining *j, uint32_t f) {
    if (f != j->last_f) {
        j->last_f = f;
        j->last_f_in_whole = mns_pairing_adopt_f(j->whole, j->chunk, f);
    }
    return j->last_f_in_whole;
}

/* Appends a completion whose invocation, if there is one, is in an earlier chunk. */
static minos_status add_orphan(joining *j, const mns_orphan *orphan) {
    const mns_txns *from = &j->from->txns;
    mns_mops *mops = &j->into->tables.mops;
    mns_open_invocation *open = &j->whole->open[j->ids.process[from->process[orphan->txn]]];
    mns_open_invocation invocation = *open;
    open->position = MNS_NONE;
    bool invoked = invocation.position != MNS_NONE;
    uint32_t f = f_in_whole(j, orphan->f);
    if (invoked && f != invocation.f && f != MNS_NONE && invocation.f != MNS_NONE) {
        return MINOS_EINPUT;
    }
    uint32_t first = mops->count, count = from->first_mop[orphan->txn + 1];
    count -= from->first_mop[orphan->txn];
    if (!add_mops(j, from->first_mop[orphan->txn], from->first_mop[orphan->txn + 1])) {
        return MINOS_ENOMEM;
    }
    assert(!invoked || invocation.position < j->base + orphan->position);
    minos_status status = MINOS_OK;
    if (invoked && !orphan->bare && invocation.value != NULL) {
        status = mns_match_invocation(j->whole, &invocation, first, count);
    } else if (invoked && orphan->bare && invocation.value != NULL) {
        status = mns_mops_read(&j->whole->reader, invocation.value, invocation.end,
                               MNS_READING_INVOKED, &count);
    } else if (!invoked) {
        mns_orphan still = {.txn = j->into->txns.count,
                            .position = j->base + orphan->position,
                            .f = f,
                            .bare = orphan->bare};
        if (!MNS_GROW(j->whole->orphans, j->whole->orphan_count, j->whole->orphan_capacity, 1)) {
            return MINOS_ENOMEM;
        }
        j->whole->orphans[j->whole->orphan_count++] = still;
    }
    int64_t start_ts = invoked ? invocation.start_ts : MNS_NO_TIMESTAMP;
    bool added =
        status != MINOS_OK || add_txn(j, orphan->txn, invocation.position, start_ts, count);
    return added ? status : MINOS_ENOMEM;
}

static minos_status add_rows(joining *j) {
    uint32_t next = 0;
    if (!mns_txns_reserve(&j->into->txns, j->from->txns.count)) {
        return MINOS_ENOMEM;
    }
    for (size_t i = 0; i < j->chunk->orphan_count; i++) {
        const mns_orphan *orphan = &j->chunk->orphans[i];
        assert(orphan->txn >= next && orphan->txn < j->from->txns.count);
        if (!add_txns(j, next, orphan->txn)) {
            return MINOS_ENOMEM;
        }
        minos_status status = add_orphan(j, orphan);
        if (status != MINOS_OK) {
            return status;
        }
        next = orphan->txn + 1;
    }
    return add_txns(j, next, j->from->txns.count) ? MINOS_OK : MINOS_ENOMEM;
}

/* ---- Invocations ---------------------------------------------------------------------------- */

/* True if no process whose first operation in the chunk is an invocation has one open in the whole.
 */
static bool may_begin(const joining *j) {
    for (uint32_t p = 0; p < j->from->process_count; p++) {
        if (j->chunk->open[p].came_first &&
            j->whole->open[j->ids.process[p]].position != MNS_NONE) {
            return false;
        }
    }
    return true;
}

/* Invocations that are open at the end of the chunk are open in the whole. */
static bool hand_over(joining *j) {
    for (uint32_t p = 0; p < j->from->process_count; p++) {
        const mns_open_invocation *open = &j->chunk->open[p];
        if (open->position != MNS_NONE) {
            mns_open_invocation *ours = &j->whole->open[j->ids.process[p]];
            ours->position = j->base + open->position;
            ours->start_ts = open->start_ts;
            ours->f = mns_pairing_adopt_f(j->whole, j->chunk, open->f);
            if (!mns_pairing_keep(j->whole, j->ids.process[p], open)) {
                return false;
            }
        }
    }
    return true;
}

static void add_counts(joining *j) {
    j->into->operations += j->from->operations;
    j->into->invocations += j->from->invocations;
    j->into->ok += j->from->ok;
    j->into->info += j->from->info;
    j->into->fail += j->from->fail;
    j->into->other_fields |= j->from->other_fields;
    j->into->tables.mops.annotated |= j->from->tables.mops.annotated;
    assert(j->into->operations == j->into->op_offsets.count);
    assert(j->into->ok + j->into->info + j->into->fail == j->into->txns.count);
    mns_times_append(&j->into->times, &j->from->times);
}

minos_status mns_join(mns_pairing *whole, mns_pairing *chunk) {
    joining j = {.whole = whole,
                 .chunk = chunk,
                 .into = whole->history,
                 .from = chunk->history,
                 .base = (uint32_t)whole->history->operations,
                 .last_f = MNS_NONE,
                 .last_f_in_whole = MNS_NONE};
    /* Chunks are joined in order: this one starts where the whole ends. */
    assert(chunk->history != whole->history && j.base == whole->history->op_offsets.count);
    minos_status status = map_processes(&j) ? map_values_and_keys(&j) : MINOS_ENOMEM;
    if (status == MINOS_OK && !keeps_duplicates(&j)) {
        status = MINOS_EINPUT; /* valid, but it must be read in one piece */
    }
    if (status == MINOS_OK) {
        bool good = map_spines(&j) && map_sets(&j) &&
                    mns_op_offsets_append(&j.into->op_offsets, &j.from->op_offsets);
        status = good ? MINOS_OK : MINOS_ENOMEM;
    }
    if (status == MINOS_OK) {
        status = may_begin(&j) ? add_rows(&j) : MINOS_EINPUT;
    }
    if (status == MINOS_OK) {
        bool handed_over = hand_over(&j) && !whole->problems->failed;
        add_counts(&j);
        status = handed_over ? MINOS_OK : MINOS_ENOMEM;
    }
    ids_release(&j.ids);
    return status;
}
