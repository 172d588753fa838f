/* viper_versions.c - see viper_versions.h. */
#include "format/viper_versions.h"

typedef mns_viper_value value;

void mns_viper_versions_init(mns_viper_versions *versions, mns_json_input *json) {
    *versions = (mns_viper_versions){.json = json};
    mns_viper_initial_init(&versions->initial);
}

void mns_viper_versions_release(mns_viper_versions *versions) {
    mns_fingerprints_release(&versions->written);
    mns_fingerprints_release(&versions->tombstones);
    mns_fingerprints_release(&versions->failed);
    mns_fingerprints_release(&versions->aborted);
    mns_viper_initial_release(&versions->initial);
}

void mns_viper_versions_surveyed(mns_viper_versions *versions) {
    const mns_viper_initial *initial = &versions->initial;
    for (size_t i = 0; i < initial->count && !versions->repeated; i++) {
        versions->repeated = mns_fingerprints_have(&versions->written, initial->rows[i].pair);
    }
}

void mns_viper_versions_again(mns_viper_versions *versions) {
    mns_fingerprints_release(&versions->aborted);
    versions->unknown = 0;
    if (!versions->has_initial) { /* the rows are of reads that were translated */
        mns_viper_initial_release(&versions->initial);
        mns_viper_initial_init(&versions->initial);
    }
}

static int no_memory(const mns_viper_versions *s) {
    return mns_reading_no_memory(s->json->reading);
}

static uint64_t pair_of(const value *k, const value *v) {
    return mns_hash_mix(k->fingerprint, v->fingerprint);
}

static mns_place place_of(const mns_viper_versions *s, const char *start) {
    return mns_input_place(s->json->input, start);
}

/* ---- Reads ------------------------------------------------------------------------------------
 */

bool mns_viper_is_written(const mns_viper_versions *s, const value *k, const value *v) {
    bool possible = !v->nil && (!v->zero || s->wrote_zero);
    return possible && mns_fingerprints_have(&s->written, pair_of(k, v));
}

static int not_deleted(const mns_viper_versions *s, const char *start) {
    return mns_json_wrong(s->json, start, MNS_VIPER_FORM,
                          "this read says that the row is deleted, but no delete wrote the value");
}

/* A written value has been written by a delete or by another write, and reads must agree. */
static int check_life(const mns_viper_versions *s, const char *start, uint64_t pair,
                      mns_viper_life said) {
    bool tombstone = mns_fingerprints_have(&s->tombstones, pair);
    if (said == MNS_VIPER_UNSAID || tombstone == (said == MNS_VIPER_DEAD)) {
        return 1;
    }
    return tombstone ? mns_json_wrong(s->json, start, MNS_VIPER_FORM,
                                      "this read says that the row exists, but a delete wrote the "
                                      "value")
                     : not_deleted(s, start);
}

static int two_initial(const mns_viper_versions *s, const char *start, const value *k,
                       const mns_viper_row *row) {
    return mns_reading_fail_second(
        s->json->reading, place_of(s, start), row->place,
        "a key has one initial value; a transaction with isInitial says which",
        "no transaction wrote this value of key %.*s, nor the other one at " MNS_EARLIER
        ": they cannot both be its initial value",
        (int)k->text.size, k->text.data);
}

/* Of a value that no transaction wrote: is it the initial one? See viper_versions.h. 1 or 0, or -1
 * if the reading failed. */
static int is_initial(mns_viper_versions *s, const char *start, const value *k, const value *v,
                      mns_viper_life said) {
    const mns_viper_row *row = mns_viper_initial_get(&s->initial, k->fingerprint);
    bool missing = v->nil || v->zero;
    if (missing && said == MNS_VIPER_DEAD) {
        return not_deleted(s, start); /* a tombstone is a row */
    }
    if (s->has_initial) {
        return row == NULL ? missing : row->pair == pair_of(k, v);
    }
    if (mns_fingerprints_have(&s->failed, pair_of(k, v))) {
        return 0;
    }
    s->unknown += !missing;
    mns_viper_row added = {.pair = pair_of(k, v), .place = place_of(s, start)};
    if (row == NULL) {
        return mns_viper_initial_add(&s->initial, k->fingerprint, added) ? 1 : no_memory(s);
    }
    return row->pair == added.pair ? 1 : two_initial(s, start, k, row);
}

static void emit(mns_viper_versions *s, const char *start, char f, mns_text key, mns_text text) {
    mns_emit_mop(&s->json->reading->emit, place_of(s, start), f, key, text);
}

int mns_viper_use_read(mns_viper_versions *s, const char *start, const value *k, const value *v,
                       mns_viper_life said, mns_viper_pass pass) {
    if (pass != MNS_VIPER_TRANSLATE) {
        return 1;
    }
    if (mns_viper_is_written(s, k, v)) {
        emit(s, start, 'r', k->text, v->text);
        return s->tombstones.count == 0 && said != MNS_VIPER_DEAD
                   ? 1
                   : check_life(s, start, pair_of(k, v), said);
    }
    int initial = is_initial(s, start, k, v, said);
    emit(s, start, 'r', k->text,
         initial > 0 ? MNS_TEXT("nil")
         : v->nil    ? MNS_TEXT(MNS_VIPER_NIL)
                     : v->text);
    return initial < 0 ? -1 : 1;
}

/* ---- Writes -----------------------------------------------------------------------------------
 */

static int write_initial(mns_viper_versions *s, const char *start, const value *k, const value *v) {
    const mns_viper_row *row = mns_viper_initial_get(&s->initial, k->fingerprint);
    if (row != NULL) {
        return mns_reading_fail_second(
            s->json->reading, place_of(s, start), row->place, "a key has one initial value",
            "the initial transaction has key %.*s a second time; the first is at " MNS_EARLIER,
            (int)k->text.size, k->text.data);
    }
    mns_viper_row added = {.pair = pair_of(k, v), .place = place_of(s, start)};
    return mns_viper_initial_add(&s->initial, k->fingerprint, added) ? 1 : no_memory(s);
}

/* A write of the initial value, which could not be told from it. */
static int check_repeated(const mns_viper_versions *s, const char *start, const value *k,
                          const value *v) {
    const mns_viper_row *row = mns_viper_initial_get(&s->initial, k->fingerprint);
    if (row == NULL || row->pair != pair_of(k, v)) {
        return 1;
    }
    return mns_reading_fail_second(
        s->json->reading, place_of(s, start), row->place, "the initial transaction wrote it first",
        "value %.*s is written to key %.*s a second time; the first is at " MNS_EARLIER,
        (int)v->text.size, v->text.data, (int)k->text.size, k->text.data);
}

int mns_viper_use_write(mns_viper_versions *s, const char *start, const value *k, const value *v,
                        bool deletes, mns_viper_pass pass) {
    if (pass == MNS_VIPER_TRANSLATE) {
        emit(s, start, 'w', k->text, v->text);
        return s->repeated ? check_repeated(s, start, k, v) : 1;
    }
    if (pass == MNS_VIPER_INITIAL) {
        return write_initial(s, start, k, v);
    }
    if (pass == MNS_VIPER_FAILED) {
        return 1;
    }
    s->wrote_zero |= v->zero;
    return mns_fingerprints_add(&s->written, pair_of(k, v)) &&
                   (!deletes || mns_fingerprints_add(&s->tombstones, pair_of(k, v)))
               ? 1
               : no_memory(s);
}

/* Is a failed write to be translated? Not if another transaction wrote the value with success: then
 * a read shows that one. Nor if the value is initial, or was translated before. */
static bool is_aborted(const mns_viper_versions *s, const value *k, const value *v) {
    const mns_viper_row *row =
        s->has_initial ? mns_viper_initial_get(&s->initial, k->fingerprint) : NULL;
    uint64_t pair = pair_of(k, v);
    return !mns_viper_is_written(s, k, v) && (row == NULL || row->pair != pair) &&
           !mns_fingerprints_have(&s->aborted, pair);
}

int mns_viper_use_failed(mns_viper_versions *s, const char *start, const value *k, const value *v,
                         mns_viper_pass pass) {
    if (v->nil || v->zero || pass == MNS_VIPER_INITIAL) {
        return 1;
    }
    if (pass == MNS_VIPER_SURVEY) {
        return mns_fingerprints_add(&s->failed, pair_of(k, v)) ? 1 : no_memory(s);
    }
    bool aborted = is_aborted(s, k, v);
    s->has_failed |= aborted && pass == MNS_VIPER_TRANSLATE;
    if (!aborted || pass != MNS_VIPER_FAILED) {
        return 1;
    }
    emit(s, start, 'w', k->text, v->text);
    return mns_fingerprints_add(&s->aborted, pair_of(k, v)) ? 1 : no_memory(s);
}
