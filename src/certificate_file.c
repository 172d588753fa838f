/*
 * certificate_file.c - writes the certificate of a check: minos_result_write_certificate.
 *
 *     requested models --judgement, proofs--> entries --verify/certificate.h--> bytes
 */
#include "pipeline.h"
#include "verify/certificate.h"

/* The models that the certificate is about. */
static uint32_t list_models(const minos_result *r, mns_model models[MNS_MODEL_COUNT]) {
    uint32_t count = r->request.model_count;
    memcpy(models, r->request.models, count * sizeof *models);
    for (int m = 0; m < MNS_MODEL_COUNT && r->request.model_count == 0; m++) {
        if (mns_model_is_well_known((mns_model)m)) {
            models[count++] = (mns_model)m;
        }
    }
    return count;
}

/* The execution that proves a model, or NULL. */
static const mns_execution *find_proof(const minos_result *r, mns_model model) {
    for (size_t i = 0; i < r->proofs.count && r->judgement.certified[model]; i++) {
        bool proved[MNS_MODEL_COUNT] = {false};
        proved[r->proofs.items[i].model] = true;
        mns_models_add_proved(proved, r->certified.revealed_times);
        if (proved[model]) {
            return &r->proofs.items[i].execution;
        }
    }
    return NULL;
}

static size_t list_entries(const minos_result *r, mns_certificate_entry entries[MNS_MODEL_COUNT],
                           mns_buf *left_out) {
    mns_model models[MNS_MODEL_COUNT];
    uint32_t model_count = list_models(r, models);
    size_t count = 0;
    for (uint32_t i = 0; i < model_count; i++) {
        mns_model m = models[i];
        const mns_execution *execution = find_proof(r, m);
        if (execution != NULL) {
            entries[count++] = (mns_certificate_entry){.model = m, .execution = execution};
        } else if (r->judgement.ruled_out[m]) {
            entries[count++] =
                (mns_certificate_entry){.model = m, .anomaly = r->judgement.ruled_out_by[m]};
        } else if (r->request.model_count > 0) {
            mns_buf_str(left_out, left_out->size == 0 ? "" : ", ");
            mns_buf_str(left_out, mns_certificate_model_name(m));
        }
    }
    return count;
}

/* Why nothing can be written; NULL: it can. */
static const char *refusal(const minos_result *r) {
    if (r->loaded != NULL) {
        return "a saved result contains no history; check the history file instead";
    }
    return r->status != MINOS_OK ? "the history could not be judged" : NULL;
}

static minos_status write_entries(minos_result *r, const mns_certificate_output *output,
                                  mns_buf *words) {
    mns_certificate_entry entries[MNS_MODEL_COUNT];
    mns_buf left_out;
    mns_buf_init(&left_out);
    size_t count = list_entries(r, entries, &left_out);
    minos_status status =
        mns_certificate_write(&r->history, &r->source, &r->assumptions, entries, count, output);
    if (status == MINOS_EARGUMENT) {
        mns_buf_printf(words, "this build of minos cannot write packed files such as %s",
                       output->name);
    } else if (status == MINOS_EIO && mns_source_failed(&r->source)) {
        mns_buf_str(words, "cannot read the history again; the file may have changed");
    } else if (status == MINOS_OK && left_out.size > 0) {
        mns_buf_printf(words,
                       "the certificate has no entry for %s: neither certified nor ruled out",
                       left_out.data);
    }
    status = left_out.failed ? MINOS_ENOMEM : status;
    mns_buf_release(&left_out);
    return status;
}

minos_status minos_result_write_certificate(minos_result *r, const char *name,
                                            minos_status (*write)(void *context, const void *data,
                                                                  size_t size),
                                            void *context, char **message) {
    const mns_certificate_output output = {.write = write, .context = context, .name = name};
    const char *refused = refusal(r);
    minos_status status = MINOS_EARGUMENT;
    mns_buf words;
    mns_buf_init(&words);
    if (refused == NULL) {
        status = write_entries(r, &output, &words);
    } else {
        mns_buf_str(&words, refused);
    }
    status = words.failed ? MINOS_ENOMEM : status;
    *message = words.size > 0 && !words.failed ? mns_buf_take(&words, NULL) : NULL;
    mns_buf_release(&words);
    return status;
}
