/* test_sets_field.c - the :sets field of a history: how the database stores a set. */
#include "history/sets_field.h"

#include "unit/support/reading_support.h"

static mns_sets_field kept(const char *text) {
    reading r;
    const mns_read_options options = {.recognise = true};
    reading_open(&r, text, &options);
    assert_int_equal(r.status, MINOS_OK);
    mns_sets_field said = mns_history_sets_field(&r.history);
    reading_close(&r);
    return said;
}

#define OP(type, process, field)                                                                   \
    "{:type :" type ", :process " process ", :value [[:add 1 " process "]]" field "}\n"

static void said_in_edn(void **state) {
    (void)state;
    assert_int_equal(kept(OP("ok", "0", "")), MNS_SETS_FIELD_ABSENT);
    assert_int_equal(kept(OP("ok", "0", ", :sets :objects")), MNS_SETS_FIELD_OBJECTS);
    assert_int_equal(kept(OP("ok", "0", ", :sets \"objects\"")), MNS_SETS_FIELD_OBJECTS);
    assert_int_equal(kept(OP("ok", "0", ", :sets :rows")), MNS_SETS_FIELD_ROWS);
    assert_int_equal(kept(""), MNS_SETS_FIELD_ABSENT);
}

static void said_in_json(void **state) {
    (void)state;
    assert_int_equal(
        kept("{\"type\":\"ok\",\"process\":0,\"value\":[[\"add\",1,1]],\"sets\":\"objects\"}\n"),
        MNS_SETS_FIELD_OBJECTS);
}

static void anything_else_is_noticed(void **state) {
    (void)state;
    assert_int_equal(kept(OP("ok", "0", ", :sets :object")), MNS_SETS_FIELD_UNKNOWN);
    assert_int_equal(kept(OP("ok", "0", ", :sets :objectss")), MNS_SETS_FIELD_UNKNOWN);
    assert_int_equal(kept(OP("ok", "0", ", :sets objects")), MNS_SETS_FIELD_UNKNOWN);
    assert_int_equal(kept(OP("ok", "0", ", :sets nil")), MNS_SETS_FIELD_UNKNOWN);
}

/* The one that completed first decides, or where none did, the one that was invoked first. */
static void the_first_decides(void **state) {
    (void)state;
    assert_int_equal(kept(OP("invoke", "0", ", :sets :rows") OP("invoke", "1", "")
                              OP("ok", "1", ", :sets :objects") OP("ok", "0", ", :sets :rows")),
                     MNS_SETS_FIELD_OBJECTS);
    assert_int_equal(kept(OP("invoke", "0", ", :sets :objects") OP("invoke", "1", "")),
                     MNS_SETS_FIELD_OBJECTS);
    assert_int_equal(
        kept("{:type :info, :process :nemesis, :f :start, :sets :objects}\n" OP("ok", "0", "")),
        MNS_SETS_FIELD_ABSENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(said_in_edn),
        cmocka_unit_test(said_in_json),
        cmocka_unit_test(anything_else_is_noticed),
        cmocka_unit_test(the_first_decides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
