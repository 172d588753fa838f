/*
 * test_catalog_articles.c - the pages of `minos models` and `minos explain`: complete, within the
 * width, true to the lattice.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "catalog/article_text.h"
#include "catalog/rows.h"

#include <cmocka.h>

/* Lines fit, end without blanks, and hold nothing but printable ASCII (and escapes, with color). */
static void expect_tidy(const char *page, unsigned flags) {
    while (*page != '\0') {
        size_t size = strcspn(page, "\n");
        assert_true(flags != 0 || size <= MNS_ARTICLE_WIDTH + 4); /* histories are not wrapped */
        assert_true(size == 0 || page[size - 1] != ' ');
        for (size_t i = 0; i < size; i++) {
            bool escape = page[i] == '\x1b' && (flags & MINOS_COLOR) != 0;
            assert_true(escape || (page[i] >= ' ' && page[i] <= '~'));
        }
        assert_true(page[size] == '\n');
        page += size + 1;
    }
}

static char *article(const char *name, unsigned flags, bool expected) {
    mns_buf buf;
    mns_buf_init(&buf);
    assert_int_equal(mns_article_write(&buf, name, flags), expected);
    char *text = mns_buf_take(&buf, NULL);
    assert_non_null(text);
    return text;
}

static void expect_has(const char *text, const char *part) {
    if (strstr(text, part) == NULL) {
        fail_msg("'%s' is missing from:\n%s", part, text);
    }
}

static void every_anomaly_has_its_article(void **state) {
    (void)state;
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        const char *name = mns_anomaly_name((mns_anomaly)a);
        char *text = article(name, 0, true);
        expect_tidy(text, 0);
        assert_int_equal(strncmp(text, name, strlen(name)), 0);
        expect_has(text, "(anomaly)");
        expect_has(text, "\nRules out\n");
        expect_has(text, "\nSource\n");
        const char *example = mns_anomaly_example((mns_anomaly)a);
        assert_int_equal(strstr(text, "\nSmallest history\n") != NULL, example != NULL);
        assert_int_equal(strstr(text, "\nUsual causes\n") != NULL,
                         example != NULL || mns_anomaly_rows[a].family == MNS_FAMILY_CASE);
        bool cycle = example != NULL && mns_anomaly_is_cycle((mns_anomaly)a);
        assert_int_equal(strstr(text, "\nThe cycle in it\n") != NULL, cycle);
        free(text);
    }
}

static void every_model_has_its_article(void **state) {
    (void)state;
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        const char *name = mns_model_friendly((mns_model)m);
        char *text = article(mns_model_canonical((mns_model)m), 0, true);
        expect_tidy(text, 0);
        assert_int_equal(strncmp(text, name, strlen(name)), 0);
        expect_has(text, "(consistency model)");
        expect_has(text, "\nNeighbours\n");
        expect_has(text, mns_model_is_tested((mns_model)m) ? "any of"
                                                           : "Minos has no test for this model");
        free(text);
    }
}

static void articles_say_what_follows(void **state) {
    (void)state;
    char *text = article("read-skew", 0, true);
    expect_has(text, "T1 -wr-> T2 -rw-> T1");
    expect_has(text, "at least       repeatable-read, consistent-view\n");
    expect_has(text, "implies        G-nonadjacent-item, G-single, G-single-item-process\n");
    free(text);
    text = article("strict serializable", 0, true);
    expect_has(text, "strong-serializable (consistency model)");
    expect_has(text, "next weaker    strong-session-serializable, strong-snapshot-isolation,");
    free(text);
    text = article("snapshot-isolation", 0, true);
    expect_has(text, "G-nonadjacent,\n                 G-SIb, G-SIa\n");
    assert_null(strstr(text, "G2-item"));
    free(text);
    text = article("serializable", 0, true);
    assert_null(strstr(text, "G-SI"));
    free(text);
    text = article("G-SIa", 0, true);
    expect_has(text, ":value [[:r :x 1]], :start-ts 2, :commit-ts 4}\n");
    expect_has(text, "at least       snapshot-isolation\n"
                     "  and with them  strong-snapshot-isolation, "
                     "strong-session-snapshot-isolation\n");
    free(text);
}

static void unknown_names_get_the_nearest(void **state) {
    (void)state;
    char *text = article("G-sinlge-item", 0, false);
    expect_has(text, "unknown model or anomaly 'G-sinlge-item'; did you mean 'G-single-item'?");
    free(text);
    text = article("", 0, false);
    expect_has(text, "unknown model or anomaly ''");
    free(text);
    text = article("a\nb\x1b", 0, false);
    expect_has(text, "'a?b?'");
    free(text);
}

static void lattice_names_everything(void **state) {
    (void)state;
    mns_buf buf;
    mns_buf_init(&buf);
    mns_lattice_write(&buf, 0);
    char *text = mns_buf_take(&buf, NULL);
    assert_non_null(text);
    expect_tidy(text, 0);
    char line[128];
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        (void)snprintf(line, sizeof line, "\n  %s", mns_model_friendly((mns_model)m));
        expect_has(text, line);
        expect_has(text, mns_model_canonical((mns_model)m));
    }
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        (void)snprintf(line, sizeof line, "\n  %s", mns_anomaly_name((mns_anomaly)a));
        expect_has(text, line);
    }
    free(text);
}

/* The lines of the drawing, each from a stronger model to a weaker one. */
static void drawing_is_true(void **state) {
    (void)state;
    static const mns_model lines[][2] = {
        {MNS_M_PL_SS, MNS_M_STRONG_SESSION_SERIALIZABLE},
        {MNS_M_PL_SS, MNS_M_STRONG_SNAPSHOT_ISOLATION},
        {MNS_M_STRONG_SESSION_SERIALIZABLE, MNS_M_PL_3},
        {MNS_M_STRONG_SESSION_SERIALIZABLE, MNS_M_STRONG_SESSION_SNAPSHOT_ISOLATION},
        {MNS_M_STRONG_SNAPSHOT_ISOLATION, MNS_M_STRONG_SESSION_SNAPSHOT_ISOLATION},
        {MNS_M_PL_3, MNS_M_PL_2_99},
        {MNS_M_PL_3, MNS_M_PL_SI},
        {MNS_M_STRONG_SESSION_SNAPSHOT_ISOLATION, MNS_M_PL_SI},
        {MNS_M_PL_SI, MNS_M_PL_2_PLUS},
        {MNS_M_PL_2_99, MNS_M_PL_CS},
        {MNS_M_PL_2_PLUS, MNS_M_PL_CS},
        {MNS_M_PL_CS, MNS_M_PL_2},
        {MNS_M_PL_2, MNS_M_PL_1},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(lines); i++) {
        bool weaker[MNS_MODEL_COUNT] = {false};
        weaker[lines[i][0]] = true;
        mns_models_add_weaker(weaker);
        assert_true(weaker[lines[i][1]]);
    }
    /* The two sides are drawn apart because neither is above the other. */
    bool below[MNS_MODEL_COUNT] = {false};
    below[MNS_M_PL_2_99] = true;
    mns_models_add_weaker(below);
    assert_false(below[MNS_M_PL_2_PLUS]);
}

static void color_is_only_added(void **state) {
    (void)state;
    char *plain = article("G0", 0, true);
    char *bold = article("G0", MINOS_COLOR, true);
    expect_tidy(bold, MINOS_COLOR);
    expect_has(bold, "\x1b[1mG0\x1b[0m (anomaly)");
    size_t kept = 0;
    for (size_t i = 0; bold[i] != '\0'; i++) {
        if (bold[i] == '\x1b') {
            i += strcspn(bold + i, "m");
            continue;
        }
        assert_int_equal(bold[i], plain[kept]);
        kept++;
    }
    assert_int_equal(kept, strlen(plain));
    free(plain);
    free(bold);
}

static void summaries_are_one_line(void **state) {
    (void)state;
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        const char *summary = mns_anomaly_summary((mns_anomaly)a);
        assert_true(strlen(summary) > 10 && strchr(summary, '\n') == NULL);
    }
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        const char *summary = mns_model_summary((mns_model)m);
        assert_true(strlen(summary) > 10 && strchr(summary, '\n') == NULL);
    }
}

static void paragraphs_wrap(void **state) {
    (void)state;
    mns_buf buf;
    mns_buf_init(&buf);
    mns_article_text(&buf, 2, "one two\nthree");
    assert_string_equal(buf.data, "  one two\n\n  three\n");
    mns_buf_clear(&buf);
    mns_article_item(&buf, 1, "ab", 4, "c d");
    assert_string_equal(buf.data, " ab   c d\n");
    mns_buf_clear(&buf);
    mns_article_item(&buf, 0, "toolong", 4, "c");
    assert_string_equal(buf.data, "toolong\n     c\n");
    mns_buf_clear(&buf);
    mns_article_lines(&buf, 2, "a\n\nb");
    assert_string_equal(buf.data, "  a\n\n  b\n");
    mns_buf_release(&buf);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_anomaly_has_its_article),
        cmocka_unit_test(every_model_has_its_article),
        cmocka_unit_test(articles_say_what_follows),
        cmocka_unit_test(unknown_names_get_the_nearest),
        cmocka_unit_test(lattice_names_everything),
        cmocka_unit_test(drawing_is_true),
        cmocka_unit_test(color_is_only_added),
        cmocka_unit_test(summaries_are_one_line),
        cmocka_unit_test(paragraphs_wrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
