/*
 * translated.h - histories in other formats, as the EDN that their readers make of them.
 *
 * A history that is rejected becomes "LINE:COLUMN: message", or "byte N: message" in a binary
 * format, with "FILE:" before it in a folder.
 */
#ifndef TEST_TRANSLATED_H
#define TEST_TRANSLATED_H

#include "minos.h"

/* The text is freed by the caller. */
char *translated_text(const char *text, minos_format format);
char *translated_bytes(const void *bytes, size_t size, minos_format format);
/* A file or folder. */
char *translated_path(const char *path, minos_format format);

#endif
