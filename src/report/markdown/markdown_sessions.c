/*
 * markdown_sessions.c - the transactions of a witness, one column for each process.
 *
 *     | | process 0 | process 1 |
 *     |---|---|---|
 *     | 1 | T1 begins: `r 5 []`<br>`append 6 1` | |
 *     | 2 | | T2 begins: `r 6 []`<br>`append 5 1` |
 *     | 3 | T1 **committed** | |
 *     | 4 | | T2 **committed** |
 *
 * Rows are in the order of the history: a transaction begins with its invocation and ends with its
 * completion. Where its statements are known, they are at its begin, and the operations with the
 * values that they read at its end. The history does not tell when single operations ran. A
 * transaction without a known invocation has one row. O(events log events + columns * rows).
 */
#include <stdlib.h>

#include "report/markdown/markdown.h"

/* Transactions and processes that are shown. */
#define TXNS_SHOWN 16
#define COLUMNS_SHOWN 10
#define STATEMENTS_SHOWN 20

typedef enum event_kind { EVENT_BEGIN, EVENT_END, EVENT_BOTH } event_kind;

typedef struct event {
    uint64_t position; /* in the history; unknown ones are last */
    uint32_t txn;
    uint32_t column;
    event_kind kind;
} event;

typedef struct sessions {
    const mns_doc_witness *witness;
    const mns_doc_process *processes[COLUMNS_SHOWN];
    const char *nodes[COLUMNS_SHOWN]; /* or NULL */
    uint32_t columns;
    event events[2 * TXNS_SHOWN];
    size_t count;
    uint32_t left_out; /* transactions without a place */
} sessions;

static int compare_events(const void *a, const void *b) {
    const event *x = a, *y = b;
    if (x->position != y->position) {
        return x->position < y->position ? -1 : 1;
    }
    if (x->txn != y->txn) {
        return x->txn < y->txn ? -1 : 1;
    }
    return (int)x->kind - (int)y->kind;
}

/* The column of a transaction's process, a new one if there is room; else COLUMNS_SHOWN. */
static uint32_t column_of(sessions *s, const mns_doc_txn *txn) {
    uint32_t i = 0;
    while (i < s->columns && mns_doc_process_compare(s->processes[i], &txn->process) != 0) {
        i++;
    }
    if (i < s->columns) {
        s->nodes[i] = mns_doc_same_node(s->nodes[i], txn->node);
    } else if (i < COLUMNS_SHOWN) {
        s->nodes[i] = txn->node;
        s->processes[s->columns++] = &txn->process;
    }
    return i;
}

static void add_events(sessions *s, uint32_t place) {
    const mns_doc_txn *txn = &s->witness->txns[place];
    if (txn->invoke == MNS_NO_POSITION) {
        s->events[s->count++] = (event){txn->complete, place, 0, EVENT_BOTH};
    } else {
        s->events[s->count++] = (event){txn->invoke, place, 0, EVENT_BEGIN};
        s->events[s->count++] = (event){txn->complete, place, 0, EVENT_END};
    }
}

/* Columns in the order in which the processes begin; events without one are dropped. */
static void place_events(sessions *s) {
    size_t kept = 0;
    qsort(s->events, s->count, sizeof s->events[0], compare_events);
    for (size_t i = 0; i < s->count; i++) {
        event e = s->events[i];
        e.column = column_of(s, &s->witness->txns[e.txn]);
        if (e.column < COLUMNS_SHOWN) {
            s->events[kept++] = e;
        } else {
            s->left_out += e.kind == EVENT_END ? 0 : 1;
        }
    }
    s->count = kept;
}

/* ---- Cells ---------------------------------------------------------------------------------- */

/* What the client sent, if it is known. */
static void write_statements(const mns_doc_txn *txn, mns_buf *out) {
    uint32_t shown =
        txn->statement_count < STATEMENTS_SHOWN ? txn->statement_count : STATEMENTS_SHOWN;
    for (uint32_t i = 0; i < shown; i++) {
        mns_buf_str(out, i == 0 ? ": " : "<br>");
        mns_markdown_code(out, txn->statements[i]);
    }
    if (shown < txn->statement_count) {
        mns_buf_printf(out, "<br>and %lu more", (unsigned long)(txn->statement_count - shown));
    }
}

/* With the values that were read. */
static void write_operations(const mns_doc_txn *txn, mns_buf *out) {
    for (uint32_t i = 0; i < txn->mop_count; i++) {
        mns_buf_str(out, i == 0 ? ": " : "<br>");
        mns_markdown_code(out, txn->mops[i].label);
    }
    if (txn->mop_count < txn->mops_total) {
        mns_buf_printf(out, "<br>and %lu more", (unsigned long)(txn->mops_total - txn->mop_count));
    }
}

static void write_outcome(const mns_doc_txn *txn, mns_buf *out) {
    static const char *const words[] = {
        [MNS_TXN_OK] = "committed", [MNS_TXN_FAIL] = "failed", [MNS_TXN_INFO] = "unknown outcome"};
    mns_buf_printf(out, "**%s**", words[txn->type]);
    if (txn->error != NULL) {
        mns_buf_str(out, ": ");
        mns_markdown_code(out, txn->error);
    }
}

static void write_event(const sessions *s, const event *e, mns_buf *out) {
    const mns_doc_txn *txn = &s->witness->txns[e->txn];
    mns_buf_printf(out, "T%lu", (unsigned long)e->txn + 1);
    if (e->kind != EVENT_END) {
        mns_buf_str(out, e->kind == EVENT_BEGIN ? " begins" : "");
        (txn->statement_count > 0 ? write_statements : write_operations)(txn, out);
    }
    if (e->kind != EVENT_BEGIN) {
        mns_buf_char(out, ' ');
        write_outcome(txn, out);
        if (txn->statement_count > 0 && txn->error == NULL) {
            write_operations(txn, out);
        }
    }
}

/* ---- The table ------------------------------------------------------------------------------ */

static void write_header(const sessions *s, mns_buf *out) {
    mns_buf name;
    mns_buf_init(&name);
    mns_buf_str(out, "| |");
    for (uint32_t i = 0; i < s->columns; i++) {
        mns_buf_clear(&name);
        mns_doc_process_name(s->processes[i], s->nodes[i], &name);
        out->failed |= name.failed;
        mns_buf_char(out, ' ');
        mns_markdown_text(out, name.data == NULL ? "" : name.data, name.size);
        mns_buf_str(out, " |");
    }
    mns_buf_release(&name);
    mns_buf_str(out, "\n|---|");
    for (uint32_t i = 0; i < s->columns; i++) {
        mns_buf_str(out, "---|");
    }
    mns_buf_char(out, '\n');
}

void mns_markdown_sessions(const mns_doc_witness *witness, mns_buf *out) {
    sessions s = {.witness = witness};
    uint32_t shown = witness->txn_count < TXNS_SHOWN ? witness->txn_count : TXNS_SHOWN;
    s.left_out = witness->txn_count - shown;
    for (uint32_t i = 0; i < shown; i++) {
        add_events(&s, i);
    }
    place_events(&s);
    write_header(&s, out);
    for (size_t i = 0; i < s.count; i++) {
        mns_buf_printf(out, "| %zu |", i + 1);
        for (uint32_t c = 0; c < s.columns; c++) {
            mns_buf_char(out, ' ');
            if (c == s.events[i].column) {
                write_event(&s, &s.events[i], out);
                mns_buf_char(out, ' ');
            }
            mns_buf_char(out, '|');
        }
        mns_buf_char(out, '\n');
    }
    if (s.left_out > 0) {
        mns_buf_printf(out, "\n%lu more transactions of this witness are not shown.\n",
                       (unsigned long)s.left_out);
    }
}
