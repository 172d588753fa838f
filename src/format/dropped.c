/*
 * dropped.c - see dropped.h.
 *
 * Fields that are in no table, such as :time and :node, are counted in the text. A search of bytes
 * shows for most of the text that it has no such field, and for most operations that they have it;
 * only the others are read by tokens.
 */
#include "format/dropped.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/lexer.h"
#include "format/other_fields.h"
#include "format/text_pass.h"

/* ---- Fields in the text ----------------------------------------------------------------------
 */

enum { FIELD_TIME, FIELD_NODE, FIELD_ERROR, FIELD_COUNT };

/* True if the operation, read by tokens, has the field with a value other than nil. */
static bool has_field_slowly(const char *text, const char *end, bool json, const char *name) {
    mns_lexer lexer;
    mns_token token, value;
    mns_lexer_init(&lexer, text, end, json);
    bool good = mns_next(&lexer, &token);
    while (good && token.kind == MNS_TOKEN_TAG) {
        good = mns_next(&lexer, &token);
    }
    if (!good || token.kind != MNS_TOKEN_MAP) {
        return false;
    }
    mns_walk walk = mns_walk_begin(&lexer, &token);
    while (mns_walk_next(&walk, &token) > 0 && mns_skip_rest(&lexer, &token) &&
           mns_walk_value(&walk, &value) && mns_skip_unread(&lexer, &value)) {
        if (mns_token_spells(&token, name, strlen(name))) {
            return value.kind != MNS_TOKEN_NIL;
        }
    }
    return false;
}

/* The first of these bytes, or NULL. */
static const char *find(const char *p, const char *end, const char *bytes, size_t size) {
    while ((size_t)(end - p) >= size && (p = memchr(p, bytes[0], (size_t)(end - p))) != NULL &&
           (size_t)(end - p) >= size) {
        if (memcmp(p, bytes, size) == 0) {
            return p;
        }
        p++;
    }
    return NULL;
}

/* True if no byte from text to `at`, after the bracket of the map, starts something else than
 * names, numbers and (in JSON) strings without escapes. */
static bool is_flat(const char *text, const char *at, bool json) {
    const char *other = json ? "[{\\" : "\"[{(;#\\";
    for (const char *p = text + 1; p < at; p++) {
        if (strchr(other, *p) != NULL) {
            return false;
        }
    }
    return *text == '{';
}

/* Text that is searched at a time for the first four letters of a name. */
#define BLOCK ((size_t)1 << 14)

typedef struct search {
    const char *name;
    const char *edn, *json; /* as most operations spell it */
    const char *clean; /* the text before this, from the last operation on, has no such letters */
    const char *contained; /* the text before this may have them */
    uint64_t count;
} search;

static bool has_field(const search *s, const char *text, const char *end, bool json) {
    const char *spelt = json ? s->json : s->edn;
    size_t size = strlen(spelt);
    const char *at = find(text, end, spelt, size);
    if (at == NULL && find(text, end, s->name, strlen(s->name)) == NULL) {
        return false;
    }
    bool digit = at != NULL && end - at > 16 && (uint8_t)(at[size] - '0') < 10;
    return (digit && is_flat(text, at, json)) || has_field_slowly(text, end, json, s->name);
}

/* Whether four letters occur. Without a branch for each byte, so that compilers vectorise it. */
static bool has_letters(const char *p, const char *end, const char *letters) {
    uint32_t word, any = 0;
    memcpy(&word, letters, sizeof word);
    for (; end - p >= (ptrdiff_t)sizeof word; p++) {
        uint32_t here;
        memcpy(&here, p, sizeof here);
        any |= here == word;
    }
    return any != 0;
}

/* False if the operation certainly has no such field. readable: the end of the text in memory. */
static bool may_have(search *s, const char *text, const char *end, const char *readable) {
    if (end <= s->clean) {
        return false;
    }
    if (text >= s->contained && text >= s->clean) {
        const char *upto = readable - text < (ptrdiff_t)BLOCK ? readable : text + BLOCK;
        upto = upto < end ? end : upto;
        if (!has_letters(text, upto, s->name)) {
            s->clean = upto;
            return false;
        }
        s->contained = upto;
    }
    return true;
}

static minos_status count_fields(const mns_history *history, mns_source *source,
                                 search searches[FIELD_COUNT]) {
    mns_text_pass pass;
    minos_status status = mns_text_pass_begin(&pass, source);
    for (uint32_t i = 0; i < history->operations && status == MINOS_OK; i++) {
        const char *text, *end;
        status = mns_text_pass_op(&pass, history, i, &text, &end);
        const char *readable = source->data + pass.have;
        for (int f = 0; f < FIELD_COUNT && status == MINOS_OK; f++) {
            search *s = &searches[f];
            s->count += may_have(s, text, end, readable) && has_field(s, text, end, history->json);
        }
    }
    return status;
}

/* ---- Tables -----------------------------------------------------------------------------------
 */

/* Operations of processes that are not clients. */
static uint64_t count_faults(const mns_history *history) {
    uint64_t clients = 0;
    for (uint32_t txn = 0; txn < history->txns.count; txn++) {
        clients += history->txns.invoke[txn] != MNS_NONE;
        clients += history->txns.complete[txn] != MNS_NONE;
    }
    return history->operations - clients;
}

static uint64_t count_versions(const mns_history *history) {
    const mns_mops *mops = &history->tables.mops;
    uint64_t count = 0;
    for (uint32_t m = 0; m < mops->count && mops->version != NULL; m++) {
        count += mops->version[m] != MNS_NO_VERSION;
    }
    return count;
}

static uint64_t count_timestamps(const mns_history *history) {
    const mns_txns *txns = &history->txns;
    uint64_t count = 0;
    for (uint32_t txn = 0; txn < txns->count && txns->start_ts != NULL; txn++) {
        count +=
            txns->start_ts[txn] != MNS_NO_TIMESTAMP || txns->commit_ts[txn] != MNS_NO_TIMESTAMP;
    }
    return count;
}

/* ---- Sentences -------------------------------------------------------------------------------
 */

/* "1,204 WHAT dropped" and the reason, which may be NULL. one: WHAT of a single one. */
static void say(mns_buf *out, uint64_t count, const char *one, const char *many, const char *why) {
    if (count == 0) {
        return;
    }
    mns_buf_thousands(out, count);
    mns_buf_printf(out, " %s dropped%s%s\n", count == 1 ? one : many, why == NULL ? "" : ": ",
                   why == NULL ? "" : why);
}

/* The same with a reason about the format. */
static void say_lacks(mns_buf *out, uint64_t count, const char *one, const char *many,
                      const mns_format *format, const char *lacks) {
    char why[128];
    snprintf(why, sizeof why, "%s has no %s", format->name, lacks);
    say(out, count, one, many, why);
}

/* "3 operations had other fields, such as :final?, which plume cannot express: dropped". */
static void say_had(mns_buf *out, uint64_t count, const char *what, const mns_buf *example,
                    const mns_format *format) {
    if (count > 0) {
        bool shown = example != NULL && example->data != NULL;
        mns_buf_thousands(out, count);
        mns_buf_printf(out, " %s had %s%s%s, which %s cannot express: dropped\n",
                       count == 1 ? "operation" : "operations", what, shown ? ", such as " : "",
                       shown ? example->data : "", format->name);
    }
}

/* Fields that no other format has. */
static minos_status list_other(const mns_history *history, const mns_format *format,
                               mns_source *source, mns_buf *out) {
    mns_other_fields other;
    minos_status status = mns_other_fields_count(history, source, &other);
    if (status == MINOS_OK) {
        say_had(out, other.fields, "other fields", &other.example, format);
        say_had(out, other.maps, "maps in micro-operations", NULL, format);
    }
    mns_buf_release(&other.example);
    return status;
}

minos_status mns_dropped_list(const mns_writing *writing, const mns_format *format,
                              mns_source *source, bool translated, mns_buf *out) {
    const mns_history *history = writing->history;
    const char *data = source->data;
    search fields[FIELD_COUNT] = {{"time", ":time ", "\"time\":", data, data, 0},
                                  {"node", ":node ", "\"node\":", data, data, 0},
                                  {"error", ":error ", "\"error\":", data, data, 0}};
    minos_status status = translated ? MINOS_OK : count_fields(history, source, fields);
    if (status != MINOS_OK) {
        return status;
    }
    say_lacks(out, history->invocations, "invocation", "invocations", format, "real-time order");
    say(out, writing->dropped_info, "info transaction", "info transactions",
        "not known to have committed");
    if (writing->apart > 0) {
        bool one = writing->apart == 1;
        mns_buf_printf(out,
                       "%" PRIu64 " info transaction%s committed, as reads show, and %s written as "
                       "%s; the order after earlier transactions of the process is dropped\n",
                       writing->apart, one ? "" : "s", one ? "is" : "are",
                       one ? "a session of its own" : "sessions of their own");
    }
    say_lacks(out, writing->dropped_aborted, "aborted transaction", "aborted transactions", format,
              "aborted transactions");
    say(out, writing->dropped_reads, "read without a result", "reads without a result", NULL);
    say_lacks(out, fields[FIELD_TIME].count, "time", "times", format, "times of operations");
    say_lacks(out, fields[FIELD_NODE].count, "node", "nodes", format, "nodes");
    say_lacks(out, fields[FIELD_ERROR].count, "error", "errors", format, "errors");
    say_lacks(out, count_faults(history), "operation of the nemesis", "operations of the nemesis",
              format, "faults");
    say_lacks(out, count_versions(history), "revealed version", "revealed versions", format,
              "versions");
    if (!format->writer->timestamps) {
        say_lacks(out, count_timestamps(history), "pair of timestamps", "pairs of timestamps",
                  format, "timestamps");
    }
    status = translated ? MINOS_OK : list_other(history, format, source, out);
    if (writing->notes.size > 0) {
        mns_buf_bytes(out, writing->notes.data, writing->notes.size);
    }
    return out->failed || writing->notes.failed ? MINOS_ENOMEM : status;
}
