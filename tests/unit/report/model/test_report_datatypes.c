/* test_report_datatypes.c - registers, sets and counters in the formats that programs read. */
#include "report/edn/edn_cases.h"

#include "report/edn/edn_result.h"
#include "report/json/json_results.h"
#include "report/picture/picture.h"
#include "unit/support/report_fixture.h"

#define OP(type, process, mops)                                                                    \
    "{:type :" type ", :process " #process ", :f :txn, :value [" mops "]}\n"
#define OK(process, mops) OP("ok", process, mops)

/* A case and its map. */
static void expect_case(const char *edn, mns_witness witness, const char *expected) {
    fixture f;
    fixture_open(&f, edn, "none", NULL);
    witness.key = f.history.tables.mops.key[witness.mops[0]];
    mns_edn_case(&f.history, &witness, &f.out);
    expect_text(&f, expected);
    fixture_close(&f);
}

#define MOPS(...)                                                                                  \
    .mops = (uint32_t[]){__VA_ARGS__}, .mop_count = MNS_COUNT_OF(((uint32_t[]){__VA_ARGS__}))
#define NO_ELEMENT .element = MNS_VALUE_NONE
#define ONE 2 /* the reference of a small integer is twice the integer (values.h) */

static void test_expected(void **state) {
    (void)state;
    expect_case(OK(0, "[:w :x 1] [:r :x nil]"),
                (mns_witness){.anomaly = MNS_A_INTERNAL, NO_ELEMENT, MOPS(1, 0)},
                ", :mop [:r :x nil], :expected 1}");
    expect_case(OK(0, "[:r :x 4] [:inc :x -1] [:inc :x 3] [:r :x 4]"),
                (mns_witness){.anomaly = MNS_A_INTERNAL, NO_ELEMENT, MOPS(3, 0, 1, 2)},
                ", :mop [:r :x 4], :expected 6}");
    expect_case(OK(0, "[:r :x #{1 2}] [:add :x 3] [:add :x 2] [:r :x #{}]"),
                (mns_witness){.anomaly = MNS_A_INTERNAL, NO_ELEMENT, MOPS(3, 0, 1, 2)},
                ", :mop [:r :x #{}], :expected #{1 2 3}}");
    expect_case(OK(0, "[:add :x 3] [:r :x #{}]"),
                (mns_witness){.anomaly = MNS_A_INTERNAL, NO_ELEMENT, MOPS(1, 0)},
                ", :mop [:r :x #{}], :expected #{... 3}}");
}

static void test_register_cases(void **state) {
    (void)state;
    static const char versions[] =
        OK(0, "[:w :x 1 {:version 1}]") OK(1, "[:r :x nil {:version 2}]");
    expect_case(versions,
                (mns_witness){.anomaly = MNS_A_CYCLIC_VERSIONS,
                              NO_ELEMENT,
                              .sources = 1u << MNS_BY_INITIAL | 1u << MNS_BY_VERSIONS,
                              MOPS(1, 0, 0, 1)},
                "{:key :x, :scc #{nil 1}, :sources [:initial-state :versions]}");
    expect_case(
        versions, (mns_witness){.anomaly = MNS_A_INCOMPATIBLE_VERSIONS, NO_ELEMENT, MOPS(0, 1)},
        "{:key :x, :mops [[:w :x 1 {:version 1}] [:r :x nil {:version 2}]], :txns [{:index 0");
    expect_case(OK(0, "[:r :x nil] [:w :x 1]") OK(1, "[:r :x nil] [:w :x 2]"),
                (mns_witness){.anomaly = MNS_A_LOST_UPDATE, NO_ELEMENT, MOPS(0, 1, 2, 3)},
                "{:key :x, :value nil, :txns [{:index 0");
}

static void test_set_and_counter_cases(void **state) {
    (void)state;
    static const char reads[] = OK(0, "[:add :x 1]") OK(1, "[:r :x #{1}]") OK(2, "[:r :x #{}]");
    expect_case(reads,
                (mns_witness){.anomaly = MNS_A_INCOMPARABLE_READS, .element = ONE, MOPS(1, 2)},
                "{:key :x, :values [#{1} #{}], :txns [{:index 1");
    expect_case(reads, (mns_witness){.anomaly = MNS_A_LOST_WRITE, .element = ONE, MOPS(0, 2)},
                "{:key :x, :element 1, :txns [{:index 0");
    expect_case(reads, (mns_witness){.anomaly = MNS_A_DUPLICATE_ELEMENTS, .element = ONE, MOPS(1)},
                ", :mop [:r :x #{1}], :element 1}");
    expect_case(OK(0, "[:inc :x 1]") OK(0, "[:r :x 0]"),
                (mns_witness){.anomaly = MNS_A_MISSED_INCREMENT_PROCESS, NO_ELEMENT, MOPS(1, 0)},
                ", :mop [:r :x 0], :txns [{:index 0, :process 0, :type :ok, :f :txn, :value [[:inc "
                ":x 1]]}]}");
    expect_case(OK(0, "[:inc :x 1]") OK(1, "[:r :x 0]"),
                (mns_witness){.anomaly = MNS_A_LOST_WRITE, NO_ELEMENT, MOPS(1, 0)},
                "{:key :x, :value 0, :txns [{:index 1");
}

static void write_dot(fixture *f) {
    fixture_judge(f, true);
    const mns_doc_anomaly *anomaly = &fixture_document(f)->anomalies[0];
    mns_report_dot(&anomaly->witnesses[0], anomaly->anomaly, &f->out);
}

/* ---- Cycles --------------------------------------------------------------------------------- */

/* An rw and a wr step between rows 1 and 0; mops by number. */
static mns_witness *cycle(fixture *f, uint32_t read, uint32_t missed, mns_value value,
                          uint32_t written, uint32_t seen) {
    static uint32_t txns[] = {1, 0}, leaving[] = {0, 1};
    static char text[] = "because";
    static mns_step steps[2];
    const mns_mops *mops = &f->history.tables.mops;
    steps[0] = (mns_step){.from = 0,
                          .to = 1,
                          .reason = {.kind = MNS_RW,
                                     .rests_on = MNS_RW_ITEM,
                                     .key = mops->key[read],
                                     .from_mop = read,
                                     .to_mop = missed,
                                     .value = value,
                                     .next = mops->value[missed]},
                          .text = text};
    steps[1] = (mns_step){.from = 1,
                          .to = 0,
                          .reason = {.kind = MNS_WR,
                                     .rests_on = MNS_WR,
                                     .key = mops->key[written],
                                     .from_mop = written,
                                     .to_mop = seen,
                                     .value = mops->value[written],
                                     .next = MNS_VALUE_NONE},
                          .text = text};
    mns_witness *witness = fixture_add(f, MNS_A_G2_ITEM);
    witness->txns = txns;
    witness->steps = steps;
    witness->leaving = leaving;
    witness->txn_count = witness->step_count = 2;
    return witness;
}

static void test_register_cycle(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:w :x 1] [:w :y 1]") OK(1, "[:r :x nil] [:r :y 1]"), "none", NULL);
    mns_witness *witness = cycle(&f, 2, 0, MNS_VALUE_INITIAL, 1, 3);
    mns_edn_case(&f.history, witness, &f.out);
    expect_text(&f, "{:type :rw, :key :x, :value nil, :value' 1, :a-mop-index 0, :b-mop-index 0}");
    mns_buf_clear(&f.out);
    write_dot(&f);
    expect_text(&f, "|{<m0> w\\ :x\\ 1|<m1> w\\ :y\\ 1}}");
    expect_text(&f, "|{<m0> r\\ :x\\ nil|<m1> r\\ :y\\ 1}}");
    expect_text(&f, "[label=\"rw\\ :x:\\ init,\\ 1\" color=\"#5B00C0\"");
    fixture_close(&f);
}

static void test_set_cycle(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:add :x 1] [:add :y 1]") OK(1, "[:r :x #{}] [:r :y #{1}]"), "none",
                 NULL);
    mns_witness *witness = cycle(&f, 2, 0, MNS_VALUE_NONE, 1, 3);
    mns_edn_case(&f.history, witness, &f.out);
    expect_text(&f, "{:type :rw, :key :x, :value' 1, :a-mop-index 0, :b-mop-index 0}");
    mns_buf_clear(&f.out);
    write_dot(&f);
    expect_text(&f, "|{<m0> add\\ :x\\ 1|<m1> add\\ :y\\ 1}}");
    expect_text(&f, "|{<m0> r\\ :x\\ #\\{\\}|<m1> r\\ :y\\ #\\{1\\}}}");
    expect_text(&f, "[label=\"rw\\ :x:\\ 1\" color=\"#5B00C0\"");
    fixture_close(&f);
}

static void test_counter_in_dot(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, OK(0, "[:inc :x 1] [:inc :y 1]") OK(1, "[:r :x 0] [:r :y 1]"), "none", NULL);
    cycle(&f, 2, 0, f.history.tables.mops.value[2], 1, 3);
    write_dot(&f);
    expect_text(&f, "|{<m0> inc\\ :x\\ 1|<m1> inc\\ :y\\ 1}}");
    expect_text(&f, "|{<m0> r\\ :x\\ 0|<m1> r\\ :y\\ 1}}");
    fixture_close(&f);
}

/* What the database revealed is in every format. */
static void test_revealed(void **state) {
    (void)state;
    fixture f;
    fixture_open(
        &f,
        "{:type :ok, :process 0, :start-ts 1, :commit-ts 3, :value [[:w :x 1 {:version 7}] "
        "[:w :y 1]]}\n" OK(1, "[:r :x nil] [:r :y 1]"),
        "serializable", NULL);
    cycle(&f, 2, 0, MNS_VALUE_INITIAL, 1, 3);
    fixture_judge(&f, true);
    mns_report_json(fixture_document(&f), &f.out);
    expect_text(&f, "\"type\":\"ok\",\"start_ts\":1,\"commit_ts\":3,\"value\":[[\"w\",\"x\",1,"
                    "{\"version\":7}],[\"w\",\"y\",1]],");
    expect_text(&f, "\"type\":\"ok\",\"value\":[[\"r\",\"x\",null],[\"r\",\"y\",1]],");
    expect_text(&f, "\"kind\":\"rw\",\"key\":\"x\",\"value\":null,\"next\":1,");
    mns_buf_clear(&f.out);
    mns_report_edn(&f.report, &f.out);
    expect_text(&f, "{:index 0, :process 0, :type :ok, :f :txn, :start-ts 1, :commit-ts 3, :value "
                    "[[:w :x 1 {:version 7}] [:w :y 1]]}");
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expected),
        cmocka_unit_test(test_register_cases),
        cmocka_unit_test(test_set_and_counter_cases),
        cmocka_unit_test(test_register_cycle),
        cmocka_unit_test(test_set_cycle),
        cmocka_unit_test(test_counter_in_dot),
        cmocka_unit_test(test_revealed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
