/*
 * document_process.c - compares and writes processes: integers, or names as the history has them;
 * with the node of the database that a process uses, if the history says so.
 */
#include "report/model/document.h"

int mns_doc_process_compare(const mns_doc_process *a, const mns_doc_process *b) {
    if (a->name != NULL && b->name != NULL) {
        return strcmp(a->name, b->name);
    }
    if (a->name != NULL || b->name != NULL) {
        return a->name != NULL ? 1 : -1;
    }
    return (a->number > b->number) - (a->number < b->number);
}

void mns_doc_process_write(const mns_doc_process *process, mns_buf *out) {
    if (process->name != NULL) {
        mns_buf_str(out, process->name);
    } else {
        mns_buf_integer(out, process->number);
    }
}

void mns_doc_process_name(const mns_doc_process *process, const char *node, mns_buf *out) {
    mns_buf_str(out, "process ");
    mns_doc_process_write(process, out);
    if (node != NULL) {
        mns_buf_str(out, " on ");
        mns_buf_str(out, node);
    }
}

const char *mns_doc_same_node(const char *a, const char *b) {
    return a != NULL && b != NULL && strcmp(a, b) == 0 ? a : NULL;
}
