/*
 * expect.h - what a history should be judged as, written in its own first lines.
 *
 *     ; expect: false                       true, false, unknown or error
 *     ; models: serializable                asked models; without the line, strict-serializable
 *     ; absent: G2-item                     asked anomalies
 *     ; anomalies: G-single-item            exactly these are found
 *     ; not: repeatable-read                exactly these are the weakest models ruled out
 *     ; rules out: serializable             at least these are ruled out
 *     ; warning: real-time                  part of a warning; without the line, no warning
 *     ; reason: no dependency               part of the reason for unknown
 *     ; workload: counter                   without the line, whatever the history shows
 *     ; assume: wfr sequential linearizable what to assume of registers, any of these
 *     ; order: {0 2, 1 1}                   the order of transactions that the database gave
 *     ; duplicates: ambiguous               values that are written twice are fine
 *
 * Any other comment among the first lines is prose. Lines end at the first that is no comment.
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

/* How the history asks to be judged. *order: a file to give back with temporary_remove, or NULL. */
minos_options expectation_options(const expectation *e, char **order);
/* Judges the history and prints what is not as expected, under the name. True if all is. */
bool expectation_holds(const expectation *e, const char *name, const void *data, size_t size);

#endif
