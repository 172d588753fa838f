/*
 * ticker.h - a thread that rewrites one line on stderr, so that time advances there even while
 * nothing else is reported. At most one at a time.
 */
#ifndef CLI_TICKER_H
#define CLI_TICKER_H

#include <stddef.h>
#include <stdint.h>

/* How often the line is written, and how long nothing may be shown. */
#define TICKER_EVERY_MS 200
#define TICKER_LATE_MS 1000

/* Makes the line, which must fit into so many columns; called with the ticker locked. */
typedef void (*ticker_line)(void *context, size_t columns, char *text, size_t size);

/* Writes the line every TICKER_EVERY_MS, for the first time after `after_ms`. Does nothing if
 * stderr is not a terminal. A ticker that is running is ended first. */
void ticker_begin(ticker_line line, void *context, int64_t after_ms);
/* Erases the line; nothing if no ticker is running. */
void ticker_end(void);

/* Around each change of what `line` reads. */
void ticker_lock(void);
void ticker_unlock(void);

/* Milliseconds of a clock that never goes back. */
int64_t ticker_now_ms(void);

#endif
