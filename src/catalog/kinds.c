/* kinds.c - the kinds of dependency as a table; see edge_kinds.def. */
#include "catalog/catalog.h"

typedef struct kind_row {
    mns_kind kind, base;
    mns_form form;
    mns_order order;
    const char *name;
} kind_row;

static const kind_row rows[] = {
#define EDGE_KIND(id, bit, base, form, order, name, meaning)                                       \
    {MNS_##id, MNS_##base, MNS_FORM_##form, MNS_ORDER_##order, name},
#include "catalog/edge_kinds.def"
#undef EDGE_KIND
};

static const kind_row *row_of(mns_kind kind) {
    for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
        if (rows[i].kind == kind) {
            return &rows[i];
        }
    }
    assert(!"a set of kinds is no kind");
    return &rows[0];
}

const char *mns_kind_name(mns_kind kind) { return row_of(kind)->name; }
mns_kind mns_kind_base(mns_kind kind) { return row_of(kind)->base; }
mns_form mns_kind_form(mns_kind kind) { return row_of(kind)->form; }
mns_order mns_kind_order(mns_kind kind) { return row_of(kind)->order; }

unsigned mns_kinds_within(mns_form form, mns_order order) {
    unsigned kinds = 0;
    for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
        if (rows[i].form <= form && (rows[i].order == MNS_ORDER_NONE || rows[i].order == order)) {
            kinds |= rows[i].kind;
        }
    }
    return kinds;
}
