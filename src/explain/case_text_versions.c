/* case_text_versions.c - contradicting orders of a register's versions; see case_text.h. */
#include <inttypes.h>

#include "explain/case_text.h"
#include "explain/sources.h"

/* ---- Cycles of versions --------------------------------------------------------------------- */

/* The first source that can prove the order; the re-checker has verified that one does. */
static mns_source_of_order source_of(const mns_case_text *s, uint32_t first, uint32_t second) {
    const mns_txns *txns = &s->history->txns;
    uint32_t from = s->history->txn_of_mop[first], to = s->history->txn_of_mop[second];
    unsigned sources = s->witness->sources;
    bool numbered = mns_mop_version(s->mops, first) < mns_mop_version(s->mops, second) &&
                    mns_mop_version(s->mops, first) != MNS_NO_VERSION;
    bool written = !mns_mop_is_read(s->mops, first) && !mns_mop_is_read(s->mops, second);
    const int64_t *order = s->o->transaction_order;
    if (s->mops->value[first] == MNS_VALUE_INITIAL) {
        return MNS_BY_INITIAL;
    }
    if ((sources & 1u << MNS_BY_VERSIONS) != 0 && numbered) {
        return MNS_BY_VERSIONS;
    }
    if ((sources & 1u << MNS_BY_TRANSACTIONS) != 0 && written && order != NULL &&
        order[from] < order[to]) {
        return MNS_BY_TRANSACTIONS;
    }
    if (from == to) {
        return MNS_BY_WFR;
    }
    bool process =
        (sources & 1u << MNS_BY_PROCESS) != 0 && txns->process[from] == txns->process[to];
    return process ? MNS_BY_PROCESS : MNS_BY_REALTIME;
}

void mns_write_cyclic_versions(mns_case_text *s) {
    const mns_witness *w = s->witness;
    for (uint32_t i = 0; i + 1 < w->mop_count; i += 2) {
        uint32_t first = w->mops[i], second = w->mops[i + 1];
        bool last = i + 2 == w->mop_count;
        mns_phrase(s->history, &s->out,
                   last ? "  - However, %V came before %V, because "
                        : "  - %V came before %V in %K, because ",
                   s->mops->value[first], s->mops->value[second], w->key);
        mns_source_write(s->history, source_of(s, first, second), first, second, &s->out);
        mns_buf_str(&s->out, last ? ": a contradiction!\n" : ".\n");
    }
    mns_buf_str(&s->out,
                "\nEither the database contradicts itself, or an assumption about its keys is "
                "wrong.\n");
}

/* ---- Version numbers ------------------------------------------------------------------------ */

static void write_version(mns_case_text *s, uint32_t mop, const char *too) {
    if (mns_mop_is_read(s->mops, mop)) {
        mns_case_text_read(s, mop);
    } else {
        mns_case_text_wrote(s, mop);
    }
    mns_buf_printf(&s->out, ", which has version %" PRId64 "%s", mns_mop_version(s->mops, mop),
                   too);
}

void mns_write_incompatible_versions(mns_case_text *s) {
    const uint32_t *mops = s->witness->mops;
    bool same = mns_mop_version(s->mops, mops[0]) == mns_mop_version(s->mops, mops[1]);
    mns_buf_str(&s->out, "  - ");
    write_version(s, mops[0], "");
    mns_buf_str(&s->out, ".\n  - However, ");
    write_version(s, mops[1], same ? " too" : "");
    mns_buf_str(&s->out,
                ": a contradiction!\n"
                "\nEither the database assigned wrong version numbers, or the recorded numbers are "
                "not versions\nof this key, but of the whole database, of another key or of an "
                "attempt that was retried.\n");
}
