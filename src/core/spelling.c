/* spelling.c - see spelling.h. */
#include "core/spelling.h"

/* A shorter prefix matches too many names to be useful. */
#define LEAST_PREFIX 3

static char fold_byte(char c) {
    if (c >= 'A' && c <= 'Z') {
        return (char)(c - 'A' + 'a');
    }
    return c == '_' || c == ' ' ? '-' : c;
}

void mns_spelling_init(mns_spelling *spelling, const char *name, size_t size) {
    if (size > 0 && name[0] == ':') {
        name++;
        size--;
    }
    spelling->cut = size > MNS_SPELLING_LIMIT;
    spelling->size = spelling->cut ? MNS_SPELLING_LIMIT : size;
    spelling->nearest = NULL;
    spelling->distance = 0;
    for (size_t i = 0; i < spelling->size; i++) {
        spelling->bytes[i] = fold_byte(name[i]);
    }
}

bool mns_spelling_is(const mns_spelling *spelling, const char *candidate) {
    if (spelling->cut || strlen(candidate) != spelling->size) {
        return false;
    }
    for (size_t i = 0; i < spelling->size; i++) {
        if (fold_byte(candidate[i]) != spelling->bytes[i]) {
            return false;
        }
    }
    return true;
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* One row of the table for each letter of the candidate; a swap looks two rows back. */
static size_t distance(const mns_spelling *spelling, const char *candidate) {
    size_t rows[3][MNS_SPELLING_LIMIT + 1];
    size_t size = least(strlen(candidate), MNS_SPELLING_LIMIT);
    for (size_t j = 0; j <= spelling->size; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= size; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3], *above_that = rows[(i + 1) % 3];
        char letter = fold_byte(candidate[i - 1]);
        row[0] = i;
        for (size_t j = 1; j <= spelling->size; j++) {
            size_t changed = above[j - 1] + (letter == spelling->bytes[j - 1] ? 0 : 1);
            row[j] = least(changed, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && letter == spelling->bytes[j - 2] &&
                fold_byte(candidate[i - 2]) == spelling->bytes[j - 1]) {
                row[j] = least(row[j], above_that[j - 2] + 1);
            }
        }
    }
    return rows[size % 3][spelling->size];
}

/* How many edits a name of so many letters may be away. One letter alone says nothing. */
static size_t farthest(size_t size) {
    if (size < 2) {
        return 0;
    }
    return size < 6 ? 1 : size / 3;
}

static bool is_prefix(const mns_spelling *spelling, const char *candidate) {
    for (size_t i = 0; i < spelling->size; i++) {
        if (candidate[i] == '\0' || fold_byte(candidate[i]) != spelling->bytes[i]) {
            return false;
        }
    }
    return spelling->size >= LEAST_PREFIX;
}

void mns_spelling_offer(mns_spelling *spelling, const char *candidate) {
    assert(spelling->size <= MNS_SPELLING_LIMIT);
    size_t d = is_prefix(spelling, candidate) ? 1 : distance(spelling, candidate);
    if (spelling->cut || d > farthest(spelling->size)) {
        return;
    }
    if (spelling->nearest == NULL || d < spelling->distance) {
        spelling->nearest = candidate;
        spelling->distance = d;
    }
}

void mns_name_show(mns_buf *out, const char *name, size_t size) {
    mns_buf_char(out, '\'');
    for (size_t i = 0; i < size && i < MNS_SPELLING_LIMIT; i++) {
        bool plain = name[i] >= 0x20 && name[i] < 0x7f;
        mns_buf_char(out, plain ? name[i] : '?');
    }
    mns_buf_str(out, size > MNS_SPELLING_LIMIT ? "...'" : "'");
}

void mns_name_unknown(mns_buf *out, const char *what, const char *name, size_t size,
                      const char *nearest) {
    mns_buf_printf(out, "unknown %s ", what);
    mns_name_show(out, name, size);
    if (nearest != NULL) {
        mns_buf_printf(out, "; did you mean '%s'?", nearest);
    }
}
