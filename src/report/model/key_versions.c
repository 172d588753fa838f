/*
 * key_versions.c - the versions of the keys in witnesses.
 *
 * In: the witnesses of a document. Out: document->keys, the first MNS_LIMIT_DOC_KEYS keys in order
 * of appearance, first witnesses first, and the keys of each witness. For each key: the relevant
 * versions and those around them, with writer and readers, and the reads that disagree with their
 * order. The steps are in key_versions.h.
 *
 * Cost: O(micro-operations) once for all keys, O(versions) of the keys shown.
 */
#include "report/model/key_versions.h"

#include "core/grow.h"
#include "explain/transaction.h"
#include "report/model/document_make.h"

#define VALUE_BYTES 120
/* Micro-operations of a transaction of a witness that are searched for reads. */
#define LIMIT_MOPS 1000

static const mns_key_kind *kind_of(mns_workload workload) {
    switch (workload) {
    case MNS_LIST_APPEND: return &mns_key_list;
    case MNS_RW_REGISTER: return &mns_key_register;
    case MNS_SET: return &mns_key_set;
    case MNS_COUNTER:
    case MNS_WORKLOAD_COUNT: break;
    }
    return &mns_key_counter;
}

/* ---- Keys and their relevant micro-operations ----------------------------------------------- */

/* The view of a key, added if the limit is not reached; else NULL. */
static mns_key_view *view_of(mns_key_views *views, uint32_t key) {
    if (key == MNS_NONE) {
        return NULL;
    }
    if (views->slot[key] == 0 && views->count < MNS_LIMIT_DOC_KEYS) {
        views->items[views->count] = (mns_key_view){.key = key, .content = MNS_NONE, .order = ""};
        views->slot[key] = (uint8_t)++views->count;
    }
    return views->slot[key] == 0 ? NULL : &views->items[views->slot[key] - 1];
}

static void add_mop(mns_key_views *views, uint32_t mop) {
    mns_key_view *view =
        mop == MNS_NONE ? NULL : view_of(views, views->o->history->tables.mops.key[mop]);
    for (uint32_t i = 0; view != NULL && i < view->mop_count; i++) {
        if (view->mops[i] == mop) {
            return;
        }
    }
    if (view != NULL && view->mop_count < MNS_LIMIT_FOCAL) {
        view->mops[view->mop_count++] = mop;
    }
}

/* The element of a case: its write, or the element itself if it was never written. */
static void add_element(mns_key_views *views, uint32_t key, mns_value element) {
    mns_key_view *view = view_of(views, key);
    if (view == NULL || element == MNS_VALUE_NONE) {
        return;
    }
    uint32_t writer = mns_history_writer(views->o->history, key, element);
    if (writer != MNS_NONE && writer != MNS_AMBIGUOUS) {
        add_mop(views, writer);
    } else if (view->stray_count < MNS_LIMIT_STRAYS) {
        view->strays[view->stray_count++] = element;
    }
}

/* Adds a key to those of a witness, once. */
static void add_key(mns_key_views *views, uint32_t key, uint32_t *keys, uint32_t *count) {
    const mns_key_view *view = view_of(views, key);
    uint32_t place = view == NULL ? MNS_NONE : (uint32_t)(view - views->items);
    for (uint32_t i = 0; i < *count; i++) {
        if (keys[i] == place) {
            return;
        }
    }
    if (view != NULL) {
        keys[(*count)++] = place;
    }
}

static void gather(mns_key_views *views, const mns_witness *w, mns_doc_witness *out) {
    uint32_t keys[MNS_LIMIT_DOC_KEYS] = {0}, count = 0;
    add_key(views, w->key, keys, &count);
    for (uint32_t i = 0; i < w->step_count; i++) {
        add_key(views, w->steps[i].reason.key, keys, &count);
    }
    add_element(views, w->key, w->element);
    for (uint32_t i = 0; i < w->mop_count; i++) {
        add_mop(views, w->mops[i]);
    }
    for (uint32_t i = 0; i < w->step_count; i++) {
        if (w->steps[i].reason.key != MNS_NONE) {
            add_mop(views, w->steps[i].reason.from_mop);
            add_mop(views, w->steps[i].reason.to_mop);
        }
    }
    out->keys = count == 0 ? NULL : MNS_ARENA_ARRAY(views->arena, uint32_t, count);
    out->key_count = out->keys == NULL ? 0 : count;
    if (out->keys != NULL) {
        memcpy(out->keys, keys, count * sizeof *keys);
    }
}

/* ---- Versions and readers ------------------------------------------------------------------- */

static void choose(const mns_key_views *views, const mns_key_kind *kind, mns_key_view *view) {
    uint32_t places[MNS_LIMIT_FOCAL + MNS_LIMIT_STRAYS + MNS_LIMIT_DEPARTURES], count = 0;
    for (uint32_t i = 0; i < view->mop_count; i++) {
        uint32_t place = kind->place(views, view, view->mops[i]);
        if (place <= view->last_place) {
            places[count++] = place;
        }
    }
    for (uint32_t i = 0; i < view->stray_count && kind->stray != NULL; i++) {
        uint32_t place = kind->stray(views, view, view->strays[i]);
        if (place <= view->last_place) {
            places[count++] = place;
        }
    }
    if (kind->departures != NULL) {
        count += kind->departures(views, view, places + count, MNS_LIMIT_DEPARTURES);
    }
    mns_key_choose(view, places, count);
}

/* The version that a read saw, if it is shown. */
static mns_key_version *version_read(mns_key_views *views, const mns_key_kind *kind, uint32_t mop,
                                     mns_key_view **of, bool *disputed) {
    const mns_mops *mops = &views->o->history->tables.mops;
    uint32_t slot = views->slot[mops->key[mop]];
    *disputed = false;
    if (slot == 0 || !mns_mop_is_answered(mops, mop)) {
        return NULL;
    }
    *of = &views->items[slot - 1];
    uint32_t place = kind->place(views, *of, mop);
    *disputed = place == MNS_DISPUTED;
    return mns_key_version_at(*of, place);
}

/* Adds the readers in witnesses, before all others. */
static void name_readers(mns_key_views *views, const mns_key_kind *kind, const mns_witness *w) {
    const mns_txns *txns = &views->o->history->txns;
    mns_key_view *view;
    bool disputed;
    for (uint32_t i = 0; i < w->txn_count; i++) {
        uint32_t first = txns->first_mop[w->txns[i]], end = txns->first_mop[w->txns[i] + 1];
        end = end - first > LIMIT_MOPS ? first + LIMIT_MOPS : end;
        for (uint32_t m = first; m < end; m++) {
            mns_key_version *version = version_read(views, kind, m, &view, &disputed);
            if (version != NULL) {
                mns_key_name_reader(version, w->txns[i]);
            }
        }
    }
}

static void count_readers(mns_key_views *views, const mns_key_kind *kind) {
    const mns_history *history = views->o->history;
    mns_key_view *view = NULL;
    bool disputed;
    for (uint32_t m = 0; m < history->tables.mops.count && !views->arena->failed; m++) {
        mns_key_version *version = version_read(views, kind, m, &view, &disputed);
        if (version != NULL) {
            mns_key_count_reader(version, history->txn_of_mop[m]);
        } else if (disputed) {
            mns_key_count_dispute(views, kind, view, m);
        }
    }
}

/* ---- The document --------------------------------------------------------------------------- */

static void write_version(mns_key_views *views, const mns_key_kind *kind, const mns_key_view *view,
                          const mns_key_version *version, mns_doc_version *out) {
    const mns_history *history = views->o->history;
    *out = (mns_doc_version){.place = version->place,
                             .value = "",
                             .reader_count = version->reader_count,
                             .reader_total = version->reader_total,
                             .matters = version->matters};
    if (version->place > 0) {
        uint32_t writer = kind->show(views, view, version->place, &views->text);
        out->value =
            mns_context_quote(views->arena, views->text.data, views->text.size, VALUE_BYTES);
        views->arena->failed = views->arena->failed || views->text.failed;
        mns_buf_clear(&views->text);
        out->written = writer != MNS_NONE;
        out->writer = out->written
                          ? mns_context_ref(views->arena, history, history->txn_of_mop[writer])
                          : (mns_doc_ref){.index = 0};
    }
    for (uint32_t i = 0; i < version->reader_count; i++) {
        out->readers[i] = mns_context_ref(views->arena, history, version->readers[i]);
    }
}

static void write_key(mns_key_views *views, const mns_key_kind *kind, const mns_key_view *view,
                      mns_doc_key *out) {
    const mns_history *history = views->o->history;
    mns_value_show(history, history->tables.keys.name[view->key], &views->text);
    *out = (mns_doc_key){.key = mns_arena_take(views->arena, &views->text),
                         .order = view->order,
                         .version_total = view->last_place,
                         .disputed_total = view->dispute_total};
    out->versions = MNS_ARENA_ARRAY(views->arena, mns_doc_version, view->version_count);
    out->version_count = out->versions == NULL ? 0 : view->version_count;
    for (uint32_t i = 0; i < out->version_count; i++) {
        write_version(views, kind, view, &view->versions[i], &out->versions[i]);
    }
    out->disputed = view->dispute_count == 0
                        ? NULL
                        : MNS_ARENA_ARRAY(views->arena, mns_doc_read, view->dispute_count);
    out->disputed_count = out->disputed == NULL ? 0 : view->dispute_count;
    for (uint32_t i = 0; i < out->disputed_count; i++) {
        out->disputed[i].reader_total = view->disputes[i].reader_total;
        kind->dispute(views, view, view->disputes[i].read, &out->disputed[i]);
    }
}

/* Takes the first witness of every anomaly before the second ones, so that their keys fit. */
static void gather_all(mns_key_views *views, const mns_document *document,
                       const mns_check_result *check) {
    const mns_witness *witnesses[MNS_ANOMALY_COUNT];
    size_t most = 0;
    for (size_t a = 0; a < document->anomaly_count; a++) {
        const mns_doc_anomaly *anomaly = &document->anomalies[a];
        witnesses[a] = mns_context_witnesses(check, anomaly);
        most = anomaly->witness_count > most ? anomaly->witness_count : most;
    }
    for (size_t i = 0; i < most; i++) {
        for (size_t a = 0; a < document->anomaly_count; a++) {
            if (i < document->anomalies[a].witness_count) {
                gather(views, &witnesses[a][i], &document->anomalies[a].witnesses[i]);
            }
        }
    }
}

static void find_readers(mns_key_views *views, const mns_key_kind *kind,
                         const mns_document *document, const mns_check_result *check) {
    for (size_t a = 0; a < document->anomaly_count; a++) {
        const mns_witness *witnesses = mns_context_witnesses(check, &document->anomalies[a]);
        for (size_t i = 0; i < document->anomalies[a].witness_count; i++) {
            name_readers(views, kind, &witnesses[i]);
        }
    }
    count_readers(views, kind);
}

static void fill(mns_key_views *views, mns_document *document, const mns_check_result *check) {
    const mns_key_kind *kind = kind_of(views->o->history->workload);
    gather_all(views, document, check);
    if (views->count == 0) {
        return;
    }
    if (!kind->prepare(views)) {
        document->arena.failed = true;
        return;
    }
    for (uint32_t i = 0; i < views->count; i++) {
        choose(views, kind, &views->items[i]);
    }
    find_readers(views, kind, document, check);
    document->keys = MNS_ARENA_ARRAY(&document->arena, mns_doc_key, views->count);
    for (uint32_t i = 0; i < views->count && document->keys != NULL; i++) {
        write_key(views, kind, &views->items[i], &document->keys[i]);
        document->key_count++;
    }
}

void mns_document_keys(mns_document *document, const mns_check_result *check) {
    const mns_history *history = check->observation->history;
    mns_key_views views = {.o = check->observation,
                           .found = check->judgement->found,
                           .arena = &document->arena,
                           .items = MNS_NEW_ARRAY(mns_key_view, MNS_LIMIT_DOC_KEYS),
                           .slot = MNS_NEW_ARRAY(uint8_t, history->tables.keys.count)};
    mns_map_init(&views.states);
    mns_buf_init(&views.text);
    if (views.items == NULL || views.slot == NULL) {
        document->arena.failed = true;
    } else {
        fill(&views, document, check);
    }
    for (uint32_t i = 0; i < views.count && views.items != NULL; i++) {
        free(views.items[i].ranks);
        free(views.items[i].versions_of);
        free(views.items[i].sums);
    }
    mns_buf_release(&views.text);
    mns_map_release(&views.states);
    free(views.slot);
    free(views.items);
}
