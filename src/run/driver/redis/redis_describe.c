/*
 * redis_describe.c - commands in the form of Redis' protocol as text; see redis_resp.h.
 *
 *     *3\r\n$5\r\nRPUSH\r\n$1\r\nk\r\n$1\r\n7\r\n        RPUSH k 7
 *
 * In: what mns_resp_command and mns_resp_word wrote. Cost: linear.
 */
#include <stdlib.h>

#include "run/driver/redis/redis_resp.h"

/* The number after the character at *at; moves past its line. */
static size_t read_head(const mns_buf *commands, size_t *at) {
    char *end;
    unsigned long number = strtoul(commands->data + *at + 1, &end, 10);
    *at = (size_t)(end - commands->data) + 2;
    assert(*at <= commands->size);
    return number;
}

static void write_word(const char *word, size_t size, mns_buf *out) {
    if (memchr(word, ' ', size) != NULL || size == 0) {
        mns_buf_json_string(out, word, size);
    } else {
        mns_buf_bytes(out, word, size);
    }
}

void mns_resp_describe(const mns_buf *commands, mns_buf *out) {
    out->failed = out->failed || commands->failed;
    for (size_t at = 0; !out->failed && at < commands->size;) {
        size_t words = read_head(commands, &at);
        for (size_t i = 0; i < words; i++) {
            size_t size = read_head(commands, &at);
            mns_buf_str(out, i == 0 ? "" : " ");
            write_word(commands->data + at, size, out);
            at += size + 2;
        }
        mns_buf_char(out, '\n');
    }
}
