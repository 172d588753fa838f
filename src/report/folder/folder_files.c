/*
 * folder_files.c - the files of a report folder.
 *
 *     index.html                     the page
 *     results.json  results.edn      everything for programs, and Elle's map
 *     report.txt    models.svg       everything for people, and a picture of the models
 *     report.md                      a bug report
 *     <anomaly>.txt                  the texts of all kept witnesses
 *     <anomaly>/<n>.svg              a cycle as a ring, a case as a timeline
 *     <anomaly>/<n>-timeline.svg     a cycle as a timeline
 *     <anomaly>/<n>.dot              a cycle for Graphviz
 *     incompatible-order/<key>.html  the disagreeing reads of a key
 *
 * The first MNS_LIMIT_DRAWN witnesses of each anomaly are drawn. Cost: linear in the output.
 */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include "report/folder/folder.h"
#include "report/json/json_results.h"
#include "report/markdown/markdown.h"
#include "report/model/check_result.h"
#include "report/page/html.h"
#include "report/picture/picture.h"
#include "report/text/text_report.h"

/* Keys with a page, at most. */
#define KEY_PAGES 100

/* The target folder, and the content of the next file. */
typedef struct files {
    const mns_document *document;
    const char *directory;
    mns_buf content;
    char **message;
} files;

/* directory/name+ending, to be freed; NULL when out of memory. */
static char *path_join(const char *directory, const char *name, const char *ending) {
    mns_buf path;
    mns_buf_init(&path);
    mns_buf_printf(&path, "%s/%s%s", directory, name, ending);
    return mns_buf_take(&path, NULL);
}

static minos_status write_file(const char *path, const mns_buf *content, char **message) {
    FILE *file = fopen(path, "wx");
    if (file == NULL) {
        return mns_folder_failed(message, "create", path, errno);
    }
    size_t written = content->size == 0 ? 0 : fwrite(content->data, 1, content->size, file);
    int error = written < content->size ? errno : 0;
    if (fclose(file) != 0 && error == 0) {
        error = errno;
    }
    return error == 0 ? MINOS_OK : mns_folder_failed(message, "write", path, error);
}

/* Writes the content to name+ending and empties it. */
static minos_status write_named(files *f, const char *name, const char *ending) {
    char *path = path_join(f->directory, name, ending);
    minos_status status = MINOS_ENOMEM;
    if (path != NULL && !f->content.failed) {
        status = write_file(path, &f->content, f->message);
    }
    free(path);
    mns_buf_clear(&f->content);
    return status;
}

/* ---- The whole report ----------------------------------------------------------------------- */

static minos_status write_results(files *f, const mns_buf *edn) {
    mns_report_json(f->document, &f->content);
    minos_status status = write_named(f, "results", ".json");
    if (status == MINOS_OK && edn != NULL) {
        mns_buf_bytes(&f->content, edn->data, edn->size);
        status = write_named(f, "results", ".edn");
    }
    if (status == MINOS_OK) {
        mns_report_text(f->document, MINOS_VERBOSE, &f->content);
        status = write_named(f, "report", ".txt");
    }
    if (status == MINOS_OK) {
        mns_report_markdown(f->document, &f->content);
        status = write_named(f, "report", ".md");
    }
    if (status == MINOS_OK) {
        mns_report_html(f->document, &f->content);
        status = write_named(f, "index", ".html");
    }
    if (status == MINOS_OK) {
        mns_svg_models(f->document, true, MNS_PICTURE_FILE, &f->content);
        status = write_named(f, "models", ".svg");
    }
    return status;
}

/* ---- Witnesses and keys --------------------------------------------------------------------- */

static minos_status write_pictures(files *f, const mns_doc_witness *witness, const char *number) {
    bool cycle = witness->step_count > 0;
    minos_status status = MINOS_OK;
    if (cycle) {
        mns_svg_cycle(f->document, witness, MNS_PICTURE_FILE, &f->content);
        status = write_named(f, number, ".svg");
    }
    if (status == MINOS_OK) {
        mns_svg_timeline(f->document, witness, MNS_PICTURE_FILE, &f->content);
        status = write_named(f, number, cycle ? "-timeline.svg" : ".svg");
    }
    return status;
}

static minos_status write_witnesses(files *f, const mns_doc_anomaly *anomaly) {
    minos_status status = MINOS_OK;
    size_t drawn =
        anomaly->witness_count < MNS_LIMIT_DRAWN ? anomaly->witness_count : MNS_LIMIT_DRAWN;
    for (size_t i = 0; i < drawn && status == MINOS_OK; i++) {
        const mns_doc_witness *witness = &anomaly->witnesses[i];
        char number[32];
        snprintf(number, sizeof number, "%zu", i + 1);
        if (witness->step_count > 0) {
            mns_report_dot(witness, anomaly->anomaly, &f->content);
            status = write_named(f, number, ".dot");
        }
        if (status == MINOS_OK) {
            status = write_pictures(f, witness, number);
        }
    }
    return status;
}

static minos_status write_keys(files *f) {
    char(*names)[MNS_KEY_NAME_SIZE] = calloc(KEY_PAGES, sizeof *names);
    minos_status status = names == NULL ? MINOS_ENOMEM : MINOS_OK;
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->document->key_count && count < KEY_PAGES; i++) {
        if (status == MINOS_OK && f->document->keys[i].disputed_count > 0) {
            mns_folder_key_name(f->document->keys[i].key, names, count);
            mns_report_key_page(f->document, i, &f->content);
            status = write_named(f, names[count++], ".html");
        }
    }
    free(names);
    return status;
}

/* <anomaly>/ */
static minos_status write_folder(files *f, const mns_doc_anomaly *anomaly) {
    files inner = *f;
    mns_buf_init(&inner.content);
    char *path = path_join(f->directory, mns_anomaly_name(anomaly->anomaly), "");
    minos_status status = path == NULL ? MINOS_ENOMEM : MINOS_OK;
    if (status == MINOS_OK && mkdir(path, 0777) != 0) {
        status = mns_folder_failed(f->message, "create", path, errno);
    }
    inner.directory = path;
    if (status == MINOS_OK) {
        status = write_witnesses(&inner, anomaly);
    }
    if (status == MINOS_OK && anomaly->anomaly == MNS_A_INCOMPATIBLE_ORDER) {
        status = write_keys(&inner);
    }
    mns_buf_release(&inner.content);
    free(path);
    return status;
}

minos_status mns_folder_fill(const mns_document *document, const mns_buf *edn,
                             const char *directory, char **message) {
    files f = {.document = document, .directory = directory, .message = message};
    mns_buf_init(&f.content);
    minos_status status = write_results(&f, edn);
    for (size_t i = 0; i < document->anomaly_count && status == MINOS_OK; i++) {
        const mns_doc_anomaly *anomaly = &document->anomalies[i];
        mns_report_anomaly_text(document, anomaly, &f.content);
        status = write_named(&f, mns_anomaly_name(anomaly->anomaly), ".txt");
        if (status == MINOS_OK && anomaly->witness_count > 0) {
            status = write_folder(&f, anomaly);
        }
    }
    mns_buf_release(&f.content);
    return status;
}
