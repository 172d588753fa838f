/* faults.c - see faults.h. */
#include "history/faults.h"

#include "core/grow.h"
#include "history/fault_names.h"
#include "history/op_fields.h"

/* Processes whose starts and completions are paired; of others each operation is a fault. */
#define LIMIT_ACTORS 16
/* Faults that are open at a time; further ones never end. */
#define LIMIT_OPEN 32

typedef struct action {
    uint32_t position;
    mns_fault_name process;  /* as written */
    mns_fault_name function; /* without colon */
} action;

/* A process with a started action. */
typedef struct actor {
    mns_fault_name process, function;
    bool busy;
    uint32_t fault; /* the fault of the action, a place in spans, or MNS_NONE: it ends another */
} actor;

/* A fault that has not ended. */
typedef struct open_fault {
    mns_fault_name function;
    uint32_t fault;
    uint32_t ending; /* the process whose started action ends it, or MNS_NONE */
} open_fault;

typedef struct finder {
    mns_faults *faults;
    const mns_history *history;
    actor actors[LIMIT_ACTORS];
    uint32_t actor_count;
    open_fault open[LIMIT_OPEN];
    uint32_t open_count;
    bool failed;
} finder;

static mns_fault_name field(const mns_history *history, uint32_t position, const char *name) {
    mns_fault_name form = {"", 0};
    mns_op_field(history, position, name, &form.text, &form.size);
    return form;
}

/* ---- Starts and ends ------------------------------------------------------------------------ */

/* Closes the faults that an action of this process was ending; they end at `done` if not NULL. */
static void settle(finder *f, uint32_t actor_place, const action *done) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f->open_count; i++) {
        if (f->open[i].ending != actor_place || actor_place == MNS_NONE) {
            f->open[kept++] = f->open[i];
        } else if (done != NULL) {
            f->faults->spans[f->open[i].fault].ended = done->position;
        }
    }
    f->open_count = kept;
}

/* True if the action ends a fault. */
static bool end_faults(finder *f, uint32_t actor_place, const action *a) {
    bool any = false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f->open_count; i++) {
        open_fault *open = &f->open[i];
        bool ends = open->ending == MNS_NONE && mns_fault_ends(a->function, open->function);
        if (ends) {
            any = true;
            f->faults->spans[open->fault].end = a->position;
            open->ending = actor_place;
        }
        if (!ends || actor_place != MNS_NONE) {
            f->open[kept++] = *open;
        }
    }
    f->open_count = kept;
    return any;
}

/* The place of the new fault, or MNS_NONE when out of memory. */
static uint32_t begin_fault(finder *f, const action *a) {
    mns_faults *faults = f->faults;
    if (!MNS_GROW(faults->spans, faults->count, faults->capacity, 1)) {
        f->failed = true;
        return MNS_NONE;
    }
    bool lasts = mns_fault_lasts(a->function);
    uint32_t fault = faults->count++;
    faults->spans[fault] = (mns_fault_span){.begin = a->position,
                                            .begun = MNS_NONE,
                                            .end = MNS_NONE,
                                            .ended = MNS_NONE,
                                            .lasts = lasts};
    if (lasts && f->open_count < LIMIT_OPEN) {
        f->open[f->open_count++] = (open_fault){a->function, fault, MNS_NONE};
    }
    return fault;
}

/* ---- Processes ------------------------------------------------------------------------------ */

/* The place of a process, or MNS_NONE if there are too many. */
static uint32_t actor_of(finder *f, mns_fault_name process) {
    for (uint32_t i = 0; i < f->actor_count; i++) {
        if (mns_fault_name_is(f->actors[i].process, process)) {
            return i;
        }
    }
    if (f->actor_count == LIMIT_ACTORS) {
        return MNS_NONE;
    }
    f->actors[f->actor_count] = (actor){.process = process};
    return f->actor_count++;
}

/* The completion of the action that a process has started. */
static void finish(finder *f, uint32_t actor_place, const action *a) {
    actor *d = &f->actors[actor_place];
    settle(f, actor_place, a);
    if (d->fault != MNS_NONE) {
        f->faults->spans[d->fault].begun = a->position;
    }
    d->busy = false;
}

static void look_at(finder *f, uint32_t position) {
    mns_fault_name name = field(f->history, position, "f");
    action a = {.position = position,
                .process = field(f->history, position, "process"),
                .function = mns_fault_name_of(name.text, name.size)};
    uint32_t actor_place = actor_of(f, a.process);
    actor *d = actor_place == MNS_NONE ? NULL : &f->actors[actor_place];
    if (d != NULL && d->busy && mns_fault_name_is(d->function, a.function)) {
        finish(f, actor_place, &a);
        return;
    }
    settle(f, actor_place, NULL);
    uint32_t fault = end_faults(f, actor_place, &a) ? MNS_NONE : begin_fault(f, &a);
    if (d != NULL) {
        *d = (actor){a.process, a.function, true, fault};
    }
}

/* ---- All faults ----------------------------------------------------------------------------- */

/* Marks the operations of transactions, one bit each; returns how many there are. */
static uint64_t mark_clients(const mns_history *history, uint64_t *marks) {
    const mns_txns *txns = &history->txns;
    uint64_t marked = 0;
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        const uint32_t positions[2] = {txns->invoke[txn], txns->complete[txn]};
        for (int i = 0; i < 2; i++) {
            if (positions[i] != MNS_NONE) {
                marks[positions[i] / 64] |= (uint64_t)1 << positions[i] % 64;
                marked++;
            }
        }
    }
    return marked;
}

static void look_at_unmarked(finder *f, const uint64_t *marks) {
    uint64_t operations = f->history->operations;
    for (uint64_t p = 0; p < operations && !f->failed; p++) {
        if (p % 64 == 0 && marks[p / 64] == UINT64_MAX) {
            p += 63;
        } else if ((marks[p / 64] >> p % 64 & 1) == 0) {
            look_at(f, (uint32_t)p);
        }
    }
}

bool mns_faults_find(const mns_history *history, mns_faults *faults) {
    *faults = (mns_faults){.spans = NULL};
    finder f = {.faults = faults, .history = history};
    uint64_t *marks = MNS_NEW_ARRAY(uint64_t, history->operations / 64 + 1);
    if (marks == NULL) {
        return false;
    }
    if (mark_clients(history, marks) < history->operations) {
        look_at_unmarked(&f, marks);
    }
    free(marks);
    return !f.failed;
}

void mns_faults_release(mns_faults *faults) {
    free(faults->spans);
    *faults = (mns_faults){.spans = NULL};
}

/* ---- Queries -------------------------------------------------------------------------------- */

uint32_t mns_fault_until(const mns_fault_span *fault) {
    if (fault->lasts) {
        return fault->ended != MNS_NONE ? fault->ended : fault->end;
    }
    return fault->begun != MNS_NONE ? fault->begun : fault->begin;
}

/* The first fault that begins at this position or later. */
static uint32_t first_from(const mns_faults *faults, uint32_t position) {
    uint32_t low = 0, high = faults->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (faults->spans[middle].begin < position) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

uint32_t mns_faults_during(const mns_faults *faults, uint32_t first, uint32_t last,
                           uint32_t *places, uint32_t most, bool *more) {
    uint32_t start = first_from(faults, first), count = 0;
    uint32_t place = start > MNS_LIMIT_FAULTS_BEFORE ? start - MNS_LIMIT_FAULTS_BEFORE : 0;
    for (; place < faults->count && faults->spans[place].begin <= last && count < most; place++) {
        if (mns_fault_until(&faults->spans[place]) >= first) { /* MNS_NONE is the largest */
            places[count++] = place;
        }
    }
    *more = place < faults->count && faults->spans[place].begin <= last;
    return count;
}
