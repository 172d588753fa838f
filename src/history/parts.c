/* parts.c - see parts.h. */
#include "history/parts.h"

#include <pthread.h>

#include "core/grow.h"
#include "core/parallel.h"
#include "history/join.h"
#include "read/quick_reader.h"
#include "read/spine_order.h"

#define LEAST_PART ((size_t)1 << 20)
#define MOST_PART ((size_t)4 << 20)
#define PARTS_OF_SMALL 16 /* so that a history of a few megabytes has work for some threads */

typedef struct part {
    const char *begin, *end;
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
    part *parts;
    uint32_t count;
    /* Under the lock: */
    pthread_mutex_t lock;
    uint32_t joined; /* parts so far */
    bool joining;    /* somebody is at it */
    bool irregular;
    minos_status status;
} reading;

/* ---- Cutting -------------------------------------------------------------------------------- */

/* The first line from p on, but before end, that looks like the start of an operation; or NULL. p is
 * not the start of the text. */
static const char *find_cut(const char *p, const char *end) {
    for (p--; p < end;) { /* at p itself, if a line ends just before it */
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        if (newline == NULL || newline + 1 >= end) {
            return NULL;
        }
        p = newline + 1;
        if (*p == '{' || *p == '#') {
            return p;
        }
    }
    return NULL;
}

static minos_status cut(reading *r) {
    const char *begin = r->ops->lexer.p, *end = r->ops->lexer.end;
    size_t size = (size_t)(end - begin), bytes = r->options->part_bytes;
    if (bytes == 0) {
        bytes = size / PARTS_OF_SMALL;
        bytes = bytes < LEAST_PART ? LEAST_PART : bytes > MOST_PART ? MOST_PART : bytes;
    }
    size_t capacity = r->ops->enclosed ? 1 : size / bytes + 1;
    if (capacity > MNS_LIMIT_IDS) {
        return MINOS_ENOMEM;
    }
    r->parts = MNS_NEW_ARRAY(part, capacity);
    if (r->parts == NULL) {
        return MINOS_ENOMEM;
    }
    r->parts[r->count++].begin = begin;
    for (size_t i = 1; i < capacity; i++) {
        const char *from = begin + i * bytes;
        const char *to = size - i * bytes < bytes ? end : from + bytes;
        const char *at = from < to ? find_cut(from, to) : NULL;
        if (at != NULL) {
            r->parts[r->count - 1].end = at;
            r->parts[r->count++].begin = at;
        }
    }
    r->parts[r->count - 1].end = end;
    return MINOS_OK;
}

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
    size_t bytes = (size_t)(p->end - p->begin);
    return mns_mops_reserve(&p->history->tables.mops, bytes / BYTES_PER_MOP) &&
           mns_txns_reserve(&p->history->txns, bytes / BYTES_PER_TXN);
}

/* MINOS_EINPUT: irregular. */
static minos_status read_operations(reading *r, part *p) {
    if (mns_utf8_invalid(p->begin, (size_t)(p->end - p->begin)) != NULL) {
        return MINOS_EINPUT;
    }
    if (!reserve_part(p)) {
        return MINOS_ENOMEM;
    }
    mns_quick_reader quick;
    mns_quick_reader_init(&quick, r->ops, &p->pairing.quick, p->begin, p->end);
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
    bool last = p->end == r->ops->lexer.end;
    bool whole = more == 0 && (last ? quick.stopped_at == NULL : quick.stopped_at == p->end);
    return status == MINOS_OK && !whole ? MINOS_EINPUT : status;
}

static void init_part(reading *r, part *p) {
    p->history = p == r->parts ? r->whole : &p->own;
    if (p->history == &p->own) {
        mns_history_init(&p->own, r->whole->source);
        p->own.workload = r->whole->workload;
        p->own.json = r->whole->json;
    }
    mns_problems_init(&p->problems);
    mns_pairing_init(&p->pairing, p->history, &p->problems, false);
}

static void release_part(part *p) {
    if (p->history == NULL) {
        return; /* never begun */
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
    const part *first = &r->parts[0];
    double more = (double)(r->ops->lexer.end - first->end) / (double)(first->end - first->begin);
    more = more * 1.05;
    mns_history *whole = r->whole;
    double mops = (double)whole->tables.mops.count * more, txns = (double)whole->txns.count * more;
    return mops > MNS_LIMIT_IDS || (mns_mops_reserve(&whole->tables.mops, (size_t)mops) &&
                                    mns_txns_reserve(&whole->txns, (size_t)txns));
}

/* Joins the parts that are done and whose turn it is. The lock is held, but not while joining. */
static void join_done(reading *r) {
    r->joining = true;
    while (!stopped(r) && r->joined < r->count && r->parts[r->joined].done) {
        part *first = &r->parts[0], *next = &r->parts[r->joined];
        pthread_mutex_unlock(&r->lock);
        minos_status status = MINOS_OK;
        if (next != first) {
            bool fits = r->whole->operations + next->own.operations <= MNS_LIMIT_IDS;
            status = fits ? mns_join(&first->pairing, &next->pairing) : MINOS_EINPUT;
            release_part(next);
        } else if (r->count > 1) {
            status = reserve(r) ? MINOS_OK : MINOS_ENOMEM;
        }
        mns_source_forget(r->whole->source, next->begin, next->end);
        pthread_mutex_lock(&r->lock);
        fail(r, status);
        r->joined++;
    }
    r->joining = false;
}

static void report_progress(const reading *r, const part *p) {
    if (r->options->progress != NULL && pthread_equal(pthread_self(), r->caller)) {
        const mns_source *source = r->whole->source;
        r->options->progress(r->options->progress_context, "reading",
                             (double)(p->end - source->data) / (double)(source->size + 1));
    }
}

static void read_part(void *context, uint32_t task) {
    reading *r = context;
    part *p = &r->parts[task];
    pthread_mutex_lock(&r->lock);
    bool stop = stopped(r);
    pthread_mutex_unlock(&r->lock);
    if (stop) {
        return;
    }
    init_part(r, p);
    minos_status status = read_operations(r, p);
    pthread_mutex_lock(&r->lock);
    fail(r, status);
    p->done = true;
    if (!r->joining) {
        join_done(r);
    }
    pthread_mutex_unlock(&r->lock);
    report_progress(r, p);
}

minos_status mns_parts_read(mns_history *history, const mns_op_reader *ops,
                            const mns_read_options *options, bool *regular) {
    reading r = {.whole = history,
                 .ops = ops,
                 .options = options,
                 .caller = pthread_self(),
                 .status = MINOS_OK};
    *regular = false;
    if (pthread_mutex_init(&r.lock, NULL) != 0) {
        return MINOS_ENOMEM;
    }
    r.status = cut(&r);
    if (r.status == MINOS_OK) {
        mns_parallel(options->threads, r.count, read_part, &r);
    }
    if (!stopped(&r)) {
        assert(r.joined == r.count);
        part *first = &r.parts[0];
        r.status = mns_pairing_finish(&first->pairing);
        r.status = first->problems.failed ? MINOS_ENOMEM : r.status;
        r.irregular = first->problems.total > 0 || mns_processes_overlooked(&history->processes);
        bool ordered = r.count == 1 || history->workload != MNS_LIST_APPEND ||
                       mns_spines_reorder(&history->tables);
        r.status = ordered ? r.status : MINOS_ENOMEM;
    }
    *regular = !stopped(&r);
    for (uint32_t i = r.count; i-- > 0;) {
        release_part(&r.parts[i]);
    }
    free(r.parts);
    pthread_mutex_destroy(&r.lock);
    return r.status;
}
