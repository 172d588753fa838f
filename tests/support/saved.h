/*
 * saved.h - any bytes as a results.json, and what must hold then.
 */
#ifndef TEST_SAVED_H
#define TEST_SAVED_H

#include <stddef.h>

/* The bytes are read as a saved result or refused with a problem. What is read can be drawn in
 * every format, and what its JSON says is read again as the same. NULL, or the promise that was
 * broken. */
const char *saved_broken_promise(const char *data, size_t size);

#endif
