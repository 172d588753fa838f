/*
 * dbcop_support.h - binary histories of dbcop from a notation.
 *
 *   "0 2 9 3 1 'info' 's' 'e'  1  1  2 w 7 5 + r 8 0 +  y"
 *
 * A number is eight bytes, little endian, a text in quotes its length and its bytes, w, + and y the
 * byte 1, r, - and n the byte 0, and #7f the byte 0x7f. Nothing here uses the code that is tested.
 */
#ifndef DBCOP_SUPPORT_H
#define DBCOP_SUPPORT_H

#include <ctype.h>
#include <stdlib.h>

#include "core/buf.h"
#include "support/units.h"

#define DBCOP_HEADER "0 1 2 3 4 'Galera' '2019-03-21T14:45:44+01:00' '2019-03-21T14:46:01+01:00' "
/* Its bytes, up to the number of sessions. */
#define DBCOP_HEADER_SIZE (40 + 8 + 6 + 8 + 25 + 8 + 25)

static void dbcop_number(mns_buf *out, uint64_t number) {
    for (int i = 0; i < 8; i++) {
        mns_buf_char(out, (char)(number >> 8 * i & 0xFF));
    }
}

static void dbcop_encode(const char *notation, mns_buf *out) {
    static const char bytes[] = "wr+-yn";
    mns_buf_init(out);
    mns_buf_str(out, "");
    for (const char *p = notation; *p != '\0';) {
        const char *byte = strchr(bytes, *p);
        char *end = (char *)(uintptr_t)p + 1;
        if (isdigit((unsigned char)*p)) {
            dbcop_number(out, strtoull(p, &end, 10));
        } else if (*p == '#') {
            mns_buf_char(out, (char)strtoul(p + 1, &end, 16));
        } else if (*p == '\'') {
            end = strchr(p + 1, '\'');
            dbcop_number(out, (uint64_t)(end - p - 1));
            mns_buf_bytes(out, p + 1, (size_t)(end - p - 1));
            end++;
        } else if (byte != NULL) {
            mns_buf_char(out, (char)((byte - bytes) % 2 == 0));
        } else {
            assert_int_equal(*p, ' ');
        }
        p = end;
    }
    assert_false(out->failed);
}

#endif
