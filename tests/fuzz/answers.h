/*
 * answers.h - shared by the fuzz targets of drivers: a transaction to answer, and what must hold
 * once a driver has accepted an answer.
 *
 * A driver turns bytes of a server into answers, and the recorder writes those as EDN. Whatever the
 * server sent, the result must be a line that Minos reads: otherwise one bad server makes a whole
 * history unreadable.
 */
#ifndef TEST_FUZZ_ANSWERS_H
#define TEST_FUZZ_ANSWERS_H

#include "fuzz/fuzz.h"
#include "run/driver/txn.h"

/* A write of 7 to key 3, a read of key 4, a read of key 3. */
static inline void fuzz_txn_init(mns_run_txn *txn, unsigned bits) {
    mns_run_txn_init(txn, (mns_generator_kind)(bits % MNS_GENERATOR_KIND_COUNT));
    fuzz_must(mns_run_txn_push(txn, true, 3, 7) && mns_run_txn_push(txn, false, 4, 0) &&
                  mns_run_txn_push(txn, false, 3, 0),
              "there is memory for three micro-operations");
}

/* True if a server can cause the problem: a counter must be a number. */
static inline int fuzz_is_expected(const mns_run_txn *txn, const minos_result *result) {
    return txn->kind == MNS_GENERATE_COUNTER &&
           strstr(minos_result_problem(result, 0).message, "counter") != NULL;
}

/* Reads the answered transaction as a history of two lines, which must not be malformed. */
static inline void fuzz_recorded(const mns_run_txn *txn) {
    minos_options options;
    minos_options_init(&options);
    options.threads = 1;
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_str(&text, "{:index 0, :type :invoke, :process 0, :f :txn, :value ");
    mns_run_txn_write(txn, false, &text);
    mns_buf_str(&text, "}\n{:index 1, :type :ok, :process 0, :f :txn, :value ");
    mns_run_txn_write(txn, true, &text);
    mns_buf_str(&text, "}\n");
    minos_result *result = NULL;
    minos_status status = minos_check_memory("answers", text.data, text.size, &options, &result);
    if (status != MINOS_OK && !fuzz_is_expected(txn, result)) {
        fprintf(stderr, "%s%s\n", text.data, minos_result_problem(result, 0).message);
        fuzz_must(0, "what a driver accepts is recorded as a history that can be read");
    }
    minos_result_free(result);
    mns_buf_release(&text);
}

#endif
