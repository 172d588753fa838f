/*
 * test_scan.c - src/core/scan*.c: every variant that this processor can run answers as the plain
 * one does, and none reads outside its text.
 *
 * Texts stand right behind a page that may not be read, or end right before one, so that a byte too
 * many is a crash.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include <sys/mman.h>
#include <unistd.h>

#include "core/scan.h"
#include "support/units.h"

/* ---- Memory between two pages that may not be read ---------------------------------------------
 */

typedef struct room {
    char *mapping, *begin, *end;
    size_t size; /* of the mapping */
} room;

static room room_open(void) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    room r = {.size = 3 * page};
    r.mapping =
        mmap(NULL, r.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, (off_t)0);
    assert_ptr_not_equal(r.mapping, MAP_FAILED);
    r.begin = r.mapping + page;
    r.end = r.begin + page;
    assert_int_equal(mprotect(r.mapping, page, PROT_NONE), 0);
    assert_int_equal(mprotect(r.end, page, PROT_NONE), 0);
    return r;
}

static void room_close(room *r) { munmap(r->mapping, r->size); }

/* ---- Comparing ------------------------------------------------------------------------------- */

/* Where a collection ends: its size, or -1. Everybody agrees on it. */
static ptrdiff_t balanced(const char *p, const char *end) {
    const mns_scan_variant *v;
    const char *expected = mns_scan_variant_at(0)->balanced(p, end);
    for (size_t i = 0; (v = mns_scan_variant_at(i)) != NULL; i++) {
        if (v->balanced(p, end) != expected) {
            fail_msg("%s differs on \"%.*s\"", v->name, (int)(end - p), p);
        }
    }
    assert_ptr_equal(mns_scan_balanced(p, end), expected);
    return expected == NULL ? -1 : expected - p;
}

static size_t common(const char *a, const char *b, size_t limit) {
    const mns_scan_variant *v;
    size_t expected = mns_scan_variant_at(0)->common(a, b, limit);
    for (size_t i = 0; (v = mns_scan_variant_at(i)) != NULL; i++) {
        if (v->common(a, b, limit) != expected) {
            fail_msg("%s differs on %zu bytes, of which %zu are common", v->name, limit, expected);
        }
    }
    assert_int_equal(mns_scan_common(a, b, limit), expected);
    return expected;
}

static size_t ascii(const char *p, const char *end) {
    const mns_scan_variant *v;
    const char *expected = mns_scan_variant_at(0)->ascii(p, end);
    for (size_t i = 0; (v = mns_scan_variant_at(i)) != NULL; i++) {
        if (v->ascii(p, end) != expected) {
            fail_msg("%s differs on %zu bytes", v->name, (size_t)(end - p));
        }
    }
    assert_ptr_equal(mns_scan_ascii(p, end), expected);
    return (size_t)(expected - p);
}

static ptrdiff_t balanced_text(const char *text) { return balanced(text, text + strlen(text)); }

/* ---- Balanced -------------------------------------------------------------------------------- */

static void collections_end_where_they_close(void **state) {
    (void)state;
    assert_int_equal(balanced_text("]"), 1);
    assert_int_equal(balanced_text("] ]"), 1);
    assert_int_equal(balanced_text("1 2 3] x"), 6);
    assert_int_equal(balanced_text("[:r 95 nil] [:r 12 nil] [:append 55 1]]}\n"), 39);
    assert_int_equal(balanced_text("({[]}) (])"), 10); /* kinds of brackets are not told apart */
    assert_int_equal(balanced_text(""), -1);
    assert_int_equal(balanced_text("1 2 3"), -1);
    assert_int_equal(balanced_text("[]"), -1);
}

/* Each stops the scan before the end of the collection, and has no effect after it. */
static void what_hides_brackets_is_in_the_way(void **state) {
    (void)state;
    static const char hiders[] = "\"\\;";
    char text[200];
    for (size_t h = 0; h < sizeof hiders - 1; h++) {
        for (size_t at = 0; at < sizeof text; at++) {
            memset(text, ' ', sizeof text);
            text[100] = ']';
            text[at] = hiders[h];
            assert_int_equal(balanced(text, text + sizeof text), at <= 100 ? -1 : 101);
        }
    }
}

/* All 256 bytes, alone in a text that is otherwise blank: nine of them matter. */
static void no_other_byte_matters(void **state) {
    (void)state;
    char text[128];
    for (int c = 0; c < 256; c++) {
        memset(text, c, sizeof text);
        bool closes = c == ']' || c == ')' || c == '}';
        assert_int_equal(balanced(text, text + sizeof text), closes ? 1 : -1);
        memset(text, ' ', sizeof text);
        text[40] = (char)c;
        text[90] = ')';
        bool hides = c == '"' || c == '\\' || c == ';';
        bool opens = c == '[' || c == '(' || c == '{';
        assert_int_equal(balanced(text, text + sizeof text), hides || opens ? -1
                                                             : closes       ? 41
                                                                            : 91);
    }
}

/* A whole page of opening brackets, then as many closing ones as fit. */
static void depth_is_counted_over_many_blocks(void **state) {
    (void)state;
    room r = room_open();
    ptrdiff_t size = r.end - r.begin;
    memset(r.begin, '[', (size_t)size / 2);
    memset(r.begin + size / 2, ']', (size_t)size / 2);
    assert_int_equal(balanced(r.begin, r.end), -1);
    for (ptrdiff_t i = 1; i < 200; i++) {
        assert_int_equal(balanced(r.begin + i, r.end), size - 2 * i + 1);
    }
    room_close(&r);
}

/* ---- Common ---------------------------------------------------------------------------------- */

/* Every length, every place of the first difference, both texts ending at the end of a page. */
static void the_first_difference_is_found(void **state) {
    (void)state;
    room a = room_open(), b = room_open();
    size_t page = (size_t)(a.end - a.begin);
    memset(a.begin, 'x', page);
    memset(b.begin, 'x', page);
    for (size_t limit = 0; limit <= 200; limit++) {
        assert_int_equal(common(a.end - limit, b.end - limit, limit), limit);
        assert_int_equal(common(a.begin, b.begin, limit), limit);
        for (size_t at = 0; at < limit; at++) {
            char *different = b.end - limit + at;
            *different = (char)('x' ^ 1 << (at % 8));
            b.end[-1] = at % 2 == 0 ? 'y' : b.end[-1]; /* a later difference does not matter */
            assert_int_equal(common(a.end - limit, b.end - limit, limit), at);
            *different = b.end[-1] = 'x';
        }
    }
    room_close(&a);
    room_close(&b);
}

/* Bytes just outside the texts have no effect, at any alignment. */
static void bytes_outside_do_not_count(void **state) {
    (void)state;
    char a[256], b[256];
    for (size_t i = 0; i < 40; i++) {
        for (size_t j = 0; j < 40; j++) {
            memset(a, 'a', sizeof a);
            memset(b, 'b', sizeof b);
            size_t limit = (i * 40 + j) % 150;
            memset(a + i, 'c', limit);
            memset(b + j, 'c', limit);
            assert_int_equal(common(a + i, b + j, limit), limit);
            assert_int_equal(common(a + i, b + j, limit + 1), limit);
            assert_int_equal(common(a + i, b + j, limit + 50), limit);
        }
    }
}

/* ---- Anything -------------------------------------------------------------------------------- */

/* Fills a text with random bytes of an alphabet, whose repetitions are weights. */
static void scribble(char *text, size_t size, const char *alphabet, uint64_t *random) {
    uint32_t letters = (uint32_t)strlen(alphabet);
    for (size_t i = 0; i < size; i++) {
        text[i] = alphabet[unit_random(random, letters)];
    }
}

static void variants_agree_on_random_texts(void **state) {
    (void)state;
    static const char *const alphabets[] = {
        "[](){}",         "[] ",           "[[] 123456789",
        "[]] 123456789",  "(]\x80\xff|<>", "[][][][][][][][] \"",
        "[(]) :append;;", "]\\[ ^_`",      "{}{}{}{}{}{}{}{}{}{}{}{}{}{}#",
    };
    room r = room_open();
    uint64_t random = 1;
    for (int round = 0; round < 20000; round++) {
        size_t size = unit_random(&random, 300);
        const char *alphabet = alphabets[(size_t)round % MNS_COUNT_OF(alphabets)];
        char *text = round % 2 == 0 ? r.end - size : r.begin;
        scribble(text, size, alphabet, &random);
        balanced(text, text + size);
        /* Two parts of one text: a few bytes in common, or none. */
        size_t shift = unit_random(&random, (uint32_t)size + 1);
        common(text, text + shift, size - shift);
    }
    room_close(&r);
}

static void ascii_ends_at_the_first_other_byte(void **state) {
    (void)state;
    room r = room_open();
    for (size_t size = 0; size < 1300; size++) {
        char *text = size % 2 == 0 ? r.end - size : r.begin;
        memset(text, 0x7F, size);
        assert_int_equal(ascii(text, text + size), size);
        for (size_t i = 0; i < size; i += 1 + size / 7) {
            text[i] = (char)(i % 3 == 0 ? 0x80 : 0xFF);
            assert_int_equal(ascii(text, text + size), i);
            text[i] = '\0';
        }
    }
    room_close(&r);
}

static void the_plain_variant_comes_first(void **state) {
    (void)state;
    assert_string_equal(mns_scan_variant_at(0)->name, "plain");
    assert_null(mns_scan_variant_at(100));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collections_end_where_they_close),
        cmocka_unit_test(what_hides_brackets_is_in_the_way),
        cmocka_unit_test(no_other_byte_matters),
        cmocka_unit_test(depth_is_counted_over_many_blocks),
        cmocka_unit_test(the_first_difference_is_found),
        cmocka_unit_test(ascii_ends_at_the_first_other_byte),
        cmocka_unit_test(bytes_outside_do_not_count),
        cmocka_unit_test(variants_agree_on_random_texts),
        cmocka_unit_test(the_plain_variant_comes_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
