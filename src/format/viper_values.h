/*
 * viper_values.h - keys and values of Viper: integers and strings, translated into EDN.
 */
#ifndef MNS_VIPER_VALUES_H
#define MNS_VIPER_VALUES_H

#include "format/json_input.h"

/* A hint. */
#define MNS_VIPER_FORM "a transaction is {\"value\": [[\"w\", 7, 2, true], [\"r\", 8, 3, false]]}"

/* Another name of null, which no transaction writes. */
#define MNS_VIPER_NIL "\"nil\""

typedef struct mns_viper_values {
    mns_json_input *json;
    uint64_t seed;
    mns_buf key, value; /* text of strings that need other escapes in EDN */
} mns_viper_values;

/* A key or value. */
typedef struct mns_viper_value {
    mns_text text;        /* as EDN */
    uint64_t fingerprint; /* null and 0 share one, that of a row that does not exist */
    bool nil, zero;
} mns_viper_value;

void mns_viper_values_init(mns_viper_values *values, mns_json_input *json);
void mns_viper_values_release(mns_viper_values *values);

void mns_viper_integer(const mns_viper_values *values, mns_text text, int64_t number,
                       mns_viper_value *integer);
/* Reads a key and its value; "nil" is null. The texts are valid until the next call. 1, or -1 if
 * the reading failed. */
int mns_viper_pair(mns_viper_values *values, const mns_token *key, const mns_token *value,
                   mns_viper_value *k, mns_viper_value *v);

#endif
