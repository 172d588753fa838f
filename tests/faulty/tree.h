/*
 * tree.h - what is in a folder, as one text that can be compared.
 */
#ifndef TEST_FAULTY_TREE_H
#define TEST_FAULTY_TREE_H

#include "core/buf.h"

/* Each file with its name and content, folders in each other, sorted by name. "" if there is
 * nothing at the path. To be freed. */
char *tree_of(const char *path);
/* The names in a folder, sorted, each with a blank after it. To be freed. */
char *tree_names(const char *path);
/* Removes a file, or a folder with all that is in it. */
void tree_remove(const char *path);

void tree_write(const char *folder, const char *name, const char *content);

#endif
