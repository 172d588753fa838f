/*
 * reading_spoilt.c - the same as reading.c, for damaged texts.
 *
 * In: histories in many spellings with bytes, words and lines changed, removed or added, by seed.
 * Out: 0 if the fast path, in chunks, agrees with the slow path on valid and on malformed texts.
 */
#include <stdio.h>
#include <stdlib.h>

#include "support/readings.h"

#include "property/history_spelling.h"

enum { HISTORIES = 400, TIMES_SPOILT = 20 };

static void show(uint64_t seed, int time, const char *text, size_t size, const char *difference) {
    printf("seed %llu, time %d:\n%s", (unsigned long long)seed, time, difference);
    fwrite(text, 1, size < 4000 ? size : 4000, stdout);
    printf("\n");
}

/* A line each, a few lines, or all of them. */
static size_t draw_part(dice *d) {
    int some = dice_below(d, 3);
    return some == 0 ? 1 : some == 1 ? 20 + (size_t)dice_below(d, 1000) : 0;
}

int main(void) {
    unsigned compared = 0, wrong = 0;
    for (uint64_t seed = 1; seed <= HISTORIES; seed++) {
        dice d = {seed << 32};
        size_t size;
        char *text = spelling_history(&d, &size);
        for (int time = 0; time < TIMES_SPOILT; time++) {
            size_t spoilt_size;
            char *spoilt = spelling_spoil(&d, text, size, &spoilt_size);
            mns_read_options options = {.recognise = dice_percent(&d, 80),
                                        .ambiguous = dice_percent(&d, 30),
                                        .chunk_bytes = draw_part(&d)};
            mns_buf out;
            mns_buf_init(&out);
            if (!readings_agree(spoilt, spoilt_size, options, time % 4 == 0 ? 2 : 1, &out)) {
                show(seed, time, spoilt, spoilt_size, out.data);
                wrong++;
            }
            compared++;
            mns_buf_release(&out);
            free(spoilt);
        }
        free(text);
    }
    printf("%u texts compared, %u differences\n", compared, wrong);
    return wrong == 0 ? 0 : 1;
}
