/* clients.h - what a client of a throw-away server is answered. */
#ifndef TEST_CLIENTS_H
#define TEST_CLIENTS_H

#include "traces.h"

typedef char told[100];

/* Logs in by what the URL says; what is answered to the last of several statements, or why not.
 * Redis gets only the first, and answers in its protocol. False where this build has no such
 * client. */
bool client_ask(const char *target, const about *a, const char *const *statements, told answer);

#endif
