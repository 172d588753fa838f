/*
 * live.h - run.json: how minos run recorded the history, and the rules that it was judged by.
 *
 * The same history and the same run.json give the same verdict, from minos run and from minos
 * check.
 */
#ifndef MNS_LIVE_H
#define MNS_LIVE_H

#include "pipeline.h"

/* Reads options->live or, if that is NULL and `path` is a folder, its run.json. Then applies its
 * rules where the options have their defaults. A run.json that another program wrote is ignored.
 * MINOS_EINPUT or MINOS_EIO: a problem. O(size). */
minos_status mns_live_load(minos_result *result, const char *path, minos_options *options);

/* Makes a verdict unknown that would say that the requested models hold, although no transaction
 * succeeded, the server did not answer for most of the run, or final reads were not answered. */
minos_status mns_live_judge(minos_result *result);

#endif
