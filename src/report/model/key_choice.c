/*
 * key_choice.c - selects the versions, readers and disputed reads of a key; see key_versions.h.
 */
#include "explain/transaction.h"
#include "report/model/key_versions.h"

/* ---- Versions ------------------------------------------------------------------------------- */

/* The number of versions before a place. */
static uint32_t count_before(const mns_key_view *view, uint32_t place) {
    uint32_t first = 0, end = view->version_count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (view->versions[middle].place < place) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first;
}

static void add_place(mns_key_view *view, uint64_t place, bool matters) {
    uint32_t at = place > view->last_place ? 0 : count_before(view, (uint32_t)place);
    bool there = at < view->version_count && view->versions[at].place == place;
    if (place > view->last_place || there || view->version_count == MNS_LIMIT_DOC_VERSIONS) {
        return;
    }
    memmove(view->versions + at + 1, view->versions + at,
            (view->version_count - at) * sizeof *view->versions);
    view->versions[at] =
        (mns_key_version){.place = (uint32_t)place, .matters = matters, .last = MNS_NONE};
    view->version_count++;
}

void mns_key_choose(mns_key_view *view, const uint32_t *places, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        add_place(view, places[i], true);
    }
    add_place(view, 0, false);
    add_place(view, view->last_place, false);
    for (uint32_t near = 1; near <= 2; near++) {
        for (uint32_t i = 0; i < count; i++) {
            add_place(view, places[i] < near ? 0 : places[i] - near, false);
            add_place(view, (uint64_t)places[i] + near, false);
        }
    }
    for (uint32_t place = 0; view->last_place < MNS_LIMIT_DOC_VERSIONS && place < view->last_place;
         place++) {
        add_place(view, place, false);
    }
}

mns_key_version *mns_key_version_at(mns_key_view *view, uint32_t place) {
    uint32_t at = count_before(view, place);
    bool there = at < view->version_count && view->versions[at].place == place;
    return there ? &view->versions[at] : NULL;
}

/* ---- Readers -------------------------------------------------------------------------------- */

void mns_key_name_reader(mns_key_version *version, uint32_t txn) {
    for (uint32_t i = 0; i < version->reader_count; i++) {
        if (version->readers[i] == txn) {
            return;
        }
    }
    if (version->reader_count < MNS_LIMIT_DOC_READERS) {
        version->readers[version->reader_count++] = txn;
    }
}

void mns_key_count_reader(mns_key_version *version, uint32_t txn) {
    if (version->last == txn) {
        return; /* a second read by the same transaction */
    }
    version->last = txn;
    version->reader_total++;
    mns_key_name_reader(version, txn);
}

/* ---- Disputes ------------------------------------------------------------------------------- */

/* The dispute with the value of a read; beyond MNS_LIMIT_DOC_READS disputes are only counted.
 * MNS_NONE when out of memory. Values are compared by 64 bits; hashes are keyed. */
static uint32_t find_dispute(mns_key_views *views, mns_key_view *view, uint64_t state,
                             uint32_t read) {
    uint64_t name = mns_hash_mix(state, view->key);
    uint32_t dispute = mns_map_get(&views->states, name);
    if (dispute != MNS_NONE) {
        return dispute;
    }
    dispute = view->dispute_count;
    if (!mns_map_add(&views->states, name, dispute)) {
        views->arena->failed = true;
        return MNS_NONE;
    }
    view->dispute_total++;
    if (dispute < MNS_LIMIT_DOC_READS) {
        view->disputes[view->dispute_count++] = (mns_key_dispute){.read = read};
    }
    return dispute;
}

void mns_key_count_dispute(mns_key_views *views, const mns_key_kind *kind, mns_key_view *view,
                           uint32_t read) {
    uint32_t content = views->o->history->tables.mops.content[read];
    if (content != view->content || content == MNS_NONE) {
        view->content = content;
        view->dispute = find_dispute(views, view, kind->state(views, read), read);
    }
    if (view->dispute < view->dispute_count) {
        view->disputes[view->dispute].reader_total++;
    }
}

void mns_key_elements(mns_key_views *views, const mns_value *elements, uint32_t count,
                      const mns_focus *focus, mns_doc_read *out) {
    const mns_history *history = views->o->history;
    mns_elements_show(history, elements, count, focus, &views->text);
    out->value = mns_arena_take(views->arena, &views->text);
    out->length = count;
    if (count > MNS_LIST_SHOWN) {
        const mns_notation full = {.json = history->json,
                                   .separator = history->json ? ", " : " ",
                                   .limit = MNS_LIMIT_LIST_REPORTED};
        mns_notation_elements(&full, history, elements, count, &views->text);
        out->full = mns_arena_take(views->arena, &views->text);
    }
}
