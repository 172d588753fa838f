/*
 * test_infer_registers.c - src/infer/registers.c: which writes are versions, which reads saw them,
 * and which sources of order are asked in which order.
 */
#include "unit/support/register_support.h"

/* "x_ (1.0) x1 0.0 (2.0 3.1)": each version, the write that made it, its readers. */
static char *versions_text(const unit *u) {
    const mns_version_graph *r = &u->observation.version_graph;
    const uint32_t *first = u->history.txns.first_mop;
    mns_buf out;
    mns_buf_init(&out);
    for (uint32_t v = 0; v < r->count; v++) {
        mns_buf_printf(&out, "%s%s", v > 0 ? " " : "", register_name(u, v));
        if (r->writer[v] != MNS_NONE) {
            uint32_t txn = u->history.txn_of_mop[r->writer[v]];
            mns_buf_printf(&out, " %u.%u", (unsigned)txn, (unsigned)(r->writer[v] - first[txn]));
            assert_int_equal(r->version[r->writer[v]], v);
        }
        assert_int_equal(mns_version_is_initial(r, v), r->writer[v] == MNS_NONE);
        for (uint32_t i = r->reader_first[v]; i < r->reader_first[v + 1]; i++) {
            uint32_t txn = u->history.txn_of_mop[r->reader[i]];
            mns_buf_printf(&out, "%s%u.%u", i == r->reader_first[v] ? " (" : " ", (unsigned)txn,
                           (unsigned)(r->reader[i] - first[txn]));
            assert_int_equal(r->version[r->reader[i]], v);
        }
        mns_buf_str(&out, r->reader_first[v] < r->reader_first[v + 1] ? ")" : "");
    }
    return mns_buf_take(&out, NULL);
}

static void expect_versions(const char *notation, const char *words, const char *expected) {
    unit u;
    register_open(&u, notation, words);
    char *text = versions_text(&u);
    if (strcmp(text, expected) != 0) {
        fail_msg("%s: found %s, expected %s", notation, text, expected);
    }
    free(text);
    unit_close(&u);
}

static void last_writes_make_versions(void **state) {
    (void)state;
    expect_versions("ok 0: wx1 / ok 1: wx2", "", "x_ x1 0.0 x2 1.0");
    expect_versions("ok 0: wx1 wx2", "", "x_ x2 0.1");
    expect_versions("ok 0: wx1 wy1 wx2 rx2 wx3", "", "x_ x3 0.4 y_ y1 0.1");
    expect_versions("ok 0: rx", "", "x_ (0.0)");
    expect_versions("ok 0: wx2 / ok 1: wy1 / ok 2: wx1", "", "x_ x2 0.0 x1 2.0 y_ y1 1.0");
}

static void reads_read_them(void **state) {
    (void)state;
    expect_versions("ok 0: wx1 / ok 1: rx1 / ok 2: rx", "", "x_ (2.0) x1 0.0 (1.0)");
    expect_versions("ok 0: wx1 / ok 1: rx1 rx1", "", "x_ x1 0.0 (1.0)"); /* once is enough */
    /* Whatever it had read or written before, it saw this one too. */
    expect_versions("ok 0: wx1 / ok 1: rx rx1", "", "x_ (1.0) x1 0.0 (1.1)");
    expect_versions("ok 0: wx1 / ok 1: rx1 rx rx1", "", "x_ (1.1) x1 0.0 (1.0)");
    expect_versions("ok 0: wx1 / ok 1: wx2 rx1", "", "x_ x1 0.0 (1.1) x2 1.0");
    expect_versions("ok 0: wx1 / ok 1: wx2 rx2", "", "x_ x1 0.0 x2 1.0"); /* its own */
    expect_versions("ok 0: wx1 rx1", "", "x_ x1 0.0");
    expect_versions("ok 0: rx1 wx1", "", "x_ x1 0.1"); /* from the future: a case of its own */
    expect_versions("ok 0: wx1 / ok 1: rx1 wx2 rx2", "", "x_ x1 0.0 (1.0) x2 1.1");
}

/* Reads that are not external are no meetings, and have no partner. */
static void later_reads_are_marked(void **state) {
    (void)state;
    unit u;
    register_open(&u, "ok 0: wx1 / ok 1: rx rx1 wx2 rx1 rx2 / ok 2: rx1 rx1", "");
    static const uint8_t apart[] = {0, 2, MNS_NOT_EXTERNAL, 2, MNS_NOT_EXTERNAL, 0, 0, 0};
    for (uint32_t m = 0; m < MNS_COUNT_OF(apart); m++) {
        assert_int_equal(u.observation.version_graph.apart[m], apart[m]);
    }
    unit_close(&u);
}

/* Numbers that the database revealed with reads that are no meetings, by version. */
static void their_numbers_are_kept(void **state) {
    (void)state;
    unit u;
    register_open(&u, "ok 0: wy1 ry1@7 / ok 1: wx1@1 rx1@1 / ok 2: rx1@1 rx1@1 rx@0 wx2 rx1 rx3@3",
                  "");
    const mns_version_graph *r = &u.observation.version_graph;
    static const char *const versions[] = {"y1", "x_", "x1", "x1"};
    static const uint32_t reads[] = {1, 6, 3, 5};
    assert_int_equal(r->numbered_count, MNS_COUNT_OF(reads));
    for (size_t i = 0; i < MNS_COUNT_OF(reads); i++) {
        assert_int_equal(r->numbered[i].version, register_version(&u, versions[i]));
        assert_int_equal(r->numbered[i].read, reads[i]);
    }
    unit_close(&u);
}

/* What was read and never installed has no place in any order. */
static void what_was_not_installed_is_no_version(void **state) {
    (void)state;
    expect_versions("fail 0: wx1 / ok 1: rx1", "", "x_");
    expect_versions("ok 0: wx1 wx2 / ok 1: rx1", "", "x_ x2 0.1");
    expect_versions("ok 0: rx9", "", "x_");
    expect_versions("ok 0: wx1 / fail 1: rx1 / info 2: rx1", "", "x_ x1 0.0");
}

/* An info transaction counts if a transaction that counts read one of its writes. */
static void info_writes_that_were_seen_count(void **state) {
    (void)state;
    expect_versions("info 0: wx1 / ok 1: rx", "", "x_ (1.0)");
    expect_versions("info 0: wx1 wy1 / ok 1: rx1", "", "x_ x1 0.0 (1.0) y_ y1 0.1");
    expect_versions("info 0: wx1 / fail 1: rx1 / info 2: rx1", "", "x_");
    expect_versions("info 0: wx1 rz1 / info 1: rx1 wy1 / ok 2: ry1 / ok 3: wz1", "",
                    "x_ x1 0.0 (1.0) z_ z1 3.0 (0.1) y_ y1 1.1 (2.0)");
    expect_versions("info 0: wx1 ry / ok 1: rx1", "", "x_ x1 0.0 (1.0) y_"); /* no answer */
    /* Seen before it was overwritten: it ran, so its last write was installed. */
    expect_versions("info 0: wx1 wx2 / ok 1: rx1", "", "x_ x2 0.1");
}

static void values_written_twice_are_nobodys(void **state) {
    (void)state;
    expect_versions("ok 0: wx1 / ok 1: wx1 / ok 2: rx1", "ambiguous", "x_");
    expect_versions("ok 0: wx1 / ok 1: wx1 / ok 2: rx1 wx2 / ok 3: rx2", "ambiguous",
                    "x_ x2 2.1 (3.0)");
    /* It is a last write all the same: the one before it is no version either. */
    expect_versions("ok 0: wx3 wx1 / ok 1: wx1 / ok 2: rx3", "ambiguous", "x_");
    /* Nothing proves an info transaction that is one of two. */
    expect_versions("info 0: wx1 wy5 / ok 1: wx1 / ok 2: rx1", "ambiguous", "x_ y_");
    /* The same value of another key is another value. */
    expect_versions("ok 0: wx1 / ok 1: wy1 / ok 2: rx1", "ambiguous", "x_ x1 0.0 (2.0) y_ y1 1.0");
}

/* Whatever was read that is not there to be read, by whichever read of the transaction:
 * intermediate, of a failed one, of no write, of its own later write. Not: what is a version, its
 * own, the initial state, what several wrote, and whatever does not count. */
static void reads_of_no_version_are_odd(void **state) {
    (void)state;
    unit u;
    register_open(&u,
                  "ok 0: wx1 wx2 / fail 1: wx3 / ok 2: wx4 / ok 3: wx4 / ok 4: rx1 rx2 rx3 rx4 "
                  "rx9 rx / fail 5: rx1 / ok 6: wy1 ry1 ry2 wy2",
                  "ambiguous");
    static const mns_unversioned_read odd[] = {{5, 0}, {7, 2}, {9, MNS_NONE}, {14, 15}};
    const mns_version_graph *r = &u.observation.version_graph;
    assert_int_equal(r->unversioned_count, MNS_COUNT_OF(odd));
    for (size_t i = 0; i < MNS_COUNT_OF(odd); i++) {
        assert_int_equal(r->unversioned[i].read, odd[i].read);
        assert_int_equal(r->unversioned[i].write, odd[i].write);
    }
    unit_close(&u);
}

static void a_read_and_the_write_after_it_are_partners(void **state) {
    (void)state;
    unit u;
    register_open(&u, "ok 0: wx1 / ok 1: rx1 ry wx2 wx3 rx3 / ok 2: wx4 rx4 / ok 3: ry wy5", "");
    static const uint32_t partner[] = {MNS_NONE, 4,        MNS_NONE, MNS_NONE, 1,
                                       MNS_NONE, MNS_NONE, MNS_NONE, 9,        8};
    for (uint32_t m = 0; m < MNS_COUNT_OF(partner); m++) {
        assert_int_equal(mns_partner(&u.observation, m), partner[m]);
    }
    unit_close(&u);
}

/* So far apart that one byte does not tell. */
static void partners_may_be_far_apart(void **state) {
    (void)state;
    for (uint32_t between = 250; between < 260; between++) {
        mns_buf out;
        unit u;
        mns_buf_init(&out);
        mns_buf_str(&out, "ok 0: wx1 / ok 1: rx1 rz");
        for (uint32_t i = 0; i < between; i++) {
            mns_buf_printf(&out, " wy%u", (unsigned)i);
        }
        mns_buf_str(&out, " wx2 wz1");
        register_open(&u, out.data, "");
        assert_int_equal(mns_partner(&u.observation, 1), 3 + between);
        assert_int_equal(mns_partner(&u.observation, 3 + between), 1);
        assert_int_equal(mns_partner(&u.observation, 2), 4 + between);
        assert_int_equal(mns_partner(&u.observation, 4 + between), 2);
        assert_int_equal(mns_partner(&u.observation, 3), MNS_NONE);
        mns_buf_release(&out);
        unit_close(&u);
    }
}

/* ---- Against the definitions ---------------------------------------------------------------- */

/* Where the transaction of a micro-operation touches the key first. */
static uint32_t first_touch(const mns_history *h, uint32_t mop) {
    uint32_t m = h->txns.first_mop[h->txn_of_mop[mop]];
    while (h->tables.mops.key[m] != h->tables.mops.key[mop]) {
        m++;
    }
    return m;
}

static bool is_last_write(const mns_history *h, uint32_t mop) {
    uint32_t end = h->txns.first_mop[h->txn_of_mop[mop] + 1];
    for (uint32_t m = mop + 1; m < end; m++) {
        if (h->tables.mops.key[m] == h->tables.mops.key[mop] &&
            h->tables.mops.function[m] == MNS_WRITE) {
            return false;
        }
    }
    return true;
}

/* The write of this value to this key, by looking at all of them. */
static uint32_t find_write(const mns_history *h, uint32_t key, mns_value value) {
    const mns_mops *mops = &h->tables.mops;
    for (uint32_t m = 0; m < mops->count; m++) {
        if (mops->function[m] == MNS_WRITE && mops->key[m] == key && mops->value[m] == value) {
            return m;
        }
    }
    return MNS_NONE;
}

/* What a read shows: the write that installed it, MNS_NONE for the initial state, MNS_AMBIGUOUS for
 * nothing that another installed. */
static uint32_t shown(const mns_observation *o, uint32_t mop) {
    const mns_history *h = o->history;
    const mns_mops *mops = &h->tables.mops;
    if (mops->function[mop] != MNS_READ || !mns_mop_is_answered(mops, mop)) {
        return MNS_AMBIGUOUS;
    }
    if (mops->value[mop] == MNS_VALUE_INITIAL) {
        return MNS_NONE;
    }
    uint32_t write = find_write(h, mops->key[mop], mops->value[mop]);
    bool good = write != MNS_NONE && mns_txn_counts(o, h->txn_of_mop[write]) &&
                is_last_write(h, write) && h->txn_of_mop[write] != h->txn_of_mop[mop];
    return good ? write : MNS_AMBIGUOUS;
}

/* What a micro-operation should meet, in the same words: a last write, what an external read shows,
 * and what others show unless the external one did. */
static uint32_t met(const mns_observation *o, uint32_t mop) {
    const mns_history *h = o->history;
    uint32_t first = first_touch(h, mop);
    if (!mns_txn_counts(o, h->txn_of_mop[mop])) {
        return MNS_AMBIGUOUS;
    }
    if (h->tables.mops.function[mop] == MNS_WRITE) {
        return is_last_write(h, mop) ? mop : MNS_AMBIGUOUS;
    }
    return first != mop && shown(o, first) == shown(o, mop) ? MNS_AMBIGUOUS : shown(o, mop);
}

static void random_histories_follow_the_definition(void **state) {
    (void)state;
    uint64_t random = 3;
    uint32_t versions = 0, none = 0, later = 0;
    for (int round = 0; round < 200; round++) {
        unit u;
        char *notation = register_random_history(&random, 30, 1 + unit_random(&random, 3), 6, 15);
        register_open(&u, notation, "");
        const mns_version_graph *r = &u.observation.version_graph;
        for (uint32_t m = 0; m < u.history.tables.mops.count; m++) {
            uint32_t expected = met(&u.observation, m);
            bool again = expected != MNS_AMBIGUOUS && first_touch(&u.history, m) != m &&
                         u.history.tables.mops.function[m] == MNS_READ;
            assert_int_equal(r->apart[m] == MNS_NOT_EXTERNAL, again);
            later += again;
            none += expected == MNS_AMBIGUOUS;
            versions += expected != MNS_AMBIGUOUS;
            if (expected == MNS_AMBIGUOUS) {
                assert_int_equal(r->version[m], MNS_NONE);
            } else if (expected == MNS_NONE) {
                assert_int_equal(r->version[m], r->first[u.history.tables.mops.key[m]]);
            } else {
                assert_int_equal(r->writer[r->version[m]], expected);
            }
        }
        unit_close(&u);
        free(notation);
    }
    assert_true(versions > 5000 && none > 2000 && later > 100);
}

/* ---- Sources -------------------------------------------------------------------------------- */

#define GIVEN (1u << MNS_CLASS_GIVEN)

static void only_what_is_assumed_is_given(void **state) {
    (void)state;
    static const char update[] = "0: wx1 / ok 0: wx1 / 0: rx wx2 / ok 0: rx1 wx2";
    register_expect_edges(update, "", GIVEN, "");
    register_expect_edges(update, "wfr", GIVEN, "x1<x2 given wfr");
    register_expect_edges(update, "sequential linearizable", GIVEN, ""); /* met at one time */
    static const char writes[] = "0: wx1 / ok 0: wx1 / 0: wx2 / ok 0: wx2";
    register_expect_edges(writes, "wfr", GIVEN, "");
    register_expect_edges(writes, "sequential", GIVEN, "x1<x2 given process");
    register_expect_edges(writes, "linearizable", GIVEN, "x1<x2 given realtime");
    register_expect_edges(writes, "sequential linearizable", GIVEN, "x1<x2 given process");
    register_expect_edges("ok 0: wx1@1 / ok 1: wx2@2", "wfr", GIVEN, "x1<x2 given versions");
}

/* The keys that have a cycle and the sources it is made of, "x wfr process". */
static void expect_cyclic(const char *notation, const char *words, const int64_t *order,
                          const char *expected, const char *edges) {
    unit u;
    mns_buf out;
    register_open_ordered(&u, notation, words, order);
    mns_buf_init(&out);
    mns_buf_str(&out, "");
    for (size_t i = 0; i < u.observation.version_graph.cyclic_count; i++) {
        const struct mns_cyclic_key *c = &u.observation.version_graph.cyclic[i];
        mns_buf_printf(&out, "%s%s", out.size > 0 ? ", " : "",
                       register_name(&u, u.observation.version_graph.first[c->key]));
        for (size_t s = 0; s < MNS_COUNT_OF(register_sources); s++) {
            mns_buf_printf(&out, (c->sources & 1u << s) != 0 ? " %s" : "%.0s", register_sources[s]);
        }
    }
    assert_string_equal(out.data, expected);
    char *given = register_edges(&u, GIVEN);
    assert_string_equal(given, edges);
    free(given);
    mns_buf_release(&out);
    unit_close(&u);
}

/* A source that contradicts those before it is left out, for the key where it does. */
static void the_later_source_gives_way(void **state) {
    (void)state;
    static const char back[] = "0: wx2 / ok 0: wx2@2 / 0: wx1 / ok 0: wx1@1 / 0: wy1 / ok 0: wy1 / "
                               "0: wy2 / ok 0: wy2";
    expect_cyclic(back, "sequential", NULL, "x_ initial versions process",
                  "x1<x2 given versions, y1<y2 given process");
    expect_cyclic(back, "", NULL, "", "x1<x2 given versions");
    expect_cyclic(back, "sequential linearizable", NULL,
                  "x_ initial versions process, x_ initial versions process realtime",
                  "x1<x2 given versions, y1<y2 given process");
    static const int64_t order[] = {1, 2, 4, 3};
    expect_cyclic(back, "", order, "x_ initial versions transactions",
                  "x1<x2 given versions, y2<y1 given transactions");
    expect_cyclic("ok 0: wx1 rx2 / ok 1: rx1 wx2", "wfr", NULL, "", "x1<x2 given wfr");
    expect_cyclic("ok 0: rx2 wx1 / ok 1: rx1 wx2", "wfr", NULL, "x_ initial wfr", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(last_writes_make_versions),
        cmocka_unit_test(reads_read_them),
        cmocka_unit_test(later_reads_are_marked),
        cmocka_unit_test(their_numbers_are_kept),
        cmocka_unit_test(what_was_not_installed_is_no_version),
        cmocka_unit_test(info_writes_that_were_seen_count),
        cmocka_unit_test(values_written_twice_are_nobodys),
        cmocka_unit_test(reads_of_no_version_are_odd),
        cmocka_unit_test(a_read_and_the_write_after_it_are_partners),
        cmocka_unit_test(partners_may_be_far_apart),
        cmocka_unit_test(random_histories_follow_the_definition),
        cmocka_unit_test(only_what_is_assumed_is_given),
        cmocka_unit_test(the_later_source_gives_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
