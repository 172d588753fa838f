/*
 * alloc_context.c - making a whole report survives running out of memory.
 *
 * In: a history of every workload with times, errors, faults and contradicting reads. The n-th
 * allocation of a document with its context fails, alone and with all after it, for n = 1, 2, 3 ...
 * until a run ends before it. Out: 0 if each failure is MINOS_ENOMEM and leaves an empty document.
 * AddressSanitizer reports crashes and leaks.
 */
#include <stdio.h>
#include <string.h>

#include "failing.h"
#include "pipeline.h"
#include "report/report.h"

/* A fault, an error, and the end of the fault; with invocations if the others have them. */
#define RUN(invocation)                                                                            \
    "{:type :info, :process :nemesis, :f :kill, :time 1, :value [\"n1\"]}\n" invocation            \
    "{:type :fail, :process 9, :time 2, :error [:conflict 17], :value [[:r y nil]]}\n"             \
    "{:type :info, :process :nemesis, :f :start, :time 3}\n"

static const char *const histories[] = {
    RUN("{:type :invoke, :process 9, :value [[:r y nil]]}\n") "{:type :invoke, :process 0, :time "
                                                              "4, :value [[:r x nil] [:append x "
                                                              "1]]}\n"
                                                              "{:type :invoke, :process 1, :time "
                                                              "5, :value [[:r x nil] [:append x "
                                                              "2]]}\n"
                                                              "{:type :invoke, :process 2, :time "
                                                              "6, :value [[:append y 1]]}\n"
                                                              "{:type :ok, :process 0, :time 7, "
                                                              ":value [[:r x []] [:append x 1]]}\n"
                                                              "{:type :ok, :process 1, :time 8, "
                                                              ":value [[:r x []] [:append x 2]]}\n"
                                                              "{:type :invoke, :process 3, :time "
                                                              "9, :value [[:r x nil]]}\n"
                                                              "{:type :ok, :process 3, :time 10, "
                                                              ":value [[:r x [1 2]]]}\n"
                                                              "{:type :invoke, :process 4, :time "
                                                              "11, :value [[:r x nil]]}\n"
                                                              "{:type :ok, :process 4, :time 12, "
                                                              ":value [[:r x [2 7]]]}\n",
    RUN("") "{:type :ok, :process 0, :value [[:w x 1]]}\n"
            "{:type :ok, :process 1, :value [[:r x 1] [:w x 2]]}\n"
            "{:type :ok, :process 2, :value [[:r x 1] [:w x 3]]}\n"
            "{:type :ok, :process 3, :value [[:r x 7]]}\n",
    RUN("") "{:type :ok, :process 0, :value [[:add x 1] [:add x 9]]}\n"
            "{:type :ok, :process 1, :value [[:add x 2]]}\n"
            "{:type :ok, :process 2, :value [[:r x #{1 9}]]}\n"
            "{:type :ok, :process 3, :value [[:r x #{2}]]}\n",
    RUN("") "{:type :ok, :process 0, :value [[:inc x 1]]}\n"
            "{:type :ok, :process 1, :value [[:r x 1] [:inc x 2]]}\n"
            "{:type :ok, :process 2, :value [[:r x 1] [:inc x 3]]}\n",
};

static unsigned runs, wrong;

/* Fails the n-th allocation; false if the document is complete before it. */
static bool fail_at(const mns_check_result *check, unsigned long n, bool on) {
    mns_document document;
    allocations = 0;
    fails_on = on;
    fails_at = n;
    minos_status status = mns_document_make(&document, check, 8, true);
    fails_at = 0;
    runs++;
    bool reached = allocations >= n;
    bool empty = document.key_count == 0 && document.fault_count == 0 && document.run == NULL;
    bool whole = document.key_count > 0 && document.fault_count > 0 && document.run != NULL;
    if (reached ? status != MINOS_ENOMEM || !empty : status != MINOS_OK || !whole) {
        wrong++;
        printf("%s, allocation %lu%s: status %d\n", check->workload, n, on ? " and on" : "",
               (int)status);
    }
    mns_document_release(&document);
    return reached && wrong < 5;
}

static void try_history(const char *text) {
    minos_options options;
    minos_options_init(&options);
    options.threads = 1;
    minos_result *r = NULL;
    if (minos_check_memory("h.edn", text, strlen(text), &options, &r) != MINOS_OK) {
        wrong++;
        printf("not judged: %s", text);
    } else {
        const mns_check_result check = mns_check_result_of(r);
        for (unsigned long n = 1; fail_at(&check, n, false); n++) {
        }
        for (unsigned long n = 1; fail_at(&check, n, true); n++) {
        }
    }
    minos_result_free(r);
}

int main(void) {
    for (size_t i = 0; i < MNS_COUNT_OF(histories); i++) {
        try_history(histories[i]);
    }
    printf("%u runs, %u wrong\n", runs, wrong);
    return wrong == 0 && runs > 100 ? 0 : 1;
}
