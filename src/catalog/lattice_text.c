/*
 * lattice_text.c - the text of `minos models`: the lattice, then the anomalies.
 *
 * Out: a diagram of the well-known levels, every model from strongest to weakest with its other
 * names and the anomalies that it forbids directly, and every anomaly with its summary. The diagram
 * is drawn by hand; the unit tests check each of its lines against the rows.
 */
#include "catalog/article_text.h"
#include "catalog/rows.h"

static const char picture[] = "                 strict-serializable\n"
                              "                  /               \\\n"
                              " strong-session-serializable    strong-snapshot-isolation\n"
                              "       |               \\            /\n"
                              "       |      strong-session-snapshot-isolation\n"
                              "  serializable                |\n"
                              "       |       \\              |\n"
                              "       |        snapshot-isolation\n"
                              "       |                |\n"
                              " repeatable-read   consistent-view\n"
                              "         \\             /\n"
                              "         cursor-stability\n"
                              "                 |\n"
                              "          read-committed\n"
                              "                 |\n"
                              "         read-uncommitted\n";

static const char intro[] =
    "A line means that the upper model implies the lower one. A history that violates a model "
    "violates every model above it. There is one exception: a violation of a snapshot model by the "
    "start and commit times that the database revealed does not violate the serializable models, "
    "which do not refer to these times. All models follow, from strongest to weakest, with the "
    "anomalies that each forbids directly; a model also forbids what the models below it forbid.";

static const char untested[] =
    "Minos has no test for these: no anomaly rules them out. One of them holds if a model that "
    "implies it holds. Otherwise requesting it gives \"unknown\", unless another requested model "
    "is "
    "violated.";

typedef enum group { GROUP_KNOWN, GROUP_OTHER, GROUP_UNTESTED } group;

static group group_of(mns_model model) {
    if (!mns_model_is_tested(model)) {
        return GROUP_UNTESTED;
    }
    return mns_model_is_well_known(model) ? GROUP_KNOWN : GROUP_OTHER;
}

/* ---- Models --------------------------------------------------------------------------------- */

/* "  serializable (PL-3, conflict-serializable)" */
static void write_model_names(mns_buf *out, mns_model model, unsigned flags) {
    const mns_model_row *row = &mns_model_rows[model];
    mns_buf_str(out, "  ");
    mns_article_bold(out, row->friendly, flags);
    const char *before = " (";
    if (strcmp(row->canonical, row->friendly) != 0) {
        mns_buf_printf(out, "%s%s", before, row->canonical);
        before = ", ";
    }
    for (size_t i = 0; i < mns_model_alias_count; i++) {
        if (mns_model_aliases[i].id == (unsigned)model) {
            mns_buf_printf(out, "%s%s", before, mns_model_aliases[i].name);
            before = ", ";
        }
    }
    mns_buf_str(out, before[0] == ',' ? ")\n" : "\n");
}

/* What the model forbids directly, and the next weaker models. */
static void write_model(mns_buf *out, mns_model model, unsigned flags) {
    write_model_names(out, model, flags);
    mns_article_text(out, 6, mns_model_summary(model));
    bool forbids[MNS_ANOMALY_COUNT], implies[MNS_MODEL_COUNT] = {false}, below[MNS_MODEL_COUNT];
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        /* The closed walks only say again what the cycles say. */
        forbids[a] = mns_model_proscribes(model, (mns_anomaly)a) &&
                     mns_anomaly_rows[a].family != MNS_FAMILY_EXISTS;
    }
    for (size_t i = 0; i < mns_strength_count; i++) {
        implies[mns_strengths[i].weaker] |= mns_strengths[i].stronger == model;
    }
    mns_models_keep_strongest(implies, below);
    mns_article_anomalies(out, "    forbids", forbids);
    mns_article_models(out, "    implies", below);
}

static void write_group(mns_buf *out, group wanted, const char *heading, unsigned flags) {
    mns_article_heading(out, heading, flags);
    if (wanted == GROUP_UNTESTED) {
        mns_article_text(out, 2, untested);
        mns_buf_char(out, '\n');
    }
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        if (group_of((mns_model)m) == wanted) {
            write_model(out, (mns_model)m, flags);
        }
    }
}

/* ---- Anomalies ------------------------------------------------------------------------------ */

static bool is_shown(mns_anomaly anomaly) { return mns_anomaly_example(anomaly) != NULL; }

/* Anomalies of one order that a history can show. */
static void write_shown(mns_buf *out, mns_order order, const char *heading, unsigned flags) {
    mns_article_heading(out, heading, flags);
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (is_shown((mns_anomaly)a) && mns_anomaly_rows[a].order == order) {
            mns_article_item(out, 2, mns_anomaly_rows[a].name, 19, mns_anomaly_rows[a].summary);
        }
    }
}

static void write_unshown(mns_buf *out, bool exists, const char *heading, unsigned flags) {
    mns_article_heading(out, heading, flags);
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        bool is_exists = mns_anomaly_rows[a].family == MNS_FAMILY_EXISTS;
        if (!is_shown((mns_anomaly)a) && is_exists == exists) {
            mns_article_item(out, 2, mns_anomaly_rows[a].name, 19, mns_anomaly_rows[a].summary);
        }
    }
}

void mns_lattice_write(mns_buf *out, unsigned flags) {
    mns_article_bold(out, "Consistency models", flags);
    mns_buf_str(out, "\n\n");
    mns_article_lines(out, 2, picture);
    mns_buf_char(out, '\n');
    mns_article_text(out, 2, intro);
    write_group(out, GROUP_KNOWN, "Well-known levels", flags);
    write_group(out, GROUP_OTHER, "Further models", flags);
    write_group(out, GROUP_UNTESTED, "Models without a test", flags);
    write_shown(out, MNS_ORDER_NONE, "Anomalies", flags);
    write_shown(out, MNS_ORDER_PROCESS, "Anomalies with session order", flags);
    write_shown(out, MNS_ORDER_REALTIME, "Anomalies with real-time order", flags);
    write_unshown(out, false, "Collective names, and anomalies of other workloads", flags);
    write_unshown(out, true, "Closed walks without a cycle of a named class", flags);
    mns_buf_str(out, "\n`minos explain NAME` describes each of them.\n");
}
