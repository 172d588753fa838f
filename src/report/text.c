/*
 * text.c - a finished check for people.
 *
 *     history.edn<TAB>false                                         what other programs read
 *
 *     Not strict-serializable: ...                                  one sentence
 *     Strongest models that remain: ...
 *
 *       ✗ strict-serializable     ruled out by G-single-item        the ladder, strongest first
 *       ✓ read-committed          holds
 *
 *     1000 transactions (...), ...                                  what was looked at
 *
 *     G-single-item (read skew), 3 found                            each anomaly, shortest witness
 *
 * Marks are never colour alone: each row also says its state in words. Short by default: one
 * witness per anomaly, TYPES_SHOWN anomalies; MINOS_VERBOSE shows all that was kept.
 * Cost: linear in what is printed.
 */
#include "report/parts.h"
#include "report/text_witness.h"

/* Anomalies shown with a witness unless the report is verbose. */
#define TYPES_SHOWN 5

#define RED "\033[31m"
#define GREEN "\033[32m"
#define YELLOW "\033[33m"
#define BOLD "\033[1m"
#define PLAIN "\033[0m"

static void write_colored(mns_buf *out, unsigned flags, const char *color, const char *text) {
    bool colored = (flags & MINOS_COLOR) != 0;
    mns_buf_str(out, colored ? color : "");
    mns_buf_str(out, text);
    mns_buf_str(out, colored ? PLAIN : "");
}

/* The place of a model in the request, or its model_count. */
static uint32_t asked_place(const mns_request *request, mns_model model) {
    uint32_t i = 0;
    while (i < request->model_count && request->models[i] != model) {
        i++;
    }
    return i;
}

/* The strongest model by the name that people know, which is also the default request; the
 * catalog's friendly name for it is the one that Elle prints. */
static const char *plain_name(mns_model model) {
    static const char known[] = "strict-serializable";
    mns_model named;
    bool same = mns_model_parse(known, sizeof known - 1, &named) && named == model;
    return same ? known : mns_model_friendly(model);
}

/* A model under the name that the user asked by, else a plain one; returns its length. */
static size_t write_model(mns_buf *out, const mns_request *request, mns_model model) {
    uint32_t i = asked_place(request, model);
    const char *name = i < request->model_count ? request->names[i] : plain_name(model);
    size_t size = i < request->model_count ? request->name_sizes[i] : strlen(name);
    mns_buf_bytes(out, name, size);
    return size;
}

static uint32_t count_set(const bool *set, uint32_t size) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < size; i++) {
        count += set[i] ? 1 : 0;
    }
    return count;
}

/* ---- Headline ------------------------------------------------------------------------------- */

/* The asked models, "a, b", those in `only`. */
static void write_asked(mns_buf *out, const mns_request *request, const bool *only,
                        const char *separator) {
    bool first = true;
    for (uint32_t i = 0; i < request->model_count; i++) {
        if (only == NULL || only[request->models[i]]) {
            mns_buf_str(out, first ? "" : separator);
            mns_buf_bytes(out, request->names[i], request->name_sizes[i]);
            first = false;
        }
    }
}

/* The first of a set in the catalog's order, which is worst first. */
static mns_anomaly worst(const bool set[MNS_ANOMALY_COUNT]) {
    uint32_t a = 0;
    while (a < MNS_ANOMALY_COUNT && !set[a]) {
        a++;
    }
    return (mns_anomaly)a;
}

/* "aborted read: ... (G1a), and 2 other kinds of anomaly." */
static void write_named(mns_buf *out, mns_anomaly anomaly, uint32_t kinds) {
    mns_buf_printf(out, "%s (%s)", mns_anomaly_summary(anomaly), mns_anomaly_name(anomaly));
    if (kinds > 1) {
        mns_buf_printf(out, ", and %lu other kind%s of anomaly", (unsigned long)kinds - 1,
                       kinds == 2 ? "" : "s");
    }
    mns_buf_str(out, ".\n");
}

static void write_violated(mns_buf *out, const mns_document *document, unsigned flags) {
    const mns_judgement *judgement = &document->judgement;
    mns_anomaly anomaly = worst(judgement->forbidden);
    bool models = count_set(judgement->violated, MNS_MODEL_COUNT) > 0;
    write_colored(out, flags, BOLD RED, models ? "Not " : "A forbidden anomaly was found");
    write_asked(out, &document->request, judgement->violated, ", not ");
    mns_buf_str(out, ": ");
    if (anomaly == MNS_ANOMALY_COUNT) { /* nothing to name: the models say it all */
        mns_buf_str(out, "ruled out by what was found.\n");
        return;
    }
    write_named(out, anomaly, count_set(judgement->found, MNS_ANOMALY_COUNT));
}

static void write_valid(mns_buf *out, const mns_document *document, unsigned flags) {
    const mns_judgement *judgement = &document->judgement;
    uint32_t kinds = count_set(judgement->found, MNS_ANOMALY_COUNT);
    if (document->request.asks_nothing) {
        mns_buf_str(out, kinds == 0 ? "No anomaly was found.\n" : "Nothing was asked for. Found: ");
        if (kinds > 0) {
            write_named(out, worst(judgement->found), kinds);
        }
        return;
    }
    bool partly = false;
    for (uint32_t i = 0; i < document->request.model_count; i++) {
        partly |= judgement->partly[document->request.models[i]];
    }
    write_colored(out, flags, partly ? BOLD YELLOW : BOLD GREEN,
                  partly ? "Not ruled out" : "Holds");
    mns_buf_str(out, partly ? ", but judged only in part: " : " as far as this history shows: ");
    write_asked(out, &document->request, NULL, ", ");
    mns_buf_str(out, document->request.model_count == 0 ? "the asked anomalies are absent" : "");
    if (kinds == 0) {
        mns_buf_str(out, ". No anomaly was found.\n");
    } else {
        mns_buf_str(out, ". It does not forbid what was found: ");
        write_named(out, worst(judgement->found), kinds);
    }
}

/* Strongest first, as the catalog has them. */
static void write_remaining(mns_buf *out, const mns_document *document) {
    uint32_t count = count_set(document->judgement.holds, MNS_MODEL_COUNT);
    if (document->untested) {
        return;
    }
    if (count == 0) {
        mns_buf_str(out, "No model that was tested remains.\n");
        return;
    }
    mns_buf_str(out,
                count == 1 ? "Strongest model that remains: " : "Strongest models that remain: ");
    bool first = true;
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        if (document->judgement.holds[m]) {
            mns_buf_str(out, first ? "" : ", ");
            write_model(out, &document->request, (mns_model)m);
            first = false;
        }
    }
    mns_buf_str(out, ".\n");
}

static void write_headline(mns_buf *out, const mns_document *document, unsigned flags) {
    const mns_judgement *judgement = &document->judgement;
    mns_buf_char(out, '\n');
    if (judgement->verdict == MINOS_VIOLATED) {
        write_violated(out, document, flags);
    } else if (judgement->verdict == MINOS_VALID) {
        write_valid(out, document, flags);
    } else {
        write_colored(out, flags, BOLD YELLOW, "Unknown");
        mns_buf_printf(out, ": %s.\n", judgement->reason);
    }
    write_remaining(out, document);
}

/* ---- Ladder --------------------------------------------------------------------------------- */

static void write_rung(mns_buf *out, const mns_document *document, unsigned flags, mns_model model,
                       bool holds) {
    const mns_judgement *judgement = &document->judgement;
    bool out_of_question = judgement->ruled_out[model];
    mns_buf_str(out, "  ");
    write_colored(out, flags,
                  out_of_question ? RED
                  : holds         ? GREEN
                                  : YELLOW,
                  out_of_question ? "✗"
                  : holds         ? "✓"
                                  : "?");
    mns_buf_char(out, ' ');
    size_t length = write_model(out, &document->request, model);
    mns_buf_repeat(out, ' ', length < 30 ? 30 - length : 1);
    if (out_of_question) {
        mns_buf_printf(out, "ruled out by %s\n", mns_anomaly_name(judgement->ruled_out_by[model]));
    } else {
        mns_buf_str(out, holds                      ? "holds\n"
                         : judgement->partly[model] ? "judged only in part\n"
                                                    : "not judged\n");
    }
}

/* The catalog lists models from strongest to weakest. What is weaker than a model that holds holds
 * too, but a model that nothing tests is never said to. */
static void write_ladder(mns_buf *out, const mns_document *document, unsigned flags) {
    bool holds[MNS_MODEL_COUNT];
    memcpy(holds, document->judgement.holds, sizeof holds);
    mns_models_add_weaker(holds);
    bool untested = document->untested;
    mns_buf_char(out, '\n');
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        mns_model model = (mns_model)m;
        bool asked = asked_place(&document->request, model) < document->request.model_count;
        if (asked || mns_model_is_well_known(model)) {
            write_rung(out, document, flags, model,
                       holds[m] && mns_model_is_tested(model) && !untested);
        }
    }
}

/* ---- Counts --------------------------------------------------------------------------------- */

static void write_count(mns_buf *out, uint64_t count, const char *noun) {
    mns_buf_printf(out, "%llu %s%s", (unsigned long long)count, noun, count == 1 ? "" : "s");
}

static void write_counts(mns_buf *out, const mns_doc_counts *counts) {
    mns_buf_char(out, '\n');
    write_count(out, counts->transactions, "transaction");
    mns_buf_printf(out, " (%llu ok, %llu failed, %llu unknown), ", (unsigned long long)counts->ok,
                   (unsigned long long)counts->fail, (unsigned long long)counts->info);
    write_count(out, counts->mops, "micro-operation");
    mns_buf_str(out, ", ");
    write_count(out, counts->keys, "key");
    mns_buf_str(out, ", ");
    mns_buf_printf(out, "%llu process%s.\n", (unsigned long long)counts->processes,
                   counts->processes == 1 ? "" : "es");
}

/* ---- Anomalies ------------------------------------------------------------------------------ */

/* True if the anomaly's own name or the beginning of its summary says the name of the witness
 * already: lost-update, "read skew: a transaction ...". */
static bool says_name(mns_anomaly anomaly, const char *name) {
    size_t size = strlen(name);
    const char *own = mns_anomaly_name(anomaly);
    size_t same = 0;
    while (same < size && (own[same] == name[same] || (own[same] == '-' && name[same] == ' '))) {
        same++;
    }
    return same == size || strncmp(mns_anomaly_summary(anomaly), name, size) == 0;
}

static void write_anomaly(mns_buf *out, const mns_document *document, unsigned flags,
                          mns_anomaly anomaly) {
    const mns_doc_anomaly *found = mns_document_anomaly(document, anomaly);
    size_t kept = found->witness_count;
    size_t shown = (flags & MINOS_VERBOSE) != 0 || kept < 1 ? kept : 1;
    mns_buf_char(out, '\n');
    write_colored(out, flags, BOLD, mns_anomaly_name(anomaly));
    const char *name = kept > 0 ? found->witnesses[0].name : NULL;
    if (name != NULL && !says_name(anomaly, name)) {
        mns_buf_printf(out, " (%s)", name);
    }
    mns_buf_printf(out, ", %llu found", (unsigned long long)found->count);
    bool allowed = !document->judgement.forbidden[anomaly] && !document->request.asks_nothing;
    mns_buf_str(out, allowed ? ", not forbidden by what was asked" : "");
    mns_buf_printf(out, ": %s.\n", mns_anomaly_summary(anomaly));
    for (size_t i = 0; i < shown; i++) {
        mns_buf_char(out, '\n');
        mns_write_witness(document, &found->witnesses[i], (flags & MINOS_VERBOSE) != 0, out);
    }
}

/* Forbidden anomalies first, each group in the catalog's order; returns how many. */
static size_t order_anomalies(const mns_judgement *judgement, mns_anomaly list[MNS_ANOMALY_COUNT]) {
    size_t count = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
            if (judgement->found[a] && judgement->forbidden[a] == (pass == 0)) {
                list[count++] = (mns_anomaly)a;
            }
        }
    }
    return count;
}

static void write_anomalies(mns_buf *out, const mns_document *document, unsigned flags) {
    mns_anomaly list[MNS_ANOMALY_COUNT];
    size_t count = order_anomalies(&document->judgement, list);
    bool all = (flags & MINOS_VERBOSE) != 0 || count <= TYPES_SHOWN;
    size_t shown = all ? count : TYPES_SHOWN;
    for (size_t i = 0; i < shown; i++) {
        write_anomaly(out, document, flags, list[i]);
    }
    if (shown < count) {
        mns_buf_printf(out, "\n%zu more: ", count - shown);
        for (size_t i = shown; i < count; i++) {
            mns_buf_printf(out, "%s%s", i > shown ? ", " : "", mns_anomaly_name(list[i]));
        }
        mns_buf_str(out, "; use -v to see all.\n");
    }
}

void mns_report_anomaly_text(const mns_document *document, const mns_doc_anomaly *anomaly,
                             mns_buf *out) {
    const char *name = mns_anomaly_name(anomaly->anomaly);
    mns_buf_printf(out, "%s, %llu found: %s.\n", name, (unsigned long long)anomaly->count,
                   mns_anomaly_summary(anomaly->anomaly));
    for (size_t i = 0; i < anomaly->witness_count; i++) {
        const mns_doc_witness *witness = &anomaly->witnesses[i];
        mns_buf_printf(out, "\n%s #%zu%s%s%s\n", name, i + 1, witness->name == NULL ? "" : " (",
                       witness->name == NULL ? "" : witness->name,
                       witness->name == NULL ? "" : ")");
        mns_write_witness(document, witness, true, out);
    }
}

void mns_report_text(const mns_document *document, unsigned flags, mns_buf *out) {
    mns_buf_printf(out, "%s\t%s\n", document->name, mns_verdict_word(document->judgement.verdict));
    if ((flags & MINOS_QUIET) != 0) {
        return;
    }
    write_headline(out, document, flags);
    write_ladder(out, document, flags);
    write_counts(out, &document->counts);
    write_anomalies(out, document, flags);
}
