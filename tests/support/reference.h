/*
 * reference.h - what the reference said of a history, and whether Minos says the same.
 *
 * Its answer is {"valid?": true | false | "unknown", "not": [...]}; true carries no "not", and a
 * crash, {"throws": ...}, carries neither.
 */
#ifndef TEST_REFERENCE_H
#define TEST_REFERENCE_H

#include "support/support.h"

/* The same valid?, and the same not wherever the reference has one. */
bool reference_agrees(const verdict *v, json expect);

/* Every model that the reference rules out. */
names reference_ruled_out(json expect);

/* Minos finds the request violated, and rules out all that the reference does and more: every model
 * of its not stands in Minos's not or also_not. */
bool reference_is_exceeded(const verdict *v, json expect);

/* The options of a request such as "serializable+wfr+sequential"; "default" asks for no model.
 * *models is to be freed. */
minos_options reference_options(const char *request, char **models);

/* Both answers on stdout, under a name and what is to be said of it. */
void reference_show(const char *name, const char *what, const verdict *v, json expect);

#endif
