/*
 * proc.h - reads /proc on Linux: words of a line, and fields of a process. On other systems nothing
 * is found.
 */
#ifndef MNS_RUN_SYSTEM_PROC_H
#define MNS_RUN_SYSTEM_PROC_H

#include "core/base.h"

/* Fields of /proc/PID/stat, numbered as in proc(5); all of these follow the name. */
enum { MNS_PROC_STATE = 3, MNS_PROC_PARENT = 4, MNS_PROC_START_TIME = 22 };

/* The start of the n-th word of a line, from 0; its end if there are fewer. */
const char *mns_proc_word(const char *line, unsigned n);

/* Reads a field of a file such as /proc/42/stat into `word`; "" if there is none. */
void mns_proc_field(const char *path, unsigned field, char word[32]);
/* The same for a process, as a number; 0 if it does not exist. */
unsigned long long mns_proc_number(long process, unsigned field);

#endif
