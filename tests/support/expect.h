/*
 * expect.h - the expected verdict of a history, written in its own first lines.
 *
 *     ; expect: false                       true, false, unknown or error
 *     ; models: serializable                requested models; without the line, strict-serializable
 *     ; absent: G2-item                     requested anomalies
 *     ; anomalies: G-single-item            exactly these are found
 *     ; not: repeatable-read                exactly these are the weakest models ruled out
 *     ; rules out: serializable             at least these are ruled out
 *     ; warning: real-time                  part of a warning; without the line, no warning
 *     ; reason: no dependency               part of the reason for unknown
 *     ; workload: counter                   without the line, detected from the history
 *     ; assume: wfr sequential linearizable assumptions about registers, any of these
 *     ; order: {0 2, 1 1}                   the transaction order that the database gave
 *     ; duplicates: ambiguous               values may be written twice
 *
 * Any other comment among the first lines is ignored. They end at the first that is not a comment.
 */
#ifndef TEST_EXPECT_H
#define TEST_EXPECT_H

#include "support/support.h"

typedef struct expectation {
    char *valid, *models, *absent, *anomalies, *not_models, *rules_out, *warning, *reason;
    char *workload, *assume, *order, *duplicates;
} expectation;

expectation expectation_parse(const char *text, size_t size);
void expectation_release(expectation *e);

/* The options of the history. *order: a file to free with temporary_remove, or NULL. */
minos_options expectation_options(const expectation *e, char **order);
/* Judges the history and prints each difference from the expectation. True if there is none. */
bool expectation_holds(const expectation *e, const char *name, const void *data, size_t size);

#endif
