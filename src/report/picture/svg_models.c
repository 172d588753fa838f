/*
 * svg_models.c - models and their states as SVG: lines first, then cards.
 *
 * The state of a model is shown by a mark, in words and by colour. Linear in the output.
 */
#include "core/xml.h"
#include "report/picture/layout_models.h"
#include "report/picture/svg.h"

static const char *const classes[] = {[MNS_RULED_OUT] = "ruled-out",
                                      [MNS_CERTIFIED] = "certified",
                                      [MNS_HOLDS] = "holds",
                                      [MNS_PARTLY] = "partly",
                                      [MNS_NOT_JUDGED] = "not-judged"};
static const char *const marks[] = {[MNS_RULED_OUT] = "✗",
                                    [MNS_CERTIFIED] = "●",
                                    [MNS_HOLDS] = "✓",
                                    [MNS_PARTLY] = "◐",
                                    [MNS_NOT_JUDGED] = "?"};

/* Straight down through each bend, curved between layers. */
static void write_link(mns_buf *out, const mns_lattice *lattice, const mns_link *link) {
    const mns_node *from = &lattice->nodes[link->from];
    int32_t x = from->x, y = from->box.y + from->box.height;
    mns_buf_printf(out, "<path class='edge' d='M%d %d", x, y);
    for (uint32_t b = 0; b <= link->bends; b++) {
        const mns_node *next = &lattice->nodes[b == link->bends ? link->to : link->first_bend + b];
        int32_t end = next->box.y, middle = (y + end) / 2;
        mns_buf_printf(out, "C%d %d %d %d %d %d", x, middle, next->x, middle, next->x, end);
        x = next->x;
        y = end;
        if (b < link->bends) {
            y += next->box.height;
            mns_buf_printf(out, "V%d", y);
        }
    }
    mns_buf_str(out, "'/>\n");
}

static void write_name(mns_buf *out, const mns_document *document, const mns_node *node,
                       mns_model_state state) {
    size_t size;
    const char *name = mns_document_model_name(document, node->model, &size);
    mns_buf_xml(out, name, size);
    mns_buf_printf(out, ": %s", mns_model_state_text(state));
    if (state == MNS_RULED_OUT) {
        mns_buf_str(out, mns_anomaly_name(document->judgement.ruled_out_by[node->model]));
    }
    mns_buf_str(out, mns_document_asked(document, node->model) ? ", asked for" : "");
}

static void write_model(mns_buf *out, const mns_document *document, const mns_lattice *lattice,
                        const mns_node *node, mns_picture_use use) {
    mns_model_state state = lattice->states[node->model];
    bool asked = mns_document_asked(document, node->model);
    mns_buf_printf(out, "<g class='model %s%s' data-model='%s'", classes[state],
                   asked ? " asked" : "", mns_model_canonical(node->model));
    if (use == MNS_PICTURE_PAGE) {
        mns_buf_str(out, " tabindex='0' role='link' aria-label='");
        write_name(out, document, node, state);
        mns_buf_char(out, '\'');
    }
    mns_buf_char(out, '>');
    mns_svg_tip(out, mns_model_summary(node->model));
    mns_box box = node->box;
    if (asked) {
        mns_svg_rect(out, "outer", (mns_box){box.x - 3, box.y - 3, box.width + 6, box.height + 6},
                     9);
    }
    mns_svg_rect(out, "card", box, 6);
    int32_t y = box.y + 19;
    mns_buf_printf(out, "<text class='mark' x='%d' y='%d'>%s</text>", box.x + 8, y, marks[state]);
    for (uint32_t i = 0; i < MNS_MODEL_LINES && node->name[i] != NULL; i++, y += 15) {
        mns_svg_text(out, "title", box.x + 26, y, node->name[i]);
    }
    for (uint32_t i = 0; i < MNS_MODEL_LINES && node->state[i] != NULL; i++, y += 15) {
        mns_svg_text(out, "state", box.x + 8, y, node->state[i]);
    }
    mns_buf_str(out, "</g>\n");
}

void mns_svg_models(const mns_document *document, bool all, mns_picture_use use, mns_buf *out) {
    mns_arena arena;
    mns_arena_init(&arena);
    const mns_lattice *lattice = mns_lattice_layout(&arena, document, all);
    if (lattice != NULL) {
        mns_svg_open(out,
                     &(mns_svg_head){.kind = all ? "lattice" : "ladder",
                                     .width = lattice->width,
                                     .height = lattice->height,
                                     .label = "Models, the strongest at the top",
                                     .text = "Each line leads from a model to a weaker one.",
                                     .parts = true},
                     use);
        for (uint32_t i = 0; i < lattice->link_count; i++) {
            write_link(out, lattice, &lattice->links[i]);
        }
        for (uint32_t n = 0; n < lattice->model_count; n++) {
            write_model(out, document, lattice, &lattice->nodes[n], use);
        }
        mns_svg_close(out);
    }
    out->failed = out->failed || lattice == NULL;
    mns_arena_release(&arena);
}
