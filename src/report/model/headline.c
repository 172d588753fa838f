/* headline.c - see headline.h. */
#include "report/model/headline.h"

static uint32_t count_set(const bool *set, uint32_t size) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < size; i++) {
        count += set[i] ? 1 : 0;
    }
    return count;
}

/* ---- The sentence --------------------------------------------------------------------------- */

/* The requested models, "a, b": all, or those in `only`. */
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

/* True if a final read proves that a write is lost. Without one, it was only not seen again. */
static bool is_gone(const mns_document *document) {
    const mns_doc_anomaly *lost = mns_document_anomaly(document, MNS_A_LOST_WRITE);
    bool gone = false;
    for (size_t i = 0; lost != NULL && i < lost->witness_count; i++) {
        gone = gone || lost->witnesses[i].final_read;
    }
    return gone;
}

/* "aborted read: ... (G1a), and 2 other kinds of anomaly." A lost write is always mentioned,
 * because it is often the cause of anomalies that rule out weaker models. */
static void write_named(mns_buf *out, const mns_document *document, mns_anomaly anomaly) {
    const mns_judgement *judgement = &document->judgement;
    uint32_t kinds = count_set(judgement->found, MNS_ANOMALY_COUNT);
    const char *lost = is_gone(document) ? "writes are gone" : "writes were not seen again";
    if (anomaly == MNS_A_LOST_WRITE) {
        mns_buf_printf(out, "acknowledged %s (%s)", lost, mns_anomaly_name(anomaly));
    } else {
        mns_buf_printf(out, "%s (%s)", mns_anomaly_summary(anomaly), mns_anomaly_name(anomaly));
    }
    if (kinds > 1) {
        mns_buf_printf(out, ", and %lu other kind%s of anomaly", (unsigned long)kinds - 1,
                       kinds == 2 ? "" : "s");
    }
    mns_buf_char(out, '.');
    if (judgement->found[MNS_A_LOST_WRITE] && anomaly != MNS_A_LOST_WRITE) {
        mns_buf_printf(out, " Acknowledged %s (lost-write).", lost);
    }
}

static void make_violated(mns_headline *headline, const mns_document *document) {
    const mns_judgement *judgement = &document->judgement;
    mns_anomaly anomaly = mns_judgement_worst(judgement);
    bool models = count_set(judgement->violated, MNS_MODEL_COUNT) > 0;
    headline->mark = models ? "Not " : "A forbidden anomaly was found";
    headline->separator = ": ";
    write_asked(&headline->claim, &document->request, judgement->violated, ", not ");
    if (anomaly == MNS_ANOMALY_COUNT ||
        !judgement->forbidden[anomaly]) { /* no forbidden anomaly was recorded */
        mns_buf_str(&headline->because, "ruled out by the anomalies found.");
    } else {
        write_named(&headline->because, document, anomaly);
    }
}

static void make_unasked(mns_headline *headline, const mns_document *document) {
    uint32_t kinds = count_set(document->judgement.found, MNS_ANOMALY_COUNT);
    headline->mark = "";
    headline->separator = kinds == 0 ? "." : ". ";
    mns_buf_str(&headline->claim, kinds == 0 ? "No anomaly was found" : "Nothing was asked for");
    if (kinds > 0) {
        mns_buf_str(&headline->because, "Found: ");
        write_named(&headline->because, document, mns_judgement_worst(&document->judgement));
    }
}

/* A sentence starts there. */
static void capitalize(mns_buf *out, size_t start) {
    if (!out->failed && out->data[start] >= 'a' && out->data[start] <= 'z') {
        out->data[start] = (char)(out->data[start] - 'a' + 'A');
    }
}

/* "Serializable allows the anomalies found: " The requested models hold, so they forbid none of
 * the anomalies. */
static void write_allowed(mns_buf *out, const mns_request *request) {
    if (request->model_count == 0) {
        mns_buf_str(out, "Other anomalies were found: ");
    } else if (request->model_count > 1) {
        mns_buf_str(out, "They allow the anomalies found: ");
    } else {
        size_t start = out->size;
        mns_buf_bytes(out, request->names[0], request->name_sizes[0]);
        capitalize(out, start);
        mns_buf_str(out, " allows the anomalies found: ");
    }
}

/* "Certified serializable: an explicit execution satisfies it. " */
static void make_certified(mns_headline *headline, const mns_request *request) {
    headline->mark = "Certified";
    headline->separator = ": ";
    mns_buf_char(&headline->claim, ' ');
    write_asked(&headline->claim, request, NULL, ", ");
    mns_buf_str(&headline->because, request->model_count == 1
                                        ? "an explicit execution satisfies it. "
                                        : "an explicit execution satisfies each of them. ");
}

static void make_held(mns_headline *headline, const mns_request *request) {
    headline->mark = request->model_count == 0 ? "No forbidden anomaly" : "No violation";
    headline->separator = ". ";
    mns_buf_str(&headline->claim, request->model_count == 0 ? " was" : " of ");
    write_asked(&headline->claim, request, NULL, ", ");
    mns_buf_str(&headline->claim, " found");
}

/* " Serializable is not certified: no execution was found." Nothing if none was searched for.
 * sentence: a new one, else what follows a colon. */
static void write_undecided(mns_buf *out, const mns_document *document, bool sentence) {
    bool undecided[MNS_MODEL_COUNT] = {false};
    const char *reason = NULL;
    uint32_t count = 0;
    for (uint32_t i = document->request.model_count; i-- > 0;) {
        mns_model model = document->request.models[i];
        if (document->judgement.undecided[model] != NULL) {
            undecided[model] = true;
            reason = document->judgement.undecided[model]; /* of the first */
            count++;
        }
    }
    if (reason != NULL) {
        mns_buf_str(out, sentence ? " " : "");
        size_t start = out->size;
        write_asked(out, &document->request, undecided, ", ");
        if (sentence) {
            capitalize(out, start);
        }
        mns_buf_printf(out, " %s not certified: %s.", count == 1 ? "is" : "are", reason);
    }
}

static void make_valid(mns_headline *headline, const mns_document *document) {
    const mns_judgement *judgement = &document->judgement;
    const mns_request *request = &document->request;
    bool certified = mns_judgement_certifies(judgement, request);
    (certified ? make_certified : make_held)(headline, request);
    if (count_set(judgement->found, MNS_ANOMALY_COUNT) == 0) {
        mns_buf_str(&headline->because, "No anomaly was found.");
    } else {
        write_allowed(&headline->because, request);
        write_named(&headline->because, document, mns_judgement_worst(judgement));
    }
    write_undecided(&headline->because, document, true);
}

bool mns_document_lacks_certificate(const mns_document *document) {
    const mns_judgement *judgement = &document->judgement;
    for (uint32_t i = 0; i < document->request.model_count && judgement->required; i++) {
        const char *undecided = judgement->undecided[document->request.models[i]];
        if (undecided != NULL && judgement->reason != NULL) {
            return strcmp(undecided, judgement->reason) == 0;
        }
    }
    return false;
}

static void make_unknown(mns_headline *headline, const mns_document *document) {
    const char *reason = document->judgement.reason;
    headline->mark = "Unknown";
    headline->separator = ": ";
    if (mns_document_lacks_certificate(document)) {
        write_undecided(&headline->because, document, false);
    } else {
        mns_buf_str(&headline->because, reason == NULL ? "not decided" : reason);
        mns_buf_char(&headline->because, '.');
    }
}

void mns_headline_make(mns_headline *headline, const mns_document *document) {
    *headline = (mns_headline){.mark = ""};
    mns_buf_init(&headline->claim);
    mns_buf_init(&headline->because);
    const mns_judgement *judgement = &document->judgement;
    if (judgement->verdict == MINOS_VIOLATED) {
        make_violated(headline, document);
    } else if (judgement->verdict == MINOS_UNKNOWN) {
        make_unknown(headline, document);
    } else if (document->request.asks_nothing) {
        make_unasked(headline, document);
    } else {
        make_valid(headline, document);
    }
    mns_buf_str(&headline->claim, ""); /* makes data a string even if it is empty */
    mns_buf_str(&headline->because, "");
}

void mns_headline_release(mns_headline *headline) {
    mns_buf_release(&headline->claim);
    mns_buf_release(&headline->because);
}

/* ---- Models --------------------------------------------------------------------------------- */

/* The place of a model in the request, or its model_count. */
static uint32_t asked_place(const mns_request *request, mns_model model) {
    uint32_t i = 0;
    while (i < request->model_count && request->models[i] != model) {
        i++;
    }
    return i;
}

bool mns_document_asked(const mns_document *document, mns_model model) {
    return asked_place(&document->request, model) < document->request.model_count;
}

/* The strongest model has the name of the default request; the catalog's friendly name for it is
 * the one that Elle prints. */
const char *mns_model_plain_name(mns_model model) {
    static const char known[] = "strict-serializable";
    mns_model named;
    bool same = mns_model_parse(known, sizeof known - 1, &named) && named == model;
    return same ? known : mns_model_friendly(model);
}

const char *mns_document_model_name(const mns_document *document, mns_model model, size_t *size) {
    const mns_request *request = &document->request;
    uint32_t i = asked_place(request, model);
    const char *name = i < request->model_count ? request->names[i] : mns_model_plain_name(model);
    *size = i < request->model_count ? request->name_sizes[i] : strlen(name);
    return name;
}

void mns_document_model_states(const mns_document *document, mns_model_state out[MNS_MODEL_COUNT]) {
    const mns_judgement *judgement = &document->judgement;
    bool holds[MNS_MODEL_COUNT];
    memcpy(holds, judgement->holds, sizeof holds);
    mns_models_add_weaker(holds);
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        out[m] = MNS_NOT_JUDGED;
        if (judgement->ruled_out[m]) {
            out[m] = MNS_RULED_OUT;
        } else if (!judgement->not_judged[m] && holds[m]) {
            out[m] = judgement->certified[m] ? MNS_CERTIFIED : MNS_HOLDS;
        } else if (!judgement->not_judged[m] && judgement->partly[m]) {
            out[m] = MNS_PARTLY;
        }
    }
}

bool mns_model_state_holds(mns_model_state state) {
    return state == MNS_CERTIFIED || state == MNS_HOLDS;
}

const char *mns_model_state_text(mns_model_state state) {
    static const char *const texts[] = {[MNS_RULED_OUT] = "ruled out by ",
                                        [MNS_CERTIFIED] = "certified",
                                        [MNS_HOLDS] = "holds",
                                        [MNS_PARTLY] = "partly judged",
                                        [MNS_NOT_JUDGED] = "not judged"};
    return texts[state];
}

/* ---- Anomalies ------------------------------------------------------------------------------ */

bool mns_document_allows(const mns_document *document, mns_anomaly anomaly) {
    const mns_request *request = &document->request;
    mns_model_state states[MNS_MODEL_COUNT];
    mns_document_model_states(document, states);
    bool allows = !request->asks_nothing && !document->judgement.forbidden[anomaly];
    for (uint32_t i = 0; i < request->model_count; i++) {
        mns_model model = request->models[i];
        allows = allows && (mns_model_state_holds(states[model]) || mns_model_is_decided(model));
    }
    return allows;
}

size_t mns_document_worst_first(const mns_document *document, size_t places[MNS_ANOMALY_COUNT]) {
    assert(document->anomaly_count <= MNS_ANOMALY_COUNT);
    mns_anomaly sorted[MNS_ANOMALY_COUNT];
    size_t found = mns_judgement_worst_first(&document->judgement, sorted), count = 0;
    for (size_t i = 0; i < found; i++) {
        const mns_doc_anomaly *anomaly = mns_document_anomaly(document, sorted[i]);
        if (anomaly != NULL) {
            places[count++] = (size_t)(anomaly - document->anomalies);
        }
    }
    return count;
}
