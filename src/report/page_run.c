/*
 * page_run.c - the recorded run, for the page: faults, and completions and latencies over time.
 *
 *     {"process":":nemesis","function":":start","value":"...","from":"3.100 s"|null,
 *      "to":"8.000 s"|null,"position":120,"until":300|null,"from_ns":...|null,"to_ns":...|null}
 *
 *     {"start_ns":0,"width_ns":100000000,"buckets":[{"ok":10,"fail":1,"info":0,"p50":...,...}],
 *      "errors":[{"label":"...","type":"fail","count":12}],"error_kinds":3,"every":1}
 *
 * Times are nanoseconds, -1 for none. O(what is written).
 */
#include "report/json_write.h"
#include "report/page.h"

/* Bytes of a string of the history. */
#define WORDS_SHOWN 300

/* ---- Faults --------------------------------------------------------------------------------- */

static void write_fault(mns_buf *out, const mns_doc_fault *fault) {
    mns_buf_char(out, '{');
    mns_page_cut_field(out, "process", fault->process, WORDS_SHOWN);
    mns_page_cut_field(out, "function", fault->function, WORDS_SHOWN);
    mns_page_cut_field(out, "value", fault->value, WORDS_SHOWN);
    mns_page_time(out, "from", fault->time_ns);
    mns_page_time(out, "to", fault->until_ns);
    mns_json_position_field(out, "position", fault->position);
    mns_json_position_field(out, "until", fault->until);
    mns_json_time_field(out, "from_ns", fault->time_ns);
    mns_json_time_field(out, "to_ns", fault->until_ns);
    mns_buf_char(out, '}');
}

uint32_t mns_page_faults(const mns_document *document, size_t limit, mns_buf *out) {
    mns_buf item;
    mns_buf_init(&item);
    mns_buf_char(out, '[');
    uint32_t count = 0;
    bool fits = true;
    while (fits && count < document->fault_count) {
        write_fault(&item, &document->faults[count]);
        fits = mns_page_append(out, &item, limit);
        count += fits ? 1 : 0;
    }
    mns_buf_char(out, ']');
    mns_buf_release(&item);
    return count;
}

/* ---- The run -------------------------------------------------------------------------------- */

static void write_bucket(mns_buf *out, const mns_doc_bucket *bucket) {
    mns_json_next(out);
    mns_buf_char(out, '{');
    mns_json_count_field(out, "ok", bucket->ok);
    mns_json_count_field(out, "fail", bucket->fail);
    mns_json_count_field(out, "info", bucket->info);
    mns_json_number_field(out, "p50", bucket->p50_ns);
    mns_json_number_field(out, "p95", bucket->p95_ns);
    mns_json_number_field(out, "p99", bucket->p99_ns);
    mns_json_number_field(out, "max", bucket->max_ns);
    mns_buf_char(out, '}');
}

static void write_error(mns_buf *out, const mns_doc_error *error) {
    mns_json_next(out);
    mns_buf_char(out, '{');
    mns_page_cut_field(out, "label", error->label, WORDS_SHOWN);
    mns_json_type_field(out, "type", error->type);
    mns_json_count_field(out, "count", error->count);
    mns_buf_char(out, '}');
}

void mns_page_run(const mns_document *document, mns_buf *out) {
    const mns_doc_run *run = document->run;
    if (run == NULL) {
        mns_buf_str(out, "null");
        return;
    }
    mns_buf_char(out, '{');
    mns_json_number_field(out, "start_ns", run->start_ns);
    mns_json_number_field(out, "width_ns", run->width_ns);
    mns_page_open(out, "buckets", '[');
    for (uint32_t i = 0; i < run->bucket_count && i < MNS_LIMIT_DOC_BUCKETS; i++) {
        write_bucket(out, &run->buckets[i]);
    }
    mns_buf_char(out, ']');
    mns_page_open(out, "errors", '[');
    for (uint32_t i = 0; i < run->error_count && i < MNS_LIMIT_DOC_ERRORS; i++) {
        write_error(out, &run->errors[i]);
    }
    mns_buf_char(out, ']');
    mns_json_count_field(out, "error_kinds", run->error_kinds);
    mns_json_count_field(out, "every", run->every);
    mns_buf_char(out, '}');
}
