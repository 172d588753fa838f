/*
 * formats_hostile.c - hostile histories in other formats are read in linear time, or rejected with
 * a place.
 *
 * In: for each format the shapes that make a careless reader slow, large or recursive: one
 * transaction of everything, a session for each transaction, deep nesting, endless numbers and
 * strings, counts of 2^64 - 1, the same id again and again. Out: 0 if each is accepted or rejected
 * as expected, a rejected one with exactly one problem and its place; and if eight times the size
 * takes less than thirty times the CPU time (a quadratic reader takes sixty-four times).
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "format/translation.h"
#include "history/history.h"
#include "support/support.h"

enum { UNITS = 20000, TIMES = 8, MOST_TIMES = 30, ATTEMPTS = 3 };

/* Shorter times than this say nothing. */
#define SHORTEST_S 0.02

typedef struct shape {
    const char *name;
    minos_format format;
    bool rejected;
    /* The unit is repeated. In it, # is the number of the repetition from 0, ^ from 1. */
    const char *begin, *unit, *end;
} shape;

#define TXN "\"sid\":#,\"sts\":{\"p\":#,\"l\":0},\"cts\":{\"p\":^,\"l\":0}"

static const shape shapes[] = {
    {"one transaction", MINOS_FORMAT_PLUME, false, "", "w(#,^,0,0)\n", ""},
    {"a session each", MINOS_FORMAT_PLUME, false, "", "w(1,^,#,#)\n", ""},
    {"open transactions", MINOS_FORMAT_PLUME, false, "", "w(#,1,#,#)\n", "r(1,0,0,0)\n"},
    {"aborted", MINOS_FORMAT_PLUME, false, "", "w(#,1,0,-1)\n", ""},
    {"a long number", MINOS_FORMAT_PLUME, true, "w(", "1", ",1,1,1)\n"},
    {"a long line", MINOS_FORMAT_PLUME, true, "w(1,1,1,1)", " ", "\n"},
    {"the same transaction", MINOS_FORMAT_PLUME, true, "w(1,1,1,1)\n", "w(#,2,^,1)\n", ""},
    {"one transaction", MINOS_FORMAT_AWDIT, false, "", "w # 1\n", ""},
    {"a session each", MINOS_FORMAT_AWDIT, false, "", "w 1 #\n=====\n", ""},
    {"separators", MINOS_FORMAT_AWDIT, false, "w 1 1\n", "-----\n=====\n", "r 1 1\n"},
    {"a long number", MINOS_FORMAT_AWDIT, true, "w 1 ", "1", "\n"},
    {"one transaction", MINOS_FORMAT_DBCOP_TEXT, false, "[", "x#:=1 ", "y:=1]\n"},
    {"a session each", MINOS_FORMAT_DBCOP_TEXT, false, "", "[x:=^]\n---\n", "[x==1]\n"},
    {"a long name", MINOS_FORMAT_DBCOP_TEXT, false, "[", "x", ":=1]\n"},
    {"reads of 0", MINOS_FORMAT_DBCOP_TEXT, false, "", "[x#==0]\n", ""},
    {"a long number", MINOS_FORMAT_DBCOP_TEXT, true, "[x:=", "1", "]\n"},
    {"never closed", MINOS_FORMAT_DBCOP_TEXT, true, "[", "x#:=1 ", ""},
    {"one transaction", MINOS_FORMAT_DBCOP_JSON, false, "[[{\"events\":[",
     "{\"Write\":{\"variable\":#,\"version\":1}},",
     "{\"Write\":{\"variable\":0,\"version\":2}}],\"committed\":true}]]"},
    {"empty sessions", MINOS_FORMAT_DBCOP_JSON, false, "{\"data\":[", "[],", "[]]}"},
    {"deep nesting", MINOS_FORMAT_DBCOP_JSON, true, "{\"params\":", "[", ""},
    {"deep data", MINOS_FORMAT_DBCOP_JSON, true, "{\"data\":", "[", ""},
    {"a long string", MINOS_FORMAT_DBCOP_JSON, true, "{\"info\":\"", "x", ""},
    {"one transaction", MINOS_FORMAT_TIMEKILLER, false,
     "[{\"tid\":1,\"sid\":1,\"sts\":{\"p\":1,\"l\":0},\"cts\":{\"p\":2,\"l\":0},\"ops\":[",
     "{\"t\":\"w\",\"k\":#,\"v\":1},", "{\"t\":\"w\",\"k\":0,\"v\":2}]}]"},
    {"a session each", MINOS_FORMAT_TIMEKILLER, false, "[",
     "{\"tid\":^," TXN ",\"ops\":[{\"t\":\"w\",\"k\":1,\"v\":^}]},",
     "{\"tid\":0,\"sid\":0,\"sts\":{\"p\":0,\"l\":0},\"cts\":{\"p\":0,\"l\":0},\"ops\":[]}]"},
    {"the same tid", MINOS_FORMAT_TIMEKILLER, true, "[", "{\"tid\":7," TXN ",\"ops\":[]},", "]"},
    {"deep nesting", MINOS_FORMAT_TIMEKILLER, true, "[{\"x\":", "[", ""},
    {"a long string", MINOS_FORMAT_TIMEKILLER, true, "[{\"tid\":\"", "x", ""},
};

static void add_unit(mns_buf *text, const char *unit, uint32_t n) {
    for (const char *p = unit; *p != '\0'; p++) {
        if (*p == '#' || *p == '^') {
            mns_buf_unsigned(text, n + (*p == '^'));
        } else {
            mns_buf_char(text, *p);
        }
    }
}

static mns_buf shape_text(const shape *s, uint32_t units) {
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_str(&text, s->begin);
    for (uint32_t n = 0; n < units; n++) {
        add_unit(&text, s->unit, n);
    }
    mns_buf_str(&text, s->end);
    if (text.failed) {
        abort();
    }
    return text;
}

/* ---- Binary histories ----------------------------------------------------------------------- */

static void add_number(mns_buf *bytes, uint64_t number) {
    for (int i = 0; i < 8; i++) {
        mns_buf_char(bytes, (char)(number >> 8 * i));
    }
}

/* dbcop's header, then `count` numbers: of sessions, of transactions, of events. */
static mns_buf counts_text(int count) {
    mns_buf bytes;
    mns_buf_init(&bytes);
    for (int i = 0; i < 5 + 3; i++) { /* the numbers, and three empty strings */
        add_number(&bytes, 0);
    }
    for (int i = 0; i < count; i++) {
        add_number(&bytes, i + 1 < count ? 1 : UINT64_MAX);
    }
    return bytes;
}

static mns_buf one_session_text(uint32_t units) {
    mns_buf bytes = counts_text(0);
    add_number(&bytes, 1);
    add_number(&bytes, units);
    for (uint32_t n = 0; n < units; n++) {
        add_number(&bytes, 1);
        mns_buf_char(&bytes, 1);
        add_number(&bytes, n);
        add_number(&bytes, 1);
        mns_buf_char(&bytes, 1);
        mns_buf_char(&bytes, 1);
    }
    return bytes;
}

/* ---- Reading -------------------------------------------------------------------------------- */

static unsigned wrong;

static void complain(const shape *s, const char *what) {
    printf("%s, %s: %s\n", minos_format_name(s->format), s->name, what);
    wrong++;
}

/* Reads the history; the CPU time. */
static double read_text(const shape *s, const mns_buf *text) {
    mns_source source;
    mns_history history;
    mns_problems problems;
    mns_translation *translation;
    minos_format format = s->format;
    mns_read_options options = {.format = MINOS_FORMAT_EDN, .workload = MNS_RW_REGISTER};
    mns_problems_init(&problems);
    clock_t before = clock();
    minos_status status = mns_history_open_memory(&source, "history", text->data, text->size,
                                                  &format, 0, &translation, &problems);
    mns_history_init(&history, &source);
    if (status == MINOS_OK) {
        status = mns_history_read(&history, &source, &options, &problems);
    }
    double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
    if (s->rejected != (status == MINOS_EINPUT)) {
        complain(s, problems.count > 0 ? problems.items[0].message : "is accepted");
    } else if (s->rejected && (problems.count != 1 ||
                               (problems.items[0].line == 0 && !problems.items[0].binary))) {
        complain(s, "the problem has no place");
    }
    mns_history_release(&history);
    mns_source_release(&source);
    mns_problems_release(&problems);
    return seconds;
}

static void expect_linear(const shape *s, const mns_buf *small, const mns_buf *large) {
    double ratio = MOST_TIMES + 1;
    for (int i = 0; i < ATTEMPTS && ratio > MOST_TIMES; i++) {
        double one = read_text(s, small), many = read_text(s, large);
        one = one < SHORTEST_S / TIMES ? SHORTEST_S / TIMES : one;
        ratio = many / one;
    }
    if (ratio > MOST_TIMES) {
        complain(s, "takes more than linear time");
    }
}

static void run_binary(void) {
    for (int count = 1; count <= 3; count++) {
        shape s = {"counts of 2^64 - 1", MINOS_FORMAT_DBCOP, true, NULL, NULL, NULL};
        mns_buf text = counts_text(count);
        read_text(&s, &text);
        mns_buf_release(&text);
    }
    shape s = {"one session", MINOS_FORMAT_DBCOP, false, NULL, NULL, NULL};
    mns_buf small = one_session_text(UNITS), large = one_session_text(TIMES * UNITS);
    expect_linear(&s, &small, &large);
    mns_buf_release(&small);
    mns_buf_release(&large);
}

int main(void) {
    for (size_t i = 0; i < TEST_COUNT_OF(shapes); i++) {
        mns_buf small = shape_text(&shapes[i], UNITS);
        mns_buf large = shape_text(&shapes[i], TIMES * UNITS);
        expect_linear(&shapes[i], &small, &large);
        mns_buf_release(&small);
        mns_buf_release(&large);
    }
    run_binary();
    printf("%zu shapes, %u wrong\n", TEST_COUNT_OF(shapes) + 4, wrong);
    return wrong == 0 ? 0 : 1;
}
