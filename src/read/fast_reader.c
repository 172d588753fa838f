/* fast_reader.c - see fast_reader.h. */
#include "read/fast_reader.h"

/* Learning costs about as much as reading an operation by its tokens, so it stops where operations
 * do not repeat. */
#define LIMIT_LESSONS 64

void mns_fast_reader_init(mns_fast_reader *fast, const mns_op_reader *ops, mns_fast_mops *mops,
                          const char *from, const char *until) {
    assert(ops->lexer.begin <= from && from <= until && until <= mops->reader->end);
    memset(fast, 0, sizeof *fast);
    fast->ops = *ops;
    fast->ops.lexer.p = from;
    fast->ops.lexer.end = mops->reader->end;
    fast->ops.walk.lexer = &fast->ops.lexer;
    fast->until = until;
    fast->mops = mops;
}

/* The end of the value at p. The value of a completion is read, that of an invocation skipped. */
static const char *read_value(mns_fast_reader *fast, const char *p, mns_op *op, bool *failed) {
    op->value = p;
    if (op->type == MNS_OP_INVOKE || !fast->mops->usable) {
        return mns_fast_mops_end(fast->mops, p);
    }
    mns_reading reading = op->type == MNS_OP_OK ? MNS_READING_OK : MNS_READING_UNSURE;
    return mns_fast_mops_read(fast->mops, p, reading, &op->rows, failed);
}

/* An operation that matched a template up to its value but not after it. */
typedef struct attempt {
    bool known; /* there was one */
    bool read;  /* its micro-operations may have been read */
} attempt;

/* The end of the operation at p, or NULL if it does not match the template. */
static const char *read_by_template(mns_fast_reader *fast, mns_op_template *template, const char *p,
                                    mns_op *op, attempt *tried, bool *failed) {
    const char *limit = fast->mops->limit;
    uint32_t piece;
    const char *end = mns_op_template_head(template, p, limit, op, &piece);
    if (end == NULL || piece == template->count) {
        op->client &= op->name == NULL; /* a name is a client only with micro-operations */
        return end;
    }
    if (*end != '[' || (op->name != NULL && !mns_fast_mops_begin(fast->mops, end))) {
        return NULL; /* usually nil, which is text of another template */
    }
    *tried = (attempt){.known = true};
    end = read_value(fast, end, op, failed);
    end =
        end == NULL || end >= limit ? NULL : mns_op_template_tail(template, piece, end, limit, op);
    if (end == NULL) {
        tried->read = op->type != MNS_OP_INVOKE;
        assert(op->rows == MNS_NONE || op->rows <= fast->mops->reader->tables->mops.count);
        fast->mops->reader->tables->mops.count -= op->rows == MNS_NONE ? 0 : op->rows;
    }
    return end;
}

static bool try_templates(mns_fast_reader *fast, const char *p, mns_op *op, attempt *tried,
                          bool *failed) {
    for (uint32_t i = 0; i < fast->template_count && !*failed; i++) {
        const char *end = read_by_template(fast, &fast->templates[i], p, op, tried, failed);
        if (end != NULL) {
            assert(end > p && end <= fast->ops.lexer.end);
            op->offset = (uint64_t)(p - fast->ops.source->data);
            fast->ops.lexer.p = end;
            return true;
        }
    }
    return false;
}

static void learn(mns_fast_reader *fast, const mns_op *op) {
    if (!op->client || fast->lessons == LIMIT_LESSONS) {
        return;
    }
    const mns_lexer *lexer = &fast->ops.lexer;
    mns_op_template template;
    uint32_t oldest = fast->lessons++ % MNS_TEMPLATES;
    if (mns_op_template_learn(&template, lexer->json, op, fast->ops.source->data + op->offset,
                              lexer->end)) {
        fast->templates[fast->template_count < MNS_TEMPLATES ? fast->template_count++ : oldest] =
            template;
    }
}

/* Keys and lists of a failed attempt stay in the tables. The operation has them too, unless the
 * process after its value is not a client. */
static bool misled(const attempt *tried, const mns_op *op) { return tried->read && !op->client; }

/* The first token of the next operation, usually a brace at the start of the next line. */
static int start(mns_fast_reader *fast, mns_token *token) {
    const char *p = fast->ops.lexer.p;
    if (!fast->ops.enclosed && p < fast->mops->limit && p[0] == '\n' && p[1] == '{') {
        *token = (mns_token){.kind = MNS_TOKEN_MAP, .start = p + 1, .end = p + 2};
        fast->ops.lexer.p = p + 2;
        return 1;
    }
    return mns_op_start(&fast->ops, token);
}

int mns_fast_next(mns_fast_reader *fast, mns_op *op, bool *failed) {
    mns_token token;
    *failed = false;
    int more = start(fast, &token);
    if (more <= 0) {
        return more;
    }
    if (token.start >= fast->until) {
        fast->stopped_at = token.start;
        return 0;
    }
    attempt tried = {.known = false};
    if (try_templates(fast, token.start, op, &tried, failed) || *failed) {
        return 1;
    }
    more = mns_op_read(&fast->ops, &token, op);
    if (more > 0 && !tried.known) {
        learn(fast, op);
    }
    return more > 0 && misled(&tried, op) ? -1 : more;
}
