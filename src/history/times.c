/* times.c - see times.h. */
#include "history/times.h"

static int64_t number_of(const char *p, uint32_t digits) {
    mns_token token = {.kind = MNS_TOKEN_INTEGER};
    mns_token_integer(&token, p, p + digits);
    assert(token.kind == MNS_TOKEN_INTEGER);
    return token.integer;
}

/* The digits that a word was made from. */
static void put_word(uint64_t word, char *p) {
    for (int i = 7; i >= 0; i--, word >>= 8) {
        p[i] = (char)(word & 0xFF);
    }
}

static void count_backwards(mns_times *times, uint64_t offset) {
    times->backward_offset = times->backwards++ == 0 ? offset : times->backward_offset;
}

int64_t mns_times_last(const mns_times *times) {
    if (times->digits == 0) {
        return times->last;
    }
    char text[16];
    assert(times->digits >= 8 && times->digits <= sizeof text);
    put_word(times->high, text);
    put_word(times->low, text + times->digits - 8);
    return number_of(text, times->digits);
}

void mns_times_add_slowly(mns_times *times, const mns_op *op) {
    uint32_t digits = op->time_digits;
    int64_t time = digits > 0 ? number_of(op->time_at, digits) : op->time;
    if (!times->known) {
        times->known = true;
        times->first = time;
        times->first_offset = op->offset;
    } else if (time < mns_times_last(times)) {
        count_backwards(times, op->offset);
    }
    times->last = time;
    times->digits = digits >= 8 ? digits : 0;
    if (digits >= 8) {
        times->high = mns_times_word(op->time_at);
        times->low = mns_times_word(op->time_at + digits - 8);
    }
}

void mns_times_append(mns_times *times, const mns_times *more) {
    if (!more->known) {
        return;
    }
    assert(more->backwards == 0 || more->backward_offset >= more->first_offset);
    bool between = times->known && more->first < mns_times_last(times);
    if (between) {
        count_backwards(times, more->first_offset);
    }
    if (more->backwards > 0) {
        count_backwards(times, more->backward_offset);
        times->backwards += more->backwards - 1;
    }
    times->first = times->known ? times->first : more->first;
    times->first_offset = times->known ? times->first_offset : more->first_offset;
    times->last = mns_times_last(more);
    times->digits = 0;
    times->known = true;
}
