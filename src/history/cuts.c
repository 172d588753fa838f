/* cuts.c - see cuts.h. O(bytes), a part at a time. */
#include "history/cuts.h"

#define LEAST_PART ((size_t)1 << 20)
#define MOST_PART ((size_t)4 << 20)
#define PARTS_OF_SMALL 16 /* so that a history of a few megabytes has work for some threads */
/* How much more is read at a time to find the end of a part. */
#define STEP ((size_t)1 << 16)

void mns_cuts_init(mns_cuts *cuts, const mns_op_reader *ops, size_t part_bytes) {
    double suits = mns_source_expected(ops->source) / PARTS_OF_SMALL;
    *cuts = (mns_cuts){.source = ops->source,
                       .next = (size_t)(ops->lexer.p - ops->source->data),
                       .bytes = part_bytes != 0              ? part_bytes
                                : suits < (double)LEAST_PART ? LEAST_PART
                                : suits > (double)MOST_PART  ? MOST_PART
                                                             : (size_t)suits,
                       .enclosed = ops->enclosed};
}

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

static size_t plus(size_t a, size_t b) { return a > SIZE_MAX - b ? SIZE_MAX : a + b; }

minos_status mns_cuts_next(mns_cuts *cuts, mns_cut *cut) {
    *cut = (mns_cut){.begin = NULL};
    if (cuts->ended) {
        return MINOS_OK;
    }
    assert(cuts->bytes > 0);
    const char *data = cuts->source->data, *at = NULL;
    size_t least = plus(cuts->next, cuts->enclosed ? SIZE_MAX : cuts->bytes);
    size_t upto = plus(least, STEP), from = least, have;
    while (at == NULL) {
        minos_status status = mns_source_read(cuts->source, upto, &have);
        if (status != MINOS_OK) {
            return status;
        }
        cuts->ended = have < upto;
        at = from < have && !cuts->enclosed ? find_cut(data + from, data + have) : NULL;
        if (at != NULL || cuts->ended) {
            break;
        }
        from = have;
        upto = plus(upto, STEP);
    }
    cuts->ended = at == NULL;
    *cut = (mns_cut){.begin = data + cuts->next,
                     .end = at != NULL ? at : data + have,
                     .last = cuts->ended,
                     .expected = mns_source_expected(cuts->source)};
    assert(cut->begin < cut->end ||
           cut->last); /* chunks follow each other; only the last may be empty */
    cuts->next = (size_t)(cut->end - data);
    cut->before = (double)cuts->next;
    return MINOS_OK;
}
