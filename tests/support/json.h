/*
 * json.h - finds values in JSON text, for tests.
 *
 * A value is a slice of its text; nothing is allocated or copied until a
 * string is requested. The text must be well formed (test data, or output of the library):
 * anything else ends the test. Depth is limited only by the
 * stack, which suffices for these files.
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
/* The member of an object; false if the value is not an object or has no such member. */
bool json_get(json object, const char *name, json *member);
/* Walks an array: *at starts at 0; false past the last element, or if it is not an array. */
bool json_next(json array, size_t *at, json *element);
/* True if the value is written exactly so: true, null, 17. */
bool json_is(json value, const char *literal);
/* True if the text is exactly one JSON value by RFC 8259, in valid
 * UTF-8. */
bool json_well_formed(const char *text, size_t size);
/* A decoded string to be freed, or NULL if the value is not a string. */
char *json_string(json value);

#endif
