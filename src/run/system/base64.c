/* base64.c - see base64.h. */
#include "run/system/base64.h"

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void mns_base64_write(const char *bytes, size_t size, mns_buf *out) {
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i < 3 ? size - i : 3;
        unsigned char group[3] = {0, 0, 0};
        memcpy(group, bytes + i, left);
        uint32_t three = (uint32_t)group[0] << 16 | (uint32_t)group[1] << 8 | group[2];
        for (size_t j = 0; j < 4; j++) {
            mns_buf_char(out, j <= left ? letters[three >> (18 - 6 * j) & 63] : '=');
        }
    }
}

/* Appends the bytes of four characters, of which the last `padding` are '='. */
static bool read_four(const char *text, size_t padding, mns_buf *out) {
    uint32_t three = 0;
    for (size_t j = 0; j < 4; j++) {
        const char *letter =
            j < 4 - padding ? memchr(letters, text[j], sizeof letters - 1) : letters;
        if (letter == NULL) {
            return false;
        }
        three = three << 6 | (uint32_t)(letter - letters);
    }
    for (size_t j = 0; j < 3 - padding; j++) {
        mns_buf_char(out, (char)(three >> (16 - 8 * j) & 255));
    }
    /* Unused bits must be 0, so that each value has one encoding. */
    return (three & ((1u << 8 * padding) - 1)) == 0;
}

bool mns_base64_read(const char *text, size_t size, mns_buf *out) {
    if (size % 4 != 0) {
        return false;
    }
    for (size_t i = 0; i < size; i += 4) {
        bool last = i + 4 == size;
        size_t padding = 0;
        if (last && text[i + 3] == '=') {
            padding = text[i + 2] == '=' ? 2 : 1;
        }
        if (!read_four(text + i, padding, out)) {
            return false;
        }
    }
    return true;
}
