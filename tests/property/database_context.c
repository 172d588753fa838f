/*
 * database_context.c - what reports on recorded databases show around each witness.
 *
 * In: tests/data/databases. Out: 0 if, for each history, neighbours overlap their witness, versions
 * ascend and name their readers, each completion is counted once, and every list stays within its
 * limit.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipeline.h"
#include "report/report.h"
#include "support/support.h"

static unsigned wrong;

static void expect(bool good, const char *file, const char *what) {
    if (!good) {
        wrong++;
        printf("%s: %s\n", file, what);
    }
}

static uint64_t end_of(const mns_doc_txn *txn) {
    return txn->complete == MNS_NO_POSITION ? UINT64_MAX : txn->complete;
}

static void check_witness(const char *file, const mns_document *d, const mns_doc_witness *w) {
    uint64_t first = UINT64_MAX, last = 0;
    for (uint32_t i = 0; i < w->txn_count; i++) {
        const mns_doc_txn *txn = &w->txns[i];
        uint64_t end = txn->complete == MNS_NO_POSITION ? txn->invoke : txn->complete;
        first = txn->invoke < first ? txn->invoke : first;
        last = end > last ? end : last;
    }
    expect(w->neighbour_count <= 12, file, "too many neighbours");
    for (uint32_t i = 0; i < w->neighbour_count; i++) {
        const mns_doc_txn *near = &w->neighbours[i];
        expect(near->invoke <= last && end_of(near) >= first, file,
               "a neighbour does not overlap its witness");
        expect(i == 0 || w->neighbours[i - 1].invoke < near->invoke, file, "neighbours not sorted");
        for (uint32_t t = 0; t < w->txn_count; t++) {
            expect(w->txns[t].index != near->index, file,
                   "a transaction of the witness is its neighbour");
        }
    }
    expect(w->key_count > 0 || d->key_count == MNS_LIMIT_DOC_KEYS, file, "a witness without a key");
    for (uint32_t i = 0; i < w->key_count; i++) {
        expect(w->keys[i] < d->key_count, file, "a key out of range");
    }
}

static void check_key(const char *file, const mns_doc_key *key) {
    bool matters = false;
    expect(key->version_count <= MNS_LIMIT_DOC_VERSIONS, file, "too many versions");
    for (uint32_t i = 0; i < key->version_count; i++) {
        const mns_doc_version *v = &key->versions[i];
        matters |= v->matters;
        expect(v->place <= key->version_total, file, "a version out of range");
        expect(i == 0 || key->versions[i - 1].place < v->place, file, "versions not sorted");
        expect((v->reader_count == 0) == (v->reader_total == 0), file,
               "a version whose readers are not named");
        expect(v->written || v->place == 0, file, "a version without a writer");
    }
    expect(matters || key->disputed_count > 0, file, "a key without a version that matters");
    for (uint32_t i = 0; i < key->disputed_count; i++) {
        const mns_doc_read *read = &key->disputed[i];
        expect(read->agrees < read->length && read->reader_total > 0, file,
               "a disputed read that disputes nothing");
    }
}

static void check_run(const char *file, const mns_document *d) {
    const mns_doc_run *run = d->run;
    uint64_t ok = 0, fail = 0, info = 0;
    expect(run != NULL && d->span_ns > 0, file, "no run");
    for (uint32_t b = 0; run != NULL && b < run->bucket_count; b++) {
        ok += run->buckets[b].ok;
        fail += run->buckets[b].fail;
        info += run->buckets[b].info;
    }
    expect(ok == d->counts.ok && fail == d->counts.fail && info <= d->counts.info, file,
           "a completion not counted exactly once");
}

static void check_history(const char *file, const char *text, size_t size) {
    minos_options options;
    minos_options_init(&options);
    minos_result *r = NULL;
    if (minos_check_memory(file, text, size, &options, &r) != MINOS_OK) {
        expect(false, file, "not judged");
        minos_result_free(r);
        return;
    }
    const mns_check_result report = mns_check_result_of(r);
    mns_document d;
    if (mns_document_make(&d, &report, options.max_witnesses, true) != MINOS_OK) {
        abort();
    }
    for (size_t a = 0; a < d.anomaly_count; a++) {
        for (size_t i = 0; i < d.anomalies[a].witness_count; i++) {
            check_witness(file, &d, &d.anomalies[a].witnesses[i]);
        }
    }
    for (uint32_t k = 0; k < d.key_count; k++) {
        check_key(file, &d.keys[k]);
    }
    check_run(file, &d);
    mns_document_release(&d);
    minos_result_free(r);
}

static void check_file(const char *file) {
    size_t size;
    char *path = path_join("databases", file);
    path[strlen(path) - strlen(".gz")] = '\0';
    char *text = data_load(path, &size);
    check_history(path, text, size);
    free(text);
    free(path);
}

int main(void) {
    size_t count;
    char *folder = source_path("tests/data/databases");
    char **files = folder_list(folder, ".edn.gz", &count);
    for (size_t i = 0; i < count; i++) {
        check_file(files[i]);
    }
    list_free(files, count);
    free(folder);
    printf("%zu histories, %u wrong\n", count, wrong);
    return count > 0 && wrong == 0 ? 0 : 1;
}
