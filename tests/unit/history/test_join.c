/*
 * test_join.c - src/history/join.c: what a history is made of when its chunks know nothing of each
 * other. Each history is cut everywhere, and must be read as it is in one go (support/readings.h).
 */
#include "support/readings.h"

#include "support/units.h"

/* In chunks of every size, from one line to all of them. */
static void expect_same(const char *text, bool ambiguous) {
    size_t size = strlen(text);
    for (size_t chunk = 1; chunk < size + 20; chunk += chunk < 400 ? 7 : 101) {
        mns_read_options options = {
            .recognise = true, .chunk_bytes = chunk, .ambiguous = ambiguous};
        mns_buf out;
        mns_buf_init(&out);
        if (!readings_agree(text, size, options, 2, &out)) {
            fail_msg("%s%s", text, out.data);
        }
        mns_buf_release(&out);
    }
}

static void expect_same_units(const char *const *notations, size_t count) {
    for (size_t i = 0; i < count; i++) {
        for (int json = 0; json < 2; json++) {
            char *text = unit_text(notations[i], json == 1);
            expect_same(text, false);
            expect_same(text, true);
            free(text);
        }
    }
}

static void completions_find_their_invocations(void **state) {
    (void)state;
    static const char *const notations[] = {
        "0: ax1 / 1: rx / 2: ay1 / ok 1: rx[] / ok 0: ax1 / 1: rx / ok 2: ay1 / ok 1: rx[1]",
        "0: ax1 rx / info 0 / 1: ax2 / fail 1 / 2: ax3 / 3 / 4 / info 4: ry[] / 5: az9",
        "0: az1 / 1: ay1 / 2: ax1 / ok 2: ax1 / fail 1 / info 0 / 3: aw1 az2 / info 3",
        "ok 0: rx[] / ok 0: ax1 / fail 1 / ok 1: rx[1]",
        "0: rx / 0: rx / ok 0: rx[]",         /* invokes twice */
        "0: rx / 1: ry / 0: rx / ok 1: ry[]", /* and across chunks */
        "0: rx / ok 0: rx[] / ok 0: rx[]",    /* completes twice */
        "ok 0: rx[] / 0: rx / ok 0: rx[]",    /* completes first */
        "0: rx / ok 0: ry[]",                 /* completes something else */
        "0: rx ax1 / ok 0: rx[]",
        "0: ax1 / ok 0: ax2",
        "0: ax1 / ok 0: ax1 / 1: ax1 / ok 1: ax1", /* writes twice */
        "0: ax1 / ok 0",                           /* says nothing */
    };
    expect_same_units(notations, MNS_COUNT_OF(notations));
}

/* Shorter and longer, the prefix before and after, several departures, in any order. */
static void lists_that_fork(void **state) {
    (void)state;
    static const char *const notations[] = {
        "ok 0: rx[1] / ok 0: rx[1,2] / ok 0: rx[1,3] / ok 0: rx[1,2,3] / ok 0: rx[1]",
        "ok 0: rx[1,2] / ok 0: rx[1,3] / ok 0: rx[1,3,4] / ok 0: rx[1,3,5] / ok 0: rx[1,3]",
        "ok 0: rx[1,2,3] / ok 0: rx[1] / ok 0: rx[9] / ok 0: rx[1,7] / ok 0: rx[9,1] / ok 0: rx[1]",
        "ok 0: rx[2] / ok 0: rx[1] / ok 0: rx[1,2] / ok 0: rx[2,1] / ok 0: rx[] / ok 0: rx[2,1,3]",
        /* A chunk of three: its first list departs from what was read before after another does. */
        "ok 0: rx[1,2,3] / ok 0: ry[] / ok 0: ry[] / ok 0: rx[1] / ok 0: rx[9] / ok 0: rx[1,7]",
        "ok 0: rx[1,2] / ok 0: ry[] / ok 0: ry[] / ok 0: rx[1] / ok 0: rz[1] / ok 0: rx[1,7]",
        ("ok 0: ry[5] / ok 0: rx[1,2,3] / fail 0: rx[1] / ok 0: rx[1,4,3] / ok 0: rz[1] / "
         "info 0: rx[1,4] / ok 0: rx[1,2,3,6] / ok 0: ry[6] / ok 0: rx[1,4,3,6] / ok 0: rz[2]"),
    };
    expect_same_units(notations, MNS_COUNT_OF(notations));
}

static void other_datatypes(void **state) {
    (void)state;
    static const char *const notations[] = {
        "0: wx1 / 1: wx2 / ok 0: wx1 / ok 1: wx2 / 0: rx / ok 0: rx2 / 1: wx1 / ok 1: wx1",
        ("0: sx1 / ok 0: sx1 / 1: rx / ok 1: rx{1} / 1: rx / ok 1: rx{1} / 2: sx2 / ok 2: sx2 / "
         "2: rx / ok 2: rx{1,2} / 2: sx1 / ok 2: sx1"),
        "0: ix1 / 1: ix1 / ok 0: ix1 / ok 1: ix1 / 0: rx / ok 0: rx2",
    };
    expect_same_units(notations, MNS_COUNT_OF(notations));
}

#define INVOKE(process, value) "{:type :invoke, :process " #process ", :value " value "}\n"
#define OK(process, value) "{:type :ok, :process " #process ", :value " value "}\n"

/* Ids are those of the first reading, also of what a bare completion has from an earlier chunk. */
static void values_that_are_no_numbers(void **state) {
    (void)state;
    expect_same(INVOKE(0, "[[:append :a \"x\"] [:append [1 :b] \"y\"]]")
                    INVOKE(1, "[[:append :c 12345678901234567890]]") OK(
                        1, "[[:append :c 12345678901234567890]]")
                        INVOKE(2, "[[:r \"k\" nil] [:r :c nil]]") "{:type :info, :process 0}\n" OK(
                            2, "[[:r \"k\" [\"z\" \"y\"]] [:r :c [12345678901234567890]]]"),
                false);
    expect_same(OK(0, "[[:add 1 :b] [:add 1 :a]]") OK(0, "[[:r 1 #{:a :b}]]")
                    OK(0, "[[:r 1 [:c :a :b]]]") OK(0, "[[:r 1 [:c :b :a :b :c]]]"),
                false);
    expect_same(OK(0, "[[:r 1 [:c :b :a :b :c]]]") OK(0, "[[:r 1 [:a :a :b]]]")
                    OK(0, "[[:r 1 [:c :c :b :b]]]") OK(0, "[[:add 1 :c]]"),
                false);
}

/* A version that only an invocation shows is not one, but is worth a warning. */
static void what_the_database_revealed(void **state) {
    (void)state;
    expect_same(INVOKE(0, "[[:append 1 1]]") OK(0, "[[:append 1 1]]")
                    INVOKE(1, "[[:append 1 2 {:version 2}]]") OK(1, "[[:append 1 2]]")
                        INVOKE(1, "[[:append 1 3]]") OK(1, "[[:append 1 3]]"),
                false);
    expect_same(INVOKE(0, "[[:w 1 1]]") INVOKE(1, "[[:w 1 2]]") OK(0, "[[:w 1 1 {:version 7}]]")
                    OK(1, "[[:w 1 2]]"),
                false);
    expect_same("{:type :invoke, :process 0, :value [[:w 1 1]], :start-ts 5}\n"
                "{:type :invoke, :process 1, :value [[:w 1 2]], :start-ts 6}\n"
                "{:type :ok, :process 0, :value [[:w 1 1]], :commit-ts 9}\n"
                "{:type :ok, :process 1, :value [[:w 1 2]], :start-ts -9223372036854775808}\n",
                false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(completions_find_their_invocations),
        cmocka_unit_test(lists_that_fork),
        cmocka_unit_test(other_datatypes),
        cmocka_unit_test(values_that_are_no_numbers),
        cmocka_unit_test(what_the_database_revealed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
