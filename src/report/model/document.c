/* document.c - see document.h. */
#include "report/model/document.h"

void mns_document_init(mns_document *document) {
    memset(document, 0, sizeof *document);
    mns_arena_init(&document->arena);
    document->minos = document->name = document->workload = "";
    document->span_ns = MNS_NO_TIME;
}

void mns_document_release(mns_document *document) {
    mns_arena_release(&document->arena);
    mns_document_init(document);
}

const mns_doc_anomaly *mns_document_anomaly(const mns_document *document, mns_anomaly anomaly) {
    for (size_t i = 0; i < document->anomaly_count; i++) {
        if (document->anomalies[i].anomaly == anomaly) {
            return &document->anomalies[i];
        }
    }
    return NULL;
}
