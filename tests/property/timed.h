/*
 * timed.h - small random histories of every workload with revealed times, and what
 * mns_detect_snapshots finds in them.
 */
#ifndef TEST_TIMED_H
#define TEST_TIMED_H

#include "detect/detect.h"
#include "support/model.h"

enum { TIMED_TXNS = 7, TIMED_MOPS = 3, TIMED_KEYS = 2 };

typedef struct timed {
    char *text;
    mns_source source;
    mns_problems problems;
    mns_history history;
    mns_observation o;
    mns_cases cases;
} timed;

/* A history with reads of all sorts and many equal times. Unless it is `plain`, not all
 * transactions are ok, some times are missing and some contradict themselves. What cannot be read
 * ends the test. */
void timed_open(timed *t, dice *d, mns_workload workload, bool plain);
void timed_close(timed *t);

#endif
