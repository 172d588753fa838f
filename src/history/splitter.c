/* splitter.c - see splitter.h. O(bytes), a chunk at a time. */
#include "history/splitter.h"

#define LEAST_CHUNK ((size_t)1 << 20)
#define MOST_CHUNK ((size_t)4 << 20)
#define CHUNKS_OF_SMALL 16 /* a history of a few megabytes still occupies several threads */
/* Bytes that are read at a time to find the end of a chunk. */
#define STEP ((size_t)1 << 16)

static size_t suitable_size(double text_bytes) {
    double suits = text_bytes / CHUNKS_OF_SMALL;
    if (suits < (double)LEAST_CHUNK) {
        return LEAST_CHUNK;
    }
    return suits > (double)MOST_CHUNK ? MOST_CHUNK : (size_t)suits;
}

void mns_splitter_init(mns_splitter *splitter, const mns_op_reader *ops, size_t chunk_bytes) {
    *splitter = (mns_splitter){
        .source = ops->source,
        .next = (size_t)(ops->lexer.p - ops->source->data),
        .bytes = chunk_bytes != 0 ? chunk_bytes : suitable_size(mns_source_expected(ops->source)),
        .enclosed = ops->enclosed};
}

/* The first line in [p, end) that looks like the start of an operation, or NULL. p is not the start
 * of the text. */
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

minos_status mns_splitter_next(mns_splitter *splitter, mns_text_chunk *chunk) {
    *chunk = (mns_text_chunk){.begin = NULL};
    if (splitter->ended) {
        return MINOS_OK;
    }
    assert(splitter->bytes > 0);
    const char *data = splitter->source->data, *at = NULL;
    size_t least = plus(splitter->next, splitter->enclosed ? SIZE_MAX : splitter->bytes);
    size_t upto = plus(least, STEP), from = least, have;
    while (at == NULL) {
        minos_status status = mns_source_read(splitter->source, upto, &have);
        if (status != MINOS_OK) {
            return status;
        }
        splitter->ended = have < upto;
        at = from < have && !splitter->enclosed ? find_cut(data + from, data + have) : NULL;
        if (at != NULL || splitter->ended) {
            break;
        }
        from = have;
        upto = plus(upto, STEP);
    }
    splitter->ended = at == NULL;
    *chunk = (mns_text_chunk){.begin = data + splitter->next,
                              .end = at != NULL ? at : data + have,
                              .last = splitter->ended,
                              .expected = mns_source_expected(splitter->source)};
    assert(chunk->begin < chunk->end ||
           chunk->last); /* chunks follow each other; only the last may be empty */
    splitter->next = (size_t)(chunk->end - data);
    chunk->before = (double)splitter->next;
    return MINOS_OK;
}
