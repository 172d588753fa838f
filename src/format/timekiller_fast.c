/* timekiller_fast.c - see timekiller_fast.h. */
#include "format/timekiller_fast.h"

#include "format/json_fast.h"

/* {"p": 17, "l": 0}; just past it, or NULL. */
static const char *fast_clock(const char *p, const char *end, mns_hlc *clock) {
    mns_text text;
    bool has_p = false, has_l = false;
    if (p == end || *p != '{') {
        return NULL;
    }
    do {
        p = mns_json_skip_space(p + 1, end);
        if (end - p < 4 || p[0] != '"' || p[2] != '"') {
            return NULL;
        }
        bool is_p = p[1] == 'p' && !has_p, is_l = p[1] == 'l' && !has_l;
        p = mns_json_skip_space(p + 3, end);
        if (p == end || *p != ':' || (!is_p && !is_l)) {
            return NULL;
        }
        p = mns_json_skip_space(p + 1, end);
        p = mns_json_fast_integer(p, end, &text, is_p ? &clock->p : &clock->l);
        has_p |= is_p;
        has_l |= is_l;
        p = mns_json_fast_more(p, end, '}');
    } while (p != NULL && *p == ',');
    return p != NULL && has_p && has_l && clock->l >= 0 ? p + 1 : NULL;
}

static const char *fast_id(const char *p, const char *end, mns_timekiller_id *id) {
    id->is_number = true;
    return id->text.data != NULL ? NULL : mns_json_fast_integer(p, end, &id->text, &id->number);
}

/* The operations, whose end is found. */
static const char *fast_ops(const char *p, const char *end, mns_timekiller_txn *x) {
    if (x->ops.start != NULL || p == end || *p != '[') {
        return NULL;
    }
    x->ops = (mns_token){.kind = MNS_TOKEN_VECTOR, .start = p, .end = p + 1};
    x->ops_end = mns_json_skip_array(p + 1, end);
    return x->ops_end;
}

/* The value of a field whose name has three letters; just past it, or NULL. */
static const char *fast_field(const char *name, const char *p, const char *end,
                              mns_timekiller_txn *x) {
    if (memcmp(name, "tid", 3) == 0) {
        return fast_id(p, end, &x->tid);
    }
    if (memcmp(name, "sid", 3) == 0) {
        return fast_id(p, end, &x->sid);
    }
    if (memcmp(name, "sts", 3) == 0 && !x->has_sts) {
        x->has_sts = true;
        return fast_clock(p, end, &x->sts);
    }
    if (memcmp(name, "cts", 3) == 0 && !x->has_cts) {
        x->has_cts = true;
        return fast_clock(p, end, &x->cts);
    }
    return memcmp(name, "ops", 3) == 0 ? fast_ops(p, end, x) : NULL;
}

/* The bracket of the next transaction, after a comma unless it is the first; or NULL. */
static const char *find_start(const char *p, const char *end, bool first) {
    p = mns_json_skip_space(p, end);
    if (!first) {
        p = p < end && *p == ',' ? mns_json_skip_space(p + 1, end) : end;
    }
    return p < end && *p == '{' ? p : NULL;
}

bool mns_timekiller_fast_txn(const char *p, const char *end, bool first, mns_timekiller_txn *txn) {
    p = find_start(p, end, first);
    if (p == NULL) {
        return false;
    }
    mns_timekiller_txn x = {.start = p};
    do {
        p = mns_json_skip_space(p + 1, end);
        if (end - p < 6 || p[0] != '"' || p[4] != '"') {
            return false;
        }
        const char *name = p + 1;
        p = mns_json_skip_space(p + 5, end);
        if (p == end || *p != ':') {
            return false;
        }
        p = fast_field(name, mns_json_skip_space(p + 1, end), end, &x);
        p = mns_json_fast_more(p, end, '}');
        if (p == NULL) {
            return false;
        }
    } while (*p == ',');
    x.end = p + 1;
    *txn = x;
    return true;
}
