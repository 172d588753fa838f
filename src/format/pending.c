/* pending.c - placeholders for readers and writers that are still being written. */
#include "format/format.h"

static int next(void *state, mns_reading *reading) {
    (void)state;
    return mns_reading_fail(reading, (mns_place){0, 0}, NULL, "this format is not available yet");
}
static bool fits(const char *data, size_t size, bool whole) {
    (void)data, (void)size, (void)whole;
    return false;
}
static bool is_log(const char *name) {
    (void)name;
    return false;
}
static minos_status write(mns_writing *writing) {
    return mns_writing_refuse(writing, 0, MNS_NONE, NULL, "this format is not available yet");
}
#define PENDING(name)                                                                              \
    __attribute__((weak)) const mns_reader mns_##name##_reader = {                                 \
        .state_size = 1, .next = next, .fits = fits, .is_log = is_log};                            \
    __attribute__((weak)) const mns_writer mns_##name##_writer = {.write = write};
PENDING(plume)
PENDING(dbcop) PENDING(dbcop_json) PENDING(dbcop_text) PENDING(cobra) PENDING(awdit)
