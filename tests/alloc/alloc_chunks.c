/*
 * alloc_chunks.c - reading in chunks survives running out of memory.
 *
 * In: histories whose chunks contain everything that is joined: diverging lists, sets, values that
 * are not numbers, versions, timestamps, completions of earlier chunks. Each line is a chunk. Every
 * allocation fails once, as in alloc_check.c. Out: 0 if each failure is MINOS_ENOMEM, and the run
 * without a failure reads the same as the slow path.
 */
#include <stdio.h>

#include "failing.h"
#include "support/readings.h"

static const char *const histories[] = {
    "{:type :invoke, :process 0, :value [[:append 1 1] [:append \"a\" :x]]}\n"
    "{:type :invoke, :process 1, :value [[:append 100000 2]]}\n"
    "{:type :info, :process 0}\n"
    "{:type :invoke, :process 0, :value [[:r 1 nil] [:r 2 nil] [:r 3 nil]]}\n"
    "{:type :ok, :process 1, :value [[:append 100000 2]], :start-ts 3, :commit-ts 5}\n"
    "{:type :ok, :process 0, :value [[:r 1 [1 2]] [:r 2 [3]] [:r 3 [:x :y]]]}\n"
    "{:type :invoke, :process 2, :value [[:r 1 nil] [:r 2 nil] [:r 3 nil]], :start-ts 8}\n"
    "{:type :ok, :process 2, :value [[:r 1 [2]] [:r 2 [3 4]] [:r 3 [:y \"z\"]]]}\n"
    "{:type :invoke, :process 2, :value [[:r 1 nil] [:append 1 99999999999999999999]]}\n"
    "{:type :ok, :process 2, :value [[:r 1 [2 1 5]] [:append 1 99999999999999999999]]}\n",
    "{:type :ok, :process 0, :value [[:add 1 :a] [:add 2 2]]}\n"
    "{:type :ok, :process 1, :value [[:r 1 #{:a :b}] [:r 2 #{3 2}]]}\n"
    "{:type :ok, :process 2, :value [[:r 1 #{:c :b}] [:r 2 #{3 1}] [:add 1 :c]]}\n",
    "{:type :ok, :process 0, :value [[:w 1 1 {:version 3}] [:w 1 500000]]}\n"
    "{:type :ok, :process 1, :value [[:w 2 :a] [:r 1 1 {:version 3}]]}\n",
    "{:type :ok, :process 0, :value [[:append 1 1]]}\n"
    "{:type :ok, :process 0, :value [[:append 1 1]]}\n" /* rejected */,
};

static minos_status read_once(const char *text) {
    mns_source source;
    mns_problems problems;
    mns_history history;
    mns_problems_init(&problems);
    minos_status status = mns_source_memory(&source, "text", text, strlen(text), 0, &problems);
    if (status == MINOS_OK) {
        mns_read_options options = {.recognise = true, .chunk_bytes = 1};
        status = mns_history_read(&history, &source, &options, &problems);
        mns_history_release(&history);
    }
    mns_source_release(&source);
    mns_problems_release(&problems);
    return status;
}

/* Fails the n-th allocation; false if the run ends before it. */
static bool fail_at(const char *text, minos_status expected, unsigned long n, bool on,
                    unsigned *wrong) {
    allocations = 0;
    fails_on = on;
    fails_at = n;
    minos_status status = read_once(text);
    fails_at = 0;
    bool reached = allocations >= n;
    if (status != (reached ? MINOS_ENOMEM : expected)) {
        printf("allocation %lu failed%s: status %d\n%s", n, on ? " and all after it" : "",
               (int)status, text);
        ++*wrong;
    }
    return reached;
}

int main(void) {
    unsigned wrong = 0, runs = 0;
    for (size_t i = 0; i < MNS_COUNT_OF(histories); i++) {
        const char *text = histories[i];
        mns_read_options options = {.recognise = true, .chunk_bytes = 1};
        mns_buf out;
        mns_buf_init(&out);
        if (!readings_agree(text, strlen(text), options, 1, &out)) {
            printf("%s%s", text, out.data);
            wrong++;
        }
        mns_buf_release(&out);
        minos_status expected = read_once(text);
        for (unsigned long n = 1; fail_at(text, expected, n, false, &wrong); n++) {
            fail_at(text, expected, n, true, &wrong);
            runs += 2;
        }
    }
    printf("%u runs, %u wrong\n", runs, wrong);
    return wrong == 0 && runs > 0 ? 0 : 1;
}
