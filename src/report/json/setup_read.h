/*
 * setup_read.h - reads run.json, alone or as the field "live" of results.json.
 */
#ifndef MNS_REPORT_JSON_SETUP_READ_H
#define MNS_REPORT_JSON_SETUP_READ_H

#include "report/json/json_reader.h"
#include "report/model/setup.h"

/* Reads an object into `setup`, which must be zeroed, and makes its rows. */
bool mns_read_setup(mns_json_reader *reader, const mns_token *token, mns_setup *setup);

#endif
