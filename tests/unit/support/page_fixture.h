/*
 * page_fixture.h - documents of any size and with any strings in them, for the tests of the page.
 */
#ifndef PAGE_FIXTURE_H
#define PAGE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "report/model/document.h"
#include <cmocka.h>

/* What a document is made of; every string of a history in it is `string`. */
typedef struct page_sizes {
    const char *string;
    uint32_t anomalies, witnesses, txns, mops;
    uint32_t keys, faults;
} page_sizes;

static inline void page_fill_mops(mns_arena *arena, mns_doc_txn *txn, const page_sizes *sizes) {
    txn->mops = MNS_ARENA_ARRAY(arena, mns_doc_mop, sizes->mops);
    txn->mop_count = txn->mops_total = sizes->mops;
    for (uint32_t i = 0; i < sizes->mops; i++) {
        txn->mops[i] = (mns_doc_mop){"append",      sizes->string, sizes->string,
                                     sizes->string, sizes->string, true};
    }
}

static inline void page_fill_txns(mns_arena *arena, mns_doc_witness *witness,
                                  const page_sizes *sizes) {
    witness->txns = MNS_ARENA_ARRAY(arena, mns_doc_txn, sizes->txns);
    witness->steps = MNS_ARENA_ARRAY(arena, mns_doc_step, sizes->txns);
    witness->txn_count = witness->step_count = sizes->txns;
    for (uint32_t i = 0; i < sizes->txns; i++) {
        mns_doc_txn *txn = &witness->txns[i];
        *txn = (mns_doc_txn){.index = i,
                             .process.number = i,
                             .start_ts = MNS_NO_TIMESTAMP,
                             .commit_ts = MNS_NO_TIMESTAMP,
                             .invoke = i,
                             .complete = MNS_NO_POSITION,
                             .invoke_ns = 1234567890,
                             .complete_ns = MNS_NO_TIME,
                             .error = sizes->string,
                             .value = "[]",
                             .edn = sizes->string};
        page_fill_mops(arena, txn, sizes);
        witness->steps[i] = (mns_doc_step){.from = i,
                                           .to = (i + 1) % sizes->txns,
                                           .from_mop = 0,
                                           .to_mop = MNS_NONE,
                                           .kind = MNS_RW,
                                           .key = "1",
                                           .value = "null",
                                           .next = "null",
                                           .label = sizes->string,
                                           .text = sizes->string};
    }
}

/* "Let:" and a line for each transaction, "Then:" and a line for each step. */
static inline const char *page_text(mns_arena *arena, const page_sizes *sizes) {
    mns_buf text;
    mns_buf_init(&text);
    for (int part = 0; part < 2; part++) {
        mns_buf_str(&text, part == 0 ? "Let:\n" : "\nThen:\n");
        for (uint32_t i = 0; i < sizes->txns; i++) {
            mns_buf_printf(&text, part == 0 ? "  T%lu = " : "  - T%lu < ", (unsigned long)i + 1);
            mns_buf_str(&text, sizes->string);
            mns_buf_char(&text, '\n');
        }
    }
    const char *whole = mns_arena_take(arena, &text);
    mns_buf_release(&text);
    return whole;
}

static inline void page_fill_anomalies(mns_document *document, const page_sizes *sizes) {
    mns_arena *arena = &document->arena;
    assert_true(sizes->anomalies <= MNS_ANOMALY_COUNT);
    document->anomalies = MNS_ARENA_ARRAY(arena, mns_doc_anomaly, sizes->anomalies);
    document->anomaly_count = sizes->anomalies;
    mns_doc_witness witness = {.name = sizes->string, .text = page_text(arena, sizes)};
    static uint32_t keys[] = {0, 1};
    witness.keys = keys;
    witness.key_count = 2;
    page_fill_txns(arena, &witness, sizes);
    for (uint32_t i = 0; i < sizes->anomalies; i++) {
        mns_doc_anomaly *anomaly = &document->anomalies[i];
        *anomaly = (mns_doc_anomaly){.anomaly = (mns_anomaly)i, .count = sizes->witnesses};
        anomaly->witnesses = MNS_ARENA_ARRAY(arena, mns_doc_witness, sizes->witnesses);
        anomaly->witness_count = sizes->witnesses;
        for (uint32_t w = 0; w < sizes->witnesses; w++) {
            anomaly->witnesses[w] = witness;
        }
    }
}

static inline void page_fill_keys(mns_document *document, const page_sizes *sizes) {
    mns_arena *arena = &document->arena;
    mns_doc_ref ref = {.index = 3, .process.number = 1, .type = MNS_TXN_INFO};
    document->keys = MNS_ARENA_ARRAY(arena, mns_doc_key, sizes->keys);
    document->key_count = sizes->keys;
    mns_doc_key key = {.key = sizes->string, .order = "by its reads"};
    key.versions = MNS_ARENA_ARRAY(arena, mns_doc_version, MNS_LIMIT_DOC_VERSIONS);
    key.version_count = MNS_LIMIT_DOC_VERSIONS;
    for (uint32_t i = 0; i < key.version_count; i++) {
        key.versions[i] = (mns_doc_version){
            .place = i, .value = sizes->string, .written = true, .writer = ref, .reader_total = 9};
        key.versions[i].readers[0] = ref;
        key.versions[i].reader_count = 1;
    }
    key.disputed = MNS_ARENA_ARRAY(arena, mns_doc_read, 1);
    key.disputed_count = 1;
    key.disputed[0] = (mns_doc_read){
        .value = sizes->string, .full = sizes->string, .agrees = 1, .length = 2, .reader = ref};
    for (uint32_t i = 0; i < sizes->keys; i++) {
        document->keys[i] = key;
    }
    document->faults = MNS_ARENA_ARRAY(arena, mns_doc_fault, sizes->faults);
    document->fault_count = sizes->faults;
    for (uint32_t i = 0; i < sizes->faults; i++) {
        document->faults[i] = (mns_doc_fault){.position = i,
                                              .time_ns = 5000000,
                                              .process = sizes->string,
                                              .function = sizes->string,
                                              .value = sizes->string,
                                              .words = sizes->string,
                                              .brief = sizes->string,
                                              .until = i,
                                              .until_ns = MNS_NO_TIME};
    }
}

/* Asked for strict-serializable; the first anomalies of the catalog are found. */
static inline void page_document(mns_document *document, const page_sizes *sizes) {
    memset(document, 0, sizeof *document);
    mns_arena_init(&document->arena);
    document->minos = "0.1.0";
    document->name = sizes->string;
    document->workload = "list-append";
    document->span_ns = 12400000000;
    char *message = NULL;
    assert_int_equal(mns_request_parse(&document->request, "strict-serializable", NULL, &message),
                     MINOS_OK);
    static const char *warnings[1];
    warnings[0] = sizes->string;
    document->warnings = warnings;
    document->warning_count = 1;
    page_fill_anomalies(document, sizes);
    page_fill_keys(document, sizes);
    bool found[MNS_ANOMALY_COUNT] = {false};
    for (uint32_t i = 0; i < sizes->anomalies; i++) {
        found[i] = true;
    }
    mns_coverage evidence = {
        .data = true, .process = true, .realtime = true, .realtime_known = true};
    mns_judge(&document->request, found, &evidence, NULL, &document->judgement);
    assert_false(document->arena.failed);
}

#endif
