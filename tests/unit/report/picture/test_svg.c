/* test_svg.c - what is written of a picture: well-formed, safe, the same each time. */
#include "report/picture/svg.h"

#include "unit/support/picture_support.h"

typedef void draw(const mns_document *document, const mns_doc_witness *witness, mns_picture_use use,
                  mns_buf *out);

static void ladder(const mns_document *document, const mns_doc_witness *witness,
                   mns_picture_use use, mns_buf *out) {
    (void)witness;
    mns_svg_models(document, false, use, out);
}

static draw *const pictures[] = {mns_svg_timeline, mns_svg_cycle, ladder};

static void expect(const picture_fixture *f, const char *part, bool there) {
    if ((strstr(f->out.data, part) != NULL) != there) {
        print_error("%s: %s\nin: %s\n", there ? "missing" : "unexpected", part, f->out.data);
        fail();
    }
}

static void test_well_formed(void **state) {
    (void)state;
    for (uint32_t seed = 1; seed <= 200; seed++) {
        picture_fixture f;
        picture_open(&f, seed, 1 + seed % 30, seed % 2 == 0);
        for (size_t p = 0; p < MNS_COUNT_OF(pictures); p++) {
            pictures[p](&f.document, &f.witness, MNS_PICTURE_PAGE, &f.out);
            assert_false(f.out.failed);
            if (!(f.out.size == 0 && pictures[p] == mns_svg_cycle)) {
                assert_true(xml_is_well_formed(f.out.data));
                expect(&f, "<script", false);
                expect(&f, "\"", false); /* pictures are put into JSON */
            }
            mns_buf_clear(&f.out);
        }
        picture_close(&f);
    }
}

static void test_checker(void **state) {
    (void)state;
    assert_true(xml_is_well_formed("<g a='1'><rect b='&amp;'/>x</g>"));
    assert_false(xml_is_well_formed("<g>"));
    assert_false(xml_is_well_formed("<g></b>"));
    assert_false(xml_is_well_formed("<g a=\"1\"/>"));
    assert_false(xml_is_well_formed("<g>&nbsp;</g>"));
    assert_false(xml_is_well_formed("<g><</g>"));
}

static void test_same_bytes(void **state) {
    (void)state;
    picture_fixture a, b;
    picture_open(&a, 42, 5, true);
    picture_open(&b, 42, 5, true);
    for (size_t p = 0; p < MNS_COUNT_OF(pictures); p++) {
        pictures[p](&a.document, &a.witness, MNS_PICTURE_FILE, &a.out);
        pictures[p](&b.document, &b.witness, MNS_PICTURE_FILE, &b.out);
    }
    assert_string_equal(a.out.data, b.out.data);
    picture_close(&a);
    picture_close(&b);
}

/* A file has its style and a title, a picture of the page has neither. */
static void test_use(void **state) {
    (void)state;
    picture_fixture f;
    picture_open(&f, 1, 3, true);
    mns_svg_timeline(&f.document, &f.witness, MNS_PICTURE_FILE, &f.out);
    expect(&f, "<style>", true);
    expect(&f, "'><title>The transactions in time", true);
    mns_buf_clear(&f.out);
    mns_svg_timeline(&f.document, &f.witness, MNS_PICTURE_PAGE, &f.out);
    expect(&f, "<style>", false);
    expect(&f, "'><desc>3 transactions. T1 to T2:", true);
    mns_buf_clear(&f.out);
    mns_svg_models(&f.document, true, MNS_PICTURE_PAGE, &f.out);
    expect(&f, "data-model='PL-SS' tabindex='0' role='link' aria-label='", true);
    picture_close(&f);
}

static void test_what_elements_stand_for(void **state) {
    (void)state;
    mns_doc_mop mops[] = {{.label = "r <x>", .shown = "[:r <x>]", .matters = true}};
    mns_doc_txn txns[] = {
        {.process.number = 1, .complete = 2, .mops = mops, .mop_count = 1, .mops_total = 1},
        {.process.number = 2, .type = MNS_TXN_FAIL, .invoke = 1, .complete = 3}};
    mns_doc_step links[] = {
        {.from = 0, .to = 1, .to_mop = MNS_NONE, .kind = MNS_WR, .label = "wr <x>", .text = ""}};
    picture_fixture f = {
        .witness = {.txns = txns, .txn_count = 2, .links = links, .link_count = 1}};
    mns_svg_timeline(&f.document, &f.witness, MNS_PICTURE_PAGE, &f.out);
    expect(&f, "<g class='txn ok' data-txn='0'>", true);
    expect(&f, "<g class='mop matters' data-txn='0' data-mop='0'>", true);
    expect(&f, "<g class='txn fail' data-txn='1'>", true);
    expect(&f, "<g class='step wr' data-step='0'><title>wr &lt;x&gt;</title>", true);
    expect(&f, ">r &lt;x&gt;</text>", true);
    mns_buf_clear(&f.out);
    mns_svg_cycle(&f.document, &f.witness, MNS_PICTURE_PAGE, &f.out);
    assert_int_equal(f.out.size, 0); /* a case has no cycle */
    mns_buf_release(&f.out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_well_formed),
        cmocka_unit_test(test_checker),
        cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_use),
        cmocka_unit_test(test_what_elements_stand_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
