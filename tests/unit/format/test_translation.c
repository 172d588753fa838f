/*
 * test_translation.c - src/format/translation.c and places.c: a translated history is text like any
 * other, made in pieces, discarded and made again; a problem in it has its place in the input.
 */
#include "unit/support/tiny_format.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "format/translation.h"
#include "support/units.h"

#ifdef MNS_HAVE_ZLIB
#include <zlib.h>
#endif

static char path[] = "/tmp/minos-translation-XXXXXX";

static int make_file(void **state) {
    (void)state;
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int drop_file(void **state) {
    (void)state;
    return unlink(path);
}

static void write_file(const char *name, const char *text, size_t size) {
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* ---- A history of some length --------------------------------------------------------------- */

/* A history in the tiny format, its translation, and by byte of the translation the byte of the
 * history that it comes from. */
typedef struct sample {
    mns_buf tiny, edn;
    uint32_t *origin;
    size_t capacity;
} sample;

static void add_edn(sample *s, size_t origin, const char *text) {
    size_t from = s->edn.size;
    mns_buf_str(&s->edn, text);
    if (s->edn.size > s->capacity) {
        s->capacity = 2 * s->edn.size;
        s->origin = realloc(s->origin, s->capacity * sizeof *s->origin);
        assert_non_null(s->origin);
    }
    for (size_t i = from; i < s->edn.size; i++) {
        s->origin[i] = (uint32_t)origin;
    }
}

static void add_txn(sample *s, uint32_t t, uint64_t *random) {
    char text[100];
    snprintf(text, sizeof text, "{:type :ok, :process %u, :f :txn, :value [", t % 3);
    add_edn(s, s->tiny.size, text);
    mns_buf_printf(&s->tiny, "%u", t % 3);
    for (uint32_t i = 0, count = unit_random(random, 4); i < count; i++) {
        bool write = unit_random(random, 2) == 0;
        if (i > 0) {
            add_edn(s, s->origin[s->edn.size - 1], " ");
        }
        mns_buf_char(&s->tiny, ' ');
        snprintf(text, sizeof text, write ? "[:w %u %u]" : "[:r %u nil]", i, t + 1);
        add_edn(s, s->tiny.size, text);
        mns_buf_printf(&s->tiny, "%c%u=%u", write ? 'w' : 'r', i, write ? t + 1 : 0);
    }
    add_edn(s, s->origin[s->edn.size - 1], "]}\n");
    mns_buf_str(&s->tiny, t % 50 == 0 ? "\n# remark\n" : "\n");
}

static sample sample_new(uint32_t txns) {
    sample s = {.origin = NULL};
    uint64_t random = txns;
    mns_buf_init(&s.tiny);
    mns_buf_init(&s.edn);
    mns_buf_str(&s.tiny, "tiny\n");
    for (uint32_t t = 0; t < txns; t++) {
        add_txn(&s, t, &random);
    }
    return s;
}

static void sample_release(sample *s) {
    mns_buf_release(&s->tiny);
    mns_buf_release(&s->edn);
    free(s->origin);
}

/* ---- An open history ------------------------------------------------------------------------ */

typedef struct opened {
    mns_source source;
    mns_translation *translation;
    mns_problems problems;
    minos_format format;
} opened;

static minos_status open_memory(opened *o, const void *text, size_t size) {
    *o = (opened){.format = MINOS_FORMAT_AUTO};
    mns_problems_init(&o->problems);
    return mns_history_open_memory(&o->source, "memory", text, size, &o->format, 0, &o->translation,
                                   &o->problems);
}

static minos_status open_path(opened *o, const char *name, minos_format format) {
    *o = (opened){.format = format};
    mns_problems_init(&o->problems);
    return mns_history_open(&o->source, name, &o->format, 0, &o->translation, &o->problems);
}

static void opened_close(opened *o) {
    mns_source_release(&o->source);
    mns_problems_release(&o->problems);
}

/* Reads the text in steps of this size, and discards it. */
static void expect_text(opened *o, const mns_buf *expected, size_t step) {
    size_t have = 0, upto = 0;
    do {
        size_t from = upto;
        upto += step;
        assert_int_equal(mns_source_read(&o->source, upto, &have), MINOS_OK);
        assert_true(have <= expected->size);
        assert_memory_equal(o->source.data + from, expected->data + from, have - from);
        if (have == upto) {
            mns_source_discard(&o->source, o->source.data + from, o->source.data + upto);
        }
    } while (have == upto);
    mns_source_end(&o->source);
    assert_int_equal(o->source.size, expected->size);
}

static void the_text_is_made_again(void **state) {
    (void)state;
    static const size_t steps[] = {4096, 65536, 100000, (size_t)1 << 24};
    sample s = sample_new(4000);
    write_file(path, s.tiny.data, s.tiny.size);
    for (size_t i = 0; i < MNS_COUNT_OF(steps); i++) {
        for (int memory = 0; memory < 2; memory++) {
            opened o;
            assert_int_equal(memory ? open_memory(&o, s.tiny.data, s.tiny.size)
                                    : open_path(&o, path, MINOS_FORMAT_AUTO),
                             MINOS_OK);
            assert_int_equal(o.format, TINY);
            assert_non_null(o.translation);
            expect_text(&o, &s.edn, steps[i]);
            assert_string_equal(mns_translation_notes(o.translation), "80 remarks were ignored\n");
            uint64_t random = 5;
            for (int look = 0; look < 20; look++) {
                size_t from = unit_random(&random, (uint32_t)s.edn.size);
                size_t to = from + unit_random(&random, (uint32_t)(s.edn.size - from));
                assert_true(mns_source_ensure(&o.source, from, to));
                assert_memory_equal(o.source.data + from, s.edn.data + from, to - from);
            }
            assert_int_equal(mns_source_rewind(&o.source), MINOS_OK);
            expect_text(&o, &s.edn, steps[i]);
            assert_string_equal(mns_translation_notes(o.translation), "80 remarks were ignored\n");
            opened_close(&o);
        }
    }
    sample_release(&s);
}

static void an_archive_is_translated_too(void **state) {
    (void)state;
#ifdef MNS_HAVE_ZLIB
    sample s = sample_new(10000);
    gzFile file = gzopen(path, "wb1");
    assert_non_null(file);
    assert_int_equal(gzwrite(file, s.tiny.data, (unsigned)s.tiny.size), (int)s.tiny.size);
    assert_int_equal(gzclose(file), Z_OK);
    opened o;
    assert_int_equal(open_path(&o, path, MINOS_FORMAT_AUTO), MINOS_OK);
    expect_text(&o, &s.edn, 10000);
    assert_int_equal(mns_source_rewind(&o.source), MINOS_OK);
    expect_text(&o, &s.edn, 99999);
    opened_close(&o);
    sample_release(&s);
#endif
}

/* ---- Places --------------------------------------------------------------------------------- */

/* Problems at offsets of the translation, and their places in the input. */
static void expect_places(opened *o, const sample *s, const size_t offsets[], uint32_t count) {
    mns_problems *problems = &o->problems;
    for (uint32_t i = 0; i < count; i++) {
        mns_problems_add_second(problems, offsets[i], offsets[(i + 1) % count], NULL,
                                "%zu again; first " MNS_EARLIER ".", offsets[(i + 1) % count]);
    }
    mns_translation_locate(o->translation, problems);
    for (uint32_t i = 0; i < problems->count; i++) {
        const mns_problem *problem = &problems->items[i];
        uint64_t line, column;
        mns_locate(s->tiny.data, s->tiny.size, s->origin[problem->offset], &line, &column);
        assert_int_equal(problem->line, line);
        assert_int_equal(problem->column, column);
        assert_non_null(problem->source_line);
        assert_null(problem->file);
        char expected[100];
        mns_locate(s->tiny.data, s->tiny.size, s->origin[problem->earlier], &line, &column);
        snprintf(expected, sizeof expected, "%u again; first line %u, column %u.",
                 (unsigned)problem->earlier, (unsigned)line, (unsigned)column);
        assert_string_equal(problem->message, expected);
    }
    mns_problems_release(problems);
}

static void a_problem_has_its_place_in_the_input(void **state) {
    (void)state;
    sample s = sample_new(4000);
    uint64_t random = 3;
    for (int round = 0; round < 20; round++) {
        size_t offsets[MNS_LIMIT_PROBLEMS];
        for (int i = 0; i < MNS_LIMIT_PROBLEMS; i++) {
            offsets[i] = unit_random(&random, (uint32_t)s.edn.size);
        }
        offsets[0] = round == 0 ? 0 : offsets[0];
        offsets[1] = round == 0 ? s.edn.size - 1 : offsets[1];
        opened o;
        assert_int_equal(open_memory(&o, s.tiny.data, s.tiny.size), MINOS_OK);
        expect_text(&o, &s.edn, 30000);
        expect_places(&o, &s, offsets, round == 1 ? 1 : MNS_LIMIT_PROBLEMS);
        assert_int_equal(mns_source_rewind(&o.source), MINOS_OK);
        expect_text(&o, &s.edn, 30000); /* no trace of the search */
        opened_close(&o);
    }
    sample_release(&s);
}

static minos_result *check(const char *text, const char *order) {
    minos_options options;
    minos_options_init(&options);
    options.transaction_order = order;
    minos_result *result = NULL;
    minos_check_memory("memory", text, strlen(text), &options, &result);
    assert_non_null(result);
    return result;
}

static void expect_problem(const minos_result *result, size_t i, const char *expected) {
    char text[500];
    assert_true(i < minos_result_problem_count(result));
    minos_problem problem = minos_result_problem(result, i);
    snprintf(text, sizeof text, "%s:%llu:%llu: %s", problem.file, (unsigned long long)problem.line,
             (unsigned long long)problem.column, problem.message);
    assert_string_equal(text, expected);
}

static void a_value_written_twice_is_found_in_the_input(void **state) {
    (void)state;
    minos_result *result = check("tiny\n0 w1=1\n# remark\n1 r1=0 w2=2\n2 r1=1 w2=2 w1=1\n", NULL);
    assert_int_equal(minos_result_problem_count(result), 2);
    expect_problem(result, 0,
                   "memory:5:8: value 2 is written to key 2 a second time; the first is at line 4, "
                   "column 8");
    expect_problem(result, 1,
                   "memory:5:13: value 1 is written to key 1 a second time; the first is at line "
                   "2, column 3");
    assert_string_equal(minos_result_problem(result, 1).source_line, "2 r1=1 w2=2 w1=1");
    minos_result_free(result);
}

/* Only a history that could be translated is read, so the problems of the format come first. */
static void a_failure_of_the_reader_is_the_only_problem(void **state) {
    (void)state;
    minos_result *result = check("tiny\n0 w1=1\n1 w1=1\n!\n", NULL);
    assert_int_equal(minos_result_problem_count(result), 1);
    expect_problem(result, 0, "memory:4:2: a line that fails");
    assert_string_equal(minos_result_problem(result, 0).hint, "remove it");
    minos_result_free(result);
}

/* The offset of a problem in the file of the order is not one of the translation. */
static void a_problem_of_another_file_stays_there(void **state) {
    (void)state;
    write_file(path, "{0 1,\n 1 x}\n", 12);
    minos_result *result = check("tiny\n0 w1=1\n1 r1=1\n", path);
    assert_int_equal(minos_result_problem_count(result), 1);
    minos_problem problem = minos_result_problem(result, 0);
    assert_string_equal(problem.file, path);
    assert_int_equal(problem.line, 2);
    assert_int_equal(problem.column, 4);
    assert_string_equal(problem.source_line, " 1 x}");
    minos_result_free(result);
}

/* ---- Failures ------------------------------------------------------------------------------- */

/* All text before the failure is handed over, in whatever pieces it is read. */
static void a_failure_comes_after_the_text_before_it(void **state) {
    (void)state;
    static const size_t steps[] = {1, 7, 500, 65536, 70000, (size_t)1 << 22};
    sample s = sample_new(3000);
    uint64_t line, column;
    mns_locate(s.tiny.data, s.tiny.size, s.tiny.size, &line, &column);
    mns_buf_str(&s.tiny, "!\n0 w1=1\n");
    for (size_t i = 0; i < MNS_COUNT_OF(steps); i++) {
        opened o;
        assert_int_equal(open_memory(&o, s.tiny.data, s.tiny.size), MINOS_OK);
        size_t have = 0, upto = 0;
        minos_status status = MINOS_OK;
        while (status == MINOS_OK) {
            upto += steps[i];
            status = mns_source_read(&o.source, upto, &have);
        }
        assert_int_equal(status, MINOS_EINPUT);
        assert_true(mns_source_failed(&o.source));
        assert_int_equal(have, s.edn.size);
        assert_memory_equal(o.source.data, s.edn.data, s.edn.size);
        mns_source_report(&o.source, &o.problems);
        assert_int_equal(o.problems.count, 1);
        assert_int_equal(o.problems.items[0].line, line);
        assert_int_equal(o.problems.items[0].column, 2);
        assert_string_equal(o.problems.items[0].message, "a line that fails");
        opened_close(&o);
    }
    sample_release(&s);
}

/* A file that another program changes after it was read, and before it is read again. */
static void a_file_that_changes_is_an_error(void **state) {
    (void)state;
    sample s = sample_new(10000);
    for (int change = 0; change < 4; change++) {
        write_file(path, s.tiny.data, s.tiny.size);
        opened o;
        assert_int_equal(open_path(&o, path, MINOS_FORMAT_AUTO), MINOS_OK);
        expect_text(&o, &s.edn, 20000);
        switch (change) {
        case 0: assert_int_equal(truncate(path, (off_t)s.tiny.size / 2), 0); break;
        case 1: assert_int_equal(truncate(path, 0), 0); break;
        default: {
            int file = open(path, O_WRONLY);
            assert_true(file >= 0);
            const char *other = change == 2 ? "\n!" : "\n0 w1=1 w2=2\n";
            assert_int_equal(pwrite(file, other, strlen(other), (off_t)s.tiny.size / 2),
                             strlen(other));
            close(file);
        }
        }
        assert_false(mns_source_ensure(&o.source, 100000, 100100));
        assert_true(mns_source_failed(&o.source));
        mns_source_report(&o.source, &o.problems);
        assert_int_equal(o.problems.count, 1);
        assert_non_null(strstr(o.problems.items[0].message, change < 2    ? "truncated"
                                                            : change == 2 ? "a line that fails"
                                                                          : "was changed"));
        mns_problems_release(&o.problems);
        /* Places are looked for without a crash, whatever is there now. */
        mns_problems_add_second(&o.problems, 500, 100000, NULL, "x " MNS_EARLIER);
        mns_translation_locate(o.translation, &o.problems);
        assert_null(strchr(o.problems.items[0].message, MNS_EARLIER[0]));
        opened_close(&o);
    }
    sample_release(&s);
}

/* ---- Folders -------------------------------------------------------------------------------- */

typedef struct folder {
    char path[64];
    char files[3][96];
} folder;

static folder folder_new(const char *const texts[3]) {
    static const char *const names[] = {"a.log", "J.log", "c.log"};
    char made[] = "/tmp/minos-logs-XXXXXX";
    folder f;
    assert_non_null(mkdtemp(made));
    snprintf(f.path, sizeof f.path, "%s", made);
    for (int i = 0; i < 3; i++) {
        snprintf(f.files[i], sizeof f.files[i], "%s/%s", made, names[i]);
        write_file(f.files[i], texts[i], strlen(texts[i]));
    }
    return f;
}

static void folder_release(folder *f) {
    for (int i = 0; i < 3; i++) {
        assert_int_equal(unlink(f->files[i]), 0);
    }
    assert_int_equal(rmdir(f->path), 0);
}

/* The files in ascending order of their names; an empty one is a client that did nothing. */
static void a_folder_is_one_history(void **state) {
    (void)state;
    folder f = folder_new((const char *const[]){"logs\n0 w1=1\n", "logs\n1 w1=2\n", ""});
    opened o;
    assert_int_equal(open_path(&o, f.path, MINOS_FORMAT_AUTO), MINOS_OK);
    assert_int_equal(o.format, TINY_LOGS);
    assert_string_equal(o.source.name, f.path);
    assert_int_equal(mns_source_read_all(&o.source), MINOS_OK);
    static const char expected[] = "{:type :ok, :process 1, :f :txn, :value [[:w 1 2]]}\n"
                                   "{:type :ok, :process 0, :f :txn, :value [[:w 1 1]]}\n";
    assert_int_equal(o.source.size, sizeof expected - 1);
    assert_memory_equal(o.source.data, expected, sizeof expected - 1);
    opened_close(&o);
    folder_release(&f);
}

static void a_problem_in_a_folder_names_the_file(void **state) {
    (void)state;
    folder f = folder_new((const char *const[]){"logs\n0 w1=1\n", "logs\n1 r1=0 w1=1\n", ""});
    minos_options options;
    minos_options_init(&options);
    minos_result *result = NULL;
    assert_int_equal(minos_check_file(f.path, &options, &result), MINOS_EINPUT);
    minos_problem problem = minos_result_problem(result, 0);
    assert_string_equal(problem.file, f.files[0]);
    assert_int_equal(problem.byte, 7); /* this folder format is binary */
    char expected[200];
    snprintf(expected, sizeof expected, "the first is at byte 12 of %s", f.files[1]);
    assert_non_null(strstr(problem.message, expected));
    minos_result_free(result);
    folder_release(&f);
}

static void a_file_of_a_folder_that_is_truncated_is_named(void **state) {
    (void)state;
    sample s = sample_new(200000); /* more than is read at first */
    memcpy(s.tiny.data, "logs", 4);
    mns_buf_char(&s.tiny, '\0');
    folder f = folder_new((const char *const[]){s.tiny.data, "", ""});
    opened o;
    assert_int_equal(open_path(&o, f.path, MINOS_FORMAT_AUTO), MINOS_OK);
    assert_int_equal(truncate(f.files[0], 100), 0);
    assert_int_equal(mns_source_read_all(&o.source), MINOS_EIO);
    mns_source_report(&o.source, &o.problems);
    assert_int_equal(o.problems.count, 1);
    assert_string_equal(o.problems.items[0].file, f.files[0]);
    opened_close(&o);
    folder_release(&f);
    sample_release(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_text_is_made_again),
        cmocka_unit_test(an_archive_is_translated_too),
        cmocka_unit_test(a_problem_has_its_place_in_the_input),
        cmocka_unit_test(a_value_written_twice_is_found_in_the_input),
        cmocka_unit_test(a_failure_of_the_reader_is_the_only_problem),
        cmocka_unit_test(a_problem_of_another_file_stays_there),
        cmocka_unit_test(a_failure_comes_after_the_text_before_it),
        cmocka_unit_test(a_file_that_changes_is_an_error),
        cmocka_unit_test(a_folder_is_one_history),
        cmocka_unit_test(a_problem_in_a_folder_names_the_file),
        cmocka_unit_test(a_file_of_a_folder_that_is_truncated_is_named),
    };
    return cmocka_run_group_tests(tests, make_file, drop_file);
}
