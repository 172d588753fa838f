/*
 * page.c - the JSON value of the report page, within a budget of bytes.
 *
 * Everything except the witnesses is small or has its own share. Witnesses use the rest, breadth
 * first: the first of each anomaly, worst anomaly first, then the second of each, and so on. In the
 * first round no anomaly uses more than its share, so that each is shown; a witness that is too
 * large is abbreviated, without pictures. The witnesses of an anomaly end with the first that does
 * not fit, so the page always has the first ones. At most one witness per anomaly is written and
 * then discarded, and only up to the limit, so the cost does not depend on the number of witnesses.
 */
#include "report/page/page.h"

#include "report/json/json_write.h"
#include "report/markdown/markdown.h"
#include "report/model/headline.h"
#include "report/picture/picture.h"

/* Bytes for the models without their pictures, a few hundred each. */
#define MODELS_SHARE 40000
#define KEYS_SHARE 400000
#define FAULTS_SHARE 60000
/* A larger witness is abbreviated; a larger picture of models is omitted. */
#define WITNESS_WHOLE 200000
#define PICTURE_SHOWN 150000
/* A larger bug report is omitted. */
#define MARKDOWN_SHOWN 200000
/* Bytes of a file name or a warning, and the number of warnings. */
/* Bytes of a row of the header; a command is the longest. */
#define SETUP_SHOWN 2000
#define WORDS_SHOWN 1000
#define WARNINGS_SHOWN 20

/* One anomaly on the page. */
typedef struct page_section {
    const mns_doc_anomaly *anomaly;
    mns_buf head;      /* sealed: all fields except its witnesses */
    mns_buf witnesses; /* sealed items of an array */
    size_t shown;
    bool closed; /* no more witnesses: all are shown, or one did not fit */
} page_section;

typedef struct page_draft {
    const mns_document *document;
    mns_buf plain; /* the part that is being written, not sealed yet */
    page_section sections[MNS_ANOMALY_COUNT];
    size_t section_count;
    mns_buf head, end; /* sealed: the fields before the models, and after the anomalies */
    uint32_t key_count;
    size_t left;               /* bytes of the budget */
    uint64_t without_pictures; /* abbreviated witnesses */
} page_draft;

static size_t less(size_t budget, size_t taken) { return budget > taken ? budget - taken : 0; }

/* ---- The head ------------------------------------------------------------------------------- */

static const char *verdict_name(minos_verdict verdict) {
    static const char *const names[] = {
        [MINOS_VALID] = "valid", [MINOS_VIOLATED] = "violated", [MINOS_UNKNOWN] = "unknown"};
    return names[verdict];
}

static void write_headline(mns_buf *out, const mns_document *document) {
    mns_headline headline;
    mns_headline_make(&headline, document);
    bool failed = headline.claim.failed || headline.because.failed;
    out->failed |= failed;
    mns_buf claim;
    mns_buf_init(&claim);
    mns_buf_str(&claim, headline.mark);
    mns_buf_str(&claim, failed ? "" : headline.claim.data);
    out->failed |= claim.failed;
    mns_json_text_field(out, "headline", claim.failed ? "" : claim.data);
    mns_json_cut_field(out, "because", failed ? "" : headline.because.data, WORDS_SHOWN);
    mns_buf_release(&claim);
    mns_headline_release(&headline);
}

static void write_remaining(mns_buf *out, const mns_document *document) {
    mns_json_open(out, "remaining", '[');
    for (uint32_t m = 0; m < MNS_MODEL_COUNT && !document->judgement.untested; m++) {
        if (document->judgement.holds[m]) {
            size_t size;
            const char *name = mns_document_model_name(document, (mns_model)m, &size);
            mns_page_string(out, name, size);
        }
    }
    mns_buf_char(out, ']');
    mns_json_open(out, "asked", '[');
    for (uint32_t i = 0; i < document->request.model_count; i++) {
        mns_page_string(out, document->request.names[i], document->request.name_sizes[i]);
    }
    mns_buf_char(out, ']');
}

static void write_counts(mns_buf *out, const mns_document *document) {
    mns_json_open(out, "counts", '{');
    mns_json_counts(&document->counts, out);
    mns_page_time(out, "span", document->span_ns);
    mns_buf_char(out, '}');
}

static void write_warnings(mns_buf *out, const mns_document *document) {
    mns_json_open(out, "warnings", '[');
    for (size_t i = 0; i < document->warning_count && i < WARNINGS_SHOWN; i++) {
        const char *warning = document->warnings[i];
        size_t size = strlen(warning);
        mns_page_string(out, warning, size < WORDS_SHOWN ? size : WORDS_SHOWN);
    }
    mns_buf_char(out, ']');
}

/* Rows of [label, value]. */
static void write_setup(mns_buf *out, const mns_document *document) {
    mns_json_open(out, "setup", '[');
    for (uint32_t i = 0; document->setup != NULL && i < document->setup->row_count; i++) {
        const mns_setup_row *row = &document->setup->rows[i];
        size_t size = strlen(row->value);
        mns_json_next(out);
        mns_buf_char(out, '[');
        mns_page_string(out, row->label, strlen(row->label));
        mns_page_string(out, row->value, size < SETUP_SHOWN ? size : SETUP_SHOWN);
        mns_buf_char(out, ']');
    }
    mns_buf_char(out, ']');
}

static void write_ladder(mns_buf *out, const mns_document *document, const char *name, bool all) {
    mns_buf picture;
    mns_buf_init(&picture);
    mns_svg_models(document, all, MNS_PICTURE_PAGE, &picture);
    bool any = picture.size > 0 && picture.size <= PICTURE_SHOWN && !picture.failed;
    out->failed |= picture.failed;
    mns_json_text_field(out, name, any ? picture.data : NULL);
    mns_buf_release(&picture);
}

/* For the button that copies it. */
static void write_markdown(mns_buf *out, const mns_document *document) {
    mns_buf text;
    mns_buf_init(&text);
    mns_report_markdown(document, &text);
    out->failed |= text.failed;
    bool any = !text.failed && text.size <= MARKDOWN_SHOWN;
    mns_json_text_field(out, "markdown", any ? text.data : NULL);
    mns_buf_release(&text);
}

static void make_head(page_draft *page) {
    const mns_document *document = page->document;
    mns_buf *out = &page->plain;
    mns_buf_char(out, '{');
    mns_json_cut_field(out, "minos", document->minos, WORDS_SHOWN);
    mns_json_cut_field(out, "file", document->name, WORDS_SHOWN);
    mns_json_cut_field(out, "workload", document->workload, WORDS_SHOWN);
    mns_json_text_field(out, "notation", document->json ? "json" : "edn");
    mns_json_text_field(out, "verdict", verdict_name(document->judgement.verdict));
    write_headline(out, document);
    write_remaining(out, document);
    write_counts(out, document);
    write_setup(out, document);
    write_warnings(out, document);
    write_markdown(out, document);
    mns_json_effort(document, out);
    write_ladder(out, document, "ladder", false);
    write_ladder(out, document, "lattice", true);
    mns_page_seal(&page->head, out);
}

/* ---- Anomalies ------------------------------------------------------------------------------ */

/* One string for each paragraph. */
static void write_paragraphs(mns_buf *out, const char *name, const char *text) {
    mns_json_open(out, name, '[');
    while (text != NULL && *text != '\0') {
        size_t size = strcspn(text, "\n");
        mns_page_string(out, text, size);
        text += size + (text[size] == '\n' ? 1 : 0);
    }
    mns_buf_char(out, ']');
}

/* The weakest models that the anomaly rules out; all stronger ones are ruled out too. */
static void write_rules_out(mns_buf *out, const mns_document *document, mns_anomaly anomaly) {
    bool models[MNS_MODEL_COUNT], weakest[MNS_MODEL_COUNT];
    mns_anomaly_rules_out(anomaly, models);
    mns_models_keep_weakest(models, weakest);
    mns_json_open(out, "rules_out", '[');
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        if (weakest[m]) {
            size_t size;
            const char *name = mns_document_model_name(document, (mns_model)m, &size);
            mns_page_string(out, name, size);
        }
    }
    mns_buf_char(out, ']');
}

static void make_section(page_draft *page, page_section *section, const mns_doc_anomaly *anomaly) {
    mns_buf *out = &page->plain;
    section->anomaly = anomaly;
    mns_buf_char(out, '{');
    mns_json_text_field(out, "name", mns_anomaly_name(anomaly->anomaly));
    mns_json_count_field(out, "count", anomaly->count);
    mns_json_bool_field(out, "forbidden", page->document->judgement.forbidden[anomaly->anomaly]);
    mns_json_text_field(out, "summary", mns_anomaly_summary(anomaly->anomaly));
    write_paragraphs(out, "about", mns_anomaly_about(anomaly->anomaly));
    write_paragraphs(out, "causes", mns_anomaly_causes(anomaly->anomaly));
    write_rules_out(out, page->document, anomaly->anomaly);
    mns_json_count_field(out, "kept", anomaly->witness_count);
    mns_page_seal(&section->head, out);
}

/* Writes and seals the next witness of a section; false if it has more than `size` bytes. */
static bool seal_witness(page_draft *page, const page_section *section, mns_page_detail detail,
                         size_t size, mns_buf *sealed) {
    const mns_page_room room = {detail, size, page->key_count};
    bool fits =
        mns_page_witness(page->document, section->anomaly, section->shown, &room, &page->plain);
    mns_buf_clear(sealed);
    mns_page_seal(sealed, &page->plain);
    return (fits && sealed->size <= size) || sealed->failed;
}

/* Adds the next witness of a section, abbreviated if it has more than `whole` bytes; closes the
 * section if there is none or it does not fit. */
static void add_witness(page_draft *page, page_section *section, size_t whole) {
    if (section->shown == section->anomaly->witness_count) {
        section->closed = true;
        return;
    }
    mns_buf sealed;
    mns_buf_init(&sealed);
    size_t room = less(page->left, 1); /* and a comma */
    bool is_whole = seal_witness(page, section, MNS_PAGE_WHOLE, whole, &sealed);
    bool fits =
        is_whole ? sealed.size <= room : seal_witness(page, section, MNS_PAGE_SHORT, room, &sealed);
    if (fits) {
        mns_buf_str(&section->witnesses, section->shown > 0 ? "," : "");
        mns_buf_bytes(&section->witnesses, sealed.data, sealed.size);
        page->left -= sealed.size + 1;
        page->without_pictures += is_whole ? 0 : 1;
        section->shown++;
    }
    section->closed = !fits || sealed.failed;
    section->witnesses.failed |= sealed.failed;
    mns_buf_release(&sealed);
}

static void add_witnesses(page_draft *page) {
    size_t open = page->section_count;
    for (bool first = true; open > 0; first = false) {
        size_t to_come = open;
        open = 0;
        for (size_t i = 0; i < page->section_count; i++) {
            page_section *section = &page->sections[i];
            if (section->closed) {
                continue;
            }
            size_t share = first ? page->left / to_come : WITNESS_WHOLE;
            add_witness(page, section, share < WITNESS_WHOLE ? share : WITNESS_WHOLE);
            to_come--;
            open += section->closed ? 0 : 1;
        }
    }
}

/* ---- The value ------------------------------------------------------------------------------ */

/* Everything whose size does not depend on the rest of the budget. */
static void make_parts(page_draft *page, size_t budget) {
    const mns_document *document = page->document;
    make_head(page);
    size_t places[MNS_ANOMALY_COUNT];
    page->section_count = mns_document_worst_first(document, places);
    size_t taken = page->head.size + MODELS_SHARE;
    for (size_t i = 0; i < page->section_count; i++) {
        make_section(page, &page->sections[i], &document->anomalies[places[i]]);
        taken += page->sections[i].head.size;
    }
    mns_buf *end = &page->end;
    mns_json_field(end, "keys");
    page->key_count = mns_page_keys(document, end->size + KEYS_SHARE, end);
    mns_json_field(end, "faults");
    mns_page_faults(document, end->size + FAULTS_SHARE, end);
    mns_json_count_field(end, "faults_total", document->fault_total);
    mns_page_run(document, &page->plain);
    mns_json_field(end, "run");
    mns_page_seal(end, &page->plain);
    page->left = less(budget, taken + end->size);
}

static void write_models(page_draft *page, mns_buf *out) {
    bool shown[MNS_ANOMALY_COUNT] = {false};
    for (size_t i = 0; i < page->section_count; i++) {
        shown[page->sections[i].anomaly->anomaly] = page->sections[i].shown > 0;
    }
    mns_page_standings(page->document, shown, &page->plain);
    mns_json_field(out, "models");
    mns_page_seal(out, &page->plain);
}

static void write_sections(page_draft *page, mns_buf *out) {
    uint64_t left_out = 0;
    mns_json_open(out, "anomalies", '[');
    for (size_t i = 0; i < page->section_count; i++) {
        page_section *section = &page->sections[i];
        size_t missing = section->anomaly->witness_count - section->shown;
        mns_json_next(out);
        mns_buf_bytes(out, section->head.data, section->head.size);
        mns_json_count_field(out, "left_out", missing);
        mns_json_open(out, "witnesses", '[');
        mns_buf_bytes(out, section->witnesses.data, section->witnesses.size);
        mns_buf_str(out, "]}");
        out->failed |= section->head.failed || section->witnesses.failed;
        left_out += missing;
    }
    mns_buf_char(out, ']');
    mns_json_open(out, "left_out", '{');
    mns_json_count_field(out, "witnesses", left_out);
    mns_json_count_field(out, "pictures", page->without_pictures);
    mns_json_count_field(out, "keys", page->document->key_count - page->key_count);
    mns_buf_char(out, '}');
}

static void page_release(page_draft *page) {
    for (size_t i = 0; i < page->section_count; i++) {
        mns_buf_release(&page->sections[i].head);
        mns_buf_release(&page->sections[i].witnesses);
    }
    mns_buf_release(&page->plain);
    mns_buf_release(&page->head);
    mns_buf_release(&page->end);
}

void mns_page_write(const mns_document *document, size_t budget, mns_buf *out) {
    page_draft page = {.document = document};
    make_parts(&page, budget);
    add_witnesses(&page);
    mns_buf_bytes(out, page.head.data, page.head.size);
    write_models(&page, out);
    write_sections(&page, out);
    mns_buf_char(out, ',');
    mns_buf_bytes(out, page.end.data, page.end.size);
    mns_buf_char(out, '}');
    out->failed |= page.head.failed || page.end.failed || page.plain.failed;
    page_release(&page);
}
