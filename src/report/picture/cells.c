/* cells.c - see cells.h. */
#include "report/picture/cells.h"

/* Characters that have the same width in all terminals; ascending. */
static const struct {
    uint32_t first, last, width;
} letters[] = {
    {0x20, 0x7E, 1},       {0xA1, 0xAC, 1},     {0xAE, 0x2FF, 1},  /* Latin, no soft hyphen */
    {0x386, 0x3FF, 1},     {0x400, 0x482, 1},   {0x48A, 0x52F, 1}, /* Greek, Cyrillic */
    {0x3041, 0x3096, 2},   {0x30A1, 0x30FA, 2},                    /* kana */
    {0x4E00, 0x9FA5, 2},   {0xAC00, 0xD7A3, 2},                    /* Han, Hangul */
    {0x1F600, 0x1F64F, 2},                                         /* faces */
};

/* Columns of a character; 0 if uncertain. */
static uint32_t width_of(uint32_t code) {
    for (size_t i = 0; i < MNS_COUNT_OF(letters); i++) {
        if (code >= letters[i].first && code <= letters[i].last) {
            return letters[i].width;
        }
    }
    return 0;
}

static mns_cell cell_of(const char *bytes, size_t length) {
    mns_cell cell = {{0}};
    assert(length < sizeof cell.bytes);
    memcpy(cell.bytes, bytes, length);
    return cell;
}

void mns_line_add(mns_line *line, const char *text) {
    size_t left = strlen(text);
    while (left > 0 && !line->cut) {
        size_t length = mns_utf8_length(text, left);
        uint32_t width = length == 0 ? 0 : width_of(mns_utf8_code(text, length));
        uint32_t columns = width == 0 ? 1 : width;
        if (line->count + columns > MNS_LINE_CELLS) {
            line->cut = true;
            return;
        }
        line->cells[line->count++] = width == 0 ? cell_of("?", 1) : cell_of(text, length);
        if (columns == 2) {
            line->cells[line->count++] = cell_of("", 0);
        }
        length = length == 0 ? 1 : length;
        text += length;
        left -= length;
    }
}

void mns_line_fill(mns_line *line, uint32_t at, uint32_t end, const char *character) {
    assert(end <= MNS_LINE_CELLS);
    while (line->count < end) {
        line->cells[line->count++] = cell_of(" ", 1);
    }
    for (uint32_t i = at; i < end; i++) {
        line->cells[i] = cell_of(character, strlen(character));
    }
}

void mns_line_put(mns_line *line, uint32_t at, const mns_line *text, uint32_t width) {
    bool whole = !text->cut && text->count <= width;
    uint32_t dots = width < 3 ? width : 3;
    dots = whole ? 0 : dots;
    uint32_t shown = whole ? text->count : width - dots;
    mns_line_fill(line, at, at + shown + dots, ".");
    for (uint32_t i = 0; i < shown; i++) {
        line->cells[at + i] = text->cells[i];
    }
    bool halved = shown > 0 && shown < text->count && text->cells[shown].bytes[0] == '\0';
    if (halved) {
        line->cells[at + shown - 1] = cell_of(" ", 1);
    }
}

void mns_line_write(const mns_line *line, mns_buf *out) {
    uint32_t end = line->count;
    while (end > 0 && strcmp(line->cells[end - 1].bytes, " ") == 0) {
        end--;
    }
    for (uint32_t i = 0; i < end; i++) {
        mns_buf_str(out, line->cells[i].bytes);
    }
    mns_buf_char(out, '\n');
}
