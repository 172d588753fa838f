/*
 * test_timekiller_fast.c - src/format/timekiller_fast.c and the fast path of timekiller_ops.c: any
 * spelling of a history is translated into the same EDN, by the fast path or the slow one.
 */
#include "format/timekiller_fast.h"

#include "format/timekiller_ops.h"
#include "support/translated.h"
#include "support/units.h"

typedef enum spelling {
    COMPACT, /* as few bytes as possible */
    LOOSE,   /* spaces everywhere, fields in another order */
    SLOW     /* numbers as strings, more fields, long names: not on the fast path */
} spelling;

typedef struct history_case {
    uint64_t random;
    bool lists;
    spelling how;
} history_case;

static uint32_t below(history_case *c, uint32_t limit) { return unit_random(&c->random, limit); }

static void add_value(history_case *c, bool read, mns_buf *out) {
    if (c->lists && read) {
        uint32_t count = below(c, 4);
        mns_buf_str(out, c->how == COMPACT ? "[" : "[ ");
        for (uint32_t i = 0; i < count; i++) {
            mns_buf_printf(out, "%s%u", i == 0 ? "" : c->how == COMPACT ? "," : " , ", i);
        }
        mns_buf_str(out, c->how == COMPACT ? "]" : "\n]");
        return;
    }
    uint32_t value = below(c, 4);
    if (read && value == 3) {
        mns_buf_str(out, "null");
    } else {
        mns_buf_printf(out, c->how == SLOW ? "\"%d\"" : "%d", (int)value - 1);
    }
}

static void add_operation(history_case *c, mns_buf *out) {
    bool read = below(c, 2) == 0;
    unsigned key = below(c, 5);
    const char *write = c->lists ? "a" : "w";
    const char *slow_write = c->lists ? "Append" : "WRITE";
    if (c->how == COMPACT) {
        mns_buf_printf(out, "{\"t\":\"%s\",\"k\":%u,\"v\":", read ? "r" : write, key);
    } else if (c->how == LOOSE) {
        mns_buf_printf(out, "{ \"k\" : %u , \"t\":\t\"%s\",\n\"v\" : ", key, read ? "r" : write);
    } else {
        mns_buf_printf(out, "{\"t\":\"%s\",\"k\":\"%u\",\"v\":", read ? "Read" : slow_write, key);
    }
    add_value(c, read, out);
    mns_buf_str(out, c->how == LOOSE ? " }" : "}");
}

static void add_operations(history_case *c, mns_buf *out) {
    uint32_t count = below(c, 5);
    for (uint32_t i = 0; i < count; i++) {
        mns_buf_str(out, i == 0 ? "" : c->how == LOOSE ? "\n, " : ",");
        add_operation(c, out);
    }
}

static void add_transaction(history_case *c, unsigned tid, mns_buf *out) {
    unsigned sid = below(c, 3), start = below(c, 1000), l = below(c, 20), longer = below(c, 2);
    if (c->how == COMPACT) {
        mns_buf_printf(out,
                       "{\"tid\":%u,\"sid\":%u,\"sts\":{\"p\":%u,\"l\":%u},\"cts\":{\"p\":%u,\"l\":"
                       "%u},\"ops\":[",
                       tid, sid, start, l, start + longer, l);
        add_operations(c, out);
        mns_buf_str(out, "]}");
    } else if (c->how == LOOSE) {
        mns_buf_printf(out, " { \"cts\" : { \"l\" : %u , \"p\" : %u } ,\n \"ops\" : [ ", l,
                       start + longer);
        add_operations(c, out);
        mns_buf_printf(out, " ] , \"sid\": %u, \"sts\" : {\"l\": %u, \"p\": %u }, \"tid\": %u } ",
                       sid, l, start, tid);
    } else {
        mns_buf_printf(out,
                       "{\"rtts\":7,\"tid\":\"%u\",\"sid\":\"%u\",\"sts\":{\"p\":\"%u\",\"l\":%u},"
                       "\"cts\":{\"p\":%u,\"l\":\"%u\"},\"ops\":[",
                       tid, sid, start, l, start + longer, l);
        add_operations(c, out);
        mns_buf_str(out, "]}");
    }
}

/* The history of a seed in one spelling, translated; to be freed. */
static char *translate_as(uint64_t seed, bool lists, spelling how, unsigned *txns) {
    history_case c = {seed, lists, how};
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_char(&out, '[');
    unsigned count = below(&c, 6);
    for (unsigned t = 0; t < count; t++) {
        mns_buf_str(&out, t == 0 ? "" : ",");
        add_transaction(&c, t, &out);
    }
    mns_buf_char(&out, ']');
    char *edn = translated_bytes(out.data, out.size, MINOS_FORMAT_TIMEKILLER);
    mns_buf_release(&out);
    *txns = count;
    return edn;
}

static void every_spelling_means_the_same(void **state) {
    (void)state;
    unsigned lines = 0;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        unsigned count;
        char *compact = translate_as(seed, seed % 2 == 1, COMPACT, &count);
        char *loose = translate_as(seed, seed % 2 == 1, LOOSE, &count);
        char *slow = translate_as(seed, seed % 2 == 1, SLOW, &count);
        assert_string_equal(compact, loose);
        assert_string_equal(compact, slow);
        unsigned found = 0;
        for (const char *p = compact; *p != '\0'; p++) {
            found += *p == '\n';
        }
        assert_int_equal(found, count); /* no error */
        lines += found;
        free(compact);
        free(loose);
        free(slow);
    }
    assert_true(lines > 5000);
}

/* Cut short anywhere, the fast path gives up rather than read a shorter transaction. */
static void a_transaction_is_read_to_its_end_or_not_at_all(void **state) {
    (void)state;
    static const char text[] = "{\"tid\":1,\"sid\":2,\"sts\":{\"p\":34,\"l\":0},\"cts\":{\"p\":56,"
                               "\"l\":7},\"ops\":[{\"t\":\"r\",\"k\":\"]\"}]}";
    mns_timekiller_txn x;
    for (size_t size = 0; size < sizeof text - 1; size++) {
        assert_false(mns_timekiller_fast_txn(text, text + size, true, &x));
    }
    assert_true(mns_timekiller_fast_txn(text, text + sizeof text - 1, true, &x));
    assert_int_equal(x.sts.p, 34);
    assert_int_equal(x.cts.l, 7);
    assert_true(x.end == text + sizeof text - 1);
    assert_true(x.ops_end == x.end - 1);
    assert_false(mns_timekiller_fast_txn(text, text + sizeof text - 1, false, &x)); /* no comma */
}

static void writes_of_zero_are_suspected(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool suspected;
    } cases[] = {
        {"[{\"t\":\"w\",\"k\":1,\"v\":0}]", true},
        {"[{\"t\":\"w\",\"k\":10,\"v\":100}]", false},
        {"[{\"v\":-0}]", true},
        {"[{\"v\":\"0\"}]", true},
        {"[]", false},
        {"[{\"k\":0,\"v\":5}]", true},
        {"[{\"v\": 0 }]", true},
        {"[{\"v\":105}]", false},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(cases); i++) {
        const char *text = cases[i].text;
        assert_int_equal(mns_timekiller_may_write_zero(text + 1, text + strlen(text)),
                         cases[i].suspected);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_spelling_means_the_same),
        cmocka_unit_test(a_transaction_is_read_to_its_end_or_not_at_all),
        cmocka_unit_test(writes_of_zero_are_suspected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
