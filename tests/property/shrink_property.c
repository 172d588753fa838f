/*
 * shrink_property.c - what minos_shrink leaves is part of the history, shows the anomaly, and is as
 * small as that part can be.
 *
 * In: list-append histories of simulated databases, half of them with reads spoilt at random. Each
 * is shrunk to each of its anomalies. Out: 0 if what is left is what shrunk.h says.
 * shrink_datatypes.c has the other datatypes.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "property/model_database.h"
#include "property/shrunk.h"

enum { HISTORIES = 400, INVENTED = 1000 };

static void spoil_read(mop *o, dice *d) {
    int place = o->length > 0 ? dice_below(d, o->length) : 0;
    switch (dice_below(d, 4)) {
    case 0: o->length = place; break;
    case 1:
        if (o->length > 1) {
            int other = dice_below(d, o->length), element = o->list[place];
            o->list[place] = o->list[other];
            o->list[other] = element;
        }
        break;
    case 2:
        if (o->length > 0 && o->length < MAX_LIST) {
            o->list[o->length] = o->list[place];
            o->length++;
        }
        break;
    default:
        if (o->length < MAX_LIST) {
            o->list[o->length++] = INVENTED + dice_below(d, 3);
        }
        break;
    }
}

static void spoil(model *m, dice *d) {
    for (int spoilt = 1 + dice_below(d, 4); spoilt > 0; spoilt--) {
        txn *t = &m->txns[dice_below(d, m->txn_count)];
        mop *o = &t->mops[dice_below(d, t->mop_count)];
        if (o->is_read && o->answered) {
            spoil_read(o, d);
        } else if (t->outcome == OUTCOME_OK && dice_percent(d, 40)) {
            t->outcome = OUTCOME_FAIL;
        }
    }
}

/* The history with an index on each operation, which shrinking keeps. */
static char *numbered(const model *m) {
    char *plain = model_edn(m), *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) {
        abort();
    }
    int index = 0;
    for (char *line = plain, *end; *line != '\0'; line = end + 1) {
        end = strchr(line, '\n');
        fprintf(out, "{:index %d, %.*s\n", index++, (int)(end - line - 1), line + 1);
    }
    free(plain);
    if (fclose(out) != 0) {
        abort();
    }
    return text;
}

int main(void) {
    static model m;
    minos_options options;
    minos_options_init(&options);
    options.models = "none";
    options.threads = 1;
    shrunk all = {0, 0};
    for (uint64_t seed = 1; seed <= HISTORIES && all.wrong < 3; seed++) {
        dice d = {.state = seed};
        char origin[32];
        database_run(&m, (strength)(seed % DB_STRENGTHS), seed, 10 + (int)(seed % 60));
        if (seed % 2 == 0) {
            spoil(&m, &d);
        }
        char *history = numbered(&m);
        snprintf(origin, sizeof origin, "seed %" PRIu64, seed);
        shrunk_try(&all, history, &options, origin);
        free(history);
    }
    printf("%u histories shrunk, %u wrong\n", all.count, all.wrong);
    return all.wrong == 0 && all.count > HISTORIES ? 0 : 1;
}
