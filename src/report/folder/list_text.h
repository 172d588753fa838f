/*
 * list_text.h - the elements of a list as it was written: [1 "a b" [2 3]], in EDN or JSON.
 *
 * Only told apart, not understood: an element ends at a space or comma outside strings and brackets.
 * Any bytes may be given. O(size) in all.
 */
#ifndef MNS_REPORT_FOLDER_LIST_TEXT_H
#define MNS_REPORT_FOLDER_LIST_TEXT_H

#include "core/base.h"

/* What follows the bracket that opens the list; the end of the text if there is none. */
const char *mns_list_open(const char *text);
/* The next element, a slice of the text, and what follows it in *rest; false at the end. */
bool mns_list_next(const char **rest, const char **element, size_t *size);

#endif
