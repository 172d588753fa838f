/* svg.c - see svg.h. */
#include "report/picture/svg.h"

#include "core/xml.h"
#include "report/assets/assets.h"

/* The length and half width of an arrow head, in tenths of a pixel. */
#define HEAD_LENGTH 80
#define HEAD_HALF 38
/* Steps in the description for screen readers. */
#define STEPS_DESCRIBED 12

static void write_escaped(mns_buf *out, const char *text) { mns_buf_xml(out, text, strlen(text)); }

/* ---- Frame ---------------------------------------------------------------------------------- */

void mns_svg_open(mns_buf *out, const mns_svg_head *head, mns_picture_use use) {
    mns_buf_printf(out,
                   "<svg xmlns='http://www.w3.org/2000/svg' class='picture %s' width='%d' "
                   "height='%d' viewBox='0 0 %d %d' role='%s' aria-label='",
                   head->kind, head->width, head->height, head->width, head->height,
                   head->parts ? "group" : "img");
    write_escaped(out, head->label);
    mns_buf_str(out, "'>");
    if (use == MNS_PICTURE_FILE) { /* in a page it would be a tooltip of the whole picture */
        mns_svg_tip(out, head->label);
    }
    mns_buf_str(out, "<desc>");
    write_escaped(out, head->text);
    mns_buf_str(out, "</desc>");
    if (use == MNS_PICTURE_FILE) {
        mns_buf_str(out, "<style>");
        mns_buf_bytes(out, mns_asset_picture_css, mns_asset_picture_css_size);
        mns_buf_str(out, "</style>");
        mns_svg_rect(out, "paper", (mns_box){0, 0, head->width, head->height}, 0);
    }
    mns_buf_char(out, '\n');
}

void mns_svg_close(mns_buf *out) { mns_buf_str(out, "</svg>\n"); }

/* ---- Elements ------------------------------------------------------------------------------- */

void mns_svg_rect(mns_buf *out, const char *kind, mns_box box, int32_t radius) {
    mns_buf_printf(out, "<rect class='%s' x='%d' y='%d' width='%d' height='%d'", kind, box.x, box.y,
                   box.width, box.height);
    if (radius > 0) {
        mns_buf_printf(out, " rx='%d'", radius);
    }
    mns_buf_str(out, "/>");
}

static bool is_ascii(const char *text) {
    while (*text != '\0' && (unsigned char)*text < 0x80) {
        text++;
    }
    return *text == '\0';
}

/* Text beyond ASCII gets the width that the layout assumes, since its width differs between fonts.
 * */
void mns_svg_text(mns_buf *out, const char *kind, int32_t x, int32_t y, const char *text) {
    mns_buf_printf(out, "<text class='%s' x='%d' y='%d'", kind, x, y);
    if (!is_ascii(text)) {
        mns_buf_printf(out, " textLength='%d' lengthAdjust='spacingAndGlyphs'",
                       mns_text_width(text));
    }
    mns_buf_char(out, '>');
    write_escaped(out, text);
    mns_buf_str(out, "</text>");
}

void mns_svg_tip(mns_buf *out, const char *text) {
    mns_buf_str(out, "<title>");
    write_escaped(out, text);
    mns_buf_str(out, "</title>");
}

void mns_svg_line(mns_buf *out, const char *kind, mns_point from, mns_point to) {
    mns_buf_printf(out, "<path class='%s' d='M%d %dL%d %d'/>", kind, from.x, from.y, to.x, to.y);
}

void mns_svg_process(mns_buf *out, const mns_doc_process *process) {
    if (process->name == NULL) {
        mns_buf_integer(out, process->number);
    } else {
        mns_buf_xml(out, process->name, strlen(process->name));
    }
}

void mns_svg_txn_process(mns_buf *out, const mns_doc_txn *txn) {
    mns_buf_str(out, "process ");
    mns_svg_process(out, &txn->process);
    if (txn->node != NULL) {
        mns_buf_str(out, " on ");
        write_escaped(out, txn->node);
    }
}

const char *mns_svg_type(mns_txn_type type) {
    static const char *const words[] = {"ok", "info", "fail"};
    return words[type];
}

/* ---- Cards ---------------------------------------------------------------------------------- */

static void write_row(mns_buf *out, const mns_card *card, const mns_card_row *row, mns_box box) {
    int32_t x = box.x + 4, y = box.y + MNS_BASELINE;
    if (row->mop == MNS_NONE) {
        mns_svg_text(out, "text dim", x, y, row->text);
        return;
    }
    const mns_doc_mop *mop = &card->txn->mops[row->mop];
    mns_buf_printf(out, "<g class='mop%s' data-txn='%lu' data-mop='%lu'>",
                   mop->matters ? " matters" : "", (unsigned long)card->place,
                   (unsigned long)row->mop);
    if (row->cut) {
        mns_svg_tip(out, mop->shown);
    }
    mns_svg_rect(out, "chip", box, 4);
    mns_svg_text(out, "text", x, y, row->text);
    mns_buf_str(out, "</g>");
}

void mns_svg_card(mns_buf *out, const mns_card *card, mns_box frame) {
    mns_svg_rect(out, "bar", frame, 6);
    mns_box title = mns_card_row_box(card, MNS_NONE);
    mns_svg_text(out, "title", title.x + 4, title.y + MNS_BASELINE, card->title);
    for (uint32_t r = 0; r < card->row_count; r++) {
        mns_box box = title;
        box.y += (int32_t)(r + 1) * MNS_ROW_HEIGHT;
        write_row(out, card, &card->rows[r], box);
    }
}

/* ---- Arrows --------------------------------------------------------------------------------- */

static int32_t root_of(int64_t square) {
    int64_t root = 0;
    for (int64_t bit = 1 << 20; bit > 0; bit /= 2) {
        root += (root + bit) * (root + bit) <= square ? bit : 0;
    }
    return (int32_t)root;
}

static void write_tenths(mns_buf *out, int64_t tenths) {
    mns_buf_str(out, tenths < 0 ? "-" : "");
    tenths = tenths < 0 ? -tenths : tenths;
    mns_buf_printf(out, "%lld", (long long)tenths / 10);
    if (tenths % 10 > 0) {
        mns_buf_printf(out, ".%lld", (long long)tenths % 10);
    }
}

static void write_tenths_point(mns_buf *out, char command, int64_t x, int64_t y) {
    mns_buf_char(out, command);
    write_tenths(out, x);
    mns_buf_char(out, ' ');
    write_tenths(out, y);
}

/* The line ends inside its head, so that the tip is sharp. */
static void write_curve(mns_buf *out, const mns_curve *curve) {
    const mns_point *p = curve->at;
    mns_point before = p[2].x == p[3].x && p[2].y == p[3].y ? p[1] : p[2];
    int64_t dx = p[3].x - before.x, dy = p[3].y - before.y;
    int64_t length = root_of(10000 * (dx * dx + dy * dy)); /* hundredths */
    length = length == 0 ? 1 : length;
    int64_t back_x = HEAD_LENGTH * dx * 100 / length, back_y = HEAD_LENGTH * dy * 100 / length;
    int64_t side_x = -HEAD_HALF * dy * 100 / length, side_y = HEAD_HALF * dx * 100 / length;
    int64_t x = 10 * (int64_t)p[3].x, y = 10 * (int64_t)p[3].y;
    mns_buf_printf(out, "<path class='arrow' d='M%d %dC%d %d ", p[0].x, p[0].y, p[1].x, p[1].y);
    write_tenths(out, 10 * (int64_t)p[2].x - back_x * 3 / 4);
    write_tenths_point(out, ' ', 10 * (int64_t)p[2].y - back_y * 3 / 4, x - back_x * 3 / 4);
    mns_buf_char(out, ' ');
    write_tenths(out, y - back_y * 3 / 4);
    mns_buf_str(out, "'/><path class='head' d='");
    write_tenths_point(out, 'M', x, y);
    write_tenths_point(out, 'L', x - back_x + side_x, y - back_y + side_y);
    write_tenths_point(out, 'L', x - back_x - side_x, y - back_y - side_y);
    mns_buf_str(out, "z'/>");
}

static void open_arrow(mns_buf *out, const mns_arrow *arrow) {
    if (arrow->step == NULL) {
        mns_buf_str(out, "<g class='gap'>");
        return;
    }
    mns_buf_printf(out, "<g class='step %s' data-step='%lu'>", mns_kind_name(arrow->step->kind),
                   (unsigned long)arrow->place);
    mns_svg_tip(out, arrow->step->text[0] == '\0' ? arrow->step->label : arrow->step->text);
}

void mns_svg_arrows(mns_buf *out, const mns_arrow *arrows, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        open_arrow(out, &arrows[i]);
        write_curve(out, &arrows[i].curve);
        mns_buf_str(out, "</g>\n");
    }
    for (uint32_t i = 0; i < count; i++) {
        if (arrows[i].text[0] != '\0') {
            open_arrow(out, &arrows[i]);
            mns_svg_rect(out, "label-box", arrows[i].label, 5);
            mns_svg_text(out, "label", arrows[i].label.x + 5, arrows[i].label.y + 13,
                         arrows[i].text);
            mns_buf_str(out, "</g>\n");
        }
    }
}

/* ---- Words ---------------------------------------------------------------------------------- */

void mns_svg_describe(const mns_doc_witness *witness, mns_buf *out) {
    uint32_t count;
    const mns_doc_step *steps = mns_witness_arrows(witness, &count);
    mns_buf_printf(out, "%lu transaction%s.", (unsigned long)witness->txn_count,
                   witness->txn_count == 1 ? "" : "s");
    for (uint32_t i = 0; i < count && i < STEPS_DESCRIBED; i++) {
        mns_buf_printf(out, " T%lu to T%lu: %s.", (unsigned long)steps[i].from + 1,
                       (unsigned long)steps[i].to + 1, steps[i].label);
    }
}
