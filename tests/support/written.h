/*
 * written.h - EDN histories, as the writers of other formats write them.
 *
 * A history that a format cannot express becomes "LINE:COLUMN: message".
 */
#ifndef TEST_WRITTEN_H
#define TEST_WRITTEN_H

#include "minos.h"

/* Of a format that is one file. The caller frees the text. */
char *written_text(const char *edn, minos_format format);
/* The same for a binary format. */
char *written_bytes(const char *edn, minos_format format, size_t *size);
/* What the writer says it dropped. */
char *written_notes(const char *edn, minos_format format);

#endif
