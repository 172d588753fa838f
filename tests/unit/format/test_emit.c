/*
 * test_emit.c - src/format/emit.c: the EDN of a translated history, and where each byte of it came
 * from.
 */
#include "format/emit.h"

#include "support/units.h"

static void expect_text(mns_emit *emit, const char *expected) {
    mns_buf_char(&emit->out, '\0');
    assert_false(emit->out.failed);
    assert_string_equal(emit->out.data, expected);
    mns_buf_release(&emit->out);
}

static void a_transaction_is_one_line(void **state) {
    (void)state;
    mns_emit emit = {.before = 0};
    mns_place place = {0, 0};
    mns_buf_init(&emit.out);
    mns_emit_begin(&emit, place, MNS_OP_OK, 3);
    mns_emit_field(&emit, "index", INT64_MIN);
    mns_emit_field(&emit, "start-ts", 17);
    mns_emit_value(&emit);
    mns_emit_write(&emit, place, UINT64_MAX, 0);
    mns_emit_read(&emit, place, 0, UINT64_MAX, false);
    mns_emit_read(&emit, place, 7, 8, true);
    mns_emit_mop(&emit, place, 'a', MNS_TEXT("\"x y\""), MNS_TEXT("[1 2]"));
    mns_emit_end(&emit);
    mns_emit_begin(&emit, place, MNS_OP_FAIL, UINT64_MAX);
    mns_emit_value(&emit);
    mns_emit_end(&emit);
    mns_emit_begin(&emit, place, MNS_OP_INFO, 0);
    mns_emit_value(&emit);
    mns_emit_mop(&emit, place, 'w', MNS_TEXT("1"), MNS_TEXT("nil"));
    mns_emit_end(&emit);
    expect_text(&emit,
                "{:type :ok, :process 3, :f :txn, :index -9223372036854775808, :start-ts 17, "
                ":value [[:w 18446744073709551615 0] [:r 0 18446744073709551615] [:r 7 nil] "
                "[:append \"x y\" [1 2]]]}\n"
                "{:type :fail, :process 18446744073709551615, :f :txn, :value []}\n"
                "{:type :info, :process 0, :f :txn, :value [[:w 1 nil]]}\n");
}

enum { TXNS = 5, MOPS = 3, MARKS = TXNS * (MOPS + 1) };

/* Writes a history whose n-th mark comes from byte n * n of file n % 3. starts: where its text
 * starts. */
static void write_marked(mns_emit *emit, uint64_t starts[MARKS]) {
    uint32_t n = 0;
    for (uint32_t t = 0; t < TXNS; t++) {
        starts[n] = emit->before + emit->out.size;
        mns_emit_begin(emit, (mns_place){n % 3, (uint64_t)n * n}, MNS_OP_OK, t);
        n++;
        mns_emit_value(emit);
        for (uint32_t i = 0; i < MOPS; i++, n++) {
            starts[n] = emit->before + emit->out.size + (i > 0);
            mns_emit_write(emit, (mns_place){n % 3, (uint64_t)n * n}, i, t);
        }
        mns_emit_end(emit);
        if (t == 2) { /* as after a piece was handed over */
            emit->before += emit->out.size;
            mns_buf_clear(&emit->out);
        }
    }
}

/* Every byte of the text comes from the last mark at or before it. */
static void every_offset_has_its_place(void **state) {
    (void)state;
    uint64_t starts[MARKS];
    mns_emit emit = {.before = 0};
    mns_buf_init(&emit.out);
    write_marked(&emit, starts);
    uint64_t size = emit.before + emit.out.size;
    for (uint64_t offset = 0; offset < size; offset++) {
        mns_target targets[3] = {{.offset = offset / 2}, {.offset = offset}, {.offset = offset}};
        mns_buf_clear(&emit.out);
        emit = (mns_emit){.out = emit.out, .targets = targets, .target_count = 3};
        write_marked(&emit, starts);
        /* Those in the text of the last mark still wait: nothing came after it. */
        for (; emit.next_target < 3; emit.next_target++) {
            assert_true(targets[emit.next_target].offset >= starts[MARKS - 1]);
            targets[emit.next_target].place = emit.last;
        }
        for (int i = 0; i < 3; i++) {
            uint32_t n = 0;
            while (n + 1 < MARKS && starts[n + 1] <= targets[i].offset) {
                n++;
            }
            assert_int_equal(targets[i].place.file, n % 3);
            assert_int_equal(targets[i].place.offset, (uint64_t)n * n);
        }
    }
    mns_buf_release(&emit.out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_transaction_is_one_line),
        cmocka_unit_test(every_offset_has_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
