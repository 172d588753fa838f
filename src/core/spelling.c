/* spelling.c - see spelling.h. */
#include "core/spelling.h"

/* Shorter than this, a beginning says nothing about what was meant. */
#define BEGINNING_LEAST 3

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

static size_t min3(size_t a, size_t b, size_t c) {
    size_t ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Levenshtein's distance, one row of the table at a time. */
static size_t distance(const mns_spelling *spelling, const char *candidate) {
    size_t row[MNS_SPELLING_LIMIT + 1];
    for (size_t j = 0; j <= spelling->size; j++) {
        row[j] = j;
    }
    for (size_t i = 0; candidate[i] != '\0'; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 1; j <= spelling->size; j++) {
            size_t change = diagonal + (fold_byte(candidate[i]) == spelling->bytes[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = min3(change, row[j] + 1, row[j - 1] + 1);
        }
    }
    return row[spelling->size];
}

static bool begins(const mns_spelling *spelling, const char *candidate) {
    for (size_t i = 0; i < spelling->size; i++) {
        if (candidate[i] == '\0' || fold_byte(candidate[i]) != spelling->bytes[i]) {
            return false;
        }
    }
    return spelling->size >= BEGINNING_LEAST;
}

void mns_spelling_offer(mns_spelling *spelling, const char *candidate) {
    assert(spelling->size <= MNS_SPELLING_LIMIT);
    size_t d = begins(spelling, candidate) ? 1 : distance(spelling, candidate);
    if (spelling->nearest == NULL || d < spelling->distance) {
        spelling->nearest = candidate;
        spelling->distance = d;
    }
}
