/*
 * effort_advice.c - which measures of a run are low, and which options of minos run look harder.
 *
 *     This run proves little: few transactions were in flight at a time; few transactions
 *     had a conflict. To look harder: -p 20 -k 5.
 *
 * An option is named only if the run was made without it, as far as run.json says.
 */
#include "report/model/document.h"

/* What the advice recommends. */
#define MORE_CLIENTS 20
#define FEW_KEYS 5
#define LONG 8
#define HALF "0.5"

unsigned mns_effort_low(const mns_effort *effort) {
    unsigned low = 0;
    if (effort->concurrency_thousandths < MNS_LOW_CONCURRENCY_THOUSANDTHS) {
        low |= MNS_LOW_CONCURRENCY;
    }
    if (mns_effort_thousandths(effort->contended, effort->committed) <
        (uint64_t)MNS_LOW_CONTENDED_PERCENT * 10) {
        low |= MNS_LOW_CONFLICTS;
    }
    if (mns_effort_thousandths(effort->informative, effort->committed) <
        (uint64_t)MNS_LOW_INFORMATIVE_PERCENT * 10) {
        low |= MNS_LOW_READS;
    }
    if (effort->committed < MNS_LOW_COMMITTED) {
        low |= MNS_LOW_TRANSACTIONS;
    }
    return low;
}

/* ---- Reasons --------------------------------------------------------------------------------- */

typedef struct list {
    mns_buf *out;
    const char *before; /* of the first item, then between two */
    const char *between;
} list;

static void next(list *l) {
    mns_buf_str(l->out, l->before);
    l->before = l->between;
}

static void say_reasons(const mns_effort *effort, unsigned low, mns_buf *out) {
    list l = {out, "", "; "};
    if ((low & MNS_LOW_CONCURRENCY) != 0) {
        next(&l);
        mns_buf_str(out, "few transactions were in flight at a time");
    }
    if ((low & MNS_LOW_CONFLICTS) != 0) {
        next(&l);
        mns_buf_str(out, "few transactions had a conflict");
    }
    if ((low & MNS_LOW_READS) != 0) {
        next(&l);
        mns_buf_str(out, "few reads could show a write of another transaction");
    }
    if ((low & MNS_LOW_TRANSACTIONS) != 0) {
        next(&l);
        mns_buf_printf(out, "only %llu transaction%s committed",
                       (unsigned long long)effort->committed, effort->committed == 1 ? "" : "s");
    }
}

/* ---- Options --------------------------------------------------------------------------------- */

static bool is_limited(const char *rate) { return rate != NULL && strcmp(rate, "0") != 0; }

/* More transactions at a time. */
static void advise_clients(list *l, const mns_setup *setup) {
    unsigned long clients = setup->processes == NULL ? 0 : strtoul(setup->processes, NULL, 10);
    if (is_limited(setup->load.rate)) {
        next(l);
        mns_buf_str(l->out, "--rate 0");
    }
    if (clients < MORE_CLIENTS) {
        next(l);
        mns_buf_printf(l->out, "-p %d", MORE_CLIENTS);
    }
}

/* The same keys more often. */
static void advise_keys(list *l, const mns_setup *setup) {
    const mns_setup_load *load = &setup->load;
    if (load->keys == 0 || load->keys > FEW_KEYS) {
        next(l);
        mns_buf_printf(l->out, "-k %d", FEW_KEYS);
    }
    if (load->key_distribution != NULL && strcmp(load->key_distribution, "exponential") != 0) {
        next(l);
        mns_buf_str(l->out, "--key-distribution exponential");
    }
}

static void advise_reads(list *l, const mns_setup *setup) {
    const mns_setup_load *load = &setup->load;
    if (load->max_length < LONG) {
        next(l);
        mns_buf_printf(l->out, "--max-length %d", LONG);
    }
    if (load->read_fraction != NULL && strcmp(load->read_fraction, HALF) != 0) {
        next(l);
        mns_buf_str(l->out, "--read-fraction " HALF);
    }
}

/* The simulator has no clock. */
static void advise_time(list *l, const mns_setup *setup) {
    bool simulated = setup->target != NULL && strncmp(setup->target, "sim:", 4) == 0;
    next(l);
    mns_buf_str(l->out, simulated ? "-n 10000" : "-t 60");
}

void mns_effort_advise(const mns_effort *effort, const mns_setup *setup, mns_buf *out) {
    unsigned low = mns_effort_low(effort);
    if (low == 0) {
        return;
    }
    mns_buf_str(out, "This run proves little: ");
    say_reasons(effort, low, out);
    mns_buf_char(out, '.');
    list l = {out, " To look harder: ", " "};
    if ((low & (MNS_LOW_CONCURRENCY | MNS_LOW_CONFLICTS)) != 0) {
        advise_clients(&l, setup);
    }
    if ((low & (MNS_LOW_CONFLICTS | MNS_LOW_READS)) != 0) {
        advise_keys(&l, setup);
    }
    if ((low & MNS_LOW_READS) != 0) {
        advise_reads(&l, setup);
    }
    if ((low & MNS_LOW_TRANSACTIONS) != 0 || l.before != l.between) {
        advise_time(&l, setup);
    }
    mns_buf_char(out, '.');
}

/* ---- Of a document --------------------------------------------------------------------------- */

void mns_document_say_effort(const mns_document *document, mns_effort_sentence which,
                             mns_buf *out) {
    if (document->effort == NULL) {
        return;
    }
    switch (which) {
    case MNS_EFFORT_MEASURES: mns_effort_say(document->effort, out); break;
    case MNS_EFFORT_BUGS:
        if (document->setup != NULL) {
            mns_effort_say_bugs(document->setup, out);
        }
        break;
    case MNS_EFFORT_ADVICE:
        if (document->setup != NULL && document->judgement.verdict == MINOS_VALID) {
            mns_effort_advise(document->effort, document->setup, out);
        }
        break;
    case MNS_EFFORT_SENTENCES: break;
    }
}
