/*
 * article_text.c - wraps and indents the texts of the catalog.
 *
 * In: constant texts and sets of names. Out: lines of at most MNS_ARTICLE_WIDTH columns, unless a
 * single word is longer. O(length of the text).
 */
#include "catalog/article_text.h"

/* Labels of lists are in a column of this width. */
#define LABEL_INDENT 2
#define LABEL_WIDTH 14

void mns_article_bold(mns_buf *out, const char *text, unsigned flags) {
    bool color = (flags & MINOS_COLOR) != 0;
    mns_buf_printf(out, "%s%s%s", color ? "\x1b[1m" : "", text, color ? "\x1b[0m" : "");
}

void mns_article_heading(mns_buf *out, const char *text, unsigned flags) {
    mns_buf_char(out, '\n');
    mns_article_bold(out, text, flags);
    mns_buf_char(out, '\n');
}

/* Writes one paragraph; `column` columns of the first line are used already. */
static void wrap(mns_buf *out, size_t column, size_t indent, const char *text, size_t size) {
    const char *end = text + size;
    bool first = true;
    while (text < end) {
        const char *space = memchr(text, ' ', (size_t)(end - text));
        size_t word = (size_t)((space == NULL ? end : space) - text);
        if (!first && column + 1 + word > MNS_ARTICLE_WIDTH) {
            mns_buf_char(out, '\n');
            mns_buf_repeat(out, ' ', indent);
            column = indent;
        } else if (!first) {
            mns_buf_char(out, ' ');
            column++;
        }
        mns_buf_bytes(out, text, word);
        column += word;
        first = false;
        text += word + (space == NULL ? 0 : 1);
    }
    mns_buf_char(out, '\n');
}

void mns_article_text(mns_buf *out, size_t indent, const char *text) {
    while (*text != '\0') {
        size_t size = strcspn(text, "\n");
        mns_buf_repeat(out, ' ', indent);
        wrap(out, indent, indent, text, size);
        text += size + (text[size] == '\n' ? 1 : 0);
        if (*text != '\0') {
            mns_buf_char(out, '\n');
        }
    }
}

void mns_article_item(mns_buf *out, size_t indent, const char *label, size_t label_width,
                      const char *text) {
    size_t size = strlen(label);
    mns_buf_repeat(out, ' ', indent);
    mns_buf_str(out, label);
    size_t column = indent + label_width + 1;
    if (size > label_width) {
        mns_buf_char(out, '\n');
        mns_buf_repeat(out, ' ', column);
    } else {
        mns_buf_repeat(out, ' ', label_width + 1 - size);
    }
    wrap(out, column, column, text, strlen(text));
}

void mns_article_lines(mns_buf *out, size_t indent, const char *lines) {
    while (*lines != '\0') {
        size_t size = strcspn(lines, "\n");
        if (size > 0) {
            mns_buf_repeat(out, ' ', indent);
            mns_buf_bytes(out, lines, size);
        }
        mns_buf_char(out, '\n');
        lines += size + (lines[size] == '\n' ? 1 : 0);
    }
}

static void add_name(mns_buf *names, const char *name) {
    mns_buf_str(names, names->size == 0 ? "" : ", ");
    mns_buf_str(names, name);
}

/* Writes the collected names and releases the buffer. */
static void finish_names(mns_buf *out, const char *label, mns_buf *names) {
    if (names->failed) {
        out->failed = true;
    } else if (names->size > 0) {
        mns_article_item(out, LABEL_INDENT, label, LABEL_WIDTH, names->data);
    }
    mns_buf_release(names);
}

void mns_article_models(mns_buf *out, const char *label, const bool set[MNS_MODEL_COUNT]) {
    mns_buf names;
    mns_buf_init(&names);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        if (set[m]) {
            add_name(&names, mns_model_friendly((mns_model)m));
        }
    }
    finish_names(out, label, &names);
}

void mns_article_anomalies(mns_buf *out, const char *label, const bool set[MNS_ANOMALY_COUNT]) {
    mns_buf names;
    mns_buf_init(&names);
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (set[a]) {
            add_name(&names, mns_anomaly_name((mns_anomaly)a));
        }
    }
    finish_names(out, label, &names);
}
