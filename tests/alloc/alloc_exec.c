/*
 * alloc_exec.c - running a program as a database, and parsing a target, survive running out of
 * memory.
 *
 * In: a program with correct answers, and a URL with every component. The n-th allocation fails,
 * alone and with all after it, for n = 1, 2, 3 ... until a run ends before it. Out: 0 if each
 * failure is reported, no answer is incomplete, and no password is shown. AddressSanitizer reports
 * crashes and leaks.
 */
#include <signal.h>
#include <stdio.h>

#include "failing.h"
#include "run/driver/driver.h"
#include "run/system/url.h"

#define PROGRAM                                                                                    \
    "while read -r line; do "                                                                      \
    "echo '{\"type\":\"ok\",\"value\":[[\"append\",3,7],[\"r\",4,[1,2]]]}'; "                      \
    "read -r line; echo '{\"type\":\"fail\",\"error\":\"\\u00e9\"}'; "                             \
    "read -r line; echo nonsense; done"
#define URL "redis://me:XYZZY@[::1]:1/2?a=b&password=XYZZY"

static unsigned runs, wrong;

/* ---- A program ------------------------------------------------------------------------------- */

static bool is_trouble(mns_connection *connection, const char *name) {
    mns_driver_error failure;
    mns_driver_exec.classify(connection, &failure);
    return failure.name != NULL && failure.outcome != MNS_OUTCOME_OK &&
           (name == NULL || strcmp(failure.name, name) == 0);
}

/* Three transactions; false if one failed for another reason than lack of memory. */
static bool transact(mns_connection *connection, bool *whole) {
    static const char *const names[] = {NULL, "failed", "protocol-error"};
    mns_run_txn txn;
    mns_run_txn_init(&txn, MNS_GENERATE_LIST_APPEND);
    bool good = true;
    *whole = mns_run_txn_push(&txn, true, 3, 7) && mns_run_txn_push(&txn, false, 4, 0);
    for (size_t i = 0; i < MNS_COUNT_OF(names) && *whole; i++) {
        txn.mops[1].answered = false;
        mns_buf_clear(&txn.answers);
        bool done =
            mns_driver_exec.begin(connection, &txn) && mns_driver_exec.commit(connection, &txn);
        *whole = done ? names[i] == NULL && !txn.answers.failed
                      : names[i] != NULL && is_trouble(connection, names[i]);
        good = done ? names[i] == NULL : is_trouble(connection, NULL);
    }
    mns_run_txn_release(&txn);
    return good;
}

/* *whole: everything was done. */
static bool run_program(bool *whole) {
    static const mns_run_level level = {"default", "default", "strict-serializable", NULL};
    mns_database database = {.driver = &mns_driver_exec,
                             .target = "exec:" PROGRAM,
                             .level = &level,
                             .tables = 1,
                             .clients = 1,
                             .timeout_ms = 10000,
                             .prefix = "minos_t"};
    mns_driver_error failure = {.name = NULL};
    bool good = true, opened = mns_driver_exec.open(&database);
    mns_connection *connection = opened ? mns_driver_exec.connect(&database, 0, &failure) : NULL;
    *whole = connection != NULL;
    if (connection != NULL) {
        good = transact(connection, whole);
        mns_driver_exec.close(connection);
    } else {
        good = !opened || failure.name != NULL;
    }
    mns_driver_exec.release(&database);
    mns_buf_release(&database.message);
    return good;
}

/* ---- A target -------------------------------------------------------------------------------- */

static bool is(const char *text, const char *expected) {
    return text != NULL && strcmp(text, expected) == 0;
}

static bool read_target(bool *whole) {
    mns_url url;
    mns_buf out;
    mns_buf_init(&out);
    *whole = mns_url_read(&url, URL, &out);
    bool good =
        !*whole || (is(url.scheme, "redis") && is(url.user, "me") && is(url.password, "XYZZY") &&
                    is(url.host, "::1") && url.port == 1 && is(url.path, "2"));
    good = good && (out.data == NULL || strstr(out.data, "XYZZY") == NULL);
    char *value = *whole ? mns_url_query(&url, "a") : NULL;
    good = good && (value == NULL || is(value, "b"));
    *whole = *whole && value != NULL;
    free(value);
    mns_url_release(&url);
    mns_buf_clear(&out);
    mns_url_mask(URL, &out);
    good = good && (out.data == NULL || strstr(out.data, "XYZZY") == NULL);
    *whole = *whole && !out.failed;
    mns_buf_release(&out);
    return good;
}

/* ---- Failing --------------------------------------------------------------------------------- */

/* Fails the n-th allocation; false if the work ends before it. */
static bool fail_at(bool (*work)(bool *whole), unsigned long n, bool on) {
    bool whole = false;
    allocations = 0;
    fails_on = on;
    fails_at = n;
    bool good = work(&whole);
    fails_at = 0;
    runs++;
    bool reached = allocations >= n;
    if ((!good || (!reached && !whole)) && wrong++ < 5) {
        printf("allocation %lu%s: %s\n", n, on ? " and on" : "",
               good ? "not all was done" : "not told");
    }
    return reached;
}

int main(void) {
    static bool (*const works[])(bool *whole) = {run_program, read_target};
    signal(SIGPIPE, SIG_IGN);
    for (size_t i = 0; i < MNS_COUNT_OF(works); i++) {
        for (unsigned on = 0; on < 2; on++) {
            for (unsigned long n = 1; fail_at(works[i], n, on == 1); n++) {
            }
        }
    }
    printf("%u runs, %u wrong\n", runs, wrong);
    return wrong == 0 && runs > 40 ? 0 : 1;
}
