/*
 * reference.h - Elle's verdict on a history, and whether Minos agrees.
 *
 * Elle's answer is {"valid?": true | false | "unknown", "not": [...]}; true has no "not", and a
 * crash, {"throws": ...}, has neither.
 */
#ifndef TEST_REFERENCE_H
#define TEST_REFERENCE_H

#include "support/support.h"

/* The same valid?, and the same not if Elle has one. */
bool reference_agrees(const verdict *v, json expect);

/* Every model that Elle rules out. */
names reference_ruled_out(json expect);

/* Minos finds the request violated, and rules out all that Elle does and more: every model
 * of Elle's not is in Minos's not or also_not. */
bool reference_is_exceeded(const verdict *v, json expect);

/* The options of a request such as "serializable+wfr+sequential"; "default" asks for no model.
 * *models is to be freed. */
minos_options reference_options(const char *request, char **models);

/* Prints both answers after a name and a remark. */
void reference_show(const char *name, const char *what, const verdict *v, json expect);

#endif
