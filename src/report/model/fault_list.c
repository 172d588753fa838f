/*
 * fault_list.c - the faults injected during the run, and how long each lasted.
 *
 * In: the operations that belong to no transaction: those of processes that are not clients, such
 * as :nemesis. Out: document->faults, ordered by start. An action is recorded twice, at its start
 * and at its completion, both with the same :f; the two are one fault.
 *
 *     :start-partition   :start-partition  ...  :stop-partition   :stop-partition
 *     |- from here ...                                           ... until here -|
 *
 * fault_windows.def lists which actions last, and which actions end them. A fault ends when the
 * ending action completes. Cost: O(transactions + operations / 64), and O(bytes) of the operations
 * outside transactions.
 */
#include "core/grow.h"
#include "history/op_fields.h"
#include "report/model/context.h"
#include "report/model/document_make.h"
#include "report/model/fault_names.h"

/* Processes whose starts and completions are paired; of others each operation is a fault. */
#define LIMIT_ACTORS 16
/* Faults that are open at a time; further ones never end. */
#define LIMIT_OPEN 32
/* Bytes of a quoted value. */
#define NAME_BYTES 60
#define VALUE_BYTES 200

typedef struct action {
    uint32_t position;
    mns_fault_name process, name; /* as written */
    mns_fault_name function;      /* without colon */
} action;

/* A process with a started action. */
typedef struct actor {
    mns_fault_name process, function;
    bool busy;
    uint32_t fault; /* the fault of the action, a place in document->faults, or MNS_NONE */
} actor;

/* A fault that has not ended. */
typedef struct open_fault {
    mns_fault_name function;
    uint32_t fault;  /* or MNS_NONE: not kept */
    uint32_t ending; /* the process whose started action ends it, or MNS_NONE */
} open_fault;

typedef struct faults {
    mns_document *document;
    const mns_history *history;
    actor actors[LIMIT_ACTORS];
    uint32_t actor_count;
    open_fault open[LIMIT_OPEN];
    uint32_t open_count;
} faults;

/* ---- One action ----------------------------------------------------------------------------- */

static mns_fault_name field(const mns_history *history, uint32_t position, const char *name) {
    mns_fault_name form = {"", 0};
    mns_op_field(history, position, name, &form.text, &form.size);
    return form;
}

static mns_doc_fault *fault_at(const faults *f, uint32_t fault) {
    return fault == MNS_NONE ? NULL : &f->document->faults[fault];
}

static void set_end(const faults *f, uint32_t fault, uint32_t position) {
    mns_doc_fault *ended = fault_at(f, fault);
    if (ended != NULL) {
        ended->until = position;
        ended->until_ns = mns_context_time(f->history, position);
    }
}

/* The completion of an action has its result as its value. */
static void set_value(const faults *f, uint32_t fault, uint32_t position) {
    mns_doc_fault *changed = fault_at(f, fault);
    mns_fault_name value =
        changed == NULL ? (mns_fault_name){"", 0} : field(f->history, position, "value");
    if (value.size > 0 && !mns_context_is_nil(value.text, value.size)) {
        changed->value =
            mns_context_quote(&f->document->arena, value.text, value.size, VALUE_BYTES);
    }
}

/* The place of a fault that is kept, or MNS_NONE. */
static uint32_t add_fault(faults *f, const action *a, bool lasts) {
    mns_document *document = f->document;
    if (document->fault_total++ >= MNS_LIMIT_DOC_FAULTS) {
        return MNS_NONE;
    }
    mns_arena *arena = &document->arena;
    uint32_t fault = document->fault_count++;
    document->faults[fault] = (mns_doc_fault){
        .position = a->position,
        .time_ns = mns_context_time(f->history, a->position),
        .process = mns_context_quote(arena, a->process.text, a->process.size, NAME_BYTES),
        .function = mns_context_quote(arena, a->name.text, a->name.size, NAME_BYTES),
        .value = f->history->json ? "null" : "nil",
        .until = MNS_NO_POSITION,
        .until_ns = MNS_NO_TIME};
    set_value(f, fault, a->position);
    if (!lasts) {
        set_end(f, fault, a->position);
    }
    return fault;
}

/* ---- Starts and ends ------------------------------------------------------------------------ */

/* Closes the faults that an action of this process was ending; they end at `done` if not NULL. */
static void settle(faults *f, uint32_t actor_place, const action *done) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f->open_count; i++) {
        if (f->open[i].ending != actor_place || actor_place == MNS_NONE) {
            f->open[kept++] = f->open[i];
        } else if (done != NULL) {
            set_end(f, f->open[i].fault, done->position);
        }
    }
    f->open_count = kept;
}

/* True if the action ends a fault. */
static bool end_faults(faults *f, uint32_t actor_place, const action *a) {
    bool any = false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f->open_count; i++) {
        open_fault *open = &f->open[i];
        bool ends = open->ending == MNS_NONE && mns_fault_ends(a->function, open->function);
        if (ends) {
            any = true;
            set_end(f, open->fault, a->position);
            open->ending = actor_place;
        }
        if (!ends || actor_place != MNS_NONE) {
            f->open[kept++] = *open;
        }
    }
    f->open_count = kept;
    return any;
}

static uint32_t begin_fault(faults *f, const action *a) {
    bool lasts = mns_fault_lasts(a->function);
    uint32_t fault = add_fault(f, a, lasts);
    if (lasts && f->open_count < LIMIT_OPEN) {
        f->open[f->open_count++] = (open_fault){a->function, fault, MNS_NONE};
    }
    return fault;
}

/* ---- Processes ------------------------------------------------------------------------------ */

/* The place of a process, or MNS_NONE if there are too many. */
static uint32_t actor_of(faults *f, mns_fault_name process) {
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
static void finish(faults *f, uint32_t actor_place, const action *a) {
    actor *d = &f->actors[actor_place];
    const mns_doc_fault *fault = fault_at(f, d->fault);
    settle(f, actor_place, a);
    set_value(f, d->fault, a->position);
    if (fault != NULL && fault->until == fault->position) {
        set_end(f, d->fault, a->position);
    }
    d->busy = false;
}

static void look_at(faults *f, uint32_t position) {
    action a = {.position = position,
                .process = field(f->history, position, "process"),
                .name = field(f->history, position, "f")};
    a.function = mns_fault_name_of(a.name.text, a.name.size);
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

static void look_at_unmarked(faults *f, const uint64_t *marks) {
    uint64_t operations = f->history->operations;
    for (uint64_t p = 0; p < operations && !f->document->arena.failed; p++) {
        if (p % 64 == 0 && marks[p / 64] == UINT64_MAX) {
            p += 63;
        } else if ((marks[p / 64] >> p % 64 & 1) == 0) {
            look_at(f, (uint32_t)p);
        }
    }
}

void mns_document_faults(mns_document *document, const mns_check_result *check) {
    const mns_history *history = check->observation->history;
    faults f = {.document = document, .history = history};
    uint64_t *marks = MNS_NEW_ARRAY(uint64_t, history->operations / 64 + 1);
    document->faults = MNS_ARENA_ARRAY(&document->arena, mns_doc_fault, MNS_LIMIT_DOC_FAULTS);
    if (marks == NULL || document->faults == NULL) {
        document->arena.failed = true;
    } else if (mark_clients(history, marks) < history->operations) {
        look_at_unmarked(&f, marks);
    }
    free(marks);
}
