/*
 * writing.c - see writer.h.
 *
 * Sessions are found by counting: how many transactions each process keeps, then where each session
 * starts, then the transactions in ascending order.
 */
#include "format/writer.h"

#include "core/grow.h"
#include "format/fates.h"
#include "history/mop_offset.h"

/* A proven info is a session of its own if its process went on. */
static bool stands_alone(const mns_writing *w, const uint32_t *last, uint32_t txn) {
    return w->fate[txn] == MNS_FATE_WRITES && last[w->history->txns.process[txn]] != txn;
}

/* The last transaction of each process that is not dropped. */
static void find_last(const mns_writing *w, uint32_t *last) {
    const mns_txns *txns = &w->history->txns;
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        if (w->fate[txn] != MNS_FATE_DROPPED) {
            last[txns->process[txn]] = txn;
        }
    }
}

/* Numbers the sessions of the processes that keep a transaction, and counts the transactions in
 * session_first[session + 1]. Infos that stand alone come after them. */
static void count_sessions(mns_writing *w, const uint32_t *last, uint32_t *session) {
    const mns_txns *txns = &w->history->txns;
    uint32_t alone = 0;
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        uint32_t process = txns->process[txn];
        if (w->fate[txn] == MNS_FATE_DROPPED || stands_alone(w, last, txn)) {
            alone += w->fate[txn] != MNS_FATE_DROPPED;
            continue;
        }
        if (session[process] == MNS_NONE) {
            session[process] = w->session_count++;
        }
        w->session_first[session[process] + 1]++;
    }
    w->apart = alone;
    for (uint32_t i = 0; i < alone; i++) {
        w->session_first[++w->session_count] = 1;
    }
    for (uint32_t s = 0; s < w->session_count; s++) {
        w->session_first[s + 1] += w->session_first[s];
    }
}

/* Puts each transaction into its session; `next`: where its next transaction goes, by process. */
static void fill_sessions(mns_writing *w, const uint32_t *last, const uint32_t *session,
                          uint32_t *next) {
    const mns_txns *txns = &w->history->txns;
    uint32_t alone = 0;
    for (uint32_t p = 0; p < w->history->process_count; p++) {
        alone += session[p] != MNS_NONE;
        next[p] = session[p] == MNS_NONE ? 0 : w->session_first[session[p]];
    }
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        if (w->fate[txn] == MNS_FATE_DROPPED) {
            continue;
        }
        bool apart = stands_alone(w, last, txn);
        w->session_txns[apart ? w->session_first[alone++] : next[txns->process[txn]]++] = txn;
    }
    assert(alone == w->session_count);
}

/* The numbers of the processes if all are integers from 0 on; infos that stand alone continue after
 * the greatest. */
static void number_sessions(mns_writing *w, const uint32_t *session) {
    const mns_processes *processes = &w->history->processes;
    uint64_t greatest = 0;
    uint32_t alone = 0; /* the first of those */
    bool numbers = true;
    for (uint32_t p = 0; p < w->history->process_count; p++) {
        int64_t number = processes->number[p];
        numbers = numbers && number >= 0 && processes->name[p] == MNS_VALUE_NONE;
        greatest = numbers && (uint64_t)number > greatest ? (uint64_t)number : greatest;
        alone += session[p] != MNS_NONE;
    }
    for (uint32_t s = 0; s < w->session_count; s++) {
        w->session_number[s] = numbers && s >= alone ? greatest + 1 + (s - alone) : s;
    }
    for (uint32_t p = 0; p < w->history->process_count && numbers; p++) {
        if (session[p] != MNS_NONE) {
            w->session_number[session[p]] = (uint64_t)processes->number[p];
        }
    }
}

static bool find_sessions(mns_writing *w) {
    size_t processes = w->history->process_count, txns = w->history->txns.count;
    uint32_t *last = MNS_NEW_ARRAY(uint32_t, processes);
    uint32_t *session = MNS_NEW_ARRAY(uint32_t, processes);
    /* At most one session for each transaction. */
    w->session_first = MNS_NEW_ARRAY(uint32_t, txns + 1);
    w->session_txns = MNS_NEW_ARRAY(uint32_t, txns);
    bool good =
        last != NULL && session != NULL && w->session_first != NULL && w->session_txns != NULL;
    if (good) {
        memset(session, 0xFF, processes * sizeof *session); /* MNS_NONE */
        find_last(w, last);
        count_sessions(w, last, session);
        w->session_number = MNS_NEW_ARRAY(uint64_t, w->session_count);
        good = w->session_number != NULL;
    }
    uint32_t *next = good ? MNS_NEW_ARRAY(uint32_t, processes) : NULL;
    if (next != NULL) {
        fill_sessions(w, last, session, next);
        number_sessions(w, session);
    }
    free(next);
    free(last);
    free(session);
    return good && next != NULL;
}

bool mns_writing_begin(mns_writing *writing, const mns_history *history, const char *format,
                       mns_sink *sink, mns_problems *problems) {
    *writing =
        (mns_writing){.history = history, .format = format, .sink = sink, .problems = problems};
    mns_buf_init(&writing->notes);
    return mns_fates_find(writing) && find_sessions(writing);
}

void mns_writing_release(mns_writing *writing) {
    free(writing->fate);
    free(writing->session_first);
    free(writing->session_txns);
    free(writing->session_number);
    mns_buf_release(&writing->notes);
}

uint32_t *mns_writing_sessions(const mns_writing *writing) {
    uint32_t *sessions = MNS_NEW_ARRAY(uint32_t, writing->history->txns.count);
    for (uint32_t s = 0; sessions != NULL && s < writing->session_count; s++) {
        for (uint32_t i = writing->session_first[s]; i < writing->session_first[s + 1]; i++) {
            sessions[writing->session_txns[i]] = s;
        }
    }
    return sessions;
}

/* The offset of the completion of a transaction, or of its invocation. */
static uint64_t txn_offset(const mns_history *history, uint32_t txn) {
    uint32_t position = history->txns.complete[txn];
    position = position == MNS_NONE ? history->txns.invoke[txn] : position;
    return mns_op_offsets_get(&history->op_offsets, position);
}

minos_status mns_writing_refuse(mns_writing *writing, uint32_t txn, uint32_t mop, const char *hint,
                                const char *message, ...) {
    const mns_history *history = writing->history;
    mns_buf text;
    mns_buf_init(&text);
    va_list args;
    va_start(args, message);
    mns_buf_vprintf(&text, message, args);
    va_end(args);
    uint64_t offset = mop == MNS_NONE ? txn_offset(history, txn) : mns_mop_offset(history, mop);
    writing->problems->failed |= text.failed;
    mns_problems_add(writing->problems, offset, hint, "%s", text.data == NULL ? "" : text.data);
    mns_buf_release(&text);
    return MINOS_EINPUT;
}

minos_status mns_writing_refuse_value(mns_writing *writing, uint32_t txn, uint32_t mop,
                                      const char *hint, const char *what, mns_value value) {
    mns_buf text;
    mns_buf_init(&text);
    mns_value_edn(&writing->history->tables.values, value, &text);
    minos_status status =
        text.failed ? MINOS_ENOMEM
                    : mns_writing_refuse(writing, txn, mop, hint, "%s cannot express the %s %s",
                                         writing->format, what, text.data);
    mns_buf_release(&text);
    return status;
}
