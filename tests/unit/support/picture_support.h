/*
 * picture_support.h - documents to draw: any number of them, each known by its seed.
 *
 * They have what histories have and what odd ones could have: bars of one process that overlap,
 * transactions without an invocation or a completion, long and hostile text, many neighbours,
 * faults that never end. And a check of what was drawn: is it well-formed XML with attributes in
 * single quotes?
 */
#ifndef PICTURE_SUPPORT_H
#define PICTURE_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "report/picture/picture.h"
#include "report/picture/picture_layout.h"
#include <cmocka.h>

typedef struct picture_fixture {
    mns_document document;
    mns_doc_witness witness;
    mns_buf out;
    uint64_t state; /* of the random numbers */
} picture_fixture;

static inline uint32_t picture_random(picture_fixture *f, uint32_t below) {
    f->state = f->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(f->state >> 33) % below;
}

/* ---- Documents ------------------------------------------------------------------------------ */

static inline const char *picture_text(picture_fixture *f) {
    static const char *const texts[] = {
        "r 9 [1 2 ... 5]",
        "append 8 4",
        "r :x []",
        "w \"</text><script>\" 'a' & \"b\"",
        "r 日本語 [鍵 e\xCC\x81]",
        "\xFF\xC0 broken \x01\n\t",
        "append a-key-with-a-name-that-goes-on-and-on-and-on-and-on-and-on 1234567890",
        ""};
    return texts[picture_random(f, MNS_COUNT_OF(texts))];
}

static inline void picture_txn(picture_fixture *f, mns_doc_txn *txn, uint32_t spread) {
    uint32_t mops = picture_random(f, 4) == 0 ? picture_random(f, 25) : picture_random(f, 4);
    *txn =
        (mns_doc_txn){.index = picture_random(f, 100000),
                      .process.number = picture_random(f, 6),
                      .type = (mns_txn_type)(picture_random(f, 8) < 6 ? 0 : picture_random(f, 3)),
                      .invoke = picture_random(f, spread),
                      .mops = MNS_ARENA_ARRAY(&f->document.arena, mns_doc_mop, mops + 1),
                      .mop_count = mops,
                      .mops_total = mops + (picture_random(f, 5) == 0 ? 7 : 0)};
    txn->complete = txn->invoke + 1 + picture_random(f, spread);
    txn->invoke_ns = picture_random(f, 9) == 0 ? MNS_NO_TIME : (int64_t)txn->invoke * 1234567;
    txn->complete_ns = (int64_t)txn->complete * 1234567;
    txn->invoke = picture_random(f, 20) == 0 ? MNS_NO_POSITION : txn->invoke;
    txn->complete = picture_random(f, 20) == 0 ? MNS_NO_POSITION : txn->complete;
    txn->error = picture_random(f, 9) == 0 ? picture_text(f) : NULL;
    for (uint32_t m = 0; m < mops; m++) {
        const char *text = picture_text(f);
        txn->mops[m] =
            (mns_doc_mop){.label = text, .shown = text, .matters = picture_random(f, 2) == 0};
    }
}

static inline void picture_step(picture_fixture *f, mns_doc_step *step, uint32_t from,
                                uint32_t to) {
    static const mns_kind kinds[] = {MNS_WW, MNS_WR, MNS_RW, MNS_PROCESS, MNS_REALTIME};
    uint32_t kind = picture_random(f, MNS_COUNT_OF(kinds));
    uint32_t from_mops = f->witness.txns[from].mop_count, to_mops = f->witness.txns[to].mop_count;
    *step = (mns_doc_step){.from = from,
                           .to = to,
                           .from_mop = MNS_NONE,
                           .to_mop = MNS_NONE,
                           .kind = kinds[kind],
                           .label = picture_text(f),
                           .text = picture_text(f)};
    if (kind < 3) {
        step->from_mop = from_mops == 0 ? MNS_NONE : picture_random(f, from_mops);
        step->to_mop = to_mops == 0 ? MNS_NONE : picture_random(f, to_mops);
    }
}

static inline mns_doc_txn *picture_txns(picture_fixture *f, uint32_t count, uint32_t spread) {
    mns_doc_txn *txns = MNS_ARENA_ARRAY(&f->document.arena, mns_doc_txn, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        picture_txn(f, &txns[i], spread);
    }
    return txns;
}

static inline void picture_faults(picture_fixture *f, uint32_t count, uint32_t spread) {
    f->document.faults = MNS_ARENA_ARRAY(&f->document.arena, mns_doc_fault, count + 1);
    f->document.fault_count = count;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t at = picture_random(f, spread);
        f->document.faults[i] = (mns_doc_fault){
            .position = at,
            .process = ":nemesis",
            .function = picture_text(f),
            .value = picture_text(f),
            .words = picture_text(f),
            .brief = picture_text(f),
            .until = picture_random(f, 3) == 0 ? MNS_NO_POSITION : at + picture_random(f, spread)};
    }
}

/* With so many transactions; a cycle, or a case. */
static inline void picture_open(picture_fixture *f, uint64_t seed, uint32_t txns, bool cycle) {
    memset(f, 0, sizeof *f);
    mns_document_init(&f->document);
    mns_buf_init(&f->out);
    f->state = seed;
    uint32_t spread = picture_random(f, 2) == 0 ? 12 : 300;
    f->witness.txns = picture_txns(f, txns, spread);
    f->witness.txn_count = txns;
    uint32_t count = cycle ? txns : picture_random(f, 8);
    mns_doc_step *steps = MNS_ARENA_ARRAY(&f->document.arena, mns_doc_step, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t from = cycle ? i : picture_random(f, txns);
        picture_step(f, &steps[i], from, cycle ? (i + 1) % txns : picture_random(f, txns));
    }
    *(cycle ? &f->witness.steps : &f->witness.links) = steps;
    *(cycle ? &f->witness.step_count : &f->witness.link_count) = count;
    f->witness.neighbour_count = picture_random(f, 40);
    f->witness.neighbours = picture_txns(f, f->witness.neighbour_count, spread);
    picture_faults(f, picture_random(f, 12), spread);
    assert_false(f->document.arena.failed);
}

static inline void picture_close(picture_fixture *f) {
    mns_buf_release(&f->out);
    mns_document_release(&f->document);
}

static inline bool picture_inside(mns_box box, int32_t width, int32_t height) {
    return box.x >= 0 && box.y >= 0 && box.width >= 0 && box.height >= 0 &&
           box.x + box.width <= width && box.y + box.height <= height;
}

/* ---- XML ------------------------------------------------------------------------------------ */

/* Attributes up to the end of a tag: name='value', with no markup in values. NULL if they are not.
 */
static inline const char *xml_attributes(const char *at) {
    while (*at == ' ') {
        at += strspn(at, " ");
        size_t name = strcspn(at, "= <>/'\"");
        if (name == 0 || at[name] != '=' || at[name + 1] != '\'') {
            return NULL;
        }
        at += name + 2;
        at += strcspn(at, "'<>\"");
        if (*at++ != '\'') {
            return NULL;
        }
    }
    return at;
}

static inline bool xml_is_entity(const char *at) {
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;",  "&quot;",
                                           "&#39;", "&#9;", "&#10;", "&#13;"};
    for (size_t i = 0; i < MNS_COUNT_OF(entities); i++) {
        if (strncmp(at, entities[i], strlen(entities[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether a text is one element with everything inside closed as it was opened. */
static inline bool xml_is_well_formed(const char *at) {
    const char *open[32];
    size_t depth = 0;
    for (; *at != '\0'; at++) {
        if (*at == '&' && !xml_is_entity(at)) {
            return false;
        }
        if (*at != '<') {
            continue;
        }
        bool closes = at[1] == '/';
        const char *name = at + (closes ? 2 : 1);
        size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz");
        at = closes ? name + length : xml_attributes(name + length);
        if (at == NULL || length == 0 || (closes && depth == 0) || depth == MNS_COUNT_OF(open)) {
            return false;
        }
        if (closes) {
            depth--;
            if (strncmp(open[depth], name, length) != 0) {
                return false;
            }
        } else if (*at == '/') {
            at++;
        } else {
            open[depth++] = name;
        }
        if (*at != '>') {
            return false;
        }
    }
    return depth == 0;
}

#endif
