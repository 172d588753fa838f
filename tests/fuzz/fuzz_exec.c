/*
 * fuzz_exec.c - libFuzzer target: any bytes as the answer of a program (exec:) to a transaction.
 *
 * The last byte chooses the workload. An answer is accepted and can be recorded, or it is rejected
 * with a message.
 */
#include "fuzz/answers.h"
#include "run/driver/exec/exec_lines.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    mns_run_txn txn;
    mns_run_outcome outcome;
    mns_buf error, message;
    mns_buf_init(&error);
    mns_buf_init(&message);
    fuzz_txn_init(&txn, size == 0 ? 0 : data[size - 1]);
    const char *line = size == 0 ? "" : (const char *)data;
    if (mns_exec_answer(&txn, line, size == 0 ? 0 : size - 1, &outcome, &error, &message)) {
        fuzz_must(message.size == 0, "an answer that is accepted has no message");
        if (outcome == MNS_OUTCOME_OK) {
            fuzz_must(txn.mops[1].answered && txn.mops[2].answered, "ok answers every read");
            fuzz_recorded(&txn);
        }
    } else {
        fuzz_must(message.size > 0, "a refusal has a message");
    }
    mns_buf_release(&error);
    mns_buf_release(&message);
    mns_run_txn_release(&txn);
    return 0;
}
