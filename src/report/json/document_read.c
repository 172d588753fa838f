/*
 * document_read.c - a document from the results.json that it was saved as.
 *
 * In: untrusted text. Out: the document, or a problem with line and column: malformed JSON, fields
 * that are missing or of the wrong type, names unknown to the catalog, parts that contradict each
 * other. Fields of later versions are skipped; fields that earlier versions did not write may be
 * missing. Writing the document again gives the same bytes. O(size).
 */
#include "report/json/document_read.h"
#include "report/json/json_results.h"
#include "report/json/setup_read.h"

/* ---- The head ------------------------------------------------------------------------------- */

static bool read_schema(mns_json_reader *reader, const mns_token *token, void *into) {
    ((mns_saved *)into)->begun = true;
    bool known = token->kind == MNS_TOKEN_INTEGER && token->integer == 1;
    return known ||
           mns_read_fail(reader, token->start, MNS_VERSION_HINT, "unsupported schema; expected 1");
}

/* A check that failed has an error instead of a result. */
static bool read_error(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_field fields[] = {{"message", MNS_NEEDED, MNS_FIELD_TEXT, 0, NULL, NULL, 0}};
    (void)into;
    const char *message = "";
    return mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), &message) &&
           mns_read_fail(reader, token->start, "repair the history and check it again",
                         "no result: the check failed (%.200s)", message);
}

static bool read_counts(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_field fields[] = {
        MNS_FIELD("operations", NEEDED, UINT64, mns_doc_counts, operations),
        MNS_FIELD("transactions", NEEDED, UINT64, mns_doc_counts, transactions),
        MNS_FIELD("ok", NEEDED, UINT64, mns_doc_counts, ok),
        MNS_FIELD("fail", NEEDED, UINT64, mns_doc_counts, fail),
        MNS_FIELD("info", NEEDED, UINT64, mns_doc_counts, info),
        MNS_FIELD("micro_operations", NEEDED, UINT64, mns_doc_counts, mops),
        MNS_FIELD("keys", NEEDED, UINT64, mns_doc_counts, keys),
        MNS_FIELD("processes", NEEDED, UINT64, mns_doc_counts, processes),
    };
    return mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), into);
}

static bool read_notation(mns_json_reader *reader, const mns_token *token, void *json) {
    static const char *const words[] = {"edn", "json"};
    size_t i = mns_read_word(token, words, MNS_COUNT_OF(words));
    *(bool *)json = i == 1;
    return i < MNS_COUNT_OF(words) ||
           mns_read_fail(reader, token->start, MNS_VERSION_HINT, "expected \"edn\" or \"json\"");
}

static bool read_strings(mns_json_reader *reader, const mns_token *token, const char ***strings,
                         size_t *count) {
    static const mns_read_items kind = {sizeof(const char *), MNS_LIMIT_IDS, mns_read_text};
    void *items = NULL;
    bool read = mns_read_array(reader, token, &kind, &items, count);
    *strings = items;
    return read;
}

static bool read_minimal(mns_json_reader *reader, const mns_token *token, void *into) {
    mns_document *document = &((mns_saved *)into)->document;
    return read_strings(reader, token, &document->minimal, &document->minimal_count);
}

static bool read_warnings(mns_json_reader *reader, const mns_token *token, void *into) {
    mns_document *document = &((mns_saved *)into)->document;
    return read_strings(reader, token, &document->warnings, &document->warning_count);
}

/* ---- Timing --------------------------------------------------------------------------------- */

/* 12.345, as results are written. */
static bool read_milliseconds(mns_json_reader *reader, const mns_token *token, void *into) {
    uint64_t thousandths = 0;
    bool number = token->kind == MNS_TOKEN_INTEGER || token->kind == MNS_TOKEN_NUMBER;
    if (!number || !mns_parse_thousandths(token->start, token->end, &thousandths)) {
        return mns_read_fail(reader, token->start, NULL, "expected milliseconds, such as 12.345");
    }
    *(double *)into = (double)thousandths / 1000;
    return true;
}

static bool read_timing(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_field fields[] = {
        MNS_FIELD_BY("read", OPTIONAL, read_milliseconds, mns_saved, document.read_ms),
        MNS_FIELD_BY("infer", OPTIONAL, read_milliseconds, mns_saved, document.infer_ms),
        MNS_FIELD_BY("graph", OPTIONAL, read_milliseconds, mns_saved, document.graph_ms),
        MNS_FIELD_BY("search", OPTIONAL, read_milliseconds, mns_saved, document.search_ms),
    };
    return mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), into);
}

/* ---- The run -------------------------------------------------------------------------------- */

/* run.json, as text and parsed. */
static bool read_live(mns_json_reader *reader, const mns_token *token, void *into) {
    mns_document *document = &((mns_saved *)into)->document;
    if (!mns_read_form(reader, token, &document->live)) {
        return false;
    }
    mns_json_reader inner;
    mns_token first;
    mns_json_reader_init(&inner, document->live, strlen(document->live), reader->arena);
    document->setup = MNS_ARENA_ARRAY(reader->arena, mns_setup, 1);
    bool read = document->setup != NULL && mns_next(&inner.lexer, &first) &&
                mns_read_setup(&inner, &first, document->setup);
    if (!read) {
        mns_read_fail(reader, token->start, NULL, "not a run.json of minos: %.200s",
                      inner.lexer.error == NULL ? "out of memory" : inner.lexer.error);
    }
    mns_json_reader_release(&inner);
    return read;
}

/* ---- Anomalies ------------------------------------------------------------------------------ */

/* Anomalies are stored in the catalog's order, whatever their order in the text. */
static bool take_finding(mns_json_reader *reader, const mns_token *token, const char *name,
                         void *into) {
    mns_document *document = into;
    mns_anomaly anomaly;
    if (!mns_read_anomaly_name(reader, token->start, name, &anomaly)) {
        return false;
    }
    if (mns_document_anomaly(document, anomaly) != NULL) {
        return mns_read_fail(reader, token->start, NULL, "duplicate anomaly");
    }
    mns_read_finding finding = {.row.anomaly = anomaly};
    if (!mns_read_anomaly(reader, token, &finding)) {
        return false;
    }
    size_t place = document->anomaly_count++;
    for (; place > 0 && document->anomalies[place - 1].anomaly > anomaly; place--) {
        document->anomalies[place] = document->anomalies[place - 1];
    }
    document->anomalies[place] = finding.row;
    document->judgement.forbidden[anomaly] = finding.forbidden;
    return true;
}

static bool read_findings(mns_json_reader *reader, const mns_token *token, void *into) {
    mns_document *document = &((mns_saved *)into)->document;
    document->anomalies = MNS_ARENA_ARRAY(reader->arena, mns_doc_anomaly, MNS_ANOMALY_COUNT);
    return document->anomalies != NULL && mns_read_entries(reader, token, take_finding, document);
}

/* ---- Consistency ---------------------------------------------------------------------------- */

static bool check_findings(mns_json_reader *reader, const char *at, const mns_document *document) {
    for (uint32_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
        bool listed = mns_document_anomaly(document, (mns_anomaly)a) != NULL;
        if (listed != document->judgement.found[a]) {
            return mns_read_fail(reader, at, NULL,
                                 "\"anomaly_types\" and \"anomalies\" disagree about %s",
                                 mns_anomaly_name((mns_anomaly)a));
        }
    }
    return true;
}

static bool are_keys(const mns_doc_witness *witness, uint32_t key_count) {
    for (uint32_t k = 0; k < witness->key_count; k++) {
        if (witness->keys[k] >= key_count) {
            return false;
        }
    }
    return true;
}

static bool check_keys(mns_json_reader *reader, const char *at, const mns_document *document) {
    for (size_t i = 0; i < document->anomaly_count; i++) {
        const mns_doc_anomaly *row = &document->anomalies[i];
        for (size_t w = 0; w < row->witness_count; w++) {
            if (!are_keys(&row->witnesses[w], document->key_count)) {
                return mns_read_fail(reader, at, NULL,
                                     "a witness refers to a key that is not in \"keys\"");
            }
        }
    }
    return true;
}

static bool check_faults(mns_json_reader *reader, const char *at, const mns_document *document) {
    return document->fault_total >= document->fault_count ||
           mns_read_fail(reader, at, NULL, "\"faults_total\" is less than the number of faults");
}

/* ---- The document --------------------------------------------------------------------------- */

#define READ_BY(name, has, read, member) MNS_FIELD_BY(name, has, read, mns_saved, document.member)
#define FIELD(name, has, kind, member) MNS_FIELD(name, has, kind, mns_saved, document.member)

static const mns_field top_fields[] = {
    MNS_FIELD_WHOLE("schema", NEEDED, read_schema),
    MNS_FIELD_WHOLE("error", OPTIONAL, read_error),
    FIELD("minos", NEEDED, TEXT, minos),
    FIELD("file", NEEDED, TEXT, name),
    FIELD("workload", NEEDED, TEXT, workload),
    READ_BY("history", NEEDED, read_counts, counts),
    READ_BY("models", NEEDED, mns_read_asked, request),
    READ_BY("valid", NEEDED, mns_read_verdict, judgement.verdict),
    FIELD("reason", OPTIONAL, TEXT, judgement.reason),
    READ_BY("anomaly_types", NEEDED, mns_read_anomalies, judgement.found),
    READ_BY("violated", NEEDED, mns_read_models, judgement.violated),
    READ_BY("not", NEEDED, mns_read_models, judgement.not_weakest),
    READ_BY("also_not", NEEDED, mns_read_models, judgement.also_not),
    READ_BY("holds", NEEDED, mns_read_models, judgement.holds),
    READ_BY("not_judged", NEEDED, mns_read_models, judgement.not_judged),
    READ_BY("partly_judged", OPTIONAL, mns_read_models, judgement.partly),
    READ_BY("certified", OPTIONAL, mns_read_models, judgement.certified),
    READ_BY("undecided", OPTIONAL, mns_read_undecided, judgement.undecided),
    MNS_FIELD_WHOLE("anomalies", NEEDED, read_findings),
    MNS_FIELD_WHOLE("warnings", OPTIONAL, read_warnings),
    MNS_FIELD_WHOLE("timing_ms", OPTIONAL, read_timing),
    READ_BY("notation", OPTIONAL, read_notation, json),
    FIELD("span_ns", OPTIONAL, NS, span_ns),
    FIELD("untested", OPTIONAL, BOOL, judgement.untested),
    FIELD("certificate_required", OPTIONAL, BOOL, judgement.required),
    READ_BY("asked_anomalies", OPTIONAL, mns_read_anomalies, request.anomalies),
    READ_BY("order", OPTIONAL, mns_read_order, judgement.order),
    MNS_FIELD_WHOLE("ruled_out_by", OPTIONAL, mns_read_ruled_out_by),
    MNS_FIELD_ITEMS("keys", OPTIONAL, &mns_key_items, mns_saved, document.keys, document.key_count),
    MNS_FIELD_ITEMS("faults", OPTIONAL, &mns_fault_items, mns_saved, document.faults,
                    document.fault_count),
    FIELD("faults_total", OPTIONAL, UINT64, fault_total),
    READ_BY("run", OPTIONAL, mns_read_run, run),
    READ_BY("effort", OPTIONAL, mns_read_effort, effort),
    MNS_FIELD_WHOLE("live", OPTIONAL, read_live),
    MNS_FIELD_WHOLE("minimal", OPTIONAL, read_minimal),
};

/* Exactly one result. */
static bool read_all(mns_json_reader *reader, mns_saved *saved) {
    mns_token first, next;
    if (!mns_next(&reader->lexer, &first) ||
        !mns_read_object(reader, &first, top_fields, MNS_COUNT_OF(top_fields), saved) ||
        !mns_judgement_finish(reader, first.start, saved) ||
        !check_findings(reader, first.start, &saved->document) ||
        !check_keys(reader, first.start, &saved->document) ||
        !check_faults(reader, first.start, &saved->document) || !mns_next(&reader->lexer, &next)) {
        return false;
    }
    return next.kind == MNS_TOKEN_END ||
           mns_read_fail(reader, next.start,
                         "a file must contain the result of one history: put each line into its "
                         "own file",
                         "unexpected text after the result");
}

/* An error before the "schema" field probably means that the file is not a results.json. */
static const char not_results[] = MNS_RESULTS_HINT " (use minos check for a history)";

minos_status mns_document_read(mns_document *document, const mns_source *source,
                               mns_problems *problems) {
    mns_saved saved = {.explained = false};
    mns_document_init(&saved.document);
    mns_judgement_begin(&saved);
    mns_json_reader reader;
    mns_json_reader_init(&reader, source->data, source->size, &saved.document.arena);
    bool read = read_all(&reader, &saved);
    mns_json_reader_release(&reader);
    minos_status status = read ? MINOS_OK : MINOS_EINPUT;
    status = saved.document.arena.failed ? MINOS_ENOMEM : status;
    if (status == MINOS_EINPUT) {
        mns_problems_add(problems, (uint64_t)(reader.lexer.error_at - source->data),
                         saved.begun ? reader.lexer.hint : not_results, "%s", reader.lexer.error);
    }
    if (status != MINOS_OK) {
        mns_document_release(&saved.document);
    }
    *document = saved.document;
    return status;
}
