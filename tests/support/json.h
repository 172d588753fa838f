/*
 * json.h - finds values in JSON text, for tests.
 *
 * A value is a slice of the text it stands in; nothing is built and nothing is copied until a
 * string is asked for. The text must be well formed (the corpus, or what the library rendered):
 * anything else ends the test, which is what a test wants. Depth is bounded by the machine's
 * stack, which is fine for the files that are read this way.
 */
#ifndef TEST_JSON_H
#define TEST_JSON_H

#include <stdbool.h>
#include <stddef.h>

typedef struct json {
    const char *text;
    size_t size;
} json;

/* The first value in the text; false if there is none. */
bool json_value(const char *text, size_t size, json *value);
/* The member of an object; false if the value is no object or has no such member. */
bool json_get(json object, const char *name, json *member);
/* Walks an array: *at starts at 0; false past the last element, or if the value is no array. */
bool json_next(json array, size_t *at, json *element);
/* True if the value is written exactly so: true, null, 17. */
bool json_is(json value, const char *literal);
/* True if the text is one JSON value and nothing else, by the letter of RFC 8259, in valid
 * UTF-8. */
bool json_well_formed(const char *text, size_t size);
/* A decoded string to be freed, or NULL if the value is not a string. */
char *json_string(json value);

#endif
