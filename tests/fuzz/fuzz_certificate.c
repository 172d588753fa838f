/*
 * fuzz_certificate.c - libFuzzer target: any bytes as a certificate.
 *
 * The bytes are a certificate or refused with one problem. What is read keeps the promises of
 * certificate.h, and its executions, whatever numbers are in them, are replayed against a small
 * history of the workload that it names, under every model: accepted, or with a reason.
 */
#include "fuzz/fuzz.h"
#include "verify/certificate.h"
#include "verify/numbering.h"
#include "verify/verify.h"

static const char *const histories[] = {
    [MNS_LIST_APPEND] = "{:type :invoke, :process 0, :value [[:append 1 1] [:r 1 nil]]}\n"
                        "{:type :invoke, :process 1, :value [[:append 1 2]]}\n"
                        "{:type :ok, :process 0, :value [[:append 1 1] [:r 1 [1]]]}\n"
                        "{:type :info, :process 1, :value [[:append 1 2]]}\n"
                        "{:type :invoke, :process 0, :value [[:r 1 nil]]}\n"
                        "{:type :ok, :process 0, :value [[:r 1 [1 2]]]}\n",
    [MNS_RW_REGISTER] =
        "{:type :invoke, :process 0, :value [[:w 1 1] [:r 2 nil]]}\n"
        "{:type :invoke, :process 1, :value [[:w 2 2] [:r 1 nil]]}\n"
        "{:type :ok, :process 0, :value [[:w 1 1] [:r 2 nil]], :start-ts 1, :commit-ts 3}\n"
        "{:type :ok, :process 1, :value [[:w 2 2] [:r 1 nil]], :start-ts 2, :commit-ts 4}\n"
        "{:type :invoke, :process 0, :value [[:r 1 nil {:version 5}]]}\n"
        "{:type :ok, :process 0, :value [[:r 1 1 {:version 5}]]}\n",
    [MNS_SET] = "{:type :invoke, :process 0, :value [[:add 1 1] [:r 1 nil]]}\n"
                "{:type :invoke, :process 1, :value [[:add 1 2]]}\n"
                "{:type :ok, :process 0, :value [[:add 1 1] [:r 1 #{1}]]}\n"
                "{:type :ok, :process 1, :value [[:add 1 2]]}\n"
                "{:type :invoke, :process 0, :value [[:r 1 nil]]}\n"
                "{:type :ok, :process 0, :value [[:r 1 #{1 2}]]}\n",
    [MNS_COUNTER] = "{:type :invoke, :process 0, :value [[:inc 1 1] [:r 1 nil]]}\n"
                    "{:type :invoke, :process 1, :value [[:inc 1 2]]}\n"
                    "{:type :ok, :process 0, :value [[:inc 1 1] [:r 1 1]]}\n"
                    "{:type :fail, :process 1, :value [[:inc 1 2]]}\n"
                    "{:type :invoke, :process 0, :value [[:r 1 nil]]}\n"
                    "{:type :ok, :process 0, :value [[:r 1 1]]}\n"};

static void replay(const mns_history *history, const mns_assumptions *assumptions,
                   const mns_certificate_claim *claim, const mns_numbering *numbering) {
    uint32_t *order = malloc((claim->order.count + 1) * sizeof *order);
    fuzz_must(order != NULL, "memory");
    for (size_t i = 0; i < claim->order.count; i++) {
        uint32_t number = claim->order.items[i];
        order[i] = number < history->txns.count ? numbering->txn[number] : number;
    }
    const mns_execution execution = {order, claim->sees.present ? claim->sees.items : NULL,
                                     (uint32_t)claim->order.count};
    for (int m = 0; m < MNS_MODEL_COUNT; m++) {
        bool accepted = false;
        mns_misfit misfit = {.what = NULL};
        fuzz_must(mns_verify(history, assumptions, (mns_model)m, &execution, &accepted, &misfit) ==
                      MINOS_OK,
                  "any execution is answered");
        fuzz_must(accepted || misfit.what != NULL, "a rejection has a reason");
        fuzz_must(accepted || misfit.txn == MNS_NONE || misfit.txn < history->txns.count,
                  "a rejection names a transaction of the history");
        fuzz_must(!accepted || mns_verify_knows((mns_model)m), "unknown models are never accepted");
    }
    free(order);
}

static void replay_all(const mns_certificate *certificate) {
    const char *text = histories[certificate->workload];
    mns_read_options options = {.format = MINOS_FORMAT_EDN, .workload = certificate->workload};
    mns_problems problems;
    mns_source source;
    mns_history history;
    mns_numbering numbering;
    mns_problems_init(&problems);
    fuzz_must(mns_source_memory(&source, "", text, strlen(text), 0, &problems) == MINOS_OK &&
                  mns_history_read(&history, &source, &options, &problems) == MINOS_OK &&
                  mns_numbering_make(&numbering, &history),
              "the history is read");
    for (size_t i = 0; i < certificate->count; i++) {
        replay(&history, &certificate->assumptions, &certificate->claims[i], &numbering);
    }
    mns_numbering_release(&numbering);
    mns_history_release(&history);
    mns_source_release(&source);
    mns_problems_release(&problems);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    mns_source source = {.data = size == 0 ? "" : (const char *)data, .size = size};
    mns_problems problems;
    mns_certificate certificate;
    mns_problems_init(&problems);
    minos_status status = mns_certificate_read(&certificate, &source, &problems);
    fuzz_must(status == MINOS_OK || status == MINOS_EINPUT, "bytes are a certificate or refused");
    fuzz_must(problems.total == (status == MINOS_EINPUT ? 1 : 0), "only bad input has a problem");
    for (size_t i = 0; status == MINOS_OK && i < certificate.count; i++) {
        const mns_certificate_claim *claim = &certificate.claims[i];
        fuzz_must(claim->models[claim->model], "an entry is about its model");
        fuzz_must(!claim->sees.present || claim->sees.count == claim->order.count,
                  "each transaction has a snapshot");
    }
    if (status == MINOS_OK) {
        replay_all(&certificate);
    }
    mns_problems_locate(&problems, source.data, source.size);
    mns_problems_release(&problems);
    mns_certificate_release(&certificate);
    return 0;
}
