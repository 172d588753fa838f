/*
 * traces.h - what there is of a throw-away server on this machine: its folder, its processes, its
 * port.
 *
 * Looks at /proc, so that nothing is believed that the server or its guard say.
 */
#ifndef TEST_TRACES_H
#define TEST_TRACES_H

#include "minos_run.h"
#include "run/system/scratch.h"

/* What has to happen is waited for as long as this, on however busy a machine. */
#define PATIENCE_STEPS 6000
void pause_step(void);

/* Plain data, so that one process can tell another. */
typedef struct about {
    char url[300], folder[200], password[100];
    unsigned port;
} about;

void about_server(const minos_server *server, about *a); /* of its first node */
void about_node(const minos_server *server, unsigned node, about *a);

/* Whether something takes connections on the port. */
bool listens(unsigned port);

/* Calls `is` with the /proc folder of each process; how many are it. */
unsigned processes(bool (*is)(const char *process, const about *a), const about *a);
bool works_there(const char *process, const about *a); /* in the folder or below it */
bool shows_password(const char *process, const about *a);
bool shows_port(const char *process, const about *a); /* the near miss: what it does show is seen */
bool any_process_of(const about *a);

void expect_all(const about *a);
void expect_nothing(const about *a);
void expect_nothing_soon(const about *a);

#endif
