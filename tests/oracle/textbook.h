/*
 * textbook.h - what every textbook says of some histories, said once more by hand, against the
 * oracle: neither it nor Minos was asked.
 *
 * In: a history in the notation of tiny_notation.h, and for each law, in the order of laws[], a +
 * where it allows the history and a - where it does not.
 *
 *     SER   strict-serializable, strong-session-serializable, serializable
 *     RR    repeatable-read
 *     SI    strong-snapshot-isolation, strong-session-snapshot-isolation, snapshot-isolation
 *     P A   prefix, read-atomic
 *     V C   consistent-view, cursor-stability
 *     RC    strong-read-committed, strong-session-read-committed, read-committed
 *     RU    strong-read-uncommitted, strong-session-read-uncommitted, read-uncommitted
 */
#ifndef TEST_TEXTBOOK_H
#define TEST_TEXTBOOK_H

#include "oracle/oracle.h"

typedef struct textbook {
    const char *name, *history, *allowed;
} textbook;

/* Judges each under all laws, prints what is wrong, and returns how many answers are. */
unsigned textbook_judge(datatype type, assumptions assume, const textbook *books, size_t count);

#endif
