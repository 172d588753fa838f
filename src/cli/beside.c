/* beside.c - see beside.h. */
#include "cli/beside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *name_beside(const char *path, unsigned attempt) {
    enum { SUFFIX = 40, NAME = 255 - SUFFIX }; /* bytes; a name has at most 255 */
    const char *slash = strrchr(path, '/'), *name = slash == NULL ? path : slash + 1;
    size_t size = strlen(name), kept = (size_t)(name - path) + (size < NAME ? size : NAME);
    char *beside = malloc(kept + SUFFIX);
    if (beside != NULL) {
        memcpy(beside, path, kept);
        snprintf(beside + kept, SUFFIX, ".new-%ld-%u", (long)getpid(), attempt);
    }
    return beside;
}
