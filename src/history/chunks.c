/* chunks.c - see chunks.h. */
#include "history/chunks.h"

#include <pthread.h>

#include "core/grow.h"
#include "core/parallel.h"
#include "history/join.h"
#include "history/splitter.h"
#include "read/fast_reader.h"
#include "read/spine_order.h"

typedef struct chunk {
    mns_text_chunk text;
    mns_history own;
    mns_history *history; /* its own; the first chunk reads into the whole */
    mns_pairing pairing;
    mns_problems problems;
    bool done;
} chunk;

typedef struct reading {
    mns_history *whole;
    const mns_op_reader *ops;
    const mns_read_options *options;
    pthread_t caller;
    /* Guarded by `splitting`, which is locked before `lock`: */
    pthread_mutex_t splitting;
    mns_splitter splitter;
    /* Guarded by `lock`: */
    pthread_mutex_t lock;
    chunk **chunks; /* may move */
    chunk *first;   /* stays where it is */
    uint32_t count;
    size_t capacity;
    uint32_t joined; /* chunks so far */
    bool joining;    /* a thread is joining chunks */
    bool irregular;
    minos_status status;
} reading;

/* ---- One chunk ------------------------------------------------------------------------------- */

static minos_status read_operation(chunk *c, const mns_op *op) {
    mns_history *history = c->history;
    if (history->operations >= MNS_LIMIT_IDS) {
        return MINOS_EINPUT;
    }
    uint32_t position = (uint32_t)history->operations++;
    if (!mns_op_offsets_add(&history->op_offsets, op->offset)) {
        return MINOS_ENOMEM;
    }
    mns_times_add(&history->times, op);
    return mns_pairing_add(&c->pairing, op, position);
}

/* Few histories have more bytes than this for each row, so tables grow only a few times. */
#define BYTES_PER_MOP 192
#define BYTES_PER_TXN 512

static bool reserve_chunk(chunk *c) {
    size_t bytes = (size_t)(c->text.end - c->text.begin);
    return mns_mops_reserve(&c->history->tables.mops, bytes / BYTES_PER_MOP) &&
           mns_txns_reserve(&c->history->txns, bytes / BYTES_PER_TXN);
}

/* MINOS_EINPUT: irregular. */
static minos_status read_operations(reading *r, chunk *c) {
    if (mns_utf8_invalid(c->text.begin, (size_t)(c->text.end - c->text.begin)) != NULL) {
        return MINOS_EINPUT;
    }
    if (!reserve_chunk(c)) {
        return MINOS_ENOMEM;
    }
    mns_fast_reader fast;
    mns_fast_reader_init(&fast, r->ops, &c->pairing.fast, c->text.begin, c->text.end);
    fast.ops.problems = &c->problems;
    mns_op op;
    bool failed = false;
    minos_status status = MINOS_OK;
    int more = 1;
    while (status == MINOS_OK && (more = mns_fast_next(&fast, &op, &failed)) > 0) {
        status = failed ? MINOS_ENOMEM : read_operation(c, &op);
        status = status == MINOS_OK && c->problems.total > 0 ? MINOS_EINPUT : status;
    }
    c->history->other_fields = fast.ops.other_fields;
    if (c->problems.failed) {
        return MINOS_ENOMEM;
    }
    return status == MINOS_OK && more != 0 ? MINOS_EINPUT : status;
}

static void init_chunk(reading *r, chunk *c) {
    c->history = c == r->first ? r->whole : &c->own;
    if (c->history == &c->own) {
        mns_history_init(&c->own, r->whole->source);
        c->own.workload = r->whole->workload;
        c->own.json = r->whole->json;
    }
    mns_problems_init(&c->problems);
    mns_pairing_init(&c->pairing, c->history, &c->problems, false, c->text.begin, c->text.end);
}

static void release_chunk(chunk *c) {
    if (c->history == NULL) {
        return; /* already released */
    }
    mns_pairing_release(&c->pairing);
    mns_problems_release(&c->problems);
    if (c->history == &c->own) {
        mns_history_release(&c->own);
    }
    c->history = NULL;
}

/* ---- All chunks ------------------------------------------------------------------------------ */

static void fail(reading *r, minos_status status) {
    r->irregular |= status == MINOS_EINPUT;
    r->status = r->status == MINOS_OK && status != MINOS_EINPUT ? status : r->status;
}

static bool stopped(const reading *r) { return r->irregular || r->status != MINOS_OK; }

/* Makes room for all chunks, estimated from the first, so that tables are not moved later. Unused
 * room costs nothing. */
static bool reserve(reading *r) {
    const mns_text_chunk *first = &r->first->text;
    double more = first->expected / (double)(first->end - first->begin) - 1;
    more = more < 0 ? 0 : more * 1.05;
    mns_history *whole = r->whole;
    double mops = (double)whole->tables.mops.count * more, txns = (double)whole->txns.count * more;
    return mops > MNS_LIMIT_IDS || (mns_mops_reserve(&whole->tables.mops, (size_t)mops) &&
                                    mns_txns_reserve(&whole->txns, (size_t)txns));
}

/* Copies the invocations that are open at the end of the first chunk, whose text is discarded next.
 */
static bool keep_open(mns_pairing *pairing) {
    for (uint32_t process = 0; process < pairing->history->process_count; process++) {
        mns_open_invocation open = pairing->open[process];
        if (!mns_pairing_keep(pairing, process, &open)) {
            return false;
        }
    }
    return true;
}

/* The first chunk is the whole, to which the others are added. */
static minos_status join_chunk(reading *r, chunk *next) {
    chunk *first = r->first;
    if (next == first) {
        return next->text.last || (reserve(r) && keep_open(&first->pairing)) ? MINOS_OK
                                                                             : MINOS_ENOMEM;
    }
    bool fits = r->whole->operations + next->own.operations <= MNS_LIMIT_IDS;
    minos_status status = fits ? mns_join(&first->pairing, &next->pairing) : MINOS_EINPUT;
    release_chunk(next);
    return status;
}

/* Joins the chunks that are next in order and done. The lock is held, except while joining. */
static void join_done(reading *r) {
    r->joining = true;
    while (!stopped(r) && r->joined < r->count && r->chunks[r->joined]->done) {
        chunk *next = r->chunks[r->joined];
        pthread_mutex_unlock(&r->lock);
        minos_status status = join_chunk(r, next);
        if (!next->text.last) { /* reports need the end of the text */
            mns_source_discard(r->whole->source, next->text.begin, next->text.end);
        }
        pthread_mutex_lock(&r->lock);
        fail(r, status);
        r->joined++;
    }
    r->joining = false;
}

static void report_progress(const reading *r, const mns_text_chunk *text) {
    if (r->options->progress != NULL && pthread_equal(pthread_self(), r->caller)) {
        r->options->progress(r->options->progress_context, "reading",
                             text->before / (text->expected + 1));
    }
}

/* The next chunk of the text, or NULL if there is none. */
static chunk *next_chunk(reading *r) {
    chunk *c = MNS_NEW_ARRAY(chunk, 1);
    pthread_mutex_lock(&r->splitting);
    pthread_mutex_lock(&r->lock);
    bool stop = stopped(r);
    pthread_mutex_unlock(&r->lock);
    minos_status status = c == NULL ? MINOS_ENOMEM : MINOS_OK;
    if (c != NULL && !stop) {
        status = mns_splitter_next(&r->splitter, &c->text);
    }
    pthread_mutex_lock(&r->lock);
    bool more = status == MINOS_OK && c->text.begin != NULL;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): the array is of pointers */
    if (more && !MNS_GROW(r->chunks, r->count, r->capacity, 1)) {
        status = MINOS_ENOMEM;
    } else if (more) {
        if (r->count == 0) {
            r->first = c;
        }
        r->chunks[r->count++] = c;
        init_chunk(r, c);
    }
    fail(r, status);
    pthread_mutex_unlock(&r->lock);
    pthread_mutex_unlock(&r->splitting);
    if (status != MINOS_OK || !more) {
        free(c);
        return NULL;
    }
    return c;
}

/* Each thread takes chunks until there are no more. */
static void read_chunks(void *context, uint32_t task) {
    reading *r = context;
    (void)task;
    chunk *c;
    while ((c = next_chunk(r)) != NULL) {
        mns_text_chunk text = c->text; /* another thread may join and release the chunk */
        minos_status status = read_operations(r, c);
        pthread_mutex_lock(&r->lock);
        fail(r, status);
        c->done = true;
        if (!r->joining) {
            join_done(r);
        }
        pthread_mutex_unlock(&r->lock);
        report_progress(r, &text);
    }
}

/* All chunks were joined to the first. */
static minos_status finish(reading *r, mns_history *history) {
    assert(r->joined == r->count && r->count > 0);
    chunk *first = r->first;
    minos_status status = mns_pairing_finish(&first->pairing);
    status = first->problems.failed ? MINOS_ENOMEM : status;
    r->irregular = first->problems.total > 0 || mns_processes_overlooked(&history->processes);
    bool ordered = r->count == 1 || history->workload != MNS_LIST_APPEND ||
                   mns_spines_reorder(&history->tables);
    return ordered ? status : MINOS_ENOMEM;
}

minos_status mns_chunks_read(mns_history *history, const mns_op_reader *ops,
                             const mns_read_options *options, bool *regular) {
    reading r = {.whole = history,
                 .ops = ops,
                 .options = options,
                 .caller = pthread_self(),
                 .status = MINOS_OK};
    *regular = false;
    mns_splitter_init(&r.splitter, ops, options->chunk_bytes);
    if (pthread_mutex_init(&r.lock, NULL) != 0) {
        return MINOS_ENOMEM;
    }
    if (pthread_mutex_init(&r.splitting, NULL) != 0) {
        pthread_mutex_destroy(&r.lock);
        return MINOS_ENOMEM;
    }
    report_progress(&r, &(mns_text_chunk){.before = 0}); /* the caller may get no chunk */
    unsigned threads = options->threads == 0 ? 1 : options->threads;
    mns_parallel(threads, threads, read_chunks, &r);
    if (!stopped(&r)) {
        r.status = finish(&r, history);
    }
    *regular = !stopped(&r);
    for (uint32_t i = r.count; i-- > 0;) {
        release_chunk(r.chunks[i]);
        free(r.chunks[i]);
    }
    free(r.chunks);
    pthread_mutex_destroy(&r.splitting);
    pthread_mutex_destroy(&r.lock);
    return r.status;
}
