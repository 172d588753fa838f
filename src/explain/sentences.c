/* sentences.c - see sentences.h. */
#include "explain/sentences.h"

static const mns_sentences sentences[MNS_WORKLOAD_COUNT] = {
    [MNS_LIST_APPEND] =
        {
            .ww = "%B appended %N after %A appended %V to %K",
            .wr = "%B observed %A's append of %V to %K",
            .rw = "%A did not observe %B's append of %N to %K",
            .rw_initial = "%A observed the initial (empty) state of %K, and %B appended %N to it",
            .rw_unread = "%A observed the initial (empty) state of %K, and not %B's append of %N",
            .wrote = "%A appended %V to %K",
            .then = ", and then %N",
            .updated = ", then appended %N to it",
            .ends_with = "%B's read of %K ends with %V",
            .without = ", without %A's append of %V",
            .was_read = "its append of %V to %K was read",
            .some_was_read = "one of its appends was read",
            .unwritten = "No transaction in this history appended %V to %K",
            .partly_known = "a list that ends with ",
            .had_written = "had appended",
        },
    [MNS_RW_REGISTER] =
        {
            .ww = "%B set %K to %N after %A set it to %V",
            .wr = "%B read %A's write of %V to %K",
            .rw = "%A read %K as %V, and %B set it to %N later",
            .rw_initial = "%A read the initial state of %K, and %B set it to %N",
            .rw_unread = "%A read the initial state of %K, and %B set it to %N",
            .wrote = "%A set %K to %V",
            .then = ", and then to %N",
            .updated = ", then set it to %N",
            .ends_with = "%B read %K as %V",
            .without = ", which %A had overwritten with %V",
            .was_read = "its write of %V to %K was read",
            .some_was_read = "one of its writes was read",
            .unwritten = "No transaction in this history set %K to %V",
            .had_written = "had written",
        },
    [MNS_SET] =
        {
            .wr = "%B saw %A's add of %V to %K",
            .rw = "%A did not see %B's add of %N to %K",
            .wrote = "%A added %V to %K",
            .without = ", without %A's add of %V",
            .was_read = "its add of %V to %K was read",
            .some_was_read = "one of its adds was read",
            .unwritten = "No transaction in this history added %V to %K",
            .partly_known = "a set that includes ",
            .had_written = "had added",
        },
    [MNS_COUNTER] =
        {
            .rw = "%A read %K as %V, and %B read it as %N: %B saw an increment that %A missed",
            .wrote = "%A added %V to %K",
            .updated = ", then added %N to it",
            .unwritten = "No subset of the increments of %K in this history adds up to %V",
            .had_written = "had added",
        },
};

const mns_sentences *mns_sentences_of(const mns_history *history) {
    return &sentences[history->workload];
}

void mns_name_txn(mns_buf *out, uint32_t place) {
    mns_buf_char(out, 'T');
    mns_buf_unsigned(out, (uint64_t)place + 1);
}

void mns_sentence_write(const mns_history *history, mns_buf *out, const char *pattern,
                        const mns_terms *terms) {
    assert(pattern != NULL);
    for (const char *p = pattern; *p != '\0'; p++) {
        if (*p != '%') {
            mns_buf_char(out, *p);
            continue;
        }
        p++;
        switch (*p) {
        case 'A': mns_name_txn(out, terms->a); break;
        case 'B': mns_name_txn(out, terms->b); break;
        case 'V': mns_value_show(history, terms->value, out); break;
        case 'N': mns_value_show(history, terms->next, out); break;
        default:
            assert(*p == 'K');
            mns_value_show(history, history->tables.keys.name[terms->key], out);
        }
    }
}
