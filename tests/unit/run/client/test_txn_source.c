/* test_txn_source.c - src/run/client/txn_source.c: transactions come from the generator, and each
 * key gets a final read. */
#include <setjmp.h>
#include <stdarg.h>

#include "run/client/txn_source.h"
#include <cmocka.h>

static const mns_generator_shape shape = {.kind = MNS_GENERATE_LIST_APPEND,
                                          .distribution = MNS_EXPONENTIAL,
                                          .keys = 4,
                                          .min_length = 1,
                                          .max_length = 3,
                                          .max_writes_per_key = 5,
                                          .read_fraction = 0.5,
                                          .seed = 7};

enum { NODES = 2 };

static void draws_are_the_generators(void **state) {
    (void)state;
    mns_txn_source source;
    mns_generator generator;
    mns_run_txn txn;
    assert_true(mns_txn_source_init(&source, &shape, NODES));
    assert_true(mns_generator_init(&generator, &shape));
    mns_run_txn_init(&txn, shape.kind);
    for (int i = 0; i < 500; i++) {
        assert_true(mns_txn_source_draw(&source, &txn));
        assert_int_equal(txn.count, mns_generator_length(&generator));
        for (size_t m = 0; m < txn.count; m++) {
            mns_generated_mop mop = mns_generator_next(&generator);
            assert_int_equal(txn.mops[m].write, mop.write);
            assert_int_equal(txn.mops[m].key, mop.key);
            assert_int_equal(txn.mops[m].value, mop.value);
            assert_false(txn.mops[m].answered);
        }
    }
    assert_int_equal(mns_txn_source_keys(&source), generator.next_key);
    mns_run_txn_release(&txn);
    mns_generator_release(&generator);
    mns_txn_source_release(&source);
}

/* All keys, each once, in transactions of maximum length. */
static void expect_final_reads(mns_txn_source *source, unsigned node, uint64_t keys) {
    mns_run_txn txn;
    mns_run_txn_init(&txn, shape.kind);
    uint64_t next = 0;
    for (;;) {
        assert_true(mns_txn_source_draw_final(source, node, &txn));
        assert_true(txn.final);
        if (txn.count == 0) {
            break;
        }
        assert_true(txn.count == shape.max_length || next + txn.count == keys);
        for (size_t m = 0; m < txn.count; m++) {
            assert_false(txn.mops[m].write);
            assert_int_equal(txn.mops[m].key, next++);
        }
        assert_false(mns_txn_source_all_read(source)); /* this one is not finished */
        mns_txn_source_final_done(source, &txn, node > 0 || next != txn.count);
    }
    assert_int_equal(next, keys);
    mns_run_txn_release(&txn);
}

static void final_reads_are_of_all_keys(void **state) {
    (void)state;
    mns_txn_source source;
    mns_run_txn txn;
    assert_true(mns_txn_source_init(&source, &shape, NODES));
    mns_run_txn_init(&txn, shape.kind);
    for (int i = 0; i < 100; i++) {
        assert_true(mns_txn_source_draw(&source, &txn));
    }
    uint64_t keys = mns_txn_source_keys(&source);
    assert_true(keys > shape.keys);
    for (unsigned node = 0; node < NODES; node++) {
        assert_false(mns_txn_source_all_read(&source));
        uint64_t unread = mns_txn_source_unread(&source);
        assert_int_equal(unread, node == 0 ? keys : shape.max_length);
        expect_final_reads(&source, node, keys);
        /* The first reads of the first node are not answered; another node's are. */
        assert_int_equal(mns_txn_source_unread(&source), node == 0 ? shape.max_length : 0);
    }
    assert_true(mns_txn_source_all_read(&source));
    mns_run_txn_release(&txn);
    mns_txn_source_release(&source);
}

/* For a replica: reads of keys in use, without using new ones. */
static void reads_write_nothing(void **state) {
    (void)state;
    mns_txn_source source;
    mns_run_txn txn;
    assert_true(mns_txn_source_init(&source, &shape, NODES));
    mns_run_txn_init(&txn, shape.kind);
    for (int i = 0; i < 200; i++) {
        assert_true(mns_txn_source_draw_reads(&source, &txn));
        assert_in_range(txn.count, shape.min_length, shape.max_length);
        for (size_t m = 0; m < txn.count; m++) {
            assert_false(txn.mops[m].write);
            assert_true(txn.mops[m].key < shape.keys);
        }
    }
    assert_int_equal(mns_txn_source_keys(&source), shape.keys);
    mns_run_txn_release(&txn);
    mns_txn_source_release(&source);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_are_the_generators),
        cmocka_unit_test(final_reads_are_of_all_keys),
        cmocka_unit_test(reads_write_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
