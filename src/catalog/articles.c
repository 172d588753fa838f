/*
 * articles.c - the text of `minos explain NAME`: one model or anomaly.
 *
 * In: any name of the catalog. Out: its definition, its smallest history and cycle, its causes,
 * what it rules out or is ruled out by, its neighbours, its source. The texts come from the
 * ..._articles.def files; everything that follows from the lattice is computed.
 */
#include "catalog/article_text.h"
#include "catalog/rows.h"

static const struct anomaly_article {
    const char *about, *picture, *causes;
} anomaly_articles[MNS_ANOMALY_COUNT] = {
#define ANOMALY_ARTICLE(id, about, picture, causes) [MNS_A_##id] = {about, picture, causes},
#include "catalog/abstract_articles.def"
#include "catalog/anomaly_articles.def"
#include "catalog/predicate_articles.def"
#undef ANOMALY_ARTICLE
};

static const struct model_article {
    const char *about, *gap;
} model_articles[MNS_MODEL_COUNT] = {
#define MODEL_ARTICLE(id, about, gap) [MNS_M_##id] = {about, gap},
#include "catalog/model_articles.def"
#undef MODEL_ARTICLE
};

static const char about_exists[] =
    "A closed walk of dependencies that the model forbids, which contains no simple cycle of a "
    "named class: it passes through some transaction more than once. The witness lists its steps "
    "like those of a cycle.";

static const char about_untested[] =
    "Minos has no test for this model: no anomaly rules it out. It holds if a model that implies "
    "it holds. Otherwise requesting it with -c gives \"unknown\", unless another requested model "
    "is violated.";

/* "Also called ..." with all other names; nothing if there are none. */
static void write_aliases(mns_buf *out, const char *second, const mns_alias_row *rows, size_t count,
                          unsigned id) {
    const char *before = "  Also called ";
    if (second != NULL) {
        mns_buf_printf(out, "%s%s", before, second);
        before = ", ";
    }
    for (size_t i = 0; i < count; i++) {
        if (rows[i].id == id) {
            mns_buf_printf(out, "%s%s", before, rows[i].name);
            before = ", ";
        }
    }
    if (before[0] == ',') {
        mns_buf_char(out, '\n');
    }
}

static void write_title(mns_buf *out, const char *name, const char *sort, const char *summary,
                        unsigned flags) {
    mns_article_bold(out, name, flags);
    mns_buf_printf(out, " (%s)\n", sort);
    mns_article_text(out, 2, summary);
}

static void write_example(mns_buf *out, mns_anomaly anomaly, unsigned flags) {
    const char *picture = anomaly_articles[anomaly].picture;
    const char *example = mns_anomaly_example(anomaly);
    if (example != NULL) {
        mns_article_heading(out, "Smallest history", flags);
        mns_article_lines(out, 2, example);
    }
    if (picture != NULL) {
        bool cycle = mns_anomaly_is_cycle(anomaly);
        mns_article_heading(out, cycle ? "The cycle in it" : "What happens in it", flags);
        mns_article_lines(out, 2, picture);
    }
    if (example != NULL && picture != NULL) {
        mns_buf_str(out, "\n  (T1, T2, ... are its transactions in the order of their "
                         "invocations.)\n");
    }
}

/* ---- Anomalies ------------------------------------------------------------------------------ */

static void write_ruled_out(mns_buf *out, mns_anomaly anomaly, unsigned flags) {
    bool models[MNS_MODEL_COUNT], weakest[MNS_MODEL_COUNT], others[MNS_MODEL_COUNT];
    mns_anomaly_rules_out(anomaly, models);
    mns_models_keep_weakest(models, weakest);
    bool any = false;
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        others[m] = models[m] && !weakest[m];
        any |= models[m];
    }
    mns_article_heading(out, "Rules out", flags);
    if (!any) {
        mns_article_text(out, 2, "No model.");
    }
    mns_article_models(out, "at least", weakest);
    mns_article_models(out, "and with them", others);
}

static void write_related(mns_buf *out, mns_anomaly anomaly, unsigned flags) {
    bool from[MNS_ANOMALY_COUNT] = {false}, to[MNS_ANOMALY_COUNT] = {false};
    bool any = false;
    for (size_t i = 0; i < mns_implication_count; i++) {
        mns_implication_row row = mns_implications[i];
        from[row.from] |= row.to == anomaly;
        to[row.to] |= row.from == anomaly;
        any |= row.to == anomaly || row.from == anomaly;
    }
    if (any) {
        mns_article_heading(out, "Related", flags);
        mns_article_anomalies(out, "implied by", from);
        mns_article_anomalies(out, "implies", to);
    }
}

const char *mns_anomaly_about(mns_anomaly anomaly) {
    bool exists = mns_anomaly_rows[anomaly].family == MNS_FAMILY_EXISTS;
    return exists ? about_exists : anomaly_articles[anomaly].about;
}

const char *mns_anomaly_causes(mns_anomaly anomaly) { return anomaly_articles[anomaly].causes; }

static void write_anomaly(mns_buf *out, mns_anomaly anomaly, unsigned flags) {
    const mns_anomaly_row *row = &mns_anomaly_rows[anomaly];
    const char *causes = mns_anomaly_causes(anomaly);
    write_title(out, row->name, "anomaly", row->summary, flags);
    write_aliases(out, NULL, mns_anomaly_aliases, mns_anomaly_alias_count, anomaly);
    mns_buf_char(out, '\n');
    mns_article_text(out, 2, mns_anomaly_about(anomaly));
    write_example(out, anomaly, flags);
    if (causes != NULL) {
        mns_article_heading(out, "Usual causes", flags);
        mns_article_text(out, 2, causes);
    }
    write_ruled_out(out, anomaly, flags);
    write_related(out, anomaly, flags);
    mns_article_heading(out, "Source", flags);
    mns_article_text(out, 2, row->source);
}

/* ---- Models --------------------------------------------------------------------------------- */

static void write_neighbours(mns_buf *out, mns_model model, unsigned flags) {
    bool stronger[MNS_MODEL_COUNT] = {false}, weaker[MNS_MODEL_COUNT] = {false};
    bool nearest_stronger[MNS_MODEL_COUNT], nearest_weaker[MNS_MODEL_COUNT];
    for (size_t i = 0; i < mns_strength_count; i++) {
        stronger[mns_strengths[i].stronger] |= mns_strengths[i].weaker == model;
        weaker[mns_strengths[i].weaker] |= mns_strengths[i].stronger == model;
    }
    mns_models_keep_weakest(stronger, nearest_stronger);
    mns_models_keep_strongest(weaker, nearest_weaker);
    mns_article_heading(out, "Neighbours", flags);
    mns_article_models(out, "next stronger", nearest_stronger);
    mns_article_models(out, "next weaker", nearest_weaker);
}

/* The anomalies that a history can show, without the closed walks, which add nothing. */
static void write_tests(mns_buf *out, mns_model model, unsigned flags) {
    mns_article_heading(out, "Ruled out by", flags);
    if (!mns_model_is_tested(model)) {
        mns_article_text(out, 2, about_untested);
        return;
    }
    bool prohibited[MNS_ANOMALY_COUNT];
    mns_model_prohibited(model, prohibited);
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        prohibited[a] &= mns_anomaly_example((mns_anomaly)a) != NULL;
    }
    mns_article_anomalies(out, "any of", prohibited);
    if (model_articles[model].gap != NULL) {
        mns_article_heading(out, "Not tested", flags);
        mns_article_text(out, 2, model_articles[model].gap);
    }
}

static void write_model(mns_buf *out, mns_model model, unsigned flags) {
    const mns_model_row *row = &mns_model_rows[model];
    bool two_names = strcmp(row->canonical, row->friendly) != 0;
    write_title(out, row->friendly, "consistency model", row->summary, flags);
    write_aliases(out, two_names ? row->canonical : NULL, mns_model_aliases, mns_model_alias_count,
                  model);
    mns_buf_char(out, '\n');
    mns_article_text(out, 2, model_articles[model].about);
    write_neighbours(out, model, flags);
    write_tests(out, model, flags);
    mns_article_heading(out, "Source", flags);
    mns_article_text(out, 2, row->source);
}

bool mns_article_write(mns_buf *out, const char *name, unsigned flags) {
    size_t size = strlen(name);
    mns_anomaly anomaly;
    mns_model model;
    if (mns_model_parse(name, size, &model)) {
        write_model(out, model, flags);
        return true;
    }
    if (mns_anomaly_parse(name, size, &anomaly)) {
        write_anomaly(out, anomaly, flags);
        return true;
    }
    mns_catalog_unknown(out, "model or anomaly", name, size, mns_name_nearest(name, size));
    return false;
}
