/*
 * documents.c - the histories in the documentation are judged as the documentation says.
 *
 * In: every ```edn block of docs/differences-from-elle.md, with its expectation in its first lines
 * (see expect.h). Out: 0 if each matches its expectation.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/expect.h"

/* The last heading before a position, as the name of the block there. */
static void heading_before(const char *text, const char *place, char *out, size_t size) {
    const char *heading = "";
    size_t length = 0;
    for (const char *p = text; p < place; p++) {
        if (strncmp(p, "\n### ", 5) == 0) {
            heading = p + 5;
            length = strcspn(heading, "\n");
        }
    }
    snprintf(out, size, "%.*s", (int)length, heading);
}

int main(void) {
    char *path = source_path("docs/differences-from-elle.md");
    size_t size;
    char *text = file_load(path, &size);
    unsigned blocks = 0;
    unsigned wrong = 0;
    const char *at = text;
    while (at != NULL && (at = strstr(at, "```edn\n")) != NULL) {
        const char *start = at + strlen("```edn\n");
        const char *end = strstr(start, "```");
        if (end == NULL) {
            printf("a block has no end\n");
            wrong++;
            break;
        }
        char name[128];
        heading_before(text, at, name, sizeof name);
        expectation e = expectation_parse(start, (size_t)(end - start));
        wrong += expectation_holds(&e, name, start, (size_t)(end - start)) ? 0 : 1;
        expectation_release(&e);
        blocks++;
        at = end + 3;
    }
    free(text);
    free(path);
    printf("%u histories, %u wrong\n", blocks, wrong);
    return wrong == 0 && blocks > 0 ? 0 : 1;
}
