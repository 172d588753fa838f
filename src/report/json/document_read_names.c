/*
 * document_read_names.c - reads the names in a results.json: those of the catalog, and
 * enumerations.
 *
 * A name that the catalog does not have is from another version of Minos or invalid. Its meaning is
 * unknown, so it is an error. O(names * catalog).
 */
#include "report/json/document_read.h"

#include "core/spelling.h"
static bool unknown_name(mns_json_reader *reader, const char *at, const char *what,
                         const char *name) {
    mns_buf shown;
    mns_buf_init(&shown);
    mns_name_show(&shown, name, strlen(name));
    reader->arena->failed = reader->arena->failed || shown.failed;
    mns_read_fail(reader, at, MNS_VERSION_HINT, "unknown %s %s", what,
                  shown.data == NULL ? "" : shown.data);
    mns_buf_release(&shown);
    return false;
}

bool mns_read_anomaly_name(mns_json_reader *reader, const char *at, const char *name,
                           mns_anomaly *anomaly) {
    return mns_anomaly_parse(name, strlen(name), anomaly) ||
           unknown_name(reader, at, "anomaly", name);
}

bool mns_read_model_name(mns_json_reader *reader, const char *at, const char *name,
                         mns_model *model) {
    return mns_model_parse(name, strlen(name), model) || unknown_name(reader, at, "model", name);
}

size_t mns_read_word(const mns_token *token, const char *const *words, size_t count) {
    size_t i = token->kind == MNS_TOKEN_STRING ? 0 : count;
    while (i < count && !mns_token_spells(token, words[i], strlen(words[i]))) {
        i++;
    }
    return i;
}

bool mns_read_txn_type(mns_json_reader *reader, const mns_token *token, void *type) {
    static const char *const words[] = {"ok", "info", "fail"};
    static const mns_txn_type types[] = {MNS_TXN_OK, MNS_TXN_INFO, MNS_TXN_FAIL};
    size_t i = mns_read_word(token, words, MNS_COUNT_OF(words));
    if (i == MNS_COUNT_OF(words)) {
        return mns_read_fail(reader, token->start, NULL, "expected \"ok\", \"info\" or \"fail\"");
    }
    *(mns_txn_type *)type = types[i];
    return true;
}

/* ---- Arrays of names ------------------------------------------------------------------------ */

typedef bool (*take_name)(mns_json_reader *reader, const char *at, const char *name, void *into);

static bool read_names(mns_json_reader *reader, const mns_token *token, take_name take,
                       void *into) {
    if (token->kind != MNS_TOKEN_VECTOR) {
        return mns_read_fail(reader, token->start, NULL, "expected an array of names");
    }
    mns_walk walk = mns_walk_begin(&reader->lexer, token);
    mns_token item;
    int more;
    while ((more = mns_walk_next(&walk, &item)) > 0) {
        const char *name;
        if (!mns_read_text(reader, &item, &name) || !take(reader, item.start, name, into)) {
            return false;
        }
    }
    return more == 0;
}

static bool take_model(mns_json_reader *reader, const char *at, const char *name, void *set) {
    mns_model model;
    if (!mns_read_model_name(reader, at, name, &model)) {
        return false;
    }
    ((bool *)set)[model] = true;
    return true;
}

bool mns_read_models(mns_json_reader *reader, const mns_token *token, void *set) {
    return read_names(reader, token, take_model, set);
}

static bool take_anomaly(mns_json_reader *reader, const char *at, const char *name, void *set) {
    mns_anomaly anomaly;
    if (!mns_read_anomaly_name(reader, at, name, &anomaly)) {
        return false;
    }
    ((bool *)set)[anomaly] = true;
    return true;
}

bool mns_read_anomalies(mns_json_reader *reader, const mns_token *token, void *set) {
    return read_names(reader, token, take_anomaly, set);
}

static bool take_asked(mns_json_reader *reader, const char *at, const char *name, void *into) {
    mns_request *request = into;
    mns_model model;
    if (!mns_read_model_name(reader, at, name, &model)) {
        return false;
    }
    for (uint32_t i = 0; i < request->model_count; i++) {
        if (request->models[i] == model) {
            return mns_read_fail(reader, at, NULL, "duplicate model");
        }
    }
    request->models[request->model_count] = model;
    request->names[request->model_count] = name;
    request->name_sizes[request->model_count] = strlen(name);
    request->model_count++;
    return true;
}

bool mns_read_asked(mns_json_reader *reader, const mns_token *token, void *request) {
    return read_names(reader, token, take_asked, request);
}
