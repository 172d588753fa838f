/* viper_fast.c - see viper_fast.h. */
#include "format/viper_fast.h"

#include "format/json_fast.h"

bool mns_viper_fast_txn(const mns_lexer *lexer, bool comma, const char **start, mns_token *value,
                        const char **past) {
    static const char field[] = "\"value\"";
    const char *p = lexer->p, *stop = lexer->end;
    p = mns_json_skip_space(p, stop);
    if (comma) {
        p = p < stop && *p == ',' ? mns_json_skip_space(p + 1, stop) : stop;
    }
    *start = p;
    p = p < stop && *p == '{' ? mns_json_skip_space(p + 1, stop) : stop;
    if ((size_t)(stop - p) < sizeof field || memcmp(p, field, sizeof field - 1) != 0) {
        return false;
    }
    p = mns_json_skip_space(p + sizeof field - 1, stop);
    p = p < stop && *p == ':' ? mns_json_skip_space(p + 1, stop) : stop;
    if (p == stop || *p != '[') {
        return false;
    }
    *value = (mns_token){.kind = MNS_TOKEN_VECTOR, .start = p, .end = p + 1};
    p = mns_json_skip_array(p + 1, stop);
    p = p == NULL ? stop : mns_json_skip_space(p, stop);
    *past = p + 1;
    return p < stop && *p == '}';
}
