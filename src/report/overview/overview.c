/* overview.c - see overview.h. */
#include "report/overview/overview.h"

#include "core/grow.h"
#include "report/model/headline.h"

void mns_overview_init(mns_overview *overview) {
    *overview = (mns_overview){.rows = NULL};
    mns_arena_init(&overview->arena);
}

void mns_overview_release(mns_overview *overview) {
    mns_arena_release(&overview->arena);
    free(overview->rows);
    *overview = (mns_overview){.rows = NULL};
}

/* A copy of a string, "" for NULL. */
static const char *copy(mns_overview *overview, const char *text) {
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_str(&out, text == NULL ? "" : text);
    return mns_arena_take(&overview->arena, &out);
}

static const char *claimed(mns_overview *overview, const mns_request *request) {
    mns_buf out;
    mns_buf_init(&out);
    for (uint32_t i = 0; i < request->model_count; i++) {
        mns_buf_str(&out, i == 0 ? "" : ", ");
        mns_buf_bytes(&out, request->names[i], request->name_sizes[i]);
    }
    mns_buf_str(&out, request->model_count == 0 ? "none" : "");
    return mns_arena_take(&overview->arena, &out);
}

static const char *measured(mns_overview *overview, const mns_document *document) {
    bool models[MNS_MODEL_COUNT];
    mns_buf out;
    mns_buf_init(&out);
    mns_judgement_measured(&document->judgement, &document->request, models);
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        if (models[m]) {
            mns_buf_str(&out, out.size > 0 ? " and " : "");
            mns_buf_str(&out, mns_model_plain_name((mns_model)m));
        }
    }
    mns_buf_str(&out, out.size == 0 ? "-" : "");
    return mns_arena_take(&overview->arena, &out);
}

static minos_status add(mns_overview *overview, const mns_overview_row *row) {
    bool grown = MNS_GROW(overview->rows, overview->count, overview->capacity, 1);
    if (overview->arena.failed || !grown) {
        return MINOS_ENOMEM;
    }
    overview->rows[overview->count++] = *row;
    return MINOS_OK;
}

minos_status mns_overview_add(mns_overview *overview, const mns_document *document,
                              const char *folder) {
    const mns_setup *setup = document->setup;
    mns_anomaly worst = mns_judgement_worst(&document->judgement);
    const mns_overview_row row = {
        .folder = copy(overview, folder),
        .readable = true,
        .database = copy(overview, setup == NULL ? "" : setup->database),
        .level = copy(overview, setup == NULL ? "" : setup->isolation),
        .started = copy(overview, setup == NULL ? "" : setup->started),
        .claimed = claimed(overview, &document->request),
        .measured = measured(overview, document),
        .worst = worst == MNS_ANOMALY_COUNT ? "none" : mns_anomaly_name(worst),
        .transactions = document->counts.transactions,
        .verdict = document->judgement.verdict,
        .certified = mns_judgement_certifies(&document->judgement, &document->request)};
    return add(overview, &row);
}

minos_status mns_overview_add_problem(mns_overview *overview, const char *problem,
                                      const char *folder) {
    const mns_overview_row row = {.folder = copy(overview, folder),
                                  .problem = copy(overview, problem),
                                  .database = "",
                                  .level = "",
                                  .started = "",
                                  .claimed = "-",
                                  .measured = "-",
                                  .worst = "-"};
    return add(overview, &row);
}

const char *mns_overview_verdict(const mns_overview_row *row) {
    static const char *const words[] = {
        [MINOS_VALID] = "holds", [MINOS_VIOLATED] = "violated", [MINOS_UNKNOWN] = "unknown"};
    if (row->readable && row->verdict == MINOS_VALID && row->certified) {
        return "certified";
    }
    return row->readable ? words[row->verdict] : "not readable";
}
