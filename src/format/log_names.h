/*
 * log_names.h - the names of the files in a folder: those that are logs of a format, and others.
 */
#ifndef MNS_LOG_NAMES_H
#define MNS_LOG_NAMES_H

#include "read/problems.h"

typedef struct mns_log_names {
    char **items; /* paths of the logs, ascending */
    size_t count, capacity;
    char *other;        /* the name of one of the other files, or NULL */
    size_t other_count; /* without hidden ones, unless they are called logs */
    bool other_is_log;  /* it is called a log, but is none of this format */
} mns_log_names;

/* Lists a folder. is_log is asked for the name without .gz or .zst. MINOS_EIO, MINOS_EINPUT: a
 * problem was added. In each case the list can be released. */
minos_status mns_log_names_read(mns_log_names *list, const char *folder,
                                bool (*is_log)(const char *name), mns_problems *problems);
void mns_log_names_release(mns_log_names *list);

#endif
