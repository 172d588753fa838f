/*
 * test_key_versions.c - src/report/key_versions*.c: versions of each datatype, who wrote and read
 * them, and reads that disagree.
 *
 * A key is shown as one text: "place=value wP rP,P" with the processes that wrote and read a
 * version, a star where it matters, and "!value agrees/length rP" for what is disputed.
 */
#include <inttypes.h>

#include "report/model/document_make.h"
#include "unit/support/context_support.h"

static void write_key(const mns_doc_key *key, mns_buf *out) {
    for (uint32_t i = 0; i < key->version_count; i++) {
        const mns_doc_version *v = &key->versions[i];
        mns_buf_printf(out, "%s%" PRIu32 "%s=%s", i > 0 ? " " : "", v->place, v->matters ? "*" : "",
                       v->value);
        if (v->written) {
            mns_buf_printf(out, " w%" PRId64, v->writer.process.number);
        }
        for (uint32_t r = 0; r < v->reader_count; r++) {
            mns_buf_printf(out, "%s%" PRId64, r == 0 ? " r" : ",", v->readers[r].process.number);
        }
        assert_true(v->reader_total >= v->reader_count);
    }
    for (uint32_t i = 0; i < key->disputed_count; i++) {
        const mns_doc_read *d = &key->disputed[i];
        mns_buf_printf(out, " !%s %" PRIu32 "/%" PRIu32 " r%" PRId64 "x%" PRIu64, d->value,
                       d->agrees, d->length, d->reader.process.number, d->reader_total);
    }
}

/* The first key that the document shows. */
static void expect_key(const char *notation, const char *name, const char *expected) {
    context c;
    char *text;
    mns_buf found;
    mns_buf_init(&found);
    context_unit(&c, notation, &text);
    mns_document_keys(&c.document, &c.report);
    assert_false(c.document.arena.failed);
    assert_true(c.document.key_count > 0);
    assert_string_equal(c.document.keys[0].key, name);
    write_key(&c.document.keys[0], &found);
    assert_string_equal(found.data, expected);
    mns_buf_release(&found);
    context_close(&c);
    free(text);
}

static void lists_are_as_read(void **state) {
    (void)state;
    /* A read skew: 2 saw x but not y. */
    expect_key("0: ax1 ay1 / 2: rx ry / ok 2: rx[1] ry[] / ok 0: ax1 ay1 / 1: ry / ok 1: ry[1]",
               ":y", "0*= r2 1*=1 w0 r1");
    /* An append that was not read comes last. */
    expect_key("0: rx ax1 / 1: rx ax2 / ok 0: rx[] ax1 / ok 1: rx[] ax2 / 2: rx / ok 2: rx[1]",
               ":x", "0*= r0,1 1*=1 w0 r2 2*=2 w1");
    /* An element that was never written. */
    expect_key("0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[1,7]", ":x", "0= 1=1 w0 2*=7 r1");
    /* An aborted one. */
    expect_key("0: ax1 / fail 0: ax1 / 1: rx / ok 1: rx[1]", ":x", "0= 1*=1 w0 r1");
}

static void lists_that_disagree(void **state) {
    (void)state;
    expect_key(
        "ok 0: ax1 / ok 1: ax2 / ok 2: ax3 / ok 3: rx[1,2,3] / ok 4: rx[1,3] / ok 5: rx[1,3] / "
        "ok 6: rx[2]",
        ":x", "0= 1*=1 w0 2*=2 w1 3*=3 w2 r3 ![1 3] 1/2 r4x2 ![2] 0/1 r6x1");
}

static void registers_are_in_a_possible_order(void **state) {
    (void)state;
    /* 3 read 2 and wrote 1, so 1 follows 2, whatever completed first; 4 missed that. */
    expect_key("3: rx wx1 / 0: wx2 / ok 3: rx2 wx1 / ok 0: wx2 / 4: rx wx4 / ok 4: rx2 wx4", ":x",
               "0= 1*=2 w0 r3,4 2*=1 w3 3*=4 w4");
    /* Never a version: it failed. */
    expect_key("0: wx1 / fail 0: wx1 / 1: wx2 / ok 1: wx2 / 2: rx / ok 2: rx1", ":x",
               "0= 1=2 w1 !1 0/1 r2x1");
}

static void sets_are_by_inclusion(void **state) {
    (void)state;
    expect_key(
        "ok 0: sx1 / ok 1: sx2 / ok 2: sx3 / ok 3: rx{2} / ok 4: rx{1,2} / ok 5: rx{1,2,3} / "
        "ok 6: rx{1} / ok 7: rx{1} / ok 8: rx{2}",
        ":x", "0= 1*=1 w0 r6,7 2*=2 w1 r4 3=3 w2 r5 !#{2} 0/1 r3x2");
}

static void counters_are_sums(void **state) {
    (void)state;
    expect_key("0: ix2 / ok 0: ix2 / 1: ix3 / ok 1: ix3 / 2: rx / ok 2: rx9 / 3: rx / ok 3: rx5 / "
               "4: rx / ok 4: rx0",
               ":x", "0*= r4 1*=5 r3 2*=9 r2");
}

static void witnesses_know_their_keys(void **state) {
    (void)state;
    context c;
    char *text;
    context_unit(&c,
                 "0: ax1 ay1 / 2: rx ry / ok 2: rx[1] ry[] / ok 0: ax1 ay1 / 1: ry / ok 1: ry[1] / "
                 "3: rz / ok 3: rz[5]",
                 &text);
    mns_document_keys(&c.document, &c.report);
    const mns_doc_witness *skew = context_witness(&c, MNS_A_G_SINGLE_ITEM);
    const mns_doc_witness *garbage = context_witness(&c, MNS_A_GARBAGE_READ);
    assert_int_equal(c.document.key_count, 3);
    assert_int_equal(garbage->key_count, 1);
    assert_string_equal(c.document.keys[garbage->keys[0]].key, ":z");
    assert_int_equal(skew->key_count, 2);
    assert_true(skew->keys[0] != skew->keys[1]);
    context_close(&c);
    free(text);
}

/* ---- Large ones ----------------------------------------------------------------------------- */

static void keys_are_bounded(void **state) {
    (void)state;
    mns_buf text;
    context c;
    mns_buf_init(&text);
    for (uint32_t i = 0; i < 100; i++) {
        mns_buf_printf(&text, "{:type :ok, :process 0, :value [[:r %" PRIu32 " [7]]]}\n", i);
    }
    context_open(&c, text.data, text.size);
    mns_document_keys(&c.document, &c.report);
    assert_int_equal(c.document.key_count, MNS_LIMIT_DOC_KEYS);
    const mns_doc_anomaly *garbage = mns_document_anomaly(&c.document, MNS_A_GARBAGE_READ);
    assert_int_equal(garbage->witness_count, 100);
    for (uint32_t i = 0; i < 100; i++) {
        assert_int_equal(garbage->witnesses[i].key_count, i < MNS_LIMIT_DOC_KEYS);
    }
    context_close(&c);
    mns_buf_release(&text);
}

/* Lists and registers of 100,000 versions: shown are a few, around what matters. */
static void long_orders_are_cut(void **state) {
    (void)state;
    enum { COUNT = 100000, LOST = 60000 };
    for (int lists = 0; lists < 2; lists++) {
        mns_buf text;
        context c;
        mns_buf_init(&text);
        for (uint32_t i = 1; i <= COUNT; i++) {
            if (lists) {
                mns_buf_printf(&text, "{:type :ok, :process 0, :value [[:append 1 %" PRIu32 "]]}\n",
                               i);
            } else {
                mns_buf_printf(&text,
                               "{:type :ok, :process 0, :value [[:r 1 %" PRIu32 "] [:w 1 %" PRIu32
                               "]]}\n",
                               i - (i > 1), i);
            }
        }
        if (lists) {
            mns_buf_str(&text, "{:type :ok, :process 2, :value [[:r 1 [");
            for (uint32_t i = 1; i <= COUNT; i++) {
                mns_buf_printf(&text, "%" PRIu32 " ", i == LOST ? COUNT + 5 : i);
            }
            mns_buf_str(&text, "]]]}\n");
        } else {
            mns_buf_printf(&text, "{:type :ok, :process 3, :value [[:r 1 %d] [:w 1 %d]]}\n", LOST,
                           COUNT + 5);
        }
        context_open(&c, text.data, text.size);
        mns_document_keys(&c.document, &c.report);
        assert_int_equal(c.document.key_count, 1);
        const mns_doc_key *key = &c.document.keys[0];
        assert_true(key->version_total >= COUNT);
        assert_true(key->version_count >= 5 && key->version_count <= MNS_LIMIT_DOC_VERSIONS);
        bool matters = false;
        for (uint32_t i = 0; i < key->version_count; i++) {
            matters |= key->versions[i].matters && key->versions[i].place >= LOST;
        }
        assert_true(matters);
        context_close(&c);
        mns_buf_release(&text);
    }
}

/* As many disputed states as reads, and many reads of each. */
static void disputes_are_bounded(void **state) {
    (void)state;
    static const char *const workloads[] = {"append", "add"};
    for (size_t w = 0; w < MNS_COUNT_OF(workloads); w++) {
        mns_buf text;
        context c;
        mns_buf_init(&text);
        for (uint32_t i = 1; i <= 2000; i++) {
            mns_buf_printf(&text, "{:type :ok, :process 0, :value [[:%s 1 %" PRIu32 "]]}\n",
                           workloads[w], i);
        }
        for (uint32_t i = 1; i <= 2000; i++) {
            mns_buf_printf(&text, "{:type :ok, :process 1, :value [[:r 1 %s%" PRIu32 "%s]]}\n",
                           w == 0 ? "[" : "#{", i, w == 0 ? "]" : "}");
        }
        context_open(&c, text.data, text.size);
        mns_document_keys(&c.document, &c.report);
        assert_false(c.document.arena.failed);
        const mns_doc_key *key = &c.document.keys[0];
        assert_int_equal(key->disputed_count, MNS_LIMIT_DOC_READS);
        assert_int_equal(key->disputed_total, 1999);
        context_close(&c);
        mns_buf_release(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_as_read),
        cmocka_unit_test(lists_that_disagree),
        cmocka_unit_test(registers_are_in_a_possible_order),
        cmocka_unit_test(sets_are_by_inclusion),
        cmocka_unit_test(counters_are_sums),
        cmocka_unit_test(witnesses_know_their_keys),
        cmocka_unit_test(keys_are_bounded),
        cmocka_unit_test(long_orders_are_cut),
        cmocka_unit_test(disputes_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
