/*
 * json_effort.c - how hard a history looked, as the field "effort" of results.json.
 *
 * The counts are enough to make the document again. The sentences are for other programs; a reader
 * of the document makes them itself.
 */
#include "report/json/json_write.h"

static void write_sentence(mns_buf *out, const char *name, const mns_buf *text) {
    out->failed |= text->failed;
    mns_json_text_field(out, name, text->failed ? "" : text->data);
}

void mns_json_effort(const mns_document *document, mns_buf *out) {
    const mns_effort *effort = document->effort;
    if (effort == NULL) {
        return;
    }
    mns_json_open(out, "effort", '{');
    mns_json_count_field(out, "committed", effort->committed);
    mns_json_field(out, "concurrency_average");
    mns_buf_printf(out, "%llu.%03llu", (unsigned long long)(effort->concurrency_thousandths / 1000),
                   (unsigned long long)(effort->concurrency_thousandths % 1000));
    mns_json_count_field(out, "concurrency_max", effort->concurrency_max);
    mns_json_count_field(out, "conflicts", effort->conflicts);
    mns_json_count_field(out, "keys", effort->keys);
    mns_json_count_field(out, "contended", effort->contended);
    mns_json_count_field(out, "reads", effort->reads);
    mns_json_count_field(out, "informative_reads", effort->informative);
    mns_buf text;
    mns_buf_init(&text);
    mns_effort_say(effort, &text);
    write_sentence(out, "text", &text);
    mns_buf_release(&text);
    mns_buf_char(out, '}');
}
