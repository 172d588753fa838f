/* timed.c - see timed.h. */
#include "property/timed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/buf.h"

enum { VALUES = TIMED_TXNS * TIMED_MOPS };

/* ---- Histories at random -------------------------------------------------------------------- */

typedef struct step {
    bool read;
    int key, value; /* of a write */
} step;

typedef struct plan {
    mns_workload workload;
    step steps[TIMED_TXNS][TIMED_MOPS];
    int txn_count, step_count[TIMED_TXNS];
    int order[TIMED_KEYS][VALUES], count[TIMED_KEYS]; /* what was written to each key */
} plan;

static void make_plan(plan *p, dice *d, mns_workload workload) {
    *p = (plan){.workload = workload, .txn_count = 2 + dice_below(d, TIMED_TXNS - 1)};
    for (int t = 0; t < p->txn_count; t++) {
        p->step_count[t] = 1 + dice_below(d, TIMED_MOPS);
        for (int i = 0; i < p->step_count[t]; i++) {
            step *s = &p->steps[t][i];
            *s = (step){.read = dice_percent(d, 50), .key = dice_below(d, TIMED_KEYS)};
            if (!s->read) {
                s->value = workload == MNS_COUNTER ? dice_below(d, 6) - 2 : p->count[s->key] + 1;
                p->order[s->key][p->count[s->key]++] = s->value;
            }
        }
    }
}

/* Another order of what was written to the key: neighbours exchanged. */
static void disorder(plan *p, dice *d) {
    for (int key = 0; key < TIMED_KEYS; key++) {
        for (int i = 1; i < p->count[key]; i++) {
            if (dice_percent(d, 30)) {
                int kept = p->order[key][i];
                p->order[key][i] = p->order[key][i - 1];
                p->order[key][i - 1] = kept;
            }
        }
    }
}

static bool writes(const plan *p, int t, int key, int value) {
    for (int i = 0; i < p->step_count[t]; i++) {
        const step *s = &p->steps[t][i];
        if (!s->read && s->key == key && s->value == value) {
            return true;
        }
    }
    return false;
}

/* A start of the order that ends before the first of the reader's own appends. */
static void put_list(mns_buf *out, const plan *p, dice *d, int t, int key) {
    int length = dice_below(d, p->count[key] + 1);
    mns_buf_char(out, '[');
    for (int i = 0; i < length && !writes(p, t, key, p->order[key][i]); i++) {
        mns_buf_printf(out, " %d", p->order[key][i]);
    }
    mns_buf_char(out, ']');
}

static void put_answer(mns_buf *out, const plan *p, dice *d, int t, int key) {
    int which = dice_below(d, p->count[key] + 1);
    switch (p->workload) {
    case MNS_LIST_APPEND: put_list(out, p, d, t, key); break;
    case MNS_SET:
        mns_buf_str(out, "#{");
        for (int i = 0; i < p->count[key]; i++) {
            if (dice_percent(d, 70)) {
                mns_buf_printf(out, " %d", p->order[key][i]);
            }
        }
        mns_buf_char(out, '}');
        break;
    case MNS_COUNTER: mns_buf_printf(out, "%d", dice_below(d, 14) - 4); break;
    default:
        if (which == 0) {
            mns_buf_str(out, "nil");
        } else {
            mns_buf_printf(out, "%d", p->order[key][which - 1]);
        }
        break;
    }
}

static void put_steps(mns_buf *out, const plan *p, dice *d, int t) {
    for (int i = 0; i < p->step_count[t]; i++) {
        const step *s = &p->steps[t][i];
        mns_buf_printf(out, " [:%s %d ", s->read ? "r" : mns_workload_write(p->workload), s->key);
        if (s->read) {
            put_answer(out, p, d, t, s->key);
        } else {
            mns_buf_printf(out, "%d", s->value);
        }
        if (p->workload == MNS_RW_REGISTER && dice_percent(d, 40)) {
            mns_buf_printf(out, " {:version %d}", dice_below(d, 5));
        }
        mns_buf_char(out, ']');
    }
}

/* The type and the times of an operation. */
static void put_frame(mns_buf *out, dice *d, int t, bool plain) {
    int start = dice_below(d, 12);
    int commit = start + dice_below(d, 6) - (!plain && dice_percent(d, 5) ? 6 : 0);
    bool ok = plain || dice_percent(d, 80);
    mns_buf_printf(out, "{:type :%s, :process %d, :f :txn",
                   ok                    ? "ok"
                   : dice_percent(d, 50) ? "info"
                                         : "fail",
                   t);
    if (plain || dice_percent(d, 90)) {
        mns_buf_printf(out, ", :start-ts %d", start);
    }
    if (plain || dice_percent(d, 90)) {
        mns_buf_printf(out, ", :commit-ts %d", commit);
    }
}

static char *make_history(dice *d, mns_workload workload, bool plain) {
    plan p;
    mns_buf out;
    make_plan(&p, d, workload);
    disorder(&p, d);
    mns_buf_init(&out);
    for (int t = 0; t < p.txn_count; t++) {
        put_frame(&out, d, t, plain);
        mns_buf_str(&out, ", :value [");
        put_steps(&out, &p, d, t);
        mns_buf_str(&out, "]}\n");
    }
    return mns_buf_take(&out, NULL);
}

/* ---- Reading them --------------------------------------------------------------------------- */

static void must(bool true_or_die, const char *text) {
    if (!true_or_die) {
        printf("cannot be read:\n%s", text);
        exit(1);
    }
}

void timed_open(timed *t, dice *d, mns_workload workload, bool plain) {
    memset(t, 0, sizeof *t);
    mns_read_options options = {.format = MINOS_FORMAT_EDN, .workload = workload};
    t->text = make_history(d, workload, plain);
    mns_problems_init(&t->problems);
    must(mns_source_memory(&t->source, "random", t->text, strlen(t->text), 0, &t->problems) ==
             MINOS_OK,
         t->text);
    must(mns_history_read(&t->history, &t->source, &options, &t->problems) == MINOS_OK, t->text);
    must(mns_infer(&t->o, &t->history, &(mns_assumptions){0}, 1) == MINOS_OK, t->text);
    mns_cases_init(&t->cases, 8);
    mns_detect_snapshots(&t->o, &t->cases);
    must(!t->cases.failed, t->text);
}

void timed_close(timed *t) {
    mns_cases_release(&t->cases);
    mns_observation_release(&t->o);
    mns_history_release(&t->history);
    mns_source_release(&t->source);
    mns_problems_release(&t->problems);
    free(t->text);
}
