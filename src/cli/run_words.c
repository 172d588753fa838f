/* run_words.c - numbers for people, and text of a database made safe to print. */
#include "cli/cmd_run.h"

void run_number(uint64_t number, char text[32]) {
    char digits[24];
    int count = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        if (i > 0 && (count - i) % 3 == 0) {
            text[used++] = ',';
        }
        text[used++] = digits[i];
    }
    text[used] = '\0';
}

void run_make_plain(char *text) {
    for (; text != NULL && *text != '\0'; text++) {
        unsigned char c = (unsigned char)text[0], next = (unsigned char)text[1];
        if (c == 0xC2 && next >= 0x80 && next < 0xA0) { /* a control character of two bytes */
            *text++ = '?';
            *text = '?';
        } else if (c < 0x20 || c == 0x7F) {
            *text = '?';
        }
    }
}
