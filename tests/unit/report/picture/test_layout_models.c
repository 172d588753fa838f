/* test_layout_models.c - the lattice of models: order, lines, room. */
#include "report/picture/layout_models.h"

#include "unit/support/picture_support.h"

static const char *const requests[] = {"serializable", "none", "causal,linearizable",
                                       "read-atomic,prefix,PRAM,snapshot-isolation"};

typedef struct lattice_fixture {
    mns_document document;
    mns_arena arena;
    const mns_lattice *lattice;
} lattice_fixture;

static void lattice_open(lattice_fixture *f, const char *models, bool all) {
    mns_document_init(&f->document);
    mns_arena_init(&f->arena);
    char *message = NULL;
    assert_int_equal(mns_request_parse(&f->document.request, models, NULL, &message), MINOS_OK);
    bool found[MNS_ANOMALY_COUNT] = {false};
    found[MNS_A_G_SINGLE_ITEM] = true;
    mns_coverage evidence = {
        .data = true, .process = true, .realtime = true, .realtime_known = true};
    mns_judge(&f->document.request, found, &evidence, NULL, &f->document.judgement);
    f->lattice = mns_lattice_layout(&f->arena, &f->document, all);
    assert_non_null(f->lattice);
}

static void lattice_close(lattice_fixture *f) {
    mns_arena_release(&f->arena);
    mns_document_release(&f->document);
}

static void check_room(const mns_lattice *lattice) {
    for (uint32_t i = 0; i < lattice->node_count; i++) {
        mns_box box = lattice->nodes[i].box;
        assert_true(picture_inside(box, lattice->width, lattice->height));
        for (uint32_t j = 0; j < i; j++) {
            assert_int_equal(mns_box_common(lattice->nodes[j].box, box, 2), 0);
        }
    }
}

/* Lines lead downwards, and say the same as the catalog. */
static void check_lines(const mns_lattice *lattice) {
    for (uint32_t i = 0; i < lattice->model_count; i++) {
        bool below[MNS_MODEL_COUNT] = {false}, known[MNS_MODEL_COUNT] = {false};
        below[lattice->nodes[i].model] = known[lattice->nodes[i].model] = true;
        mns_models_add_weaker(known);
        for (uint32_t pass = 0; pass < lattice->model_count; pass++) {
            for (uint32_t l = 0; l < lattice->link_count; l++) {
                const mns_link *link = &lattice->links[l];
                assert_true(lattice->nodes[link->from].layer < lattice->nodes[link->to].layer);
                below[lattice->nodes[link->to].model] |= below[lattice->nodes[link->from].model];
            }
        }
        for (uint32_t j = 0; j < lattice->model_count; j++) {
            mns_model model = lattice->nodes[j].model;
            assert_int_equal(below[model], known[model]);
        }
    }
}

static void test_ladder(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(requests); i++) {
        lattice_fixture f;
        lattice_open(&f, requests[i], false);
        check_room(f.lattice);
        check_lines(f.lattice);
        lattice_close(&f);
    }
}

static void test_all(void **state) {
    (void)state;
    lattice_fixture f;
    lattice_open(&f, "serializable", true);
    assert_int_equal(f.lattice->model_count, MNS_MODEL_COUNT);
    check_room(f.lattice);
    check_lines(f.lattice);
    assert_true(f.lattice->width <= 1200);
    lattice_close(&f);
}

/* The ladder is for phones too. */
static void test_ladder_is_narrow(void **state) {
    (void)state;
    lattice_fixture f;
    lattice_open(&f, "strict-serializable", false);
    assert_true(f.lattice->width <= 360);
    assert_int_equal(f.lattice->nodes[0].model, MNS_M_PL_SS);
    assert_string_equal(f.lattice->nodes[0].name[0], "strict-serializable");
    assert_string_equal(f.lattice->nodes[0].state[0], "ruled out by");
    assert_string_equal(f.lattice->nodes[0].state[1], "G-single-item");
    assert_null(f.lattice->nodes[0].state[2]);
    lattice_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ladder),
        cmocka_unit_test(test_all),
        cmocka_unit_test(test_ladder_is_narrow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
