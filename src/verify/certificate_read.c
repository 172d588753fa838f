/*
 * certificate_read.c - reads a certificate; see certificate.h.
 *
 * Tokens of JSON, read once from start to end; nesting is bounded by the form of the file. Every
 * number is checked to fit its type, and nothing else: whether it means anything is a question for
 * the replay.
 */
#include "core/grow.h"
#include "core/lexer.h"
#include "verify/certificate.h"

#define HINT "docs/certificates.md describes the form of a certificate"

typedef struct reader {
    mns_certificate *certificate;
    mns_lexer lexer;
    minos_status status; /* MINOS_ENOMEM, else MINOS_OK */
} reader;

static bool fail(reader *r, const mns_token *at, const char *what) {
    return mns_lexer_fail(&r->lexer, at->start, what, HINT);
}

static bool out_of_memory(reader *r) {
    r->status = MINOS_ENOMEM;
    return false;
}

/* ---- Objects and arrays --------------------------------------------------------------------- */

typedef struct field {
    const char *name;
    bool (*read)(reader *r, void *target, const mns_token *value);
    bool optional;
    const char *missing; /* the message if it is not there */
} field;

#define MOST_FIELDS 8

static bool read_field(reader *r, const field *fields, size_t count, void *target,
                       const mns_token *name, const mns_token *value, bool seen[MOST_FIELDS]) {
    for (size_t i = 0; i < count; i++) {
        if (mns_token_spells(name, fields[i].name, strlen(fields[i].name))) {
            if (seen[i]) {
                return fail(r, name, "this field is given twice");
            }
            seen[i] = true;
            return fields[i].read(r, target, value);
        }
    }
    return fail(r, name, "a certificate has no field of this name");
}

/* An object with exactly these fields. */
static bool read_object(reader *r, const mns_token *open, const field *fields, size_t count,
                        void *target, const char *wrong) {
    bool seen[MOST_FIELDS] = {false};
    mns_token name, value;
    assert(count <= MOST_FIELDS);
    if (open->kind != MNS_TOKEN_MAP) {
        return fail(r, open, wrong);
    }
    mns_walk walk = mns_walk_begin(&r->lexer, open);
    int more;
    while ((more = mns_walk_field(&walk, &name, &value)) > 0) {
        if (!read_field(r, fields, count, target, &name, &value, seen)) {
            return false;
        }
    }
    for (size_t i = 0; i < count && more == 0; i++) {
        if (!seen[i] && !fields[i].optional) {
            return fail(r, open, fields[i].missing);
        }
    }
    return more == 0;
}

/* Calls `read` for each element. */
static bool read_array(reader *r, const mns_token *open, void *target,
                       bool (*read)(reader *r, void *target, const mns_token *value),
                       const char *wrong) {
    mns_token token;
    if (open->kind != MNS_TOKEN_VECTOR) {
        return fail(r, open, wrong);
    }
    mns_walk walk = mns_walk_begin(&r->lexer, open);
    int more;
    while ((more = mns_walk_next(&walk, &token)) > 0) {
        if (!read(r, target, &token)) {
            return false;
        }
    }
    return more == 0;
}

/* ---- Values --------------------------------------------------------------------------------- */

static bool is_number(const mns_token *value) {
    return value->kind == MNS_TOKEN_INTEGER && value->integer >= 0 && value->integer < MNS_NONE;
}

static bool read_number(reader *r, void *target, const mns_token *value) {
    mns_certificate_numbers *numbers = target;
    if (!is_number(value)) {
        return fail(r, value, "expected a number from 0 to 4294967294");
    }
    if (!MNS_GROW(numbers->items, numbers->count, numbers->capacity, 1)) {
        return out_of_memory(r);
    }
    numbers->items[numbers->count++] = (uint32_t)value->integer;
    return true;
}

static bool read_numbers(reader *r, mns_certificate_numbers *numbers, const mns_token *value) {
    numbers->present = true;
    return read_array(r, value, numbers, read_number, "expected an array of numbers");
}

static bool read_model_name(reader *r, const mns_token *value, mns_model *model) {
    if (value->kind != MNS_TOKEN_STRING ||
        !mns_model_parse(value->start + 1, (size_t)(value->end - value->start) - 2, model)) {
        return fail(r, value, "expected the name of a model, as minos models lists them");
    }
    return true;
}

/* ---- Entries -------------------------------------------------------------------------------- */

static bool read_model(reader *r, void *target, const mns_token *value) {
    mns_certificate_claim *claim = target;
    bool good = read_model_name(r, value, &claim->model);
    if (good) {
        claim->models[claim->model] = true;
    }
    return good;
}

static bool read_other_model(reader *r, void *target, const mns_token *value) {
    mns_certificate_claim *claim = target;
    mns_model model;
    bool good = read_model_name(r, value, &model);
    if (good) {
        claim->models[model] = true;
    }
    return good;
}

static bool read_also(reader *r, void *target, const mns_token *value) {
    return read_array(r, value, target, read_other_model, "expected an array of models");
}

static bool read_verdict(reader *r, void *target, const mns_token *value) {
    mns_certificate_claim *claim = target;
    claim->certified = MNS_TOKEN_IS(value, "certified");
    bool known =
        value->kind == MNS_TOKEN_STRING && (claim->certified || MNS_TOKEN_IS(value, "ruled out"));
    return known || fail(r, value, "a verdict is \"certified\" or \"ruled out\"");
}

static bool read_anomaly(reader *r, void *target, const mns_token *value) {
    mns_certificate_claim *claim = target;
    bool known = value->kind == MNS_TOKEN_STRING &&
                 mns_anomaly_parse(value->start + 1, (size_t)(value->end - value->start) - 2,
                                   &claim->anomaly);
    return known || fail(r, value, "expected the name of an anomaly, as minos models lists them");
}

static bool read_info(reader *r, void *target, const mns_token *value) {
    return read_numbers(r, &((mns_certificate_claim *)target)->info, value);
}

static bool read_order(reader *r, void *target, const mns_token *value) {
    return read_numbers(r, &((mns_certificate_claim *)target)->order, value);
}

static bool read_sees(reader *r, void *target, const mns_token *value) {
    return read_numbers(r, &((mns_certificate_claim *)target)->sees, value);
}

/* An entry has the fields of its verdict, and its model has no other entry. */
static bool check_claim(reader *r, const mns_certificate_claim *claim, const mns_token *open) {
    const mns_certificate *c = r->certificate;
    bool other = claim->info.present || claim->sees.present;
    if (claim->certified && !claim->order.present) {
        return fail(r, open, "a certified model needs an \"order\"");
    }
    if (claim->certified && claim->anomaly != MNS_ANOMALY_COUNT) {
        return fail(r, open, "a certified model has no \"anomaly\"");
    }
    if (claim->sees.present && claim->sees.count != claim->order.count) {
        return fail(r, open, "\"sees\" needs a number for each transaction of \"order\"");
    }
    if (!claim->certified && claim->anomaly == MNS_ANOMALY_COUNT) {
        return fail(r, open, "a model that is ruled out needs an \"anomaly\"");
    }
    if (!claim->certified && (other || claim->order.present)) {
        return fail(r, open, "a model that is ruled out has no execution");
    }
    for (size_t i = 0; i + 1 < c->count; i++) {
        for (int m = 0; m < MNS_MODEL_COUNT; m++) {
            if (c->claims[i].models[m] && claim->models[m]) {
                return fail(r, open, "a model of this entry has an earlier entry");
            }
        }
    }
    return true;
}

static bool read_claim(reader *r, void *target, const mns_token *open) {
    static const field fields[] = {
        {"model", read_model, false, "the field \"model\" is missing"},
        {"verdict", read_verdict, false, "the field \"verdict\" is missing"},
        {"also", read_also, true, NULL},
        {"info", read_info, true, NULL},
        {"order", read_order, true, NULL},
        {"sees", read_sees, true, NULL},
        {"anomaly", read_anomaly, true, NULL}};
    mns_certificate *c = target;
    if (!MNS_GROW(c->claims, c->count, c->capacity, 1)) {
        return out_of_memory(r);
    }
    mns_certificate_claim *claim = &c->claims[c->count++];
    *claim = (mns_certificate_claim){.offset = (uint64_t)(open->start - r->lexer.begin),
                                     .anomaly = MNS_ANOMALY_COUNT};
    return read_object(r, open, fields, MNS_COUNT_OF(fields), claim, "an entry is an object") &&
           check_claim(r, claim, open);
}

/* ---- The whole file ------------------------------------------------------------------------- */

static bool read_version(reader *r, void *target, const mns_token *value) {
    (void)target;
    if (value->kind == MNS_TOKEN_INTEGER && value->integer == 1) {
        return true;
    }
    return fail(r, value, "this version of Minos reads certificates of version 1 only");
}

static bool read_workload(reader *r, void *target, const mns_token *value) {
    mns_certificate *c = target;
    for (int w = 0; w < MNS_WORKLOAD_COUNT; w++) {
        const char *name = mns_workload_name((mns_workload)w);
        if (value->kind == MNS_TOKEN_STRING && mns_token_spells(value, name, strlen(name))) {
            c->workload = (mns_workload)w;
            return true;
        }
    }
    return fail(r, value, "a workload is list-append, rw-register, set or counter");
}

static bool read_transactions(reader *r, void *target, const mns_token *value) {
    mns_certificate *c = target;
    c->transactions = is_number(value) ? (uint32_t)value->integer : 0;
    return is_number(value) || fail(r, value, "expected a number of transactions");
}

/* The value of a hexadecimal digit, or -1. */
static int digit_value(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_hash(reader *r, void *target, const mns_token *value) {
    mns_certificate *c = target;
    bool good =
        value->kind == MNS_TOKEN_STRING && value->end - value->start == MNS_SHA256_DIGITS + 2;
    for (int i = 0; good && i < MNS_SHA256_BYTES; i++) {
        int high = digit_value(value->start[1 + 2 * i]), low = digit_value(value->start[2 + 2 * i]);
        good = high >= 0 && low >= 0;
        c->sha256[i] = good ? (uint8_t)(high * 16 + low) : 0;
    }
    return good || fail(r, value, "expected a SHA-256 of 64 digits, 0 to 9 and a to f");
}

static bool read_history(reader *r, void *target, const mns_token *value) {
    static const field fields[] = {
        {"transactions", read_transactions, false, "the field \"transactions\" is missing"},
        {"sha256", read_hash, false, "the field \"sha256\" is missing"}};
    return read_object(r, value, fields, MNS_COUNT_OF(fields), target,
                       "\"history\" is an object with the number of transactions and the hash");
}

static bool read_assumption(reader *r, void *target, const mns_token *value) {
    mns_certificate *c = target;
    struct {
        const char *name;
        bool *made;
    } names[] = {{"wfr-keys", &c->assumptions.wfr},
                 {"sequential-keys", &c->assumptions.sequential},
                 {"linearizable-keys", &c->assumptions.linearizable},
                 {"sets-are-objects", &c->assumptions.sets_are_objects},
                 {"transaction-order", &c->transaction_order}};
    for (size_t i = 0; i < MNS_COUNT_OF(names); i++) {
        if (value->kind == MNS_TOKEN_STRING &&
            mns_token_spells(value, names[i].name, strlen(names[i].name))) {
            *names[i].made = true;
            return true;
        }
    }
    return fail(r, value,
                "an assumption is wfr-keys, sequential-keys, linearizable-keys, "
                "sets-are-objects or transaction-order");
}

static bool read_assumptions(reader *r, void *target, const mns_token *value) {
    return read_array(r, value, target, read_assumption, "expected an array of assumptions");
}

static bool read_entries(reader *r, void *target, const mns_token *value) {
    return read_array(r, value, target, read_claim, "expected an array of entries");
}

static bool read_all(reader *r) {
    static const field fields[] = {
        {"certificate", read_version, false, "the field \"certificate\", the version, is missing"},
        {"workload", read_workload, false, "the field \"workload\" is missing"},
        {"history", read_history, false, "the field \"history\" is missing"},
        {"assumptions", read_assumptions, false, "the field \"assumptions\" is missing"},
        {"entries", read_entries, false, "the field \"entries\" is missing"}};
    mns_token token;
    if (!mns_next(&r->lexer, &token) ||
        !read_object(r, &token, fields, MNS_COUNT_OF(fields), r->certificate,
                     "a certificate is a JSON object")) {
        return false;
    }
    return mns_next(&r->lexer, &token) &&
           (token.kind == MNS_TOKEN_END ||
            fail(r, &token, "unexpected text after the certificate"));
}

minos_status mns_certificate_read(mns_certificate *certificate, const mns_source *source,
                                  mns_problems *problems) {
    reader r = {.certificate = certificate, .status = MINOS_OK};
    *certificate = (mns_certificate){.claims = NULL};
    mns_lexer_init(&r.lexer, source->data, source->data + source->size, true);
    if (read_all(&r)) {
        return MINOS_OK;
    }
    if (r.status == MINOS_OK) {
        assert(r.lexer.error != NULL);
        mns_problems_add(problems, (uint64_t)(r.lexer.error_at - source->data), r.lexer.hint, "%s",
                         r.lexer.error);
        r.status = MINOS_EINPUT;
    }
    return r.status;
}

void mns_certificate_release(mns_certificate *certificate) {
    for (size_t i = 0; i < certificate->count; i++) {
        free(certificate->claims[i].info.items);
        free(certificate->claims[i].order.items);
        free(certificate->claims[i].sees.items);
    }
    free(certificate->claims);
    *certificate = (mns_certificate){.claims = NULL};
}
