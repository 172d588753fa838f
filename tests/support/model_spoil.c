/*
 * model_spoil.c - corrupts reads at random; see model.h.
 */
#include <string.h>

#include "support/model.h"

enum { INVENTED = 1000 };

static void spoil_read(mop *o, dice *d, int elements) {
    int place = o->length > 0 ? dice_below(d, o->length) : 0;
    switch (dice_below(d, 7)) {
    case 0: o->length = place; break;
    case 1:
        if (o->length > 0) {
            memmove(o->list + place, o->list + place + 1,
                    (size_t)(o->length - place - 1) * sizeof o->list[0]);
            o->length--;
        }
        break;
    case 2:
        if (o->length > 1) {
            int other = dice_below(d, o->length);
            int element = o->list[place];
            o->list[place] = o->list[other];
            o->list[other] = element;
        }
        break;
    case 3:
        if (o->length > 0 && o->length < MAX_LIST) {
            o->list[o->length] = o->list[place];
            o->length++;
        }
        break;
    case 4:
        if (o->length < MAX_LIST) {
            o->list[o->length++] = INVENTED + dice_below(d, 3);
        }
        break;
    default:
        if (o->length < MAX_LIST) {
            o->list[o->length++] = 1 + dice_below(d, elements);
        }
        break;
    }
}

void model_spoil(model *m, dice *d) {
    for (int spoilt = dice_below(d, 1 + m->txn_count / 2); spoilt > 0; spoilt--) {
        txn *t = &m->txns[dice_below(d, m->txn_count)];
        mop *o = &t->mops[dice_below(d, t->mop_count)];
        if (o->is_read && o->answered) {
            spoil_read(o, d, 20);
        }
        if (dice_percent(d, 5) && t->outcome == OUTCOME_OK) {
            t->outcome = OUTCOME_FAIL;
        }
    }
}
