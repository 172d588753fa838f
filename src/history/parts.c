/* parts.c - see parts.h. */
#include "history/parts.h"

#include <pthread.h>

#include "core/grow.h"
#include "core/parallel.h"
#include "history/cuts.h"
#include "history/join.h"
#include "read/quick_reader.h"
#include "read/spine_order.h"

typedef struct part {
    mns_cut text;
    mns_history own;
    mns_history *history; /* its own; the first part reads into the whole */
    mns_pairing pairing;
    mns_problems problems;
    bool done;
} part;

typedef struct reading {
    mns_history *whole;
    const mns_op_reader *ops;
    const mns_read_options *options;
    pthread_t caller;
    /* Under the lock of cutting, which is taken before the other: */
    pthread_mutex_t cutting;
    mns_cuts cuts;
    /* Under the lock: */
    pthread_mutex_t lock;
    part **parts; /* may move */
    part *first;  /* stays where it is */
    uint32_t count;
    size_t capacity;
    uint32_t joined; /* parts so far */
    bool joining;    /* somebody is at it */
    bool irregular;
    minos_status status;
} reading;

/* ---- One part ------------------------------------------------------------------------------- */

static minos_status read_operation(part *p, const mns_op *op) {
    mns_history *history = p->history;
    if (history->operations >= MNS_LIMIT_IDS) {
        return MINOS_EINPUT;
    }
    uint32_t position = (uint32_t)history->operations++;
    if (!mns_places_add(&history->places, op->offset)) {
        return MINOS_ENOMEM;
    }
    mns_times_add(&history->times, op);
    return mns_pairing_add(&p->pairing, op, position);
}

/* About as many rows as a part has, at the least, so that tables grow a few times only. */
#define BYTES_PER_MOP 192
#define BYTES_PER_TXN 512

static bool reserve_part(part *p) {
    size_t bytes = (size_t)(p->text.end - p->text.begin);
    return mns_mops_reserve(&p->history->tables.mops, bytes / BYTES_PER_MOP) &&
           mns_txns_reserve(&p->history->txns, bytes / BYTES_PER_TXN);
}

/* MINOS_EINPUT: irregular. */
static minos_status read_operations(reading *r, part *p) {
    if (mns_utf8_invalid(p->text.begin, (size_t)(p->text.end - p->text.begin)) != NULL) {
        return MINOS_EINPUT;
    }
    if (!reserve_part(p)) {
        return MINOS_ENOMEM;
    }
    mns_quick_reader quick;
    mns_quick_reader_init(&quick, r->ops, &p->pairing.quick, p->text.begin, p->text.end);
    quick.ops.problems = &p->problems;
    mns_op op;
    bool failed = false;
    minos_status status = MINOS_OK;
    int more = 1;
    while (status == MINOS_OK && (more = mns_quick_next(&quick, &op, &failed)) > 0) {
        status = failed ? MINOS_ENOMEM : read_operation(p, &op);
        status = status == MINOS_OK && p->problems.total > 0 ? MINOS_EINPUT : status;
    }
    if (p->problems.failed) {
        return MINOS_ENOMEM;
    }
    return status == MINOS_OK && more != 0 ? MINOS_EINPUT : status;
}

static void init_part(reading *r, part *p) {
    p->history = p == r->first ? r->whole : &p->own;
    if (p->history == &p->own) {
        mns_history_init(&p->own, r->whole->source);
        p->own.workload = r->whole->workload;
        p->own.json = r->whole->json;
    }
    mns_problems_init(&p->problems);
    mns_pairing_init(&p->pairing, p->history, &p->problems, false, p->text.begin, p->text.end);
}

static void release_part(part *p) {
    if (p->history == NULL) {
        return; /* released before */
    }
    mns_pairing_release(&p->pairing);
    mns_problems_release(&p->problems);
    if (p->history == &p->own) {
        mns_history_release(&p->own);
    }
    p->history = NULL;
}

/* ---- All parts ------------------------------------------------------------------------------ */

static void fail(reading *r, minos_status status) {
    r->irregular |= status == MINOS_EINPUT;
    r->status = r->status == MINOS_OK && status != MINOS_EINPUT ? status : r->status;
}

static bool stopped(const reading *r) { return r->irregular || r->status != MINOS_OK; }

/* Makes room for about as much as all parts have, judging by the first: what is never used costs
 * nothing, and what is there need not be moved. */
static bool reserve(reading *r) {
    const mns_cut *first = &r->first->text;
    double more = first->expected / (double)(first->end - first->begin) - 1;
    more = more < 0 ? 0 : more * 1.05;
    mns_history *whole = r->whole;
    double mops = (double)whole->tables.mops.count * more, txns = (double)whole->txns.count * more;
    return mops > MNS_LIMIT_IDS || (mns_mops_reserve(&whole->tables.mops, (size_t)mops) &&
                                    mns_txns_reserve(&whole->txns, (size_t)txns));
}

/* What is still open at the end of the first part, whose text is about to be forgotten. */
static bool keep_open(mns_pairing *pairing) {
    for (uint32_t p = 0; p < pairing->history->process_count; p++) {
        mns_open_invocation open = pairing->open[p];
        if (!mns_pairing_keep(pairing, p, &open)) {
            return false;
        }
    }
    return true;
}

/* The first part is the whole, to which others are added. */
static minos_status join_part(reading *r, part *next) {
    part *first = r->first;
    if (next == first) {
        return next->text.last || (reserve(r) && keep_open(&first->pairing)) ? MINOS_OK
                                                                             : MINOS_ENOMEM;
    }
    bool fits = r->whole->operations + next->own.operations <= MNS_LIMIT_IDS;
    minos_status status = fits ? mns_join(&first->pairing, &next->pairing) : MINOS_EINPUT;
    release_part(next);
    return status;
}

/* Joins the parts that are done and whose turn it is. The lock is held, but not while joining. */
static void join_done(reading *r) {
    r->joining = true;
    while (!stopped(r) && r->joined < r->count && r->parts[r->joined]->done) {
        part *next = r->parts[r->joined];
        pthread_mutex_unlock(&r->lock);
        minos_status status = join_part(r, next);
        if (!next->text.last) { /* reports look at the end */
            mns_source_forget(r->whole->source, next->text.begin, next->text.end);
        }
        pthread_mutex_lock(&r->lock);
        fail(r, status);
        r->joined++;
    }
    r->joining = false;
}

static void report_progress(const reading *r, const mns_cut *text) {
    if (r->options->progress != NULL && pthread_equal(pthread_self(), r->caller)) {
        r->options->progress(r->options->progress_context, "reading",
                             text->before / (text->expected + 1));
    }
}

/* The next part of the text, or NULL if there is none. */
static part *next_part(reading *r) {
    part *p = MNS_NEW_ARRAY(part, 1);
    pthread_mutex_lock(&r->cutting);
    pthread_mutex_lock(&r->lock);
    bool stop = stopped(r);
    pthread_mutex_unlock(&r->lock);
    minos_status status = p == NULL ? MINOS_ENOMEM
                          : stop    ? MINOS_OK
                                    : mns_cuts_next(&r->cuts, &p->text);
    pthread_mutex_lock(&r->lock);
    bool more = status == MINOS_OK && p->text.begin != NULL;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): the array is of pointers */
    if (more && !MNS_GROW(r->parts, r->count, r->capacity, 1)) {
        status = MINOS_ENOMEM;
    } else if (more) {
        if (r->count == 0) {
            r->first = p;
        }
        r->parts[r->count++] = p;
        init_part(r, p);
    }
    fail(r, status);
    pthread_mutex_unlock(&r->lock);
    pthread_mutex_unlock(&r->cutting);
    if (status != MINOS_OK || !more) {
        free(p);
        return NULL;
    }
    return p;
}

/* Each thread takes parts until there are no more. */
static void read_parts(void *context, uint32_t task) {
    reading *r = context;
    (void)task;
    part *p;
    while ((p = next_part(r)) != NULL) {
        mns_cut text = p->text; /* another thread may join and release the part */
        minos_status status = read_operations(r, p);
        pthread_mutex_lock(&r->lock);
        fail(r, status);
        p->done = true;
        if (!r->joining) {
            join_done(r);
        }
        pthread_mutex_unlock(&r->lock);
        report_progress(r, &text);
    }
}

/* All parts were joined to the first. */
static minos_status finish(reading *r, mns_history *history) {
    assert(r->joined == r->count && r->count > 0);
    part *first = r->first;
    minos_status status = mns_pairing_finish(&first->pairing);
    status = first->problems.failed ? MINOS_ENOMEM : status;
    r->irregular = first->problems.total > 0 || mns_processes_overlooked(&history->processes);
    bool ordered = r->count == 1 || history->workload != MNS_LIST_APPEND ||
                   mns_spines_reorder(&history->tables);
    return ordered ? status : MINOS_ENOMEM;
}

minos_status mns_parts_read(mns_history *history, const mns_op_reader *ops,
                            const mns_read_options *options, bool *regular) {
    reading r = {.whole = history,
                 .ops = ops,
                 .options = options,
                 .caller = pthread_self(),
                 .status = MINOS_OK};
    *regular = false;
    mns_cuts_init(&r.cuts, ops, options->part_bytes);
    if (pthread_mutex_init(&r.lock, NULL) != 0) {
        return MINOS_ENOMEM;
    }
    if (pthread_mutex_init(&r.cutting, NULL) != 0) {
        pthread_mutex_destroy(&r.lock);
        return MINOS_ENOMEM;
    }
    report_progress(&r, &(mns_cut){.before = 0}); /* others may read all parts */
    unsigned threads = options->threads == 0 ? 1 : options->threads;
    mns_parallel(threads, threads, read_parts, &r);
    if (!stopped(&r)) {
        r.status = finish(&r, history);
    }
    *regular = !stopped(&r);
    for (uint32_t i = r.count; i-- > 0;) {
        release_part(r.parts[i]);
        free(r.parts[i]);
    }
    free(r.parts);
    pthread_mutex_destroy(&r.cutting);
    pthread_mutex_destroy(&r.lock);
    return r.status;
}
