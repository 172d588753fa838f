/*
 * json_input.c - see json_input.h.
 *
 * The end of a form is found by counting brackets outside of strings, which needs no more than the
 * depth and whether the text is inside a string. So the search continues where it stopped when more
 * text was read, and no byte is searched twice.
 */
#include "format/json_input.h"

/* Bytes that a fast path may expect. */
#define AHEAD ((size_t)1 << 16)

void mns_json_begin(mns_json_input *json, mns_reading *reading, mns_input *input) {
    json->reading = reading;
    json->input = input;
    const char *data = input->source.data;
    mns_lexer_init(&json->lexer, data, data + input->have, true);
    json->lexer.p = data + input->at;
}

/* A search for the end of the next form. */
typedef struct search {
    uint64_t depth;
    bool whole, started, in_string;
} search;

enum { PLAIN, OPEN, CLOSE, QUOTE, SPACE, SEPARATOR };

static const unsigned char kinds[256] = {
    ['['] = OPEN,   ['{'] = OPEN,      [']'] = CLOSE,     ['}'] = CLOSE,
    ['"'] = QUOTE,  [' '] = SPACE,     ['\n'] = SPACE,    ['\r'] = SPACE,
    ['\t'] = SPACE, [','] = SEPARATOR, [':'] = SEPARATOR,
};

/* Just past the string's closing quote. NULL: the text ends first; then *p is where to continue. */
static const char *string_end(const char **p, const char *end) {
    while (*p < end) {
        const char c = **p;
        if (c == '"') {
            return ++*p;
        }
        if (c == '\\' && end - *p < 2) {
            return NULL;
        }
        *p += c == '\\' ? 2 : 1;
    }
    return NULL;
}

/* Searches from *p on; true if the form ends before `end`. Else *p is where to continue. */
static bool form_ends(search *s, const char **p, const char *end) {
    while (*p < end) {
        if (s->in_string) {
            if (string_end(p, end) == NULL) {
                return false;
            }
            s->in_string = false;
            if (s->depth == 0) {
                return true;
            }
            continue;
        }
        unsigned char kind = kinds[(unsigned char)**p];
        if (s->depth == 0 && s->started && kind != PLAIN) {
            return true; /* just past a number or word */
        }
        ++*p;
        switch (kind) {
        case OPEN:
            if (!s->whole) {
                return true;
            }
            s->depth++;
            break;
        case CLOSE:
            if (s->depth <= 1) {
                return true;
            }
            s->depth--;
            break;
        case QUOTE: s->in_string = true; break;
        case PLAIN: s->started = true; break;
        default: break;
        }
    }
    return false;
}

bool mns_json_ready(mns_json_input *json, bool whole) {
    mns_input *input = json->input;
    const char *data = input->source.data;
    input->at = (size_t)(json->lexer.p - data);
    size_t have = mns_input_need(json->reading, input, 1);
    search s = {.whole = whole};
    const char *p = json->lexer.p;
    while (!form_ends(&s, &p, data + input->at + have) && !input->ended) {
        have = mns_input_more(json->reading, input, 2 * have);
    }
    assert(input->source.data == data); /* the range is reserved for the whole file */
    json->lexer.end = data + input->have;
    return json->reading->status == MINOS_OK;
}

void mns_json_ahead(mns_json_input *json) {
    mns_input *input = json->input;
    input->at = (size_t)(json->lexer.p - input->source.data);
    mns_input_need(json->reading, input, AHEAD);
    json->lexer.end = input->source.data + input->have;
}

int mns_json_fail(mns_json_input *json) {
    const mns_lexer *lexer = &json->lexer;
    if (json->reading->status != MINOS_OK) {
        return -1; /* the input could not be read */
    }
    assert(lexer->error != NULL);
    return mns_reading_fail(json->reading, mns_input_place(json->input, lexer->error_at),
                            lexer->hint, "%s", lexer->error);
}

int mns_json_wrong(mns_json_input *json, const char *at, const char *hint, const char *message) {
    if (json->reading->status != MINOS_OK) {
        return -1;
    }
    return mns_reading_fail(json->reading, mns_input_place(json->input, at), hint, "%s", message);
}

int mns_json_unknown(mns_json_input *json, const mns_token *name, const char *hint) {
    enum { SHOWN = 60 }; /* bytes of the name */
    size_t size = (size_t)(name->end - name->start);
    mns_buf shown;
    mns_buf_init(&shown);
    mns_buf_escaped(&shown, name->start, size < SHOWN ? size : SHOWN);
    if (shown.failed) {
        mns_buf_release(&shown);
        return mns_reading_no_memory(json->reading);
    }
    mns_reading_fail(json->reading, mns_input_place(json->input, name->start), hint,
                     "unknown field %s", shown.data == NULL ? "" : shown.data);
    mns_buf_release(&shown);
    return -1;
}

/* An integer without leading zeros. */
static bool spells_integer(const char *p, const char *end) {
    p += p < end && *p == '-';
    if (p == end || (*p == '0' && end - p > 1)) {
        return false;
    }
    while (p < end && *p >= '0' && *p <= '9') {
        p++;
    }
    return p == end;
}

bool mns_json_integer(const mns_token *token, mns_text *text, int64_t *number) {
    mns_token spelt = *token;
    if (token->kind == MNS_TOKEN_STRING) {
        spelt.start++;
        spelt.end--;
        if (!spells_integer(spelt.start, spelt.end)) {
            return false;
        }
        mns_token_integer(&spelt, spelt.start, spelt.end);
    }
    *text = (mns_text){spelt.start, (size_t)(spelt.end - spelt.start)};
    *number = spelt.integer;
    return spelt.kind == MNS_TOKEN_INTEGER;
}

int mns_json_end(mns_json_input *json) {
    mns_token token;
    if (!mns_json_ready(json, false) || !mns_next(&json->lexer, &token)) {
        return mns_json_fail(json);
    }
    return token.kind == MNS_TOKEN_END
               ? 0
               : mns_json_wrong(json, token.start, MNS_BRACKET_HINT,
                                "unexpected text after the end of the history");
}
