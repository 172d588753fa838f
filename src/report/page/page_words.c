/*
 * page_words.c - helpers for all parts of the page's value: escaping, limits, times.
 */
#include "report/json/json_write.h"
#include "report/page/page.h"

#define NS_PER_S 1000000000u
#define NS_PER_MS 1000000u

void mns_page_seal(mns_buf *out, mns_buf *plain) {
    const char *rest = plain->data;
    size_t left = plain->failed ? 0 : plain->size;
    while (left > 0) {
        const char *found = memchr(rest, '<', left);
        size_t size = found == NULL ? left : (size_t)(found - rest);
        mns_buf_bytes(out, rest, size);
        if (found != NULL) {
            mns_buf_str(out, "\\u003c");
            size++;
        }
        rest += size;
        left -= size;
    }
    out->failed |= plain->failed;
    mns_buf_clear(plain);
}

bool mns_page_append(mns_buf *out, mns_buf *item, size_t limit) {
    size_t before = out->size;
    mns_json_next(out);
    mns_page_seal(out, item);
    if (out->size <= limit || out->failed) {
        return true;
    }
    mns_buf_truncate(out, before);
    return false;
}

void mns_page_time(mns_buf *out, const char *name, int64_t time_ns) {
    if (time_ns == MNS_NO_TIME) {
        mns_json_raw_field(out, name, "null");
        return;
    }
    uint64_t ns = time_ns < 0 ? 0 - (uint64_t)time_ns : (uint64_t)time_ns;
    bool seconds = ns >= NS_PER_S;
    uint64_t thousandths = ns / (seconds ? NS_PER_MS : NS_PER_MS / 1000);
    mns_json_field(out, name);
    mns_buf_printf(out, "\"%s%llu.%03llu %s\"", time_ns < 0 ? "-" : "",
                   (unsigned long long)(thousandths / 1000),
                   (unsigned long long)(thousandths % 1000), seconds ? "s" : "ms");
}

void mns_page_string(mns_buf *out, const char *string, size_t size) {
    mns_json_next(out);
    mns_buf_json_string(out, string, size);
}
