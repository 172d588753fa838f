/*
 * faulty.h - makes the n-th write, open, rename ... fail.
 *
 * The linker redirects the calls in calls.def to wrappers (--wrap), those of the library and those
 * of the test. Between fault_begin and fault_end the n-th call of one kind fails in the chosen way:
 *
 *     for each call and mode:  n = 1, 2, 3 ...  until a run ends without reaching it
 *
 * Counters are atomic: calls come from several threads.
 */
#ifndef TEST_FAULTY_H
#define TEST_FAULTY_H

#include <stdbool.h>

typedef enum fault_mode {
    FAULT_HARD = 1,        /* fails with the call's errno; close and fclose still close */
    FAULT_INTERRUPTED = 2, /* fails once with EINTR: the caller must try again */
    FAULT_SHORT = 4,       /* transfers half of the bytes: the caller must continue */
    FAULT_TORN = 8,        /* transfers half of the bytes, then always fails: the disk is full */
    FAULT_NOTHING = 16,    /* returns 0 from now on: nothing is written and there is no error */
    FAULT_ON = 32          /* fails, and so does every later call of the kind */
} fault_mode;

enum {
#define CALL(name, error, modes) FAULT_##name,
#include "faulty/calls.def"
#undef CALL
    FAULT_CALLS
};

const char *fault_name(unsigned call);
bool fault_has(unsigned call, fault_mode mode);
const char *fault_mode_name(fault_mode mode);

/* Shares the counters with child processes. */
void fault_share(void);
void fault_begin(unsigned call, unsigned long n, fault_mode mode);
/* True if the n-th call was made. */
bool fault_end(void);

/* Calls `run` with each call, mode and n until a run does not reach it; `run` says whether its
 * promises held. Returns how many did not, and prints the first few. Adds the runs to *runs. */
unsigned fault_everything(bool (*run)(unsigned call, fault_mode mode), unsigned modes,
                          unsigned long most, unsigned *runs);

#endif
