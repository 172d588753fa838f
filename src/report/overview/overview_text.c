/*
 * overview_text.c - the rows as a table for the terminal.
 *
 *     run                      claimed       measured             worst anomaly  transactions  ...
 *     20261116T...-sqlite      serializable  strict-serializable  none                 10,412 holds
 *
 * Two passes: the width of each column, then the cells. Text of results is made safe for a
 * terminal, and cut. O(size of the output).
 */
#include <stdio.h>

#include "report/overview/overview.h"

enum { COLUMNS = 6, NUMBERS = 4 };

/* Bytes of a cell. */
#define CELL_SHOWN 120

typedef struct cells {
    mns_buf text[COLUMNS];
} cells;

static void write_number(mns_buf *out, uint64_t number) {
    char digits[32];
    int size = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    for (int i = 0; i < size; i++) {
        mns_buf_str(out, i > 0 && (size - i) % 3 == 0 ? "," : "");
        mns_buf_char(out, digits[i]);
    }
}

static void write_cell(mns_buf *out, const char *text) {
    size_t size = mns_utf8_cut(text, strlen(text), CELL_SHOWN);
    mns_buf_escaped(out, text, size);
    mns_buf_str(out, text[size] == '\0' ? "" : "...");
}

static void fill(cells *line, const mns_overview_row *row) {
    const char *const texts[COLUMNS] = {row->folder, row->claimed, row->measured,
                                        row->worst,  NULL,         mns_overview_verdict(row)};
    for (size_t i = 0; i < COLUMNS; i++) {
        mns_buf_clear(&line->text[i]);
        if (texts[i] != NULL) {
            write_cell(&line->text[i], texts[i]);
        } else if (row->readable) {
            write_number(&line->text[i], row->transactions);
        } else {
            mns_buf_char(&line->text[i], '-');
        }
    }
}

/* Characters, as a terminal counts them. */
static size_t width_of(const mns_buf *text) {
    size_t width = 0;
    for (size_t i = 0; i < text->size; i++) {
        width += mns_utf8_continues(text->data[i]) ? 0 : 1;
    }
    return width;
}

static void write_line(const cells *line, const size_t widths[COLUMNS], mns_buf *out) {
    for (size_t i = 0; i < COLUMNS; i++) {
        size_t width = width_of(&line->text[i]);
        size_t blanks = widths[i] > width && i + 1 < COLUMNS ? widths[i] - width : 0;
        mns_buf_repeat(out, ' ', i == NUMBERS ? blanks : 0);
        mns_buf_bytes(out, line->text[i].data, line->text[i].size);
        mns_buf_repeat(out, ' ', i == NUMBERS ? 0 : blanks);
        mns_buf_str(out, i + 1 < COLUMNS ? "  " : "\n");
        out->failed |= line->text[i].failed;
    }
}

static void write_brief(const mns_overview *overview, mns_buf *out) {
    for (size_t i = 0; i < overview->count; i++) {
        const mns_overview_row *row = &overview->rows[i];
        mns_buf_escaped(out, row->folder, strlen(row->folder));
        mns_buf_printf(out, "\t%s\n", row->readable ? mns_verdict_word(row->verdict) : "unknown");
    }
}

void mns_overview_text(const mns_overview *overview, unsigned flags, mns_buf *out) {
    static const char *const titles[COLUMNS] = {"run",           "claimed",      "measured",
                                                "worst anomaly", "transactions", "verdict"};
    size_t widths[COLUMNS];
    cells line;
    if ((flags & MINOS_QUIET) != 0) {
        write_brief(overview, out);
        return;
    }
    for (size_t c = 0; c < COLUMNS; c++) {
        mns_buf_init(&line.text[c]);
        widths[c] = strlen(titles[c]);
    }
    for (size_t i = 0; i < overview->count; i++) {
        fill(&line, &overview->rows[i]);
        for (size_t c = 0; c < COLUMNS; c++) {
            size_t width = width_of(&line.text[c]);
            widths[c] = width > widths[c] ? width : widths[c];
        }
    }
    for (size_t c = 0; c < COLUMNS; c++) {
        mns_buf_clear(&line.text[c]);
        mns_buf_str(&line.text[c], titles[c]);
    }
    write_line(&line, widths, out);
    for (size_t i = 0; i < overview->count; i++) {
        fill(&line, &overview->rows[i]);
        write_line(&line, widths, out);
    }
    for (size_t c = 0; c < COLUMNS; c++) {
        mns_buf_release(&line.text[c]);
    }
}
