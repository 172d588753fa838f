/*
 * document_read_context.c - reads the context of a document: versions of keys, faults, the run over
 * time.
 *
 * Checked: the limits of document.h; that totals are at least the number of listed items; that
 * places, positions and times ascend, so that their differences are not negative. O(size).
 */
#include "report/json/document_read.h"

static bool check(mns_json_reader *reader, const mns_token *token, bool fits) {
    return fits || mns_read_fail(reader, token->start, NULL, "these numbers contradict each other");
}

/* ---- Keys ----------------------------------------------------------------------------------- */

static bool read_ref(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_field fields[] = {
        MNS_FIELD("index", NEEDED, INT64, mns_doc_ref, index),
        MNS_FIELD_BY("process", NEEDED, mns_read_process, mns_doc_ref, process),
        MNS_FIELD_BY("type", NEEDED, mns_read_txn_type, mns_doc_ref, type),
    };
    return mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), into);
}

static bool read_writer(mns_json_reader *reader, const mns_token *token, void *into) {
    mns_doc_version *version = into;
    version->written = true;
    return read_ref(reader, token, &version->writer);
}

static bool read_readers(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_read_items kind = {sizeof(mns_doc_ref), MNS_LIMIT_DOC_READERS, read_ref};
    mns_doc_version *version = into;
    void *items = NULL;
    size_t count = 0;
    if (!mns_read_array(reader, token, &kind, &items, &count)) {
        return false;
    }
    if (count > 0) {
        memcpy(version->readers, items, count * sizeof(mns_doc_ref));
    }
    version->reader_count = (uint32_t)count;
    return true;
}

static bool read_version(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_field fields[] = {
        MNS_FIELD("place", NEEDED, UINT32, mns_doc_version, place),
        MNS_FIELD("value", NEEDED, TEXT, mns_doc_version, value),
        MNS_FIELD_WHOLE("writer", OPTIONAL, read_writer),
        MNS_FIELD_WHOLE("readers", NEEDED, read_readers),
        MNS_FIELD("readers_total", NEEDED, UINT64, mns_doc_version, reader_total),
        MNS_FIELD("matters", OPTIONAL, BOOL, mns_doc_version, matters),
    };
    mns_doc_version *version = into;
    return mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), version) &&
           check(reader, token, version->reader_total >= version->reader_count);
}

static bool read_disputed(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_field fields[] = {
        MNS_FIELD("value", NEEDED, TEXT, mns_doc_read, value),
        MNS_FIELD("full", OPTIONAL, TEXT, mns_doc_read, full),
        MNS_FIELD("agrees", NEEDED, UINT32, mns_doc_read, agrees),
        MNS_FIELD("length", NEEDED, UINT32, mns_doc_read, length),
        MNS_FIELD_BY("reader", NEEDED, read_ref, mns_doc_read, reader),
        MNS_FIELD("readers_total", NEEDED, UINT64, mns_doc_read, reader_total),
    };
    mns_doc_read *read = into;
    return mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), read) &&
           check(reader, token, read->agrees <= read->length);
}

/* Versions must ascend by place. */
static bool is_ascending(const mns_doc_key *key) {
    for (uint32_t i = 1; i < key->version_count; i++) {
        if (key->versions[i].place <= key->versions[i - 1].place) {
            return false;
        }
    }
    return true;
}

static bool read_key(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_read_items versions = {sizeof(mns_doc_version), MNS_LIMIT_DOC_VERSIONS,
                                            read_version};
    static const mns_read_items reads = {sizeof(mns_doc_read), MNS_LIMIT_DOC_READS, read_disputed};
    static const mns_field fields[] = {
        MNS_FIELD("key", NEEDED, TEXT, mns_doc_key, key),
        MNS_FIELD("order", NEEDED, TEXT, mns_doc_key, order),
        MNS_FIELD_ITEMS("versions", NEEDED, &versions, mns_doc_key, versions, version_count),
        MNS_FIELD("versions_total", NEEDED, UINT64, mns_doc_key, version_total),
        MNS_FIELD_ITEMS("disputed", NEEDED, &reads, mns_doc_key, disputed, disputed_count),
        MNS_FIELD("disputed_total", NEEDED, UINT64, mns_doc_key, disputed_total),
    };
    mns_doc_key *key = into;
    return mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), key) &&
           check(reader, token, is_ascending(key) && key->disputed_total >= key->disputed_count);
}

const mns_read_items mns_key_items = {sizeof(mns_doc_key), MNS_LIMIT_DOC_KEYS, read_key};

/* ---- Faults --------------------------------------------------------------------------------- */

static bool read_fault(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_field fields[] = {
        MNS_FIELD("position", NEEDED, UINT64, mns_doc_fault, position),
        MNS_FIELD("time_ns", OPTIONAL, NS, mns_doc_fault, time_ns),
        MNS_FIELD("process", NEEDED, TEXT, mns_doc_fault, process),
        MNS_FIELD("f", NEEDED, TEXT, mns_doc_fault, function),
        MNS_FIELD("value", NEEDED, TEXT, mns_doc_fault, value),
        MNS_FIELD("words", OPTIONAL, TEXT, mns_doc_fault, words),
        MNS_FIELD("brief", OPTIONAL, TEXT, mns_doc_fault, brief),
        MNS_FIELD("until", OPTIONAL, UINT64, mns_doc_fault, until),
        MNS_FIELD("until_ns", OPTIONAL, NS, mns_doc_fault, until_ns),
    };
    mns_doc_fault *fault = into;
    fault->time_ns = fault->until_ns = MNS_NO_TIME;
    fault->until = MNS_NO_POSITION;
    if (!mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), fault)) {
        return false;
    }
    fault->brief = fault->brief != NULL ? fault->brief : fault->function;
    fault->words = fault->words != NULL ? fault->words : fault->brief;
    return check(reader, token, fault->until >= fault->position);
}

const mns_read_items mns_fault_items = {sizeof(mns_doc_fault), MNS_LIMIT_DOC_FAULTS, read_fault};

/* ---- The run -------------------------------------------------------------------------------- */

static bool read_bucket(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_field fields[] = {
        MNS_FIELD("ok", NEEDED, UINT64, mns_doc_bucket, ok),
        MNS_FIELD("fail", NEEDED, UINT64, mns_doc_bucket, fail),
        MNS_FIELD("info", NEEDED, UINT64, mns_doc_bucket, info),
        MNS_FIELD("p50_ns", NEEDED, INT64, mns_doc_bucket, p50_ns),
        MNS_FIELD("p95_ns", NEEDED, INT64, mns_doc_bucket, p95_ns),
        MNS_FIELD("p99_ns", NEEDED, INT64, mns_doc_bucket, p99_ns),
        MNS_FIELD("max_ns", NEEDED, INT64, mns_doc_bucket, max_ns),
    };
    mns_doc_bucket *b = into;
    return mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), b) &&
           check(reader, token,
                 b->p50_ns >= -1 && b->p50_ns <= b->p95_ns && b->p95_ns <= b->p99_ns &&
                     b->p99_ns <= b->max_ns);
}

static bool read_error(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_field fields[] = {
        MNS_FIELD("label", NEEDED, TEXT, mns_doc_error, label),
        MNS_FIELD_BY("type", NEEDED, mns_read_txn_type, mns_doc_error, type),
        MNS_FIELD("count", NEEDED, UINT64, mns_doc_error, count),
    };
    return mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), into);
}

bool mns_read_run(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_read_items buckets = {sizeof(mns_doc_bucket), MNS_LIMIT_DOC_BUCKETS,
                                           read_bucket};
    static const mns_read_items errors = {sizeof(mns_doc_error), MNS_LIMIT_DOC_ERRORS, read_error};
    static const mns_field fields[] = {
        MNS_FIELD("start_ns", NEEDED, NS, mns_doc_run, start_ns),
        MNS_FIELD("width_ns", NEEDED, NS, mns_doc_run, width_ns),
        MNS_FIELD_ITEMS("buckets", NEEDED, &buckets, mns_doc_run, buckets, bucket_count),
        MNS_FIELD_ITEMS("errors", NEEDED, &errors, mns_doc_run, errors, error_count),
        MNS_FIELD("error_kinds", NEEDED, UINT64, mns_doc_run, error_kinds),
        MNS_FIELD("every", NEEDED, UINT64, mns_doc_run, every),
    };
    mns_doc_run *run = MNS_ARENA_ARRAY(reader->arena, mns_doc_run, 1);
    if (run == NULL || !mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), run)) {
        return false;
    }
    *(mns_doc_run **)into = run;
    /* The end of the last bucket must not overflow. */
    int64_t widest = (INT64_MAX - run->start_ns) / MNS_LIMIT_DOC_BUCKETS;
    return check(reader, token,
                 run->width_ns > 0 && run->width_ns <= widest && run->every > 0 &&
                     run->error_kinds >= run->error_count);
}
