/*
 * test_spines.c - src/read/spines.c: every read is a prefix of a spine, equal reads are the same
 * prefix, and none of the three ways to place one differs from the others in what it finds.
 */
#include "core/grow.h"
#include "read/list_reader.h"
#include "support/units.h"

typedef struct fixture {
    mns_values values;
    mns_spines spines;
    uint32_t first[4]; /* by key */
} fixture;

typedef struct place {
    uint32_t spine, length;
} place;

static void open_fixture(fixture *f) {
    mns_values_init(&f->values);
    mns_spines_init(&f->spines);
    for (size_t key = 0; key < MNS_COUNT_OF(f->first); key++) {
        f->first[key] = MNS_NONE;
    }
}

static void close_fixture(fixture *f) {
    mns_spines_release(&f->spines);
    mns_values_release(&f->values);
}

/* The text must live as long as the spines, so only literals and buffers of the test are read. */
static minos_status read_text(fixture *f, uint32_t key, const char *text, bool json, place *at) {
    mns_lexer lexer;
    mns_token open;
    mns_lexer_init(&lexer, text, text + strlen(text), json);
    assert_true(mns_next(&lexer, &open) && mns_token_opens(open.kind));
    minos_status status = mns_list_read(&f->spines, &f->values, &lexer, &open, key, &f->first[key],
                                        &at->spine, &at->length);
    if (status == MINOS_OK) {
        assert_ptr_equal(lexer.p, lexer.end);
        assert_true(at->length == 0 || at->length <= f->spines.items[at->spine].count);
    }
    return status;
}

static void expect_place(fixture *f, const char *text, uint32_t spine, uint32_t length) {
    place at;
    assert_int_equal(read_text(f, 0, text, false, &at), MINOS_OK);
    if (at.spine != spine || at.length != length) {
        fail_msg("%s: spine %u, length %u", text, (unsigned)at.spine, (unsigned)at.length);
    }
}

static void expect_spine(const fixture *f, uint32_t spine, const char *expected) {
    mns_buf out;
    mns_buf_init(&out);
    for (size_t i = 0; i < f->spines.items[spine].count; i++) {
        mns_value value = f->spines.items[spine].elements[i];
        mns_buf_printf(&out, "%s%s", i > 0 ? " " : "", unit_value(&f->values, value));
    }
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
}

static void reads_that_agree_share_a_spine(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    expect_place(&f, "[]", MNS_NONE, 0);
    expect_place(&f, "[1 2]", 0, 2);
    expect_place(&f, "[1]", 0, 1);
    expect_place(&f, "[1 2]", 0, 2);
    expect_place(&f, "[1 2 3 4]", 0, 4);
    expect_place(&f, "[1 2 3]", 0, 3);
    expect_place(&f, "[]", MNS_NONE, 0);
    assert_int_equal(f.spines.count, 1);
    expect_spine(&f, 0, "1 2 3 4");
    close_fixture(&f);
}

/* The same list in other bytes: white space, commas, comments, brackets, N, discards. */
static void white_space_does_not_matter(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    expect_place(&f, "[1 2]", 0, 2);
    static const char *const same[] = {"[1,2]",       "[ 1 2]",          "[1 2 ]",     "[1 2,]",
                                       "[1  2]",      "[1\n2\n]",        "(1 2)",      "[1N +2]",
                                       "[1 2 ; ]\n]", "[1 #_ 9 2 #_ 8]", "[1 #_ 2 2]", "[1;3\n2]"};
    for (size_t i = 0; i < MNS_COUNT_OF(same); i++) {
        expect_place(&f, same[i], 0, 2);
    }
    expect_place(&f, "[1, 2, 3]", 0, 3); /* longer, in other bytes: the text is now this */
    expect_place(&f, "[1, 2]", 0, 2);
    expect_place(&f, "[1 2]", 0, 2);
    expect_place(&f, "[1, 2, 3 , 4]", 0, 4);
    expect_place(&f, "(1 2 3 4 5)", 0, 5);
    expect_place(&f, "[1 2 3 4 5]", 0, 5);
    assert_int_equal(f.spines.count, 1);
    expect_spine(&f, 0, "1 2 3 4 5");
    close_fixture(&f);
}

/* Texts that share bytes but not elements. */
static void bytes_in_common_are_not_elements(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    expect_place(&f, "[1 23]", 0, 2);
    expect_place(&f, "[1 2]", 1, 2);
    expect_place(&f, "[1 234]", 2, 2);
    expect_place(&f, "[1]", 0, 1);
    expect_place(&f, "[12]", 3, 1);
    expect_place(&f, "[1 23]", 0, 2);
    expect_place(&f, "[1 2]", 1, 2);
    close_fixture(&f);
    open_fixture(&f);
    expect_place(&f, "[\"a]\" \"b\"]", 0, 2);
    expect_place(&f, "[\"a]\"]", 0, 1);
    expect_place(&f, "[\"a\"]", 1, 1);
    expect_place(&f, "[\"a]\" \"b\" \"]\"]", 0, 3);
    expect_place(&f, "[\"a]\" \"b]\"]", 2, 2);
    close_fixture(&f);
    open_fixture(&f);
    expect_place(&f, "[1 #_ 2 3]", 0, 2);
    expect_place(&f, "[1 #_ 2]", 0, 1);
    expect_place(&f, "[[1] [2 3]]", 1, 2);
    expect_place(&f, "[[1] [2]]", 2, 2);
    expect_place(&f, "[[1]]", 1, 1);
    close_fixture(&f);
}

static void forks_fork_again(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    expect_place(&f, "[1 2 3]", 0, 3);
    expect_place(&f, "[1 4]", 1, 2);
    expect_place(&f, "[1 4 5]", 1, 3); /* extends the fork */
    expect_place(&f, "[1 4 6]", 2, 3);
    expect_place(&f, "[1 4 6 7]", 2, 4);
    expect_place(&f, "[1 4]", 1, 2);
    expect_place(&f, "[1]", 0, 1);
    expect_place(&f, "[4]", 3, 1);
    expect_place(&f, "[1 2 3 8]", 0, 4); /* extends the first, whose prefixes are known by now */
    expect_place(&f, "[1 2 3 9]", 4, 4);
    expect_place(&f, "[1 2 3 8 1]", 0, 5);
    expect_place(&f, "[1 2 3 8]", 0, 4);
    assert_int_equal(f.spines.count, 5);
    close_fixture(&f);
}

static void keys_do_not_meet(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    place a, b, c;
    assert_int_equal(read_text(&f, 0, "[1 2]", false, &a), MINOS_OK);
    assert_int_equal(read_text(&f, 1, "[1 2]", false, &b), MINOS_OK);
    assert_int_not_equal(a.spine, b.spine);
    assert_int_equal(read_text(&f, 0, "[3]", false, &a), MINOS_OK); /* a fork of key 0 */
    assert_int_equal(read_text(&f, 1, "[3]", false, &c), MINOS_OK); /* and of key 1 */
    assert_int_not_equal(a.spine, c.spine);
    assert_int_equal(f.spines.items[c.spine].key, 1);
    close_fixture(&f);
}

static void malformed_lists_are_rejected(void **state) {
    (void)state;
    static const char *const edn[] = {"[1 2", "[1 2)", "[1 2 3", "[1 {}]", "[1 2 {}]", "[1 2 \"]"};
    static const char *const json[] = {"[1,2", "[1 2]", "[1,]", "[1,2,]", "[1,2 3]", "[1,,2]"};
    fixture f;
    open_fixture(&f);
    place at;
    assert_int_equal(read_text(&f, 0, "[1 2]", false, &at), MINOS_OK);
    assert_int_equal(read_text(&f, 1, "[1,2]", true, &at), MINOS_OK);
    for (size_t i = 0; i < MNS_COUNT_OF(edn); i++) {
        assert_int_equal(read_text(&f, 0, edn[i], false, &at), MINOS_EINPUT);
    }
    for (size_t i = 0; i < MNS_COUNT_OF(json); i++) {
        assert_int_equal(read_text(&f, 1, json[i], true, &at), MINOS_EINPUT);
    }
    expect_spine(&f, f.first[0], "1 2"); /* as before */
    assert_int_equal(read_text(&f, 1, "[1, 2 ,3 ]", true, &at), MINOS_OK);
    assert_int_equal(at.length, 3);
    close_fixture(&f);
}

#define ROUNDS 3000
#define LONGEST 6

typedef struct sample {
    uint32_t key, length;
    char list[LONGEST];
    place at;
} sample;

static void write_sample(const sample *s, uint64_t *random, mns_buf *out) {
    mns_buf_clear(out);
    mns_buf_char(out, '[');
    for (uint32_t e = 0; e < s->length; e++) {
        mns_buf_printf(out, "%s%d",
                       e == 0                        ? ""
                       : unit_random(random, 8) == 0 ? ", "
                                                     : " ",
                       s->list[e]);
    }
    mns_buf_str(out, unit_random(random, 8) == 0 ? " ]" : "]");
}

static void check_sample(const fixture *f, const sample *all, uint32_t i) {
    const sample *s = &all[i];
    assert_int_equal(s->at.length, s->length);
    for (uint32_t e = 0; e < s->length; e++) {
        int32_t element;
        assert_true(mns_value_small(f->spines.items[s->at.spine].elements[e], &element));
        assert_int_equal(element, s->list[e]);
        assert_int_equal(f->spines.items[s->at.spine].key, s->key);
    }
    for (uint32_t j = 0; j < i; j++) { /* equal reads are the same, also if one is by far earlier */
        if (all[j].key == s->key && all[j].length == s->length && s->length > 0 &&
            memcmp(all[j].list, s->list, s->length) == 0) {
            assert_int_equal(all[j].at.spine, s->at.spine);
        }
    }
}

static void random_reads_keep_their_elements(void **state) {
    (void)state;
    static sample samples[ROUNDS];
    static char texts[ROUNDS][64];
    fixture f;
    uint64_t random = 1;
    mns_buf out;
    open_fixture(&f);
    mns_buf_init(&out);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        sample *s = &samples[i];
        s->key = unit_random(&random, 3);
        s->length = unit_random(&random, LONGEST + 1);
        for (uint32_t e = 0; e < s->length; e++) {
            s->list[e] = (char)(unit_random(&random, 12) < 10 ? e : unit_random(&random, 14));
        }
        write_sample(s, &random, &out);
        assert_true(out.size < sizeof texts[i]);
        memcpy(texts[i], out.data, out.size + 1);
        assert_int_equal(read_text(&f, s->key, texts[i], false, &s->at), MINOS_OK);
    }
    for (uint32_t i = 0; i < ROUNDS; i++) {
        check_sample(&f, samples, i);
    }
    mns_buf_release(&out);
    close_fixture(&f);
}

/* Every read forks off the same long start. The prefixes they share are entered once, and a read is
 * placed without looking at the other forks; with all of them the test would hardly end. */
static void thousands_of_forks_stay_fast(void **state) {
    (void)state;
    enum { FORKS = 20000, START = 200 };
    mns_buf texts;
    mns_buf_init(&texts);
    size_t *offsets = MNS_NEW_ARRAY(size_t, FORKS);
    for (uint32_t i = 0; i < FORKS; i++) {
        offsets[i] = texts.size;
        mns_buf_char(&texts, '[');
        for (uint32_t e = 0; e < START; e++) {
            mns_buf_printf(&texts, "%u ", (unsigned)e);
        }
        mns_buf_printf(&texts, "%u]", (unsigned)(1000 + i));
        mns_buf_char(&texts, '\0');
    }
    fixture f;
    open_fixture(&f);
    for (int repeat = 0; repeat < 2; repeat++) {
        for (uint32_t i = 0; i < FORKS; i++) {
            expect_place(&f, texts.data + offsets[i], i, START + 1);
        }
    }
    assert_int_equal(f.spines.count, FORKS);
    assert_int_equal(f.spines.prefix_count, START + FORKS);
    close_fixture(&f);
    mns_buf_release(&texts);
    free(offsets);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_that_agree_share_a_spine),
        cmocka_unit_test(white_space_does_not_matter),
        cmocka_unit_test(bytes_in_common_are_not_elements),
        cmocka_unit_test(forks_fork_again),
        cmocka_unit_test(keys_do_not_meet),
        cmocka_unit_test(malformed_lists_are_rejected),
        cmocka_unit_test(random_reads_keep_their_elements),
        cmocka_unit_test(thousands_of_forks_stay_fast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
