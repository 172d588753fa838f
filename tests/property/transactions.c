/* transactions.c - see transactions.h. */
#include "property/transactions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/format.h"
#include "history/processes.h"

transactions_style transactions_style_of(const form *f) {
    bool dbcop = f->format == MINOS_FORMAT_DBCOP || f->format == MINOS_FORMAT_DBCOP_JSON ||
                 f->format == MINOS_FORMAT_DBCOP_TEXT;
    return (transactions_style){.numbers = !dbcop && f->format != MINOS_FORMAT_AWDIT,
                                .aborted = f->dropped_aborted == 0,
                                .split = f->format == MINOS_FORMAT_PLUME,
                                .values = f->format != MINOS_FORMAT_COBRA};
}

typedef struct lister {
    const mns_history *history;
    const transactions_style *style;
    bool *shown; /* by transaction: a committed one read a write of it */
    mns_buf *sessions;
} lister;

/* The transaction that a read saw, or MNS_NONE. Not for lists, whose infos are all judged by their
 * last element. */
static void find_shown(const lister *l) {
    const mns_history *h = l->history;
    const mns_mops *mops = &h->tables.mops;
    for (uint32_t mop = 0; mop < mops->count; mop++) {
        if (!mns_mop_is_read(mops, mop) || !mns_mop_is_answered(mops, mop) ||
            h->txns.type[h->txn_of_mop[mop]] != MNS_TXN_OK) {
            continue;
        }
        uint32_t count = 1;
        const mns_value *values = &mops->value[mop];
        if (h->workload == MNS_LIST_APPEND) {
            values = mns_mop_list(&h->tables, mop, &count);
        }
        for (uint32_t i = 0; i < count; i++) {
            uint32_t writer = values[i] == MNS_VALUE_INITIAL
                                  ? MNS_NONE
                                  : mns_history_writer(h, mops->key[mop], values[i]);
            if (writer != MNS_NONE && writer != MNS_AMBIGUOUS) {
                l->shown[h->txn_of_mop[writer]] = true;
            }
        }
    }
}

/* "3" or, where a format has values of its own, the place of the write. */
static void add_value(const lister *l, uint32_t mop, mns_value value, mns_buf *out) {
    const mns_history *h = l->history;
    uint32_t writer =
        l->style->values ? MNS_NONE : mns_history_writer(h, h->tables.mops.key[mop], value);
    if (l->style->values) {
        mns_value_edn(&h->tables.values, value, out);
    } else if (writer == MNS_NONE || writer == MNS_AMBIGUOUS) {
        mns_buf_str(out, "?");
    } else {
        uint32_t txn = h->txn_of_mop[writer], before = 0, nth = 0;
        for (uint32_t t = 0; t < txn; t++) {
            before += h->txns.process[t] == h->txns.process[txn] && h->txns.type[t] == MNS_TXN_OK;
        }
        for (uint32_t m = h->txns.first_mop[txn]; m < writer; m++) {
            nth += !mns_mop_is_read(&h->tables.mops, m);
        }
        mns_buf_printf(out, "%lld.%u.%u", (long long)h->processes.number[h->txns.process[txn]],
                       before, nth);
    }
}

static void add_mop(const lister *l, uint32_t mop, mns_buf *out) {
    const mns_history *h = l->history;
    const mns_mops *mops = &h->tables.mops;
    bool read = mns_mop_is_read(mops, mop);
    mns_buf_str(out, read ? " r" : " w");
    mns_value_edn(&h->tables.values, h->tables.keys.name[mops->key[mop]], out);
    mns_buf_char(out, '=');
    if (read && h->workload == MNS_LIST_APPEND) {
        uint32_t count;
        const mns_value *list = mns_mop_list(&h->tables, mop, &count);
        for (uint32_t i = 0; i < count; i++) {
            mns_value_edn(&h->tables.values, list[i], out);
            mns_buf_char(out, ';');
        }
    } else if (mops->value[mop] == MNS_VALUE_INITIAL) {
        mns_buf_str(out, "nil");
    } else {
        add_value(l, mop, mops->value[mop], out);
    }
}

static void add_txn(const lister *l, uint32_t txn) {
    const mns_history *h = l->history;
    const mns_mops *mops = &h->tables.mops;
    mns_buf *out = &l->sessions[h->txns.process[txn]];
    bool fail = h->txns.type[txn] == MNS_TXN_FAIL, info = h->txns.type[txn] == MNS_TXN_INFO;
    if ((fail && !l->style->aborted) || (info && !l->shown[txn])) {
        return;
    }
    mns_buf text;
    mns_buf_init(&text);
    for (uint32_t mop = h->txns.first_mop[txn]; mop < h->txns.first_mop[txn + 1]; mop++) {
        bool read = mns_mop_is_read(mops, mop);
        if (read && (!mns_mop_is_answered(mops, mop) || info)) {
            continue;
        }
        if (fail && l->style->split && text.size > 0) {
            mns_buf_str(&text, ")! (");
        }
        add_mop(l, mop, &text);
    }
    if (text.size > 0) {
        mns_buf_str(out, " (");
        mns_buf_bytes(out, text.data, text.size);
        mns_buf_str(out, fail ? ")!" : ")");
    }
    mns_buf_release(&text);
}

static int compare_lines(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static char *join_sorted(char **lines, size_t count) {
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_str(&out, "");
    qsort(lines, count, sizeof *lines, compare_lines);
    for (size_t i = 0; i < count; i++) {
        if (lines[i][0] != '\0') {
            mns_buf_printf(&out, "%s\n", lines[i]);
        }
        free(lines[i]);
    }
    return mns_buf_take(&out, NULL);
}

static char *session_line(const lister *l, uint32_t process) {
    mns_buf line;
    mns_buf_init(&line);
    mns_buf_str(&line, "");
    const mns_buf *text = &l->sessions[process];
    if (text->size > 0 && l->style->numbers) {
        mns_buf_printf(&line, "%lld:", (long long)l->history->processes.number[process]);
    }
    mns_buf_bytes(&line, text->data, text->size);
    return mns_buf_take(&line, NULL);
}

char *transactions_list(const form *f, const transactions_style *style) {
    mns_source source;
    mns_history history;
    form_open(f, &source, &history);
    uint32_t txns = history.txns.count, processes = history.process_count;
    lister l = {.history = &history,
                .style = style,
                .shown = calloc(txns + 1u, sizeof *l.shown),
                .sessions = calloc(processes + 1u, sizeof *l.sessions)};
    char **lines = calloc(processes + 1u, sizeof *lines);
    if (l.shown == NULL || l.sessions == NULL || lines == NULL) {
        abort();
    }
    find_shown(&l);
    for (uint32_t txn = 0; txn < txns; txn++) {
        add_txn(&l, txn);
    }
    for (uint32_t process = 0; process < processes; process++) {
        lines[process] = session_line(&l, process);
        mns_buf_release(&l.sessions[process]);
    }
    char *text = join_sorted(lines, processes);
    free(lines);
    free(l.sessions);
    free(l.shown);
    mns_history_release(&history);
    mns_source_release(&source);
    return text;
}
