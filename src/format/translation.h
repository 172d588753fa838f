/*
 * translation.h - a history in another format as the text of an EDN history.
 *
 *     file or folder --inputs--> reader --EDN--> window of the source --> history/
 *
 * The translation is a stream (read/stream.h): made on demand, discarded after use, and made again
 * where a report quotes it. It has completions only, so there is no real-time order.
 */
#ifndef MNS_TRANSLATION_H
#define MNS_TRANSLATION_H

#include "format/format.h"

typedef struct mns_translation mns_translation;

/* Opens the history at a path (or "-") in any format: *source is its text, EDN or JSON. format:
 * MINOS_FORMAT_AUTO recognises it by content; *format is then set. *translation: owned by the
 * source, NULL for EDN and JSON. MINOS_EARGUMENT: two formats fit, or a folder format is read from
 * stdin; MINOS_EINPUT, MINOS_EIO as mns_source_open; each with a problem added. */
minos_status mns_history_open(mns_source *source, const char *path, minos_format *format,
                              uint64_t max_unpacked, mns_translation **translation,
                              mns_problems *problems);
/* The same for bytes in memory; not for folder formats. */
minos_status mns_history_open_memory(mns_source *source, const char *name, const void *data,
                                     size_t size, minos_format *format, uint64_t max_unpacked,
                                     mns_translation **translation, mns_problems *problems);

/* Gives problems that were found in the translated text their place in the input. O(history). */
void mns_translation_locate(mns_translation *translation, mns_problems *problems);
/* After the text was read to its end: sentences about what the translation leaves out, one per
 * line; NULL if none. */
const char *mns_translation_notes(const mns_translation *translation);

#endif
