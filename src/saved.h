/*
 * saved.h - results that were saved: loaded again, and written out anew.
 */
#ifndef MNS_SAVED_RESULT_H
#define MNS_SAVED_RESULT_H

#include "pipeline.h"

/* Fills a new result from a results.json, a report folder or stdin ("-"). */
minos_status mns_saved_load(minos_result *result, const char *path);

/* The report folder of a loaded result. results.edn cannot be made without the history, but stays as
 * it is: the one beside results.json is taken over. */
minos_status mns_saved_folder(const minos_result *result, const char *directory, char **message);

#endif
