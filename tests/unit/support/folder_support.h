/*
 * folder_support.h - a temporary folder for the tests of one program: set-up, teardown, paths in
 * it.
 */
#ifndef FOLDER_SUPPORT_H
#define FOLDER_SUPPORT_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/minos-test-XXXXXX";

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) == NULL ? -1 : 0;
}

/* Fails if a test left a file in it. */
static int drop_folder(void **state) {
    (void)state;
    return rmdir(folder);
}

/* A path inside the folder, in a static buffer. */
static const char *inside(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

#endif
