/*
 * request.c - parses the requested models and anomalies from comma-separated names.
 *
 * In: the texts of -c and -a, which are untrusted. Out: the models in the order requested, the set
 * of anomalies, or one message with the unknown name and the nearest known one. Names are pointers
 * into the caller's text. O(length of the texts * names of the catalog).
 */
#include "judge/judge.h"

#include "core/spelling.h"
typedef struct word {
    const char *text;
    size_t size;
} word;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static word trim(const char *text, size_t size) {
    while (size > 0 && is_blank(text[0])) {
        text++;
        size--;
    }
    while (size > 0 && is_blank(text[size - 1])) {
        size--;
    }
    return (word){text, size};
}

/* The next name of the list; *list is NULL after the last. */
static word next_word(const char **list) {
    size_t size = strcspn(*list, ",");
    word w = trim(*list, size);
    *list = (*list)[size] == ',' ? *list + size + 1 : NULL;
    return w;
}

static bool is_word(word w, const char *text) {
    return w.size == strlen(text) && memcmp(w.text, text, w.size) == 0;
}

/* ---- Messages ------------------------------------------------------------------------------- */

static void blame_model(mns_buf *out, word w) {
    mns_anomaly anomaly;
    if (w.size == 0) {
        mns_buf_str(out, "empty consistency model name; use 'none' to require no model");
    } else if (is_word(w, "none")) {
        mns_buf_str(out, "'none' cannot be combined with other consistency models");
    } else if (mns_anomaly_parse(w.text, w.size, &anomaly)) {
        mns_name_show(out, w.text, w.size);
        mns_buf_str(out, " is an anomaly, not a consistency model; to forbid it, use "
                         "-a (--anomalies)");
    } else {
        mns_catalog_unknown(out, "consistency model", w.text, w.size,
                            mns_model_nearest(w.text, w.size));
    }
}

static void blame_anomaly(mns_buf *out, word w) {
    mns_model model;
    if (w.size == 0) {
        mns_buf_str(out, "empty anomaly name: remove the extra comma");
    } else if (mns_model_parse(w.text, w.size, &model)) {
        mns_name_show(out, w.text, w.size);
        mns_buf_str(out, " is a consistency model, not an anomaly; to require it, use "
                         "-c (--consistency-models)");
    } else {
        mns_catalog_unknown(out, "anomaly", w.text, w.size, mns_anomaly_nearest(w.text, w.size));
    }
}

static minos_status blame(void (*say)(mns_buf *, word), word w, char **message) {
    mns_buf buf;
    mns_buf_init(&buf);
    say(&buf, w);
    *message = mns_buf_take(&buf, NULL);
    return *message == NULL ? MINOS_ENOMEM : MINOS_EARGUMENT;
}

/* ---- Lists ---------------------------------------------------------------------------------- */

static void add_model(mns_request *request, mns_model model, word w) {
    for (uint32_t i = 0; i < request->model_count; i++) {
        if (request->models[i] == model) {
            return;
        }
    }
    assert(request->model_count < MNS_MODEL_COUNT);
    request->models[request->model_count] = model;
    request->names[request->model_count] = w.text;
    request->name_sizes[request->model_count] = w.size;
    request->model_count++;
}

static minos_status parse_models(mns_request *request, const char *list, char **message) {
    request->by_default = list == NULL;
    list = list == NULL ? "strict-serializable" : list;
    if (is_word(trim(list, strlen(list)), "none")) {
        return MINOS_OK;
    }
    while (list != NULL) {
        word w = next_word(&list);
        mns_model model;
        if (!mns_model_parse(w.text, w.size, &model)) {
            return blame(blame_model, w, message);
        }
        add_model(request, model, w);
    }
    return MINOS_OK;
}

static minos_status parse_anomalies(mns_request *request, const char *list, char **message) {
    word all = list == NULL ? (word){"", 0} : trim(list, strlen(list));
    if (all.size == 0 || (all.size == 4 && memcmp(all.text, "none", 4) == 0)) {
        return MINOS_OK;
    }
    while (list != NULL) {
        word w = next_word(&list);
        mns_anomaly anomaly;
        if (!mns_anomaly_parse(w.text, w.size, &anomaly)) {
            return blame(blame_anomaly, w, message);
        }
        request->anomalies[anomaly] = true;
    }
    return MINOS_OK;
}

minos_status mns_request_parse(mns_request *request, const char *models, const char *anomalies,
                               char **message) {
    memset(request, 0, sizeof *request);
    *message = NULL;
    minos_status status = parse_models(request, models, message);
    if (status == MINOS_OK) {
        status = parse_anomalies(request, anomalies, message);
    }
    request->asks_nothing = request->model_count == 0;
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        request->asks_nothing &= !request->anomalies[a];
    }
    return status;
}

/* ---- The default without real time ------------------------------------------------------------
 */

bool mns_request_lower(mns_request *request) {
    bool weaker[MNS_MODEL_COUNT] = {false}, strongest[MNS_MODEL_COUNT];
    if (!request->by_default) {
        return false;
    }
    for (uint32_t i = 0; i < request->model_count; i++) {
        weaker[request->models[i]] = true;
    }
    mns_models_add_weaker(weaker);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        weaker[m] = weaker[m] && mns_model_is_decided((mns_model)m) &&
                    !mns_model_needs_realtime((mns_model)m);
    }
    mns_models_keep_strongest(weaker, strongest);
    request->model_count = 0;
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        if (strongest[m]) {
            const char *name = mns_model_friendly((mns_model)m);
            add_model(request, (mns_model)m, (word){name, strlen(name)});
        }
    }
    return true;
}
