/* saved.c - see saved.h. */
#include "saved.h"

#include <unistd.h>

#include "core/grow.h"

minos_status mns_saved_load(minos_result *result, const char *path) {
    minos_status status =
        mns_source_open(&result->source, path, MNS_RESULTS_FILE, 0, &result->problems);
    status = status == MINOS_OK ? mns_source_load(&result->source, &result->problems) : status;
    if (status != MINOS_OK) {
        return status;
    }
    mns_document *document = MNS_NEW_ARRAY(mns_document, 1);
    if (document == NULL) {
        return MINOS_ENOMEM;
    }
    status = mns_document_read(document, &result->source, &result->problems);
    if (status != MINOS_OK) {
        free(document);
        return status;
    }
    result->loaded = document;
    result->judgement = document->judgement; /* its strings belong to the document */
    return MINOS_OK;
}

/* The path of results.edn beside results.json, to be freed. */
static char *edn_beside(const char *results) {
    const char *slash = strrchr(results, '/');
    mns_buf path;
    mns_buf_init(&path);
    mns_buf_bytes(&path, results, slash == NULL ? 0 : (size_t)(slash + 1 - results));
    mns_buf_str(&path, "results.edn");
    return mns_buf_take(&path, NULL);
}

/* Reads a file into `text`. */
static minos_status read_file(const char *path, mns_buf *text, char **message) {
    mns_problems problems;
    mns_source source;
    mns_problems_init(&problems);
    minos_status status = mns_source_open(&source, path, "results.edn", 0, &problems);
    status = status == MINOS_OK ? mns_source_load(&source, &problems) : status;
    if (status == MINOS_OK) {
        mns_buf_bytes(text, source.data, source.size);
    } else if (problems.count > 0) {
        mns_buf words;
        mns_buf_init(&words);
        mns_buf_printf(&words, "%s: %s", path, problems.items[0].message);
        *message = mns_buf_take(&words, NULL);
    }
    mns_source_release(&source);
    mns_problems_release(&problems);
    return status == MINOS_OK && text->failed ? MINOS_ENOMEM : status;
}

minos_status mns_saved_folder(const minos_result *result, const char *directory, char **message) {
    assert(result->loaded != NULL);
    bool alone = strcmp(result->source.name, "-") == 0;
    char *path = edn_beside(result->source.name);
    bool exists = path != NULL && !alone && access(path, F_OK) == 0;
    mns_buf edn;
    mns_buf_init(&edn);
    minos_status status = path == NULL ? MINOS_ENOMEM : MINOS_OK;
    if (exists) {
        status = read_file(path, &edn, message);
    }
    if (status == MINOS_OK) {
        status = mns_report_folder(result->loaded, exists ? &edn : NULL, directory, message);
    }
    mns_buf_release(&edn);
    free(path);
    return status;
}
