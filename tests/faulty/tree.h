/*
 * tree.h - the content of a folder as one text, for comparisons.
 */
#ifndef TEST_FAULTY_TREE_H
#define TEST_FAULTY_TREE_H

#include "core/buf.h"

/* Each file with its name and content, recursively, sorted by name. "" if there is
 * nothing at the path. To be freed. */
char *tree_of(const char *path);
/* The names in a folder, sorted, each followed by a space. To be freed. */
char *tree_names(const char *path);
/* Removes a file, or a folder recursively. */
void tree_remove(const char *path);

void tree_write(const char *folder, const char *name, const char *content);

#endif
