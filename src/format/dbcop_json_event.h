/*
 * dbcop_json_event.h - an event of dbcop's JSON histories, in its long or its compact form.
 *
 *   {"Read": {"variable": 1, "version": 2}}    ["r", 1, 2]     version null: the initial state
 *   {"Write": {"variable": 1, "version": 2}}   ["w", 1, 2]
 *
 * Variables and versions are whole numbers below 2^64. dbcop ignores other fields; here they are
 * errors, because one may say that the event failed. dbcop takes a read without a version as one of
 * the initial state, but never writes that; here it is an error, since a misspelt field looks the
 * same.
 */
#ifndef MNS_DBCOP_JSON_EVENT_H
#define MNS_DBCOP_JSON_EVENT_H

#include "format/dbcop.h"
#include "format/json_input.h"

/* Reads the event that starts with this token. False after a failure: the lexer or the reading has
 * the error. */
bool mns_dbcop_json_event(mns_json_input *json, const mns_token *token, mns_dbcop_event *event);

#endif
