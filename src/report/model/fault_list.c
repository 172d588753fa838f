/*
 * faults.c - what was done to the database while it was tested, and how long each of it lasted.
 *
 * In: the operations that belong to no transaction: those of processes that are no clients, such as
 * :nemesis. Out: document->faults, in the order in which they began. An action is recorded twice, when
 * it begins and when it is done, both with the same :f; the two are one.
 *
 *     :start-partition   :start-partition  ...  :stop-partition   :stop-partition
 *     |- from here ...                                           ... until here -|
 *
 * Which actions last, and what ends them, is in fault_windows.def. A fault ends when what ends it is
 * done. Cost: O(transactions + operations / 64), and O(bytes) of those that are no transaction.
 */
#include "core/grow.h"
#include "history/op_fields.h"
#include "report/model/context.h"
#include "report/model/document_make.h"
#include "report/model/fault_names.h"

/* Processes whose actions are told apart; of others each operation is a fault. */
#define LIMIT_DOERS 16
/* Faults that wait for an end at a time; others are taken to last. */
#define LIMIT_OPEN 32
/* Bytes of what is quoted. */
#define NAME_BYTES 60
#define VALUE_BYTES 200

typedef struct action {
    uint32_t position;
    mns_fault_name process, name; /* as written */
    mns_fault_name function;      /* without colon */
} action;

/* Who is in the middle of an action. */
typedef struct doer {
    mns_fault_name process, function;
    bool busy;
    uint32_t fault; /* what began with the action, a place in document->faults, or MNS_NONE */
} doer;

/* A fault that something may still end. */
typedef struct open_fault {
    mns_fault_name function;
    uint32_t fault;  /* or MNS_NONE: not kept */
    uint32_t ending; /* the doer in the middle of what ends it, or MNS_NONE */
} open_fault;

typedef struct faults {
    mns_document *document;
    const mns_history *history;
    doer doers[LIMIT_DOERS];
    uint32_t doer_count;
    open_fault open[LIMIT_OPEN];
    uint32_t open_count;
} faults;

/* ---- One action ------------------------------------------------------------------------------- */

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

/* What an action brought about is said by whoever did it, when done. */
static void set_value(const faults *f, uint32_t fault, uint32_t position) {
    mns_doc_fault *told = fault_at(f, fault);
    mns_fault_name value =
        told == NULL ? (mns_fault_name){"", 0} : field(f->history, position, "value");
    if (value.size > 0 && !mns_context_is_nil(value.text, value.size)) {
        told->value = mns_context_quote(&f->document->arena, value.text, value.size, VALUE_BYTES);
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

/* ---- What begins and what ends ---------------------------------------------------------------- */

/* Faults that an action of this doer was ending are over; `done`: now, if at all. */
static void settle(faults *f, uint32_t who, const action *done) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f->open_count; i++) {
        if (f->open[i].ending != who || who == MNS_NONE) {
            f->open[kept++] = f->open[i];
        } else if (done != NULL) {
            set_end(f, f->open[i].fault, done->position);
        }
    }
    f->open_count = kept;
}

/* Whether the action ends anything. */
static bool end_faults(faults *f, uint32_t who, const action *a) {
    bool any = false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f->open_count; i++) {
        open_fault *open = &f->open[i];
        bool ends = open->ending == MNS_NONE && mns_fault_ends(a->function, open->function);
        if (ends) {
            any = true;
            set_end(f, open->fault, a->position);
            open->ending = who;
        }
        if (!ends || who != MNS_NONE) {
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

/* ---- Who does it ------------------------------------------------------------------------------ */

/* The place of a process among the doers, or MNS_NONE if there are too many. */
static uint32_t doer_of(faults *f, mns_fault_name process) {
    for (uint32_t i = 0; i < f->doer_count; i++) {
        if (mns_fault_name_is(f->doers[i].process, process)) {
            return i;
        }
    }
    if (f->doer_count == LIMIT_DOERS) {
        return MNS_NONE;
    }
    f->doers[f->doer_count] = (doer){.process = process};
    return f->doer_count++;
}

/* The second half of what a doer is in the middle of. */
static void finish(faults *f, uint32_t who, const action *a) {
    doer *d = &f->doers[who];
    const mns_doc_fault *fault = fault_at(f, d->fault);
    settle(f, who, a);
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
    uint32_t who = doer_of(f, a.process);
    doer *d = who == MNS_NONE ? NULL : &f->doers[who];
    if (d != NULL && d->busy && mns_fault_name_is(d->function, a.function)) {
        finish(f, who, &a);
        return;
    }
    settle(f, who, NULL);
    uint32_t fault = end_faults(f, who, &a) ? MNS_NONE : begin_fault(f, &a);
    if (d != NULL) {
        *d = (doer){a.process, a.function, true, fault};
    }
}

/* ---- All of them ------------------------------------------------------------------------------ */

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
