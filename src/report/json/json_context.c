/*
 * json_context.c - the context of a document as JSON: counts, versions of keys, faults, the run
 * over time.
 *
 * Used for results.json, which has everything, and for the page, which has a size limit. "keys",
 * "faults" and "run" are written only if they are not empty. A field named ..._total counts all
 * items, listed or not. Cost: linear in the output.
 */
#include "report/json/json_write.h"

/* ---- Counts --------------------------------------------------------------------------------- */

void mns_json_counts(const mns_doc_counts *counts, mns_buf *out) {
    mns_json_count_field(out, "operations", counts->operations);
    mns_json_count_field(out, "transactions", counts->transactions);
    mns_json_count_field(out, "ok", counts->ok);
    mns_json_count_field(out, "fail", counts->fail);
    mns_json_count_field(out, "info", counts->info);
    mns_json_count_field(out, "micro_operations", counts->mops);
    mns_json_count_field(out, "keys", counts->keys);
    mns_json_count_field(out, "processes", counts->processes);
}

/* ---- Keys ----------------------------------------------------------------------------------- */

static void write_ref(mns_buf *out, const mns_doc_ref *ref) {
    mns_buf_char(out, '{');
    mns_json_number_field(out, "index", ref->index);
    mns_json_process_field(out, "process", &ref->process);
    mns_json_type_field(out, "type", ref->type);
    mns_buf_char(out, '}');
}

static void write_version(mns_buf *out, const mns_doc_version *version, const mns_json_cuts *cuts) {
    mns_json_next(out);
    mns_buf_char(out, '{');
    mns_json_count_field(out, "place", version->place);
    mns_json_cut_field(out, "value", version->value, cuts->name);
    if (version->written) {
        mns_json_field(out, "writer");
        write_ref(out, &version->writer);
    } else {
        mns_json_raw_field(out, "writer", "null");
    }
    mns_json_open(out, "readers", '[');
    for (uint32_t i = 0; i < version->reader_count; i++) {
        mns_json_next(out);
        write_ref(out, &version->readers[i]);
    }
    mns_buf_char(out, ']');
    mns_json_count_field(out, "readers_total", version->reader_total);
    mns_json_bool_field(out, "matters", version->matters);
    mns_buf_char(out, '}');
}

static void write_disputed(mns_buf *out, const mns_doc_read *read, const mns_json_cuts *cuts) {
    bool full = read->full != NULL && strlen(read->full) <= cuts->full;
    mns_json_next(out);
    mns_buf_char(out, '{');
    mns_json_cut_field(out, "value", read->value, cuts->read);
    mns_json_text_field(out, "full", full ? read->full : NULL);
    mns_json_count_field(out, "agrees", read->agrees);
    mns_json_count_field(out, "length", read->length);
    mns_json_field(out, "reader");
    write_ref(out, &read->reader);
    mns_json_count_field(out, "readers_total", read->reader_total);
    mns_buf_char(out, '}');
}

void mns_json_key(const mns_doc_key *key, const mns_json_cuts *cuts, mns_buf *out) {
    mns_buf_char(out, '{');
    mns_json_cut_field(out, "key", key->key, cuts->name);
    mns_json_cut_field(out, "order", key->order, cuts->name);
    mns_json_open(out, "versions", '[');
    for (uint32_t i = 0; i < key->version_count; i++) {
        write_version(out, &key->versions[i], cuts);
    }
    mns_buf_char(out, ']');
    mns_json_count_field(out, "versions_total", key->version_total);
    mns_json_open(out, "disputed", '[');
    for (uint32_t i = 0; i < key->disputed_count; i++) {
        write_disputed(out, &key->disputed[i], cuts);
    }
    mns_buf_char(out, ']');
    mns_json_count_field(out, "disputed_total", key->disputed_total);
    mns_buf_char(out, '}');
}

/* ---- Faults --------------------------------------------------------------------------------- */

void mns_json_fault(const mns_doc_fault *fault, const mns_json_cuts *cuts, mns_buf *out) {
    mns_json_count_field(out, "position", fault->position);
    mns_json_time_field(out, "time_ns", fault->time_ns);
    mns_json_cut_field(out, "process", fault->process, cuts->name);
    mns_json_cut_field(out, "f", fault->function, cuts->name);
    mns_json_cut_field(out, "value", fault->value, cuts->name);
    mns_json_cut_field(out, "words", fault->words, cuts->name);
    mns_json_cut_field(out, "brief", fault->brief, cuts->name);
    mns_json_position_field(out, "until", fault->until);
    mns_json_time_field(out, "until_ns", fault->until_ns);
}

/* ---- The run -------------------------------------------------------------------------------- */

static void write_bucket(mns_buf *out, const mns_doc_bucket *bucket) {
    mns_json_next(out);
    mns_buf_char(out, '{');
    mns_json_count_field(out, "ok", bucket->ok);
    mns_json_count_field(out, "fail", bucket->fail);
    mns_json_count_field(out, "info", bucket->info);
    mns_json_number_field(out, "p50_ns", bucket->p50_ns);
    mns_json_number_field(out, "p95_ns", bucket->p95_ns);
    mns_json_number_field(out, "p99_ns", bucket->p99_ns);
    mns_json_number_field(out, "max_ns", bucket->max_ns);
    mns_buf_char(out, '}');
}

static void write_error(mns_buf *out, const mns_doc_error *error, const mns_json_cuts *cuts) {
    mns_json_next(out);
    mns_buf_char(out, '{');
    mns_json_cut_field(out, "label", error->label, cuts->name);
    mns_json_type_field(out, "type", error->type);
    mns_json_count_field(out, "count", error->count);
    mns_buf_char(out, '}');
}

void mns_json_run(const mns_doc_run *run, const mns_json_cuts *cuts, mns_buf *out) {
    mns_buf_char(out, '{');
    mns_json_number_field(out, "start_ns", run->start_ns);
    mns_json_number_field(out, "width_ns", run->width_ns);
    mns_json_open(out, "buckets", '[');
    for (uint32_t i = 0; i < run->bucket_count; i++) {
        write_bucket(out, &run->buckets[i]);
    }
    mns_buf_char(out, ']');
    mns_json_open(out, "errors", '[');
    for (uint32_t i = 0; i < run->error_count; i++) {
        write_error(out, &run->errors[i], cuts);
    }
    mns_buf_char(out, ']');
    mns_json_count_field(out, "error_kinds", run->error_kinds);
    mns_json_count_field(out, "every", run->every);
    mns_buf_char(out, '}');
}

/* ---- The context ---------------------------------------------------------------------------- */

void mns_json_context(const mns_document *document, mns_buf *out) {
    const mns_json_cuts whole = {SIZE_MAX, SIZE_MAX, SIZE_MAX};
    if (document->key_count > 0) {
        mns_json_open(out, "keys", '[');
        for (uint32_t i = 0; i < document->key_count; i++) {
            mns_json_next(out);
            mns_json_key(&document->keys[i], &whole, out);
        }
        mns_buf_char(out, ']');
    }
    if (document->fault_total > 0) {
        mns_json_open(out, "faults", '[');
        for (uint32_t i = 0; i < document->fault_count; i++) {
            mns_json_next(out);
            mns_buf_char(out, '{');
            mns_json_fault(&document->faults[i], &whole, out);
            mns_buf_char(out, '}');
        }
        mns_buf_char(out, ']');
        mns_json_count_field(out, "faults_total", document->fault_total);
    }
    if (document->run != NULL) {
        mns_json_field(out, "run");
        mns_json_run(document->run, &whole, out);
    }
}
