/* minimal.c - see minimal.h. */
#include "minimal.h"

/* Larger histories are no help in a report; most have fewer than ten operations. */
#define LIMIT_LINES 200
#define LIMIT_BYTES 60000

static size_t count_lines(const char *text, size_t size) {
    size_t lines = 0;
    for (size_t i = 0; i < size; i++) {
        lines += text[i] == '\n' ? 1 : 0;
    }
    return lines;
}

/* One operation each. */
static void keep_lines(mns_document *document, const char *text, size_t lines) {
    mns_arena *arena = &document->arena;
    document->minimal = MNS_ARENA_ARRAY(arena, const char *, lines);
    for (size_t i = 0; i < lines && document->minimal != NULL; i++) {
        size_t size = strcspn(text, "\n");
        document->minimal[document->minimal_count++] = mns_arena_bytes(arena, text, size);
        text += size + 1;
    }
}

void mns_document_minimal(mns_document *document, const minos_result *result) {
    if (result->judgement.verdict != MINOS_VIOLATED) {
        return;
    }
    char *text = NULL, *message = NULL;
    size_t size = 0;
    minos_status status = minos_shrink(result, NULL, MINOS_FORMAT_AUTO, &text, &size, &message);
    document->arena.failed = document->arena.failed || status == MINOS_ENOMEM;
    if (status == MINOS_OK && text != NULL && size <= LIMIT_BYTES) {
        size_t lines = count_lines(text, size);
        if (lines <= LIMIT_LINES) {
            keep_lines(document, text, lines);
        }
    }
    minos_free(text);
    minos_free(message);
}
