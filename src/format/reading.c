/* reading.c - the failures of a reader; see reader.h. */
#include <stdarg.h>

#include "format/reader.h"

int mns_reading_no_memory(mns_reading *reading) {
    reading->status = MINOS_ENOMEM;
    return -1;
}

static MNS_PRINTF(4, 0) int fail(mns_reading *reading, mns_place place, const char *hint,
                                 const char *message, va_list args) {
    if (reading->status != MINOS_OK) {
        return -1; /* the input could not be read, or an earlier failure */
    }
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_vprintf(&text, message, args);
    reading->message = mns_buf_take(&text, NULL);
    if (hint != NULL) {
        mns_buf_str(&text, hint);
        reading->hint = mns_buf_take(&text, NULL);
    }
    bool copied = reading->message != NULL && (hint == NULL || reading->hint != NULL);
    reading->status = copied ? MINOS_EINPUT : MINOS_ENOMEM;
    reading->place = place;
    reading->has_earlier = false;
    return -1;
}

int mns_reading_fail(mns_reading *reading, mns_place place, const char *hint, const char *message,
                     ...) {
    va_list args;
    va_start(args, message);
    fail(reading, place, hint, message, args);
    va_end(args);
    return -1;
}

int mns_reading_fail_second(mns_reading *reading, mns_place place, mns_place earlier,
                            const char *hint, const char *message, ...) {
    bool first = reading->status == MINOS_OK;
    va_list args;
    va_start(args, message);
    fail(reading, place, hint, message, args);
    va_end(args);
    if (first) {
        reading->earlier = earlier;
        reading->has_earlier = true;
    }
    return -1;
}
