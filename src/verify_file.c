/*
 * verify_file.c - checks a certificate against its history: minos_verify_file.
 *
 *     certificate --verify/certificate.h--> claims
 *     history --read, history--> transactions --verify/verify.h, for each claim--> accepted or not
 *
 * A model that an execution certifies is replayed, or implied by one that was. A model that is
 * ruled out is judged again: the check must find the anomaly, and its witness passes the
 * re-checker.
 */
#include "core/grow.h"
#include "history/mop_offset.h"
#include "pipeline.h"
#include "verify/certificate.h"
#include "verify/history_hash.h"
#include "verify/numbering.h"
#include "verify/verify.h"
#include "verify_report.h"

typedef struct verification {
    minos_result *r;
    minos_options options; /* with the assumptions of the certificate */
    mns_certificate certificate;
    mns_numbering numbering;
    mns_verify_report report;
} verification;

/* ---- Rejections ----------------------------------------------------------------------------- */

/* Where a misfit is in the text of the history. */
static uint64_t offset_of(const verification *v, const mns_misfit *misfit) {
    const mns_history *h = &v->r->history;
    if (misfit->txn == MNS_NONE) {
        return MNS_NO_OFFSET;
    }
    if (misfit->mop != MNS_NONE) {
        return mns_mop_offset(h, misfit->mop);
    }
    uint32_t complete = h->txns.complete[misfit->txn];
    return mns_op_offsets_get(&h->op_offsets,
                              complete != MNS_NONE ? complete : h->txns.invoke[misfit->txn]);
}

/* MINOS_EINPUT, with one problem that says what does not fit. model: MNS_MODEL_COUNT for all. */
static minos_status reject(verification *v, mns_model model, const mns_misfit *misfit) {
    mns_buf words;
    mns_buf_init(&words);
    if (misfit->txn != MNS_NONE) {
        mns_buf_printf(&words, " (transaction %u", (unsigned)v->numbering.number[misfit->txn]);
        if (misfit->other != MNS_NONE) {
            mns_buf_printf(&words, "; the other one is transaction %u",
                           (unsigned)v->numbering.number[misfit->other]);
        }
        mns_buf_char(&words, ')');
    }
    bool all = model == MNS_MODEL_COUNT;
    mns_problems_add(&v->r->problems, offset_of(v, misfit), NULL, "certificate rejected: %s%s%s%s",
                     all ? "" : mns_certificate_model_name(model), all ? "" : ": ", misfit->what,
                     words.data == NULL ? "" : words.data);
    v->report.rejected = true;
    v->report.model = model;
    v->report.transaction = misfit->txn == MNS_NONE ? MNS_NONE : v->numbering.number[misfit->txn];
    bool failed = words.failed;
    mns_buf_release(&words);
    return failed ? MINOS_ENOMEM : MINOS_EINPUT;
}

static minos_status reject_whole(verification *v, mns_model model, const char *what) {
    const mns_misfit misfit = {.txn = MNS_NONE, .mop = MNS_NONE, .other = MNS_NONE, .what = what};
    return reject(v, model, &misfit);
}

/* ---- Reading -------------------------------------------------------------------------------- */

static minos_status load_certificate(verification *v, const char *path) {
    mns_problems *problems = &v->r->problems;
    mns_source source;
    minos_status status = mns_source_open(&source, path, "", v->options.max_unpacked, problems);
    status = status == MINOS_OK ? mns_source_load(&source, problems) : status;
    if (status == MINOS_OK) {
        status = mns_certificate_read(&v->certificate, &source, problems);
    }
    if (status != MINOS_OK) { /* lines and columns need the text of this file */
        mns_problems_locate(problems, source.data == NULL ? "" : source.data,
                            status == MINOS_EINPUT ? source.size : 0);
        problems->file = source.name;
        source.name = NULL;
    }
    mns_source_release(&source);
    return status;
}

static minos_status open_history(verification *v, const char *path) {
    minos_result *r = v->r;
    minos_status status = mns_history_open(&r->source, path, &v->options.format,
                                           v->options.max_unpacked, &r->translation, &r->problems);
    v->options.workload = mns_workload_name(v->certificate.workload);
    return status == MINOS_OK ? mns_result_use_format(r, &v->options) : status;
}

static minos_status compare_hash(verification *v) {
    uint8_t hash[MNS_SHA256_BYTES];
    minos_status status = mns_history_hash(&v->r->source, hash);
    if (status != MINOS_OK) {
        mns_source_report(&v->r->source, &v->r->problems);
        return status;
    }
    status = mns_source_rewind(&v->r->source);
    if (status == MINOS_OK && memcmp(hash, v->certificate.sha256, sizeof hash) != 0) {
        return reject_whole(v, MNS_MODEL_COUNT,
                            "it belongs to another history: the SHA-256 of this one differs from "
                            "that in the certificate");
    }
    return status;
}

/* The assumptions of the certificate, and those of the caller. */
static minos_status use_assumptions(verification *v) {
    const mns_certificate *c = &v->certificate;
    minos_options *o = &v->options;
    o->assume_wfr |= c->assumptions.wfr;
    o->assume_sequential |= c->assumptions.sequential;
    o->assume_linearizable |= c->assumptions.linearizable;
    o->sets_are_objects |= c->assumptions.sets_are_objects;
    if (c->transaction_order && o->transaction_order == NULL) {
        mns_problems_add(&v->r->problems, MNS_NO_OFFSET,
                         "pass the file that minos check was given, with --transaction-order",
                         "the certificate assumes an order of transactions");
        return MINOS_EARGUMENT;
    }
    return MINOS_OK;
}

static bool rules_out_any(const mns_certificate *c) {
    for (size_t i = 0; i < c->count; i++) {
        if (!c->claims[i].certified) {
            return true;
        }
    }
    return false;
}

/* Reads the history, and judges it where the certificate says that a model is ruled out. */
static minos_status read_history(verification *v) {
    minos_result *r = v->r;
    minos_status status;
    if (rules_out_any(&v->certificate)) {
        status = mns_pipeline_run(r, &v->options);
    } else {
        status = mns_pipeline_read(r, &v->options);
        status = status == MINOS_OK ? mns_pipeline_assume(r, &v->options) : status;
    }
    if (status == MINOS_OK && !mns_numbering_make(&v->numbering, &r->history)) {
        status = MINOS_ENOMEM;
    }
    if (status == MINOS_OK && r->history.txns.count != v->certificate.transactions) {
        return reject_whole(v, MNS_MODEL_COUNT,
                            "the number of transactions in the history differs from that in the "
                            "certificate");
    }
    return status;
}

/* ---- Claims --------------------------------------------------------------------------------- */

/* The execution of a claim, by the ids of the history; a number that no transaction has stays one.
 */
static bool make_execution(const verification *v, const mns_certificate_claim *claim,
                           mns_execution *e) {
    uint32_t transactions = v->r->history.txns.count;
    *e = (mns_execution){.order = MNS_NEW_ARRAY(uint32_t, claim->order.count),
                         .sees = claim->sees.present ? claim->sees.items : NULL,
                         .count = (uint32_t)claim->order.count};
    for (uint32_t n = 0; e->order != NULL && n < e->count; n++) {
        uint32_t number = claim->order.items[n];
        e->order[n] = number < transactions ? v->numbering.txn[number] : MNS_NONE;
    }
    return e->order != NULL;
}

/* "info" lists, ascending, the transactions of unknown outcome in the order. */
static minos_status check_info(verification *v, const mns_certificate_claim *claim,
                               const mns_execution *e) {
    const mns_txns *txns = &v->r->history.txns;
    size_t in_order = 0;
    for (uint32_t n = 0; n < e->count; n++) {
        in_order += e->order[n] != MNS_NONE && txns->type[e->order[n]] == MNS_TXN_INFO ? 1 : 0;
    }
    bool good = in_order == claim->info.count;
    for (size_t i = 0; good && i < claim->info.count; i++) {
        uint32_t number = claim->info.items[i];
        good = number < txns->count && txns->type[v->numbering.txn[number]] == MNS_TXN_INFO &&
               (i == 0 || claim->info.items[i - 1] < number);
    }
    if (!good) {
        return reject_whole(v, claim->model,
                            "\"info\" does not list, in ascending order, the transactions of "
                            "unknown outcome in \"order\"");
    }
    return MINOS_OK;
}

static minos_status replay(verification *v, mns_model model, const mns_execution *e) {
    bool accepted = false;
    mns_misfit misfit;
    minos_status status =
        mns_verify(&v->r->history, &v->r->assumptions, model, e, &accepted, &misfit);
    return status == MINOS_OK && !accepted ? reject(v, model, &misfit) : status;
}

/* Every model of a claim, strongest first, is replayed unless an earlier one implies it. */
static minos_status check_models(verification *v, const mns_certificate_claim *claim,
                                 const mns_execution *e) {
    bool replayed[MNS_MODEL_COUNT] = {false}, proved[MNS_MODEL_COUNT] = {false};
    minos_status status = MINOS_OK;
    for (int m = 0; m < MNS_MODEL_COUNT && status == MINOS_OK; m++) {
        if (!claim->models[m]) {
            continue;
        }
        if (!proved[m] && !mns_verify_knows((mns_model)m)) {
            return reject_whole(v, (mns_model)m,
                                "Minos cannot replay executions of this model, and no model of "
                                "the entry implies it");
        }
        bool implied = proved[m];
        if (!implied) {
            status = replay(v, (mns_model)m, e);
            replayed[m] = true;
            memcpy(proved, replayed, sizeof proved);
            mns_models_add_proved(proved, v->r->history.txns.start_ts != NULL);
        }
        if (status == MINOS_OK) {
            mns_verify_report_add(&v->report, (mns_model)m, implied ? MNS_IMPLIED : MNS_REPLAYED,
                                  MNS_ANOMALY_COUNT);
        }
    }
    return status;
}

static minos_status check_certified(verification *v, const mns_certificate_claim *claim) {
    mns_execution e;
    minos_status status = make_execution(v, claim, &e) ? MINOS_OK : MINOS_ENOMEM;
    /* The replay names what is wrong with the order; after it, all of its numbers are good. */
    status = status == MINOS_OK ? check_models(v, claim, &e) : status;
    status = status == MINOS_OK ? check_info(v, claim, &e) : status;
    free(e.order);
    return status;
}

static minos_status check_ruled_out(verification *v, const mns_certificate_claim *claim) {
    const mns_judgement *j = &v->r->judgement;
    bool broken[MNS_MODEL_COUNT];
    mns_anomaly_rules_out(claim->anomaly, broken);
    for (int m = 0; m < MNS_MODEL_COUNT; m++) {
        if (!claim->models[m]) {
            continue;
        }
        if (!broken[m]) {
            return reject_whole(v, (mns_model)m, "the anomaly does not rule this model out");
        }
        if (!j->found[claim->anomaly] || !j->ruled_out[m]) {
            return reject_whole(v, (mns_model)m,
                                "a check of the history does not find the anomaly that the "
                                "certificate names");
        }
        mns_verify_report_add(&v->report, (mns_model)m, MNS_CHECKED_AGAIN, claim->anomaly);
    }
    return MINOS_OK;
}

static minos_status check_claims(verification *v) {
    minos_status status = MINOS_OK;
    for (size_t i = 0; i < v->certificate.count && status == MINOS_OK; i++) {
        const mns_certificate_claim *claim = &v->certificate.claims[i];
        status = claim->certified ? check_certified(v, claim) : check_ruled_out(v, claim);
    }
    return status;
}

/* ---- All of it ------------------------------------------------------------------------------ */

static minos_status verify(verification *v, const char *history, const char *certificate) {
    minos_status status = load_certificate(v, certificate);
    status = status == MINOS_OK ? use_assumptions(v) : status;
    status = status == MINOS_OK ? open_history(v, history) : status;
    status = status == MINOS_OK ? compare_hash(v) : status;
    status = status == MINOS_OK ? read_history(v) : status;
    status = status == MINOS_OK ? check_claims(v) : status;
    if (v->report.rejected && v->r->translation == NULL) {
        mns_result_reread(v->r);
    }
    return status;
}

minos_status minos_verify_file(const char *history, const char *certificate,
                               const minos_options *options, minos_view view, int *accepted,
                               char **text, minos_result **result) {
    verification v = {.options = *options};
    v.options.models = "none";
    v.options.anomalies = NULL;
    v.options.ambiguous_duplicates = 1; /* a replay compares contents */
    v.options.exact = MINOS_EXACT_OFF;
    const minos_options wanted = v.options;
    *text = NULL;
    *accepted = 0;
    minos_status status = mns_result_new(&wanted, NULL, result, &v.options);
    v.r = *result;
    mns_verify_report_init(&v.report, history, certificate);
    status = status == MINOS_OK ? verify(&v, history, certificate) : status;
    status = mns_result_finish(result, status);
    bool rejected = status == MINOS_EINPUT && v.report.rejected;
    if (status == MINOS_OK || rejected) {
        v.report.transactions = v.certificate.transactions;
        v.report.assumptions = &v.r->assumptions;
        status = mns_verify_report_write(&v.report, view, *result, text);
        *accepted = status == MINOS_OK && !rejected;
    }
    mns_certificate_release(&v.certificate);
    mns_numbering_release(&v.numbering);
    if (*accepted) {
        minos_result_free(*result);
        *result = NULL;
    }
    return status;
}
