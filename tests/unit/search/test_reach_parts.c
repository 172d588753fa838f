/*
 * test_reach_parts.c - src/search/reach_*.c and dag_labels.c: every way of asking gives the naive
 * answer, and so the same as every other.
 */
#include "unit/support/reach_support.h"

typedef bool (*way)(mns_questions *questions);

static bool by_chains(mns_questions *q) {
    mns_chains chains;
    bool good = mns_chains_find(&chains, q);
    assert_true(mns_reach_chains_cost(q, &chains) > 0);
    good = good && mns_reach_chains(q, &chains);
    mns_chains_release(&chains);
    return good;
}

static bool by_walks_then_bits(mns_questions *q) {
    return mns_reach_walks(q) && (q->count == 0 || mns_reach_bits(q));
}

static void agrees_with_the_naive_answer(way ask) {
    uint64_t random = 71;
    uint32_t found = 0, none = 0;
    for (int round = 0; round < 1500; round++) {
        reach_fixture f;
        reach_draw_dag(&f, &random, 1 + unit_random(&random, REACH_NODES), 0);
        reach_draw_questions(&f, &random, 1 + unit_random(&random, REACH_QUESTIONS),
                             round % 2 == 0);
        uint32_t expected = reach_expected(&f);
        assert_true(ask(&f.questions));
        assert_int_equal(f.questions.best.edge, expected);
        found += expected != MNS_NONE;
        none += expected == MNS_NONE;
        reach_close(&f);
    }
    assert_true(found > 100 && none > 100);
}

static void bits(void **state) {
    (void)state;
    agrees_with_the_naive_answer(mns_reach_bits);
}

static void chains(void **state) {
    (void)state;
    agrees_with_the_naive_answer(by_chains);
}

static void walks(void **state) {
    (void)state;
    agrees_with_the_naive_answer(by_walks_then_bits);
}

/* A chain that visits every node: one lane, one sweep. */
static void a_chain_is_one_lane(void **state) {
    (void)state;
    reach_fixture f;
    uint64_t random = 72;
    do {
        reach_draw_dag(&f, &random, 1, 1); /* all barriers, each leads to the next */
        if (f.dag.count < 20) {
            reach_close(&f);
        }
    } while (f.dag.count < 20);
    reach_draw_questions(&f, &random, 100, false);
    mns_chains chains;
    assert_true(mns_chains_find(&chains, &f.questions));
    assert_int_equal(chains.lanes, 1);
    mns_chains_release(&chains);
    reach_close(&f);
}

static void labels_never_deny_a_path(void **state) {
    (void)state;
    uint64_t random = 73;
    uint32_t denied = 0, no = 0;
    for (int round = 0; round < 500; round++) {
        reach_fixture f;
        reach_draw_dag(&f, &random, 1 + unit_random(&random, REACH_NODES), 0);
        mns_dag_label *labels = mns_dag_labels(&f.dag);
        assert_non_null(labels);
        for (uint32_t a = 0; a < f.dag.count; a++) {
            for (uint32_t b = a + 1; b < f.dag.count; b++) {
                bool may = mns_dag_may_lead(labels, a, b);
                assert_true(may || !reach_leads(&f, a, b));
                denied += !may;
                no += !reach_leads(&f, a, b);
            }
        }
        free(labels);
        reach_close(&f);
    }
    assert_true(denied > no / 2); /* and they are of some use */
}

/* Paths that pass a barrier, and only these. */
static void time_is_what_barriers_say(void **state) {
    (void)state;
    uint64_t random = 74;
    uint32_t found = 0, none = 0;
    for (int round = 0; round < 1500; round++) {
        reach_fixture f;
        uint32_t every = 1 + unit_random(&random, 30);
        reach_draw_dag(&f, &random, 1 + unit_random(&random, 8), every);
        reach_draw_questions(&f, &random, 1 + unit_random(&random, 20), true);
        mns_questions naive = {.best = {.edge = MNS_NONE}};
        for (uint32_t i = 0; i < f.questions.count; i++) {
            const mns_question *q = &f.items[i];
            bool yes = false;
            for (uint32_t b = 0; b < f.dag.count; b += every) {
                yes |= (q->start == b || reach_leads(&f, q->start, b)) &&
                       (q->end == b || reach_leads(&f, b, q->end));
            }
            if (yes) {
                mns_question_yes(&naive, q);
            }
        }
        assert_true(mns_reach_by_time(&f.questions));
        assert_int_equal(f.questions.best.edge, naive.best.edge);
        found += naive.best.edge != MNS_NONE;
        none += naive.best.edge == MNS_NONE;
        reach_close(&f);
    }
    assert_true(found > 100 && none > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits),
        cmocka_unit_test(chains),
        cmocka_unit_test(walks),
        cmocka_unit_test(a_chain_is_one_lane),
        cmocka_unit_test(labels_never_deny_a_path),
        cmocka_unit_test(time_is_what_barriers_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
