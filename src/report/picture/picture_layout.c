/*
 * picture_layout.c - text in cells, boxes, curves; see picture_layout.h.
 *
 * Curves are evaluated in integers: coordinates are pixels below 2^20, the parameter is in
 * sixty-fourths, so a product of three weights and a coordinate is below 2^40.
 */
#include "report/picture/picture_layout.h"

/* ---- Text ----------------------------------------------------------------------------------- */

/* Characters that most fixed-width fonts draw two cells wide, and combining characters; ascending.
 * */
static const struct {
    uint32_t first, last, cells;
} widths[] = {
    {0x300, 0x36F, 0},     {0x1100, 0x115F, 2},   {0x200B, 0x200F, 0},   {0x20D0, 0x20FF, 0},
    {0x2E80, 0x303E, 2},   {0x3041, 0x4DBF, 2},   {0x4E00, 0xA4CF, 2},   {0xAC00, 0xD7A3, 2},
    {0xF900, 0xFAFF, 2},   {0xFE00, 0xFE0F, 0},   {0xFE30, 0xFE6F, 2},   {0xFF00, 0xFF60, 2},
    {0xFFE0, 0xFFE6, 2},   {0x1F300, 0x1F64F, 2}, {0x1F680, 0x1F6FF, 2}, {0x1F900, 0x1F9FF, 2},
    {0x20000, 0x3FFFD, 2},
};

static uint32_t cells_of(uint32_t code) {
    uint32_t cells = 1;
    for (size_t i = 0; i < MNS_COUNT_OF(widths) && code >= widths[i].first; i++) {
        cells = code <= widths[i].last ? widths[i].cells : cells;
    }
    return cells;
}

/* Moves past one character, or past one byte of broken UTF-8; returns its cells. */
static uint32_t next_character(const char **text, size_t *left) {
    size_t length = mns_utf8_length(*text, *left);
    uint32_t cells = length == 0 ? 1 : cells_of(mns_utf8_code(*text, length));
    size_t step = length == 0 ? 1 : length;
    *text += step;
    *left -= step;
    return cells;
}

uint32_t mns_text_cells(const char *text) {
    uint32_t cells = 0;
    for (size_t left = strlen(text); left > 0;) {
        cells += next_character(&text, &left);
    }
    return cells;
}

/* 7.25 pixels per cell: slightly more than 12 pixel fonts need. */
int32_t mns_cells_width(uint32_t cells) { return (int32_t)((cells * 29 + 3) / 4); }

int32_t mns_text_width(const char *text) { return mns_cells_width(mns_text_cells(text)); }

const char *mns_text_take(mns_arena *arena, mns_buf *text) {
    const char *taken = mns_arena_take(arena, text);
    mns_buf_release(text);
    return taken;
}

const char *mns_text_cut(mns_arena *arena, const char *text, uint32_t cells) {
    const char *end = text, *keep = text;
    size_t left = strlen(text);
    uint32_t used = 0;
    while (left > 0 && used <= cells) {
        keep = used < cells ? end : keep; /* one cell is left for the ellipsis */
        used += next_character(&end, &left);
    }
    if (used <= cells) {
        return text;
    }
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_bytes(&out, text, (size_t)(keep - text));
    mns_buf_str(&out, "…");
    return mns_text_take(arena, &out);
}

/* ---- Boxes and curves ----------------------------------------------------------------------- */

static int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }

static int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }

int64_t mns_box_common(mns_box a, mns_box b, int32_t space) {
    int32_t width = smaller(a.x + a.width + space, b.x + b.width) - larger(a.x - space, b.x);
    int32_t height = smaller(a.y + a.height + space, b.y + b.height) - larger(a.y - space, b.y);
    return width <= 0 || height <= 0 ? 0 : (int64_t)width * height;
}

mns_box mns_box_around(mns_box a, mns_box b) {
    int32_t x = smaller(a.x, b.x), y = smaller(a.y, b.y);
    return (mns_box){x, y, larger(a.x + a.width, b.x + b.width) - x,
                     larger(a.y + a.height, b.y + b.height) - y};
}

static int32_t on_curve(int64_t a, int64_t b, int64_t c, int64_t d, int64_t t) {
    int64_t u = 64 - t;
    int64_t sum = a * u * u * u + 3 * b * u * u * t + 3 * c * u * t * t + d * t * t * t;
    int64_t half = sum < 0 ? -(1 << 17) : 1 << 17;
    return (int32_t)((sum + half) / (1 << 18));
}

mns_point mns_curve_at(const mns_curve *curve, int32_t sixty_fourths) {
    const mns_point *p = curve->at;
    return (mns_point){on_curve(p[0].x, p[1].x, p[2].x, p[3].x, sixty_fourths),
                       on_curve(p[0].y, p[1].y, p[2].y, p[3].y, sixty_fourths)};
}

/* One coordinate of the blossom of a curve at (r, s, t): with equal arguments a point of the curve,
 * else a control point of a part of it. */
static int32_t blossom(const int32_t at[4], int64_t r, int64_t s, int64_t t) {
    int64_t a[4];
    for (int i = 0; i < 4; i++) {
        a[i] = at[i];
    }
    const int64_t places[3] = {r, s, t};
    for (int level = 0; level < 3; level++) { /* exact: 20 bits of pixels, 6 more each time */
        for (int i = 0; i < 3 - level; i++) {
            a[i] = a[i] * (64 - places[level]) + a[i + 1] * places[level];
        }
    }
    int64_t half = a[0] < 0 ? -(1 << 17) : 1 << 17;
    return (int32_t)((a[0] + half) / (1 << 18));
}

mns_curve mns_curve_part(const mns_curve *curve, int32_t from, int32_t to) {
    const int32_t x[4] = {curve->at[0].x, curve->at[1].x, curve->at[2].x, curve->at[3].x};
    const int32_t y[4] = {curve->at[0].y, curve->at[1].y, curve->at[2].y, curve->at[3].y};
    mns_curve part;
    for (int i = 0; i < 4; i++) {
        int32_t r = i > 2 ? to : from, s = i > 1 ? to : from, t = i > 0 ? to : from;
        part.at[i] = (mns_point){blossom(x, r, s, t), blossom(y, r, s, t)};
    }
    return part;
}

mns_box mns_curve_box(const mns_curve *curve) {
    mns_box box = {curve->at[0].x, curve->at[0].y, 0, 0};
    for (int32_t t = 1; t <= 64; t++) {
        mns_point point = mns_curve_at(curve, t);
        box = mns_box_around(box, (mns_box){point.x, point.y, 0, 0});
    }
    return box;
}

mns_box mns_label_box(const char *text, mns_point middle) {
    int32_t width = mns_text_width(text) + 10;
    return (mns_box){middle.x - width / 2, middle.y - 9, width, 18};
}
