/*
 * list_text.h - splits the text of a list into elements: [1 "a b" [2 3]], in EDN or JSON.
 *
 * Elements are not parsed: they end at a space or comma outside strings and brackets. The text is
 * untrusted. O(size) in total.
 */
#ifndef MNS_REPORT_FOLDER_LIST_TEXT_H
#define MNS_REPORT_FOLDER_LIST_TEXT_H

#include "core/base.h"

/* The text after the opening bracket; the end of the text if there is none. */
const char *mns_list_open(const char *text);
/* The next element, a slice of the text; *rest is the text after it. False at the end. */
bool mns_list_next(const char **rest, const char **element, size_t *size);

#endif
