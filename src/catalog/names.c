/*
 * names.c - names to ids and back, and the nearest name to one that does not exist.
 *
 * In: any spelling of a model or an anomaly, not NUL-terminated, of any length. Out: its id, or the
 * nearest name that exists. Case does not matter, '_' and ' ' count as '-', and a leading colon
 * (an EDN keyword) is skipped; the tests make sure that no two names become one that way.
 *
 * Nearness is Levenshtein's distance over the first NAME_LIMIT bytes, so a hostile name costs no
 * more than a long one: O(names * NAME_LIMIT^2), some 100,000 steps. A name that somebody only
 * began ("snapshot") counts as one step away from what it begins, however long the rest is.
 */
#include "catalog/rows.h"

/* Longer than every name there is. */
#define NAME_LIMIT 64
/* Shorter than this, a beginning says nothing about what was meant. */
#define BEGINNING_LEAST 3

/* A name as it is compared: folded, without its colon, cut. */
typedef struct folded {
    char bytes[NAME_LIMIT];
    size_t size;
    bool cut; /* it was longer, so it is nobody's name */
} folded;

static char fold_byte(char c) {
    if (c >= 'A' && c <= 'Z') {
        return (char)(c - 'A' + 'a');
    }
    return c == '_' || c == ' ' ? '-' : c;
}

static void fold(const char *name, size_t size, folded *out) {
    if (size > 0 && name[0] == ':') {
        name++;
        size--;
    }
    out->cut = size > NAME_LIMIT;
    out->size = out->cut ? NAME_LIMIT : size;
    for (size_t i = 0; i < out->size; i++) {
        out->bytes[i] = fold_byte(name[i]);
    }
}

static bool is_named(const folded *name, const char *candidate) {
    if (name->cut || strlen(candidate) != name->size) {
        return false;
    }
    for (size_t i = 0; i < name->size; i++) {
        if (fold_byte(candidate[i]) != name->bytes[i]) {
            return false;
        }
    }
    return true;
}

static size_t min3(size_t a, size_t b, size_t c) {
    size_t ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Levenshtein's distance, one row of the table at a time. */
static size_t distance(const folded *name, const char *candidate) {
    size_t row[NAME_LIMIT + 1];
    for (size_t j = 0; j <= name->size; j++) {
        row[j] = j;
    }
    for (size_t i = 0; candidate[i] != '\0'; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 1; j <= name->size; j++) {
            size_t change = diagonal + (fold_byte(candidate[i]) == name->bytes[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = min3(change, row[j] + 1, row[j - 1] + 1);
        }
    }
    return row[name->size];
}

static bool begins(const folded *name, const char *candidate) {
    for (size_t i = 0; i < name->size; i++) {
        if (candidate[i] == '\0' || fold_byte(candidate[i]) != name->bytes[i]) {
            return false;
        }
    }
    return name->size >= BEGINNING_LEAST;
}

static void take_nearer(const folded *name, const char *candidate, const char **nearest,
                        size_t *least) {
    size_t d = begins(name, candidate) ? 1 : distance(name, candidate);
    if (*nearest == NULL || d < *least) {
        *nearest = candidate;
        *least = d;
    }
}

/* ---- Ids to names --------------------------------------------------------------------------- */

const char *mns_anomaly_name(mns_anomaly anomaly) {
    assert((unsigned)anomaly < MNS_ANOMALY_COUNT);
    return mns_anomaly_rows[anomaly].name;
}

const char *mns_model_canonical(mns_model model) {
    assert((unsigned)model < MNS_MODEL_COUNT);
    return mns_model_rows[model].canonical;
}

const char *mns_model_friendly(mns_model model) {
    assert((unsigned)model < MNS_MODEL_COUNT);
    return mns_model_rows[model].friendly;
}

/* ---- Names to ids --------------------------------------------------------------------------- */

bool mns_anomaly_parse(const char *name, size_t size, mns_anomaly *anomaly) {
    folded f;
    fold(name, size, &f);
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (is_named(&f, mns_anomaly_rows[a].name)) {
            *anomaly = (mns_anomaly)a;
            return true;
        }
    }
    for (size_t i = 0; i < mns_anomaly_alias_count; i++) {
        if (is_named(&f, mns_anomaly_aliases[i].name)) {
            *anomaly = (mns_anomaly)mns_anomaly_aliases[i].id;
            return true;
        }
    }
    return false;
}

bool mns_model_parse(const char *name, size_t size, mns_model *model) {
    folded f;
    fold(name, size, &f);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        if (is_named(&f, mns_model_rows[m].canonical) || is_named(&f, mns_model_rows[m].friendly)) {
            *model = (mns_model)m;
            return true;
        }
    }
    for (size_t i = 0; i < mns_model_alias_count; i++) {
        if (is_named(&f, mns_model_aliases[i].name)) {
            *model = (mns_model)mns_model_aliases[i].id;
            return true;
        }
    }
    return false;
}

/* ---- The nearest name ----------------------------------------------------------------------- */

static void nearest_anomaly(const folded *name, const char **nearest, size_t *least) {
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        take_nearer(name, mns_anomaly_rows[a].name, nearest, least);
    }
    for (size_t i = 0; i < mns_anomaly_alias_count; i++) {
        take_nearer(name, mns_anomaly_aliases[i].name, nearest, least);
    }
}

/* Friendly names come first: where a canonical one is as near, people know the friendly one. */
static void nearest_model(const folded *name, const char **nearest, size_t *least) {
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        take_nearer(name, mns_model_rows[m].friendly, nearest, least);
    }
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        take_nearer(name, mns_model_rows[m].canonical, nearest, least);
    }
    for (size_t i = 0; i < mns_model_alias_count; i++) {
        take_nearer(name, mns_model_aliases[i].name, nearest, least);
    }
}

static const char *nearest_name(const char *name, size_t size, bool models, bool anomalies) {
    folded f;
    fold(name, size, &f);
    const char *nearest = NULL;
    size_t least = 0;
    if (models) {
        nearest_model(&f, &nearest, &least);
    }
    if (anomalies) {
        nearest_anomaly(&f, &nearest, &least);
    }
    return nearest;
}

const char *mns_anomaly_nearest(const char *name, size_t size) {
    return nearest_name(name, size, false, true);
}

const char *mns_model_nearest(const char *name, size_t size) {
    return nearest_name(name, size, true, false);
}

const char *mns_name_nearest(const char *name, size_t size) {
    return nearest_name(name, size, true, true);
}

void mns_name_show(mns_buf *out, const char *name, size_t size) {
    mns_buf_char(out, '\'');
    for (size_t i = 0; i < size && i < NAME_LIMIT; i++) {
        bool plain = name[i] >= 0x20 && name[i] < 0x7f;
        mns_buf_char(out, plain ? name[i] : '?');
    }
    mns_buf_str(out, size > NAME_LIMIT ? "...'" : "'");
}
