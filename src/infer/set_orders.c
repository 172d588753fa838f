/*
 * set_orders.c - see set_orders.h.
 *
 * O(elements of the sets that were read + micro-operations), and sorting the adds of each key.
 */
#include "infer/set_orders.h"

#include "core/grow.h"
#include "infer/outcomes.h"

void mns_set_orders_release(mns_set_orders *orders) {
    free(orders->writer);
    free(orders->next_add);
    free(orders->external);
    free(orders->informative);
    free(orders->position);
    free(orders->add_first);
    free(orders->add);
    free(orders->reader_first);
    free(orders->reader);
    free(orders->run_first);
    free(orders->run);
    memset(orders, 0, sizeof *orders);
}

/* What only the inference needs. */
typedef struct scratch {
    uint32_t *of_key; /* by key */
    uint32_t *weight; /* by set: how many external reads without own adds show it */
    bool *seen;       /* by set: its adds are proven already */
    bool *wanted;     /* by set: some informative read shows it */
    uint8_t *told;    /* by key: how many informative reads the current transaction has */
    uint32_t *shown;  /* by mop: how many external reads show the add */
    uint64_t *sorted; /* adds of all keys: how often each is not shown, then the add */
    uint32_t *places; /* of one set */
    size_t places_capacity;
} scratch;

static bool allocate(mns_observation *o, scratch *s) {
    const mns_tables *tables = &o->history->tables;
    mns_set_orders *orders = &o->sets;
    size_t mops = tables->mops.count, keys = tables->keys.count, sets = tables->sets.count;
    orders->writer = MNS_NEW_ARRAY(uint32_t, tables->sets.element_count);
    orders->next_add = MNS_NEW_ARRAY(uint32_t, mops);
    orders->external = MNS_NEW_ARRAY(bool, mops);
    orders->informative = MNS_NEW_ARRAY(bool, mops);
    orders->position = MNS_NEW_ARRAY(uint32_t, mops);
    orders->add_first = MNS_NEW_ARRAY(uint32_t, keys + 2);
    orders->add = MNS_NEW_ARRAY(uint32_t, mops);
    orders->reader_first = MNS_NEW_ARRAY(uint32_t, keys + 2);
    orders->reader = MNS_NEW_ARRAY(uint32_t, mops);
    orders->run_first = MNS_NEW_ARRAY(uint64_t, sets + 1);
    s->of_key = MNS_NEW_ARRAY(uint32_t, keys);
    s->weight = MNS_NEW_ARRAY(uint32_t, sets);
    s->seen = MNS_NEW_ARRAY(bool, sets);
    s->wanted = MNS_NEW_ARRAY(bool, sets);
    s->told = MNS_NEW_ARRAY(uint8_t, keys);
    s->shown = MNS_NEW_ARRAY(uint32_t, mops);
    s->sorted = MNS_NEW_ARRAY(uint64_t, mops);
    return orders->writer != NULL && orders->next_add != NULL && orders->external != NULL &&
           orders->informative != NULL && orders->position != NULL && orders->add_first != NULL &&
           orders->add != NULL && orders->reader_first != NULL && orders->reader != NULL &&
           orders->run_first != NULL && s->of_key != NULL && s->weight != NULL && s->seen != NULL &&
           s->wanted != NULL && s->told != NULL && s->shown != NULL && s->sorted != NULL;
}

static void scratch_release(scratch *s) {
    free(s->of_key);
    free(s->weight);
    free(s->seen);
    free(s->wanted);
    free(s->told);
    free(s->shown);
    free(s->sorted);
    free(s->places);
}

/* ---- Adds of elements------------------------------------------------------------------------ */

/* A set mostly repeats the set read before it; common elements need no lookup. */
static void find_writers_of(mns_observation *o, uint32_t key, uint32_t set, uint32_t before) {
    const mns_sets *sets = &o->history->tables.sets;
    const mns_value *elements = mns_sets_elements(sets, set);
    uint32_t *writers = o->sets.writer + sets->items[set].first;
    uint32_t known = before == MNS_NONE ? 0 : sets->items[before].count, k = 0;
    const mns_value *known_elements = known == 0 ? NULL : mns_sets_elements(sets, before);
    for (uint32_t i = 0; i < sets->items[set].count; i++) {
        while (k < known && known_elements[k] < elements[i]) {
            k++;
        }
        bool both = k < known && known_elements[k] == elements[i];
        writers[i] = both ? o->sets.writer[sets->items[before].first + k]
                          : mns_history_writer(o->history, key, elements[i]);
    }
}

static void find_writers(mns_observation *o, uint32_t *last) {
    const mns_tables *tables = &o->history->tables;
    memset(last, 0xFF, tables->keys.count * sizeof *last); /* MNS_NONE */
    for (uint32_t m = 0; m < tables->mops.count; m++) {
        uint32_t key = tables->mops.key[m], set = tables->mops.content[m];
        if (mns_mop_is_answered(&tables->mops, m) && tables->mops.value[m] > 0 &&
            last[key] != set) {
            find_writers_of(o, key, set, last[key]);
            last[key] = set;
        }
    }
}

/* Reads of one set show the same elements, so it is scanned once. */
static void see(void *context, mns_outcomes *outcomes, uint32_t read) {
    scratch *s = context;
    const mns_observation *o = outcomes->o;
    uint32_t set = o->history->tables.mops.content[read], count;
    const uint32_t *writers = mns_set_writers(&o->sets, &o->history->tables, read, &count);
    if (o->history->info == 0 || count == 0 || s->seen[set]) {
        return;
    }
    s->seen[set] = true;
    for (uint32_t i = 0; i < count; i++) {
        mns_outcomes_shown(outcomes, writers[i]);
    }
}

/* The add, if it is one of the transaction whose first micro-operation this is. */
static uint32_t own_add(uint32_t add, uint32_t first) {
    return add != MNS_NONE && add >= first ? add : MNS_NONE;
}

/* Links the adds of one transaction, from the last to the first, then its reads to the first.
 * first_add may still hold adds of earlier transactions. */
static void link_adds(mns_observation *o, uint32_t txn, uint32_t *first_add) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t first = o->history->txns.first_mop[txn], end = o->history->txns.first_mop[txn + 1];
    for (uint32_t m = end; m-- > first;) {
        uint32_t *add = &first_add[mops->key[m]];
        if (mops->function[m] == MNS_WRITE) {
            o->sets.next_add[m] = own_add(*add, first);
            *add = mns_write_is_unique(o->history, m) ? m : *add;
        }
    }
    for (uint32_t m = first; m < end; m++) {
        if (mops->function[m] == MNS_READ) {
            o->sets.next_add[m] = own_add(first_add[mops->key[m]], first);
        }
    }
}

/* ---- Informative reads ----------------------------------------------------------------------- */

bool mns_set_shows_own(const mns_set_orders *orders, const mns_tables *tables, uint32_t mop) {
    uint32_t count;
    const mns_value *elements = mns_mop_set(tables, mop, &count);
    for (uint32_t m = orders->next_add[mop]; m != MNS_NONE; m = orders->next_add[m]) {
        if (mns_set_find(elements, count, tables->mops.value[m]) != MNS_NONE) {
            return true;
        }
    }
    return false;
}

/* What a read shows, element by element. */
typedef struct shown {
    const mns_value *elements;
    const uint32_t *writers;
    uint32_t count, at;
} shown;

static shown shown_by(const mns_observation *o, uint32_t read) {
    const mns_tables *tables = &o->history->tables;
    shown s = {.at = 0};
    s.elements = mns_mop_set(tables, read, &s.count);
    s.writers = mns_set_writers(&o->sets, tables, read, &s.count);
    return s;
}

/* Passes over the next element; true if another transaction added it. */
static bool pass_others(const mns_observation *o, shown *s, uint32_t txn) {
    uint32_t writer = s->writers[s->at++];
    return mns_writer_is_known(writer) && mns_txn_of(o, writer) != txn;
}

/* True if two reads of a transaction differ in what others added. */
static bool differ(const mns_observation *o, uint32_t read, uint32_t other) {
    uint32_t txn = mns_txn_of(o, read);
    shown a = shown_by(o, read), b = shown_by(o, other);
    if (a.elements == b.elements && a.count == b.count) {
        return false;
    }
    while (a.at < a.count || b.at < b.count) {
        bool only_b = a.at == a.count || (b.at < b.count && b.elements[b.at] < a.elements[a.at]);
        bool both = !only_b && b.at < b.count && b.elements[b.at] == a.elements[a.at];
        if (both) {
            a.at++;
            b.at++;
        } else if (pass_others(o, only_b ? &b : &a, txn)) {
            return true;
        }
    }
    return false;
}

/* `last` is by key: the last informative read, of this or an earlier transaction. */
static void mark_informative(mns_observation *o, uint32_t *last, uint8_t *told) {
    const mns_mops *mops = &o->history->tables.mops;
    memset(last, 0xFF, o->history->tables.keys.count * sizeof *last); /* MNS_NONE */
    for (uint32_t m = 0; m < mops->count; m++) {
        uint32_t txn = mns_txn_of(o, m), key = mops->key[m];
        if (!mns_mop_is_answered(mops, m) || !mns_txn_counts(o, txn)) {
            continue;
        }
        bool first = last[key] == MNS_NONE || mns_txn_of(o, last[key]) != txn;
        o->sets.external[m] = first;
        o->sets.informative[m] =
            first || (told[key] < MNS_LIMIT_INFORMATIVE && differ(o, m, last[key]));
        if (o->sets.informative[m]) {
            told[key] = first ? 1 : (uint8_t)(told[key] + 1);
            last[key] = m;
        }
    }
}

/* Turns counts, each stored one slot ahead, into offsets. */
static void add_up(uint32_t *first, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        first[i + 1] += first[i];
    }
}

/* Filling moved each offset to the next slot; moves them back. */
static void move_back(uint32_t *first, uint32_t count) {
    memmove(first + 1, first, count * sizeof *first);
    first[0] = 0;
}

static void group_readers(mns_observation *o, scratch *s) {
    const mns_tables *tables = &o->history->tables;
    const mns_mops *mops = &tables->mops;
    mns_set_orders *orders = &o->sets;
    for (uint32_t m = 0; m < mops->count; m++) {
        orders->reader_first[mops->key[m] + 1] += orders->informative[m];
    }
    add_up(orders->reader_first, tables->keys.count);
    for (uint32_t m = 0; m < mops->count; m++) {
        if (!orders->informative[m]) {
            continue;
        }
        orders->reader[orders->reader_first[mops->key[m]]++] = m;
        if (mops->value[m] > 0) {
            s->wanted[mops->content[m]] = true;
            s->weight[mops->content[m]] +=
                orders->external[m] && !mns_set_shows_own(orders, tables, m);
        }
    }
    move_back(orders->reader_first, tables->keys.count);
}

/* ---- The order of the adds ------------------------------------------------------------------ */

static bool takes_part(const mns_observation *o, uint32_t mop) {
    return o->history->tables.mops.function[mop] == MNS_WRITE &&
           mns_txn_counts(o, mns_txn_of(o, mop)) && mns_write_is_unique(o->history, mop);
}

static void count_shown(const mns_observation *o, scratch *s) {
    const mns_sets *sets = &o->history->tables.sets;
    for (size_t set = 0; set < sets->count; set++) {
        const uint32_t *writers = o->sets.writer + sets->items[set].first;
        for (uint32_t i = 0; s->weight[set] > 0 && i < sets->items[set].count; i++) {
            if (mns_writer_is_known(writers[i])) {
                s->shown[writers[i]] += s->weight[set];
            }
        }
    }
}

static int ascending(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void order_adds(mns_observation *o, scratch *s) {
    const mns_mops *mops = &o->history->tables.mops;
    mns_set_orders *orders = &o->sets;
    uint32_t keys = o->history->tables.keys.count;
    for (uint32_t m = 0; m < mops->count; m++) {
        orders->position[m] = MNS_NONE;
        orders->add_first[mops->key[m] + 1] += takes_part(o, m);
    }
    add_up(orders->add_first, keys);
    for (uint32_t m = 0; m < mops->count; m++) {
        if (takes_part(o, m)) {
            s->sorted[orders->add_first[mops->key[m]]++] =
                (uint64_t)(UINT32_MAX - s->shown[m]) << 32 | m;
        }
    }
    move_back(orders->add_first, keys);
    for (uint32_t key = 0; key < keys; key++) {
        uint32_t first = orders->add_first[key], count = orders->add_first[key + 1] - first;
        if (count > 1) {
            qsort(s->sorted + first, count, sizeof *s->sorted, ascending);
        }
        for (uint32_t i = 0; i < count; i++) {
            orders->add[first + i] = (uint32_t)s->sorted[first + i];
            orders->position[orders->add[first + i]] = i;
        }
    }
}

/* ---- What each set shows of it -------------------------------------------------------------- */

static int by_place(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static bool add_run(mns_set_orders *orders, uint32_t begin, uint32_t end) {
    if (!MNS_GROW(orders->run, orders->run_count, orders->run_capacity, 1)) {
        return false;
    }
    orders->run[orders->run_count++] = (mns_run){.begin = begin, .end = end};
    return true;
}

/* The positions of the elements of a set that take part; *end is one after the last. */
static uint32_t find_places(const mns_observation *o, const mns_set *set, uint32_t *places,
                            uint32_t *end) {
    const uint32_t *writers = o->sets.writer + set->first;
    uint32_t count = 0;
    *end = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        uint32_t place = mns_writer_is_known(writers[i]) ? o->sets.position[writers[i]] : MNS_NONE;
        if (place != MNS_NONE) {
            places[count++] = place;
            *end = place >= *end ? place + 1 : *end;
        }
    }
    return count;
}

static bool find_runs_of(mns_observation *o, scratch *s, const mns_set *set) {
    uint32_t end;
    if (!MNS_GROW(s->places, 0, s->places_capacity, set->count)) {
        return false;
    }
    uint32_t count = find_places(o, set, s->places, &end);
    if (end == count) { /* a prefix of the order, as expected: no need to sort */
        return count == 0 || add_run(&o->sets, 0, count);
    }
    qsort(s->places, count, sizeof *s->places, by_place);
    for (uint32_t i = 0, begin = 0; i < count; i++) {
        if (i + 1 == count || s->places[i + 1] != s->places[i] + 1) {
            if (!add_run(&o->sets, s->places[begin], s->places[i] + 1)) {
                return false;
            }
            begin = i + 1;
        }
    }
    return true;
}

static bool find_runs(mns_observation *o, scratch *s) {
    const mns_sets *sets = &o->history->tables.sets;
    for (size_t set = 0; set < sets->count; set++) {
        if (s->wanted[set] && !find_runs_of(o, s, &sets->items[set])) {
            return false;
        }
        o->sets.run_first[set + 1] = o->sets.run_count;
    }
    return true;
}

static minos_status infer(mns_observation *o, scratch *s) {
    if (!allocate(o, s)) {
        return MINOS_ENOMEM;
    }
    find_writers(o, s->of_key);
    minos_status status = mns_outcomes_find(o, see, s);
    if (status != MINOS_OK) {
        return status;
    }
    memset(s->of_key, 0xFF, o->history->tables.keys.count * sizeof *s->of_key); /* MNS_NONE */
    for (uint32_t txn = 0; txn < o->history->txns.count; txn++) {
        link_adds(o, txn, s->of_key);
    }
    mark_informative(o, s->of_key, s->told);
    group_readers(o, s);
    count_shown(o, s);
    order_adds(o, s);
    return find_runs(o, s) ? MINOS_OK : MINOS_ENOMEM;
}

minos_status mns_infer_set_orders(mns_observation *o) {
    scratch s = {0};
    minos_status status = infer(o, &s);
    scratch_release(&s);
    return status;
}
