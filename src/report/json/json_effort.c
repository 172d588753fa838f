/*
 * json_effort.c - how hard a history looked, as the field "effort" of results.json and of the page.
 *
 * The counts are enough to make the document again. The rest is for other programs; a reader of the
 * document makes it itself.
 */
#include "report/json/json_write.h"

static void write_sentence(mns_buf *out, const char *name, const mns_buf *text) {
    bool any = text->size > 0 && !text->failed;
    out->failed |= text->failed;
    mns_json_text_field(out, name, any ? text->data : NULL);
}

static void write_low(mns_buf *out, const mns_document *document) {
    static const char *const names[] = {"concurrency", "conflicts", "reads", "transactions"};
    unsigned low = mns_effort_low(document->effort);
    mns_json_open(out, "low", '[');
    for (size_t i = 0; i < MNS_COUNT_OF(names); i++) {
        if ((low >> i & 1) != 0) {
            mns_json_next(out);
            mns_json_text(out, names[i]);
        }
    }
    mns_buf_char(out, ']');
}

static void write_bugs(mns_buf *out, const mns_setup *setup) {
    mns_json_open(out, "bugs", '[');
    for (uint32_t i = 0; setup != NULL && i < setup->bug_count; i++) {
        mns_json_next(out);
        mns_buf_char(out, '{');
        mns_json_text_field(out, "bug", setup->bugs[i].name);
        mns_json_count_field(out, "shown", setup->bugs[i].shown);
        mns_json_count_field(out, "of", setup->bugs[i].of);
        mns_buf_char(out, '}');
    }
    mns_buf_char(out, ']');
}

static void write_sentences(mns_buf *out, const mns_document *document) {
    static const char *const names[] = {[MNS_EFFORT_MEASURES] = "text",
                                        [MNS_EFFORT_BUGS] = "bugs_text",
                                        [MNS_EFFORT_ADVICE] = "advice"};
    mns_buf text;
    mns_buf_init(&text);
    for (size_t i = 0; i < MNS_COUNT_OF(names); i++) {
        mns_buf_clear(&text);
        mns_document_say_effort(document, (mns_effort_sentence)i, &text);
        write_sentence(out, names[i], &text);
    }
    mns_buf_release(&text);
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
    write_low(out, document);
    write_bugs(out, document->setup);
    write_sentences(out, document);
    mns_buf_char(out, '}');
}
