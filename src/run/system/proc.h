/*
 * proc.h - what Linux tells in /proc: words of a line, and facts of a process. Elsewhere there is
 * no such folder, and nothing is known.
 */
#ifndef MNS_RUN_SYSTEM_PROC_H
#define MNS_RUN_SYSTEM_PROC_H

#include "core/base.h"

/* Of /proc/PID/stat, as proc(5) counts them; all of these come after the name. */
enum { MNS_PROC_STATE = 3, MNS_PROC_PARENT = 4, MNS_PROC_START_TIME = 22 };

/* Where the n-th word of a line begins, from 0; its end if it has fewer. */
const char *mns_proc_word(const char *line, unsigned n);

/* Reads a field of a file such as /proc/42/stat into `word`, "" if there is none. */
void mns_proc_field(const char *path, unsigned field, char word[32]);
/* The same of a process, as a number; 0 if it is gone. */
unsigned long long mns_proc_number(long process, unsigned field);

#endif
