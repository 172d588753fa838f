/* proc.c - see proc.h. */
#include "run/system/proc.h"

#include <stdio.h>

static const char blanks[] = " \t\n";

const char *mns_proc_word(const char *line, unsigned n) {
    line += strspn(line, blanks);
    for (unsigned i = 0; i < n; i++) {
        line += strcspn(line, blanks);
        line += strspn(line, blanks);
    }
    return line;
}

void mns_proc_field(const char *path, unsigned field, char word[32]) {
    char text[1024];
    FILE *file = fopen(path, "re");
    size_t size = file == NULL ? 0 : fread(text, 1, sizeof text - 1, file);
    if (file != NULL) {
        fclose(file);
    }
    text[size] = '\0';
    /* "42 (name) S 7 ...": the name may contain anything. */
    const char *after = strrchr(text, ')');
    const char *at = after == NULL ? "" : mns_proc_word(after + 1, field - MNS_PROC_STATE);
    snprintf(word, 32, "%.*s", (int)strcspn(at, blanks), at);
}

unsigned long long mns_proc_number(long process, unsigned field) {
    char path[64], word[32];
    snprintf(path, sizeof path, "/proc/%ld/stat", process);
    mns_proc_field(path, field, word);
    return strtoull(word, NULL, 10);
}
