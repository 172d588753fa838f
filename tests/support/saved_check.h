/*
 * saved_check.h - loads any bytes as a results.json and checks invariants.
 */
#ifndef TEST_SAVED_H
#define TEST_SAVED_H

#include <stddef.h>

/* The bytes are read as a saved result or rejected with a problem. A result that is read renders in
 * every format, and reading its JSON gives the same result. NULL, or the promise that was
 * broken. */
const char *saved_broken_promise(const char *data, size_t size);

#endif
