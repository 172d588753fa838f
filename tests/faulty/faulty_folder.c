/*
 * faulty_folder.c - if the disk fails while a report folder is written, the old report or the new
 * one remains.
 *
 * In: a history with a cycle and with contradicting reads, so that every kind of file is written:
 * into a new folder, and over an old report with a history beside it. Each system call fails once.
 * Out: 0 if the report is written completely, or an error is reported and the old report is still
 * there, the history in any case; and nothing is left beside the folder unless the error names it.
 * AddressSanitizer reports crashes and leaks.
 */
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "faulty/faulty.h"
#include "faulty/tree.h"
#include "pipeline.h"
#include "report/edn/edn_result.h"
#include "report/folder/folder.h"
#include "report/model/document_make.h"

static const char history[] = "{:type :ok, :process 0, :value [[:append x 1] [:append y 1]]}\n"
                              "{:type :ok, :process 1, :value [[:r x [1]] [:r y []]]}\n"
                              "{:type :ok, :process 2, :value [[:r x [1 2] ] [:append x 2]]}\n"
                              "{:type :ok, :process 3, :value [[:r x [2]] [:r y [1]]]}\n"
                              "{:type :ok, :process 4, :value [[:r x [1 3]] [:append x 3]]}\n";
static const char earlier[] = "{:type :ok, :process 0, :value [[:append x 1] [:r x [1]]]}\n"
                              "{:type :ok, :process 1, :value [[:r x [2]]]}\n";

/* A document and its EDN. */
typedef struct report {
    minos_result *result;
    mns_document document;
    mns_buf edn;
} report;

static char base[64], path[80];
static report old_report, new_report;
static char *old_tree, *new_tree; /* content of the folder before and after; "": no folder */

static void make_report(report *r, const char *text) {
    minos_options options;
    minos_options_init(&options);
    options.threads = 1;
    mns_buf_init(&r->edn);
    minos_status status = minos_check_memory("h.edn", text, strlen(text), &options, &r->result);
    const mns_check_result outcome = mns_check_result_of(r->result);
    mns_report_edn(&outcome, &r->edn);
    if (status != MINOS_OK || mns_document_make(&r->document, &outcome, 1, true) != MINOS_OK) {
        printf("the history could not be checked\n");
        exit(1);
    }
}

static void release_report(report *r) {
    mns_document_release(&r->document);
    mns_buf_release(&r->edn);
    minos_result_free(r->result);
}

static minos_status put(report *r, char **message) {
    return mns_report_folder(&r->document, &r->edn, path, message);
}

/* An empty base folder, or one with an earlier report and its history. */
static void prepare(bool replaces) {
    char *message = NULL;
    tree_remove(base);
    mkdir(base, 0777);
    if (replaces) {
        put(&old_report, &message);
        tree_write(path, "history.edn", earlier);
        tree_write(path, "run.json", "{}\n");
    }
    free(message);
}

static bool wrong(const char *what, minos_status status, const char *message) {
    char *names = tree_names(base);
    printf("%s: status %d, message: %s; there is: %s\n", what, (int)status,
           message == NULL ? "-" : message, names);
    free(names);
    return false;
}

/* Every name beside the report must be in the message. */
static bool names_what_is_left(const char *message) {
    char *names = tree_names(base), *rest = NULL;
    bool all = true;
    for (char *name = strtok_r(names, " ", &rest); name != NULL;
         name = strtok_r(NULL, " ", &rest)) {
        bool told = message != NULL && strstr(message, name) != NULL;
        all = all && (strcmp(name, "report") == 0 || told);
    }
    free(names);
    return all;
}

/* True if the message names a folder that is the complete old report. */
static bool names_the_old(const char *message) {
    char *names = tree_names(base), *rest = NULL;
    bool found = false;
    for (char *name = strtok_r(names, " ", &rest); name != NULL;
         name = strtok_r(NULL, " ", &rest)) {
        mns_buf beside;
        mns_buf_init(&beside);
        mns_buf_printf(&beside, "%s/%s", base, name);
        char *tree = tree_of(beside.data);
        found = found ||
                (message != NULL && strstr(message, name) != NULL && strcmp(tree, old_tree) == 0);
        free(tree);
        mns_buf_release(&beside);
    }
    free(names);
    return found;
}

static bool judge(minos_status status, const char *message) {
    char *tree = tree_of(path);
    bool is_old = strcmp(tree, old_tree) == 0, is_new = strcmp(tree, new_tree) == 0;
    free(tree);
    if (status == MINOS_OK && !is_new) {
        return wrong("success, but the report is not whole", status, message);
    }
    if (status != MINOS_OK && message == NULL) {
        return wrong("no message", status, message);
    }
    if (!is_old && !is_new && !names_the_old(message)) {
        return wrong("neither the old report nor the new one", status, message);
    }
    return names_what_is_left(message) || wrong("something is left", status, message);
}

static bool replaces;

static bool run(unsigned call, fault_mode mode) {
    char *message = NULL;
    (void)call;
    minos_status status = put(&new_report, &message);
    bool good = judge(status, message);
    bool harmless = !fault_end() || mode == FAULT_INTERRUPTED || mode == FAULT_SHORT;
    if (harmless && status != MINOS_OK) {
        good = wrong("failed for no reason", status, message);
    }
    free(message);
    prepare(replaces);
    return good;
}

int main(void) {
    unsigned runs = 0, bad = 0;
    snprintf(base, sizeof base, "/tmp/minos-faulty-folder-%ld", (long)getpid());
    snprintf(path, sizeof path, "%s/report", base);
    make_report(&old_report, earlier);
    make_report(&new_report, history);
    for (int round = 0; round < 2; round++) {
        char *message = NULL;
        replaces = round == 1;
        prepare(replaces);
        old_tree = tree_of(path);
        bad += put(&new_report, &message) == MINOS_OK ? 0 : 1;
        new_tree = tree_of(path);
        prepare(replaces);
        bad += fault_everything(run, ~0u, 1000, &runs);
        free(message);
        free(old_tree);
        free(new_tree);
    }
    tree_remove(base);
    release_report(&old_report);
    release_report(&new_report);
    printf("%u calls that failed, %u wrong\n", runs, bad);
    return bad == 0 && runs > 50 ? 0 : 1;
}
