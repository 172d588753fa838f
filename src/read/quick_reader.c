/* quick_reader.c - see quick_reader.h. */
#include "read/quick_reader.h"

/* Learning costs about as much as reading an operation by its tokens; where none is like another it
 * soon ends. */
#define LIMIT_LESSONS 64

void mns_quick_reader_init(mns_quick_reader *quick, const mns_op_reader *ops, mns_quick_mops *mops,
                           const char *from, const char *until) {
    assert(ops->lexer.begin <= from && from <= until && until <= mops->reader->end);
    memset(quick, 0, sizeof *quick);
    quick->ops = *ops;
    quick->ops.lexer.p = from;
    quick->ops.lexer.end = mops->reader->end;
    quick->ops.walk.lexer = &quick->ops.lexer;
    quick->until = until;
    quick->mops = mops;
}

/* The end of the value at p, read if it is one of a completion. */
static const char *read_value(mns_quick_reader *quick, const char *p, mns_op *op, bool *failed) {
    op->value = p;
    if (op->type == MNS_OP_INVOKE || !quick->mops->usable) {
        return mns_quick_mops_end(quick->mops, p);
    }
    mns_reading reading = op->type == MNS_OP_OK ? MNS_READING_OK : MNS_READING_UNSURE;
    return mns_quick_mops_read(quick->mops, p, reading, &op->rows, failed);
}

/* What became known of an operation that is laid out like another one up to its value only. */
typedef struct attempt {
    bool known; /* there was one */
    bool read;  /* its micro-operations may have been read */
} attempt;

/* The end of the operation at p, or NULL if it is not laid out so. */
static const char *read_laid_out(mns_quick_reader *quick, mns_layout *layout, const char *p,
                                 mns_op *op, attempt *tried, bool *failed) {
    const char *limit = quick->mops->limit;
    uint32_t piece;
    const char *end = mns_layout_head(layout, p, limit, op, &piece);
    if (end == NULL || piece == layout->count) {
        op->client &= op->name == NULL; /* a name is a client where it carries micro-operations */
        return end;
    }
    if (*end != '[' || (op->name != NULL && !mns_quick_mops_begin(quick->mops, end))) {
        return NULL; /* nil most often, which is text of another layout */
    }
    *tried = (attempt){.known = true};
    end = read_value(quick, end, op, failed);
    end = end == NULL || end >= limit ? NULL : mns_layout_tail(layout, piece, end, limit, op);
    if (end == NULL) {
        tried->read = op->type != MNS_OP_INVOKE;
        assert(op->rows == MNS_NONE || op->rows <= quick->mops->reader->tables->mops.count);
        quick->mops->reader->tables->mops.count -= op->rows == MNS_NONE ? 0 : op->rows;
    }
    return end;
}

static bool try_layouts(mns_quick_reader *quick, const char *p, mns_op *op, attempt *tried,
                        bool *failed) {
    for (uint32_t i = 0; i < quick->layout_count && !*failed; i++) {
        const char *end = read_laid_out(quick, &quick->layouts[i], p, op, tried, failed);
        if (end != NULL) {
            assert(end > p && end <= quick->ops.lexer.end);
            op->offset = (uint64_t)(p - quick->ops.source->data);
            quick->ops.lexer.p = end;
            return true;
        }
    }
    return false;
}

static void learn(mns_quick_reader *quick, const mns_op *op) {
    if (!op->client || quick->lessons == LIMIT_LESSONS) {
        return;
    }
    const mns_lexer *lexer = &quick->ops.lexer;
    mns_layout layout;
    uint32_t oldest = quick->lessons++ % MNS_LAYOUTS;
    if (mns_layout_learn(&layout, lexer->json, op, quick->ops.source->data + op->offset,
                         lexer->end)) {
        quick->layouts[quick->layout_count < MNS_LAYOUTS ? quick->layout_count++ : oldest] = layout;
    }
}

/* Keys and lists that were read in vain stay. They are those of the operation, unless the process that
 * follows its value is no client. */
static bool misled(const attempt *tried, const mns_op *op) { return tried->read && !op->client; }

/* The first token of the next operation. Most often that is a bracket on the next line. */
static int start(mns_quick_reader *quick, mns_token *token) {
    const char *p = quick->ops.lexer.p;
    if (!quick->ops.enclosed && p < quick->mops->limit && p[0] == '\n' && p[1] == '{') {
        *token = (mns_token){.kind = MNS_TOKEN_MAP, .start = p + 1, .end = p + 2};
        quick->ops.lexer.p = p + 2;
        return 1;
    }
    return mns_op_start(&quick->ops, token);
}

int mns_quick_next(mns_quick_reader *quick, mns_op *op, bool *failed) {
    mns_token token;
    *failed = false;
    int more = start(quick, &token);
    if (more <= 0) {
        return more;
    }
    if (token.start >= quick->until) {
        quick->stopped_at = token.start;
        return 0;
    }
    attempt tried = {.known = false};
    if (try_layouts(quick, token.start, op, &tried, failed) || *failed) {
        return 1;
    }
    more = mns_op_read(&quick->ops, &token, op);
    if (more > 0 && !tried.known) {
        learn(quick, op);
    }
    return more > 0 && misled(&tried, op) ? -1 : more;
}
