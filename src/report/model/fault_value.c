/* fault_value.c - see fault_value.h. */
#include "report/model/fault_value.h"

#include "core/lexer.h"

/* Larger numbers are ignored, so that they can be converted to nanoseconds. */
#define LIMIT_NUMBER INT64_C(1000000000000)

static bool is_scalar(const mns_token *token) {
    return token->kind == MNS_TOKEN_STRING || token->kind == MNS_TOKEN_KEYWORD ||
           token->kind == MNS_TOKEN_SYMBOL || token->kind == MNS_TOKEN_INTEGER;
}

static mns_fault_name form_of(const mns_token *token) {
    return (mns_fault_name){token->start, (size_t)(token->end - token->start)};
}

static mns_fault_name name_of(const mns_token *token) {
    return mns_fault_name_of(token->start, (size_t)(token->end - token->start));
}

static void add_name(mns_fault_name *names, uint32_t *count, const mns_token *token) {
    if (*count < MNS_LIMIT_FAULT_NODES) {
        names[*count] = name_of(token);
    }
    ++*count;
}

/* The scalars of a vector; false if it has anything else. */
static bool read_names(mns_lexer *lexer, const mns_token *open, mns_fault_name *names,
                       uint32_t *count) {
    mns_token token;
    mns_walk walk = mns_walk_begin(lexer, open);
    int more;
    while ((more = mns_walk_next(&walk, &token)) > 0 && is_scalar(&token)) {
        add_name(names, count, &token);
    }
    return more == 0;
}

static bool read_list(mns_lexer *lexer, const mns_token *value, mns_fault_name *names,
                      uint32_t *count) {
    return value->kind == MNS_TOKEN_VECTOR && read_names(lexer, value, names, count);
}

static void read_scalar(mns_fault_value *v, const mns_token *name, const mns_token *value) {
    const struct {
        const char *name;
        mns_fault_name *text;
        int64_t *number;
    } fields[] = {{"on", &v->on, NULL},
                  {"between", &v->between, NULL},
                  {"how", &v->how, NULL},
                  {"client", NULL, &v->client},
                  {"bytes-per-s", NULL, &v->bytes_per_s},
                  {"delay-us", NULL, &v->delay_us},
                  {"jitter-us", NULL, &v->jitter_us},
                  {"ahead-ms", NULL, &v->ahead_ms}};
    for (size_t i = 0; i < MNS_COUNT_OF(fields); i++) {
        if (!mns_token_spells(name, fields[i].name, strlen(fields[i].name))) {
            continue;
        }
        if (fields[i].text != NULL) {
            *fields[i].text = name_of(value);
        } else if (value->kind == MNS_TOKEN_INTEGER && value->integer > -LIMIT_NUMBER &&
                   value->integer < LIMIT_NUMBER) {
            *fields[i].number = value->integer;
        }
    }
    if (MNS_TOKEN_IS(name, "outcome")) {
        v->outcome = form_of(value);
    }
}

/* A field of a map of ours, or a node and what happened to it. */
static bool read_field(mns_lexer *lexer, const mns_token *name, const mns_token *value,
                       mns_fault_value *v) {
    if (MNS_TOKEN_IS(name, "nodes")) {
        return read_list(lexer, value, v->nodes, &v->node_count);
    }
    if (MNS_TOKEN_IS(name, "processes")) {
        return read_list(lexer, value, v->processes, &v->process_count);
    }
    v->ours = v->ours || (MNS_TOKEN_IS(name, "fault") && value->kind == MNS_TOKEN_INTEGER);
    if (is_scalar(value)) {
        read_scalar(v, name, value);
    }
    return mns_skip_rest(lexer, value);
}

static void read_map(mns_lexer *lexer, const mns_token *open, mns_fault_value *v) {
    mns_token name, value;
    mns_fault_name keys[MNS_LIMIT_FAULT_NODES];
    uint32_t key_count = 0;
    mns_walk walk = mns_walk_begin(lexer, open);
    int more;
    while ((more = mns_walk_next(&walk, &name)) > 0) {
        mns_token key = name;
        if (!is_scalar(&key) || !mns_walk_value(&walk, &value) ||
            !read_field(lexer, &key, &value, v)) {
            break;
        }
        add_name(keys, &key_count, &key);
    }
    v->ours = v->ours && more == 0;
    if (more == 0 && !v->ours) {
        v->node_count = key_count;
        memcpy(v->nodes, keys, sizeof keys);
    }
}

void mns_fault_value_read(const char *text, size_t size, bool json, mns_fault_value *value) {
    *value = (mns_fault_value){.on = {"", 0},
                               .between = {"", 0},
                               .how = {"", 0},
                               .outcome = {"", 0},
                               .client = -1,
                               .bytes_per_s = -1,
                               .delay_us = -1,
                               .jitter_us = -1};
    mns_lexer lexer;
    mns_token token;
    mns_lexer_init(&lexer, text, text + size, json);
    if (!mns_next(&lexer, &token)) {
        return;
    }
    if (token.kind == MNS_TOKEN_MAP) {
        read_map(&lexer, &token, value);
    } else if (token.kind == MNS_TOKEN_STRING) {
        add_name(value->nodes, &value->node_count, &token);
    } else if (token.kind == MNS_TOKEN_VECTOR &&
               !read_names(&lexer, &token, value->nodes, &value->node_count)) {
        value->node_count = 0;
    }
}
