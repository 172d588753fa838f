/*
 * suggest.c - the nearest of the names that exist.
 *
 * Edit distance: letters to add, drop, change, or swap with their neighbour. One row of the table
 * per letter of the word, three rows kept. Words are cut to WORD_MAX letters, so the cost has a
 * bound whatever is typed.
 */
#include <string.h>

#include "cli/cli.h"

#define WORD_MAX 64

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static size_t distance(const char *a, const char *b) {
    size_t rows[3][WORD_MAX + 1];
    size_t a_size = least(strlen(a), WORD_MAX);
    size_t b_size = least(strlen(b), WORD_MAX);
    for (size_t j = 0; j <= b_size; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= a_size; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3];
        const size_t *above_that = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_size; j++) {
            size_t changed = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = least(changed, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = least(row[j], above_that[j - 2] + 1);
            }
        }
    }
    return rows[a_size % 3][b_size];
}

void suggestion_init(suggestion *s, const char *word) {
    s->word = word;
    s->nearest = NULL;
    s->distance = 0;
}

void suggestion_offer(suggestion *s, const char *candidate) {
    size_t d = distance(s->word, candidate);
    if (s->nearest == NULL || d < s->distance) {
        s->nearest = candidate;
        s->distance = d;
    }
}
