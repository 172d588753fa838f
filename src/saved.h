/*
 * saved.h - loads saved results and writes their report folder again.
 */
#ifndef MNS_SAVED_RESULT_H
#define MNS_SAVED_RESULT_H

#include "pipeline.h"

/* Fills a new result from a results.json, a report folder or stdin ("-"). */
minos_status mns_saved_load(minos_result *result, const char *path);

/* Writes the report folder of a loaded result. results.edn cannot be made without the history, so
 * the one next to results.json is copied. */
minos_status mns_saved_folder(const minos_result *result, const char *directory, char **message);

#endif
