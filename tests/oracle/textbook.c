/*
 * textbook.c - see textbook.h.
 */
#include "oracle/textbook.h"

#include <stdio.h>
#include <string.h>

#include "oracle/tiny_notation.h"

unsigned textbook_judge(datatype type, assumptions assume, const textbook *books, size_t count) {
    static model m;
    unsigned wrong = 0;
    for (size_t i = 0; i < count; i++) {
        notation_read(&m, type, books[i].history);
        m.assume = assume;
        const char *expected = books[i].allowed;
        for (int l = 0; l < LAW_COUNT; l++, expected++) {
            expected += strspn(expected, " ");
            bool allowed = law_allows(&laws[l], &m);
            if (allowed != (*expected == '+')) {
                printf("%s: %s: %s allows it: %s\n", datatypes[type].workload, books[i].name,
                       laws[l].model, allowed ? "yes" : "no");
                wrong++;
            }
        }
    }
    printf("%s: %zu histories, %d laws, %u wrong\n", datatypes[type].workload, count, LAW_COUNT,
           wrong);
    return wrong;
}
