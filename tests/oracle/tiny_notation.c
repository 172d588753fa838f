/*
 * tiny_notation.c - see tiny_notation.h.
 */
#include "oracle/tiny_notation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    model *m;
    const char *whole, *at;
    int running[10]; /* the transaction that a process is in, or -1 */
} reader;

static void demand(const reader *r, bool good) {
    if (!good) {
        printf("not a history, from here on: %s\nof: %s\n", r->at, r->whole);
        exit(1);
    }
}

static void skip_blanks(reader *r) { r->at += strspn(r->at, " "); }

static bool take(reader *r, const char *word) {
    skip_blanks(r);
    size_t size = strlen(word);
    if (strncmp(r->at, word, size) != 0) {
        return false;
    }
    r->at += size;
    return true;
}

static bool take_number(reader *r, int *number) {
    char *end;
    bool negative = *r->at == '-';
    if (!isdigit((unsigned char)r->at[negative ? 1 : 0])) {
        return false;
    }
    *number = (int)strtol(r->at, &end, 10);
    r->at = end;
    return true;
}

static void read_contents(reader *r, mop *o) {
    const datatype_traits *type = &datatypes[r->m->type];
    int number;
    o->length = 0;
    o->answered = *r->at == '[' || *r->at == '{';
    r->at += o->answered ? 1 : 0;
    while (take_number(r, &number)) {
        o->answered = true;
        /* A list may be read with an element twice; of the others this makes the contents. */
        o->length = type->apply(o->list, o->length, number);
        r->at += *r->at == ',' ? 1 : 0;
    }
    r->at += *r->at == ']' || *r->at == '}' ? 1 : 0;
}

static void read_mop(reader *r, mop *o) {
    memset(o, 0, sizeof *o);
    o->is_read = *r->at++ == 'r';
    o->key = *r->at++ - 'x';
    demand(r, o->key >= 0 && o->key < 3);
    if (o->is_read) {
        read_contents(r, o);
    } else {
        demand(r, take_number(r, &o->element));
    }
    if (*r->at == '@') {
        r->at++;
        o->numbered = take_number(r, &o->version);
        demand(r, o->numbered);
    }
}

static txn *begin_txn(reader *r, int process) {
    demand(r, r->m->txn_count < ORACLE_MOST && r->running[process] < 0);
    r->running[process] = r->m->txn_count;
    txn *x = &r->m->txns[r->m->txn_count++];
    memset(x, 0, sizeof *x);
    x->process = process;
    x->outcome = OUTCOME_NONE;
    x->invoke = r->m->event_count;
    return x;
}

static void read_stamps(reader *r, txn *x) {
    if (take(r, "(")) {
        x->stamped = take_number(r, &x->start_ts) && take(r, ",") &&
                     take_number(r, &x->commit_ts) && take(r, ")");
        demand(r, x->stamped);
    }
}

static void read_operation(reader *r) {
    static const char *const types[] = {"ok", "info", "fail"};
    outcome type = OUTCOME_NONE;
    int process;
    for (int i = 0; i < 3 && type == OUTCOME_NONE; i++) {
        type = take(r, types[i]) ? (outcome)i : OUTCOME_NONE;
    }
    skip_blanks(r);
    demand(r, take_number(r, &process) && process >= 0 && process < 10);
    bool completes = type != OUTCOME_NONE;
    if (!completes || r->running[process] < 0) {
        begin_txn(r, process);
        r->m->completions_only |= completes;
    }
    txn *x = &r->m->txns[r->running[process]];
    if (completes) {
        x->outcome = type;
        x->complete = r->m->event_count;
        r->running[process] = -1;
        read_stamps(r, x);
    }
    r->m->event_count++;
    demand(r, take(r, ":"));
    for (x->mop_count = 0, skip_blanks(r); *r->at != '\0' && *r->at != '/'; skip_blanks(r)) {
        demand(r, x->mop_count < MAX_MOPS);
        read_mop(r, &x->mops[x->mop_count++]);
    }
}

void notation_read(model *m, datatype type, const char *notation) {
    reader r = {.m = m, .whole = notation, .at = notation};
    memset(m, 0, sizeof *m);
    memset(r.running, -1, sizeof r.running);
    m->type = type;
    do {
        read_operation(&r);
    } while (take(&r, "/"));
    demand(&r, *r.at == '\0');
}
