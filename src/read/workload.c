/* workload.c - see workload.h. O(bytes up to the first write). */
#include "read/workload.h"

#include <string.h>

#include "read/op_reader.h"

typedef struct workload_row {
    const char *name, *write, *shape;
} workload_row;

static const workload_row rows[] = {
#define WORKLOAD(id, name, write, shape) {name, write, shape},
#include "read/workloads.def"
#undef WORKLOAD
};

const char *mns_workload_name(mns_workload workload) {
    assert(workload < MNS_WORKLOAD_COUNT);
    return rows[workload].name;
}
const char *mns_workload_write(mns_workload workload) { return rows[workload].write; }
const char *mns_workload_shape(mns_workload workload) { return rows[workload].shape; }

bool mns_workload_parse(const char *name, mns_workload *workload) {
    for (int i = 0; i < MNS_WORKLOAD_COUNT; i++) {
        if (strcmp(name, rows[i].name) == 0) {
            *workload = (mns_workload)i;
            return true;
        }
    }
    return false;
}

bool mns_workload_of_write(const mns_token *token, mns_workload *workload) {
    for (int i = 0; i < MNS_WORKLOAD_COUNT; i++) {
        if (mns_token_spells(token, rows[i].write, strlen(rows[i].write))) {
            *workload = (mns_workload)i;
            return true;
        }
    }
    return false;
}

typedef struct guess {
    mns_workload workload;
    bool decided; /* by a write */
    bool read;    /* the first result of a read was used */
} guess;

/* Guesses from the first result of a read. */
static void guess_by_read(const mns_token *token, guess *g) {
    if (g->read || token->kind == MNS_TOKEN_NIL) {
        return;
    }
    g->read = true;
    switch (token->kind) {
    case MNS_TOKEN_VECTOR:
    case MNS_TOKEN_LIST: g->workload = MNS_LIST_APPEND; break;
    case MNS_TOKEN_SET: g->workload = MNS_SET; break;
    default: g->workload = MNS_RW_REGISTER; break;
    }
}

/* Looks at one micro-operation; false if it is malformed. */
static bool look_at_mop(mns_lexer *lexer, const mns_token *open, guess *g) {
    mns_walk walk = mns_walk_begin(lexer, open);
    mns_token token;
    bool reads = false;
    int more;
    for (uint32_t i = 0; (more = mns_walk_next(&walk, &token)) > 0; i++) {
        if (i == 0) {
            g->decided = mns_workload_of_write(&token, &g->workload);
            reads = MNS_TOKEN_IS(&token, "r");
            if (g->decided) {
                return true;
            }
        } else if (i == 2 && reads) {
            guess_by_read(&token, g);
        }
        if (!mns_skip_rest(lexer, &token)) {
            return false;
        }
    }
    return more == 0;
}

static void look_at_value(const mns_source *source, bool json, const char *value, guess *g) {
    mns_lexer lexer;
    mns_token token;
    mns_lexer_init(&lexer, value, source->data + source->size, json);
    if (!mns_next(&lexer, &token) ||
        (token.kind != MNS_TOKEN_VECTOR && token.kind != MNS_TOKEN_LIST)) {
        return;
    }
    mns_walk walk = mns_walk_begin(&lexer, &token);
    while (!g->decided && mns_walk_next(&walk, &token) > 0) {
        bool mop = token.kind == MNS_TOKEN_VECTOR || token.kind == MNS_TOKEN_LIST;
        if (mop ? !look_at_mop(&lexer, &token, g) : !mns_skip_rest(&lexer, &token)) {
            return;
        }
    }
}

/* How much of the text is read first: most histories start with writes. */
#define FIRST_LOOK ((size_t)1 << 20)

static guess look_at_text(const mns_source *source, minos_format format) {
    guess g = {.workload = MNS_LIST_APPEND};
    mns_problems ignored;
    mns_problems_init(&ignored);
    mns_op_reader reader;
    mns_op_reader_init(&reader, source, format, &ignored);
    mns_op op;
    int more;
    while (!g.decided && (more = mns_op_next(&reader, &op)) != 0) {
        if (more > 0 && op.client && op.value != NULL) {
            look_at_value(source, reader.lexer.json, op.value, &g);
        }
    }
    mns_problems_release(&ignored);
    return g;
}

mns_workload mns_workload_recognise(const mns_source *source, minos_format format) {
    for (size_t upto = FIRST_LOOK;; upto *= 16) {
        mns_source beginning = *source;
        size_t have = 0;
        bool good =
            mns_source_read(source, upto, &have) == MINOS_OK && mns_source_ensure(source, 0, have);
        beginning.size = good ? have : 0;
        guess g = look_at_text(&beginning, format);
        if (g.decided || have < upto) {
            return g.workload;
        }
    }
}
