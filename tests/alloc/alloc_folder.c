/*
 * alloc_folder.c - a report folder is written completely or not at all if memory runs out.
 *
 * In: a history with a cycle and with contradicting reads, so that every kind of file is written.
 * The n-th allocation fails, alone and with all after it, for growing n until a run ends before it;
 * large n are sampled, because each run writes the folder. Out: 0 if each failure is MINOS_ENOMEM
 * and leaves nothing at the path of the folder or beside it. AddressSanitizer reports crashes and
 * leaks.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "failing.h"
#include "pipeline.h"
#include "report/folder/folder.h"
#include "report/report.h"

static const char history[] = "{:type :ok, :process 0, :value [[:append x 1] [:append y 1]]}\n"
                              "{:type :ok, :process 1, :value [[:r x [1]] [:r y []]]}\n"
                              "{:type :ok, :process 2, :value [[:r x [1 2] ] [:append x 2]]}\n"
                              "{:type :ok, :process 3, :value [[:r x [2]] [:r y [1]]]}\n"
                              "{:type :ok, :process 4, :value [[:r x [1 3]] [:append x 3]]}\n";

static char base[32], path[64];
static unsigned runs, wrong;

/* Each run has its own folder. */
static bool make_base(void) {
    snprintf(base, sizeof base, "/tmp/minos-alloc-XXXXXX");
    bool made = mkdtemp(base) != NULL;
    snprintf(path, sizeof path, "%s/report", base);
    return made;
}

/* Fails the n-th allocation; false if the folder is complete before it. */
static bool fail_at(const mns_document *document, const mns_buf *edn, unsigned long n, bool on) {
    char *message = NULL;
    allocations = 0;
    fails_on = on;
    fails_at = n;
    minos_status status = mns_report_folder(document, edn, path, &message);
    fails_at = 0;
    runs++;
    bool reached = allocations >= n;
    free(message);
    mns_folder_remove(path);
    /* Files left beside the folder keep rmdir from removing its parent. */
    bool clean = rmdir(base) == 0 && make_base();
    if (!clean || (reached ? status != MINOS_ENOMEM : status != MINOS_OK)) {
        wrong++;
        printf("allocation %lu%s: status %d%s\n", n, on ? " and on" : "", (int)status,
               clean ? "" : ", something is left");
    }
    return reached && wrong < 5;
}

static bool try_result(const minos_result *result) {
    const mns_check_result report = mns_check_result_of(result);
    mns_document document;
    mns_buf edn;
    mns_buf_init(&edn);
    mns_report_edn(&report, &edn);
    if (edn.failed || mns_document_make(&document, &report, 1, true) != MINOS_OK) {
        return false;
    }
    for (int on = 0; on < 2; on++) {
        for (unsigned long n = 1; fail_at(&document, &edn, n, on == 1); n += 1 + n / 20) {
        }
    }
    mns_document_release(&document);
    mns_buf_release(&edn);
    return true;
}

int main(void) {
    if (!make_base()) {
        perror(base);
        return 1;
    }
    minos_options options;
    minos_options_init(&options);
    minos_result *result = NULL;
    if (minos_check_memory("h.edn", history, sizeof history - 1, &options, &result) != MINOS_OK ||
        !try_result(result)) {
        printf("the history could not be checked\n");
        wrong++;
    }
    minos_result_free(result);
    rmdir(base);
    printf("%u runs, %u wrong\n", runs, wrong);
    return wrong == 0 && runs > 2 ? 0 : 1;
}
