/*
 * statements.c - minos_run_statements: what a client sent for a transaction of a recorded run.
 *
 * In: run.json, the description of the run, and a transaction of its history. Out: statements or
 * commands, one per line, from the driver's `describe`. A failed transaction ends with the
 * statement that failed and its error. Nothing is connected or opened. Cost: O(size of run.json +
 * micro-operations).
 */
#include <stdio.h>

#include "core/arena.h"
#include "core/lexer.h"
#include "core/unescape.h"
#include "run/plan.h"

/* ---- run.json -------------------------------------------------------------------------------- */

typedef struct settings {
    mns_arena arena;
    minos_run_options options;
    const char *isolation, *level; /* the level that was used, and the requested one */
    const char *node;              /* of the transaction, or NULL */
    bool read_only;                /* that node rejects writes */
} settings;

/* NULL for null and for anything that is not a string. */
static const char *read_string(settings *s, const mns_token *token) {
    if (token->kind != MNS_TOKEN_STRING) {
        return NULL;
    }
    mns_buf text;
    mns_buf_init(&text);
    mns_unescape(token->start + 1, token->end - 1, &text);
    return mns_arena_take(&s->arena, &text);
}

/* The names of nodes that reject writes. */
static bool read_nodes(settings *s, mns_lexer *lexer, const mns_token *open) {
    if (open->kind != MNS_TOKEN_VECTOR) {
        return mns_skip_rest(lexer, open);
    }
    mns_token token;
    mns_walk walk = mns_walk_begin(lexer, open);
    int more;
    while ((more = mns_walk_next(&walk, &token)) > 0 && mns_skip_rest(lexer, &token)) {
        s->read_only =
            s->read_only || (s->node != NULL && mns_token_spells(&token, s->node, strlen(s->node)));
    }
    return more == 0;
}

static bool read_field(settings *s, mns_lexer *lexer, const mns_token *name,
                       const mns_token *value) {
    minos_run_options *options = &s->options;
    const struct {
        const char *name;
        const char **text;
    } texts[] = {{"target", &options->target},
                 {"isolation", &s->isolation},
                 {"level", &s->level},
                 {"append", &options->append},
                 {"access", &options->access},
                 {"prefix", &options->prefix},
                 {"workload", &options->load.workload}};
    for (size_t i = 0; i < MNS_COUNT_OF(texts); i++) {
        if (mns_token_spells(name, texts[i].name, strlen(texts[i].name))) {
            const char *text = read_string(s, value);
            *texts[i].text = text != NULL ? text : *texts[i].text;
        }
    }
    if (MNS_TOKEN_IS(name, "tables") && value->kind == MNS_TOKEN_INTEGER && value->integer > 0 &&
        value->integer <= UINT32_MAX) {
        options->tables = (unsigned)value->integer;
    }
    if (MNS_TOKEN_IS(name, "simple_protocol")) {
        options->simple_protocol = value->kind == MNS_TOKEN_TRUE;
    }
    return MNS_TOKEN_IS(name, "read_only_nodes") ? read_nodes(s, lexer, value)
                                                 : mns_skip_rest(lexer, value);
}

/* False if this is not the description of a run whose names are known. */
static bool read_live(settings *s, const char *live) {
    mns_lexer lexer;
    mns_token token, name, value;
    minos_run_options_init(&s->options);
    s->options.target = NULL;
    mns_lexer_init(&lexer, live, live + strlen(live), true);
    if (!mns_next(&lexer, &token) || token.kind != MNS_TOKEN_MAP) {
        return false;
    }
    mns_walk walk = mns_walk_begin(&lexer, &token);
    int more;
    while ((more = mns_walk_field(&walk, &name, &value)) > 0 &&
           read_field(s, &lexer, &name, &value)) {
    }
    s->options.load.isolation = s->isolation != NULL ? s->isolation : s->level;
    return more == 0 && s->options.target != NULL && s->options.prefix != NULL &&
           !s->arena.failed && !mns_target_is_simulated(s->options.target);
}

/* ---- The transaction ------------------------------------------------------------------------- */

static bool fill(mns_run_txn *txn, const minos_transaction *transaction) {
    for (size_t i = 0; i < transaction->count; i++) {
        const minos_operation *operation = &transaction->operations[i];
        if (operation->key < 0 || !mns_run_txn_push(txn, operation->write != 0,
                                                    (uint64_t)operation->key, operation->value)) {
            return false;
        }
    }
    return true;
}

/* How far a transaction got: all of it unless it failed at a known place. */
static mns_sent read_sent(const minos_transaction *transaction) {
    mns_sent all = {.mops = transaction->count, .commit = true};
    const char *at = transaction->failed_at;
    if (at == NULL || *at < '0' || *at > '9') {
        return all;
    }
    size_t mops = 0;
    for (; *at >= '0' && *at <= '9' && mops <= transaction->count; at++) {
        mops = mops * 10 + (size_t)(*at - '0');
    }
    mns_sent some = {.mops = mops};
    return mops <= transaction->count ? some : all;
}

/* "-- error 40001: could not serialize access", from [:serialization-failure "40001" "could not
 * serialize access"]; any other form is quoted. */
static void write_error(const char *error, mns_buf *out) {
    mns_lexer lexer;
    mns_token open, items[4];
    size_t count = 0, before = out->size;
    mns_lexer_init(&lexer, error, error + strlen(error), false);
    bool known = mns_next(&lexer, &open) && open.kind == MNS_TOKEN_VECTOR;
    mns_walk walk = mns_walk_begin(&lexer, &open);
    int more = 0;
    while (known && count < MNS_COUNT_OF(items) &&
           (more = mns_walk_next(&walk, &items[count])) > 0) {
        known = items[count].kind == (count == 0 ? MNS_TOKEN_KEYWORD : MNS_TOKEN_STRING);
        count++;
    }
    mns_buf_str(out, "-- error");
    if (known && more == 0 && (count == 2 || count == 3)) {
        if (count == 3) {
            mns_buf_char(out, ' ');
            mns_unescape(items[1].start + 1, items[1].end - 1, out);
        }
        mns_buf_str(out, ": ");
        mns_unescape(items[count - 1].start + 1, items[count - 1].end - 1, out);
    } else {
        mns_buf_printf(out, ": %s", error);
    }
    for (size_t i = before; !out->failed && i < out->size; i++) {
        out->data[i] = (unsigned char)out->data[i] < ' ' ? ' ' : out->data[i]; /* on one line */
    }
    mns_buf_char(out, '\n');
}

/* ---- Describing ------------------------------------------------------------------------------ */

static void describe(const settings *s, const mns_plan *plan, const minos_transaction *transaction,
                     mns_buf *out) {
    mns_database database = {.driver = plan->driver,
                             .target = s->options.target,
                             .level = plan->level,
                             .kind = plan->config.shape.kind,
                             .append = plan->append,
                             .access = plan->access,
                             .tables = s->options.tables,
                             .simple_protocol = s->options.simple_protocol != 0,
                             .read_only = s->read_only};
    snprintf(database.prefix, sizeof database.prefix, "%s", s->options.prefix);
    mns_run_txn txn;
    mns_run_txn_init(&txn, database.kind);
    txn.final = transaction->final_read != 0;
    mns_sent sent = read_sent(transaction);
    if (fill(&txn, transaction)) {
        plan->driver->describe(&database, &txn, &sent, out);
        if (transaction->error != NULL) {
            write_error(transaction->error, out);
        }
    }
    mns_run_txn_release(&txn);
}

minos_status minos_run_statements(const char *live, const minos_transaction *transaction,
                                  char **text) {
    settings s = {.node = transaction->node};
    mns_plan plan;
    mns_buf out, message;
    mns_buf_init(&out);
    mns_buf_init(&message);
    mns_arena_init(&s.arena);
    *text = NULL;
    if (live != NULL && read_live(&s, live) && mns_plan_read(&plan, &s.options, &message) &&
        plan.driver != NULL) {
        describe(&s, &plan, transaction, &out);
    }
    bool failed = s.arena.failed || out.failed || message.failed;
    *text = failed || out.size == 0 ? NULL : mns_buf_take(&out, NULL);
    mns_buf_release(&out);
    mns_buf_release(&message);
    mns_arena_release(&s.arena);
    return failed ? MINOS_ENOMEM : MINOS_OK;
}
