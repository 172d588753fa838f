/* layout_models.c - the models, layers, lines and texts of the picture; see layout_models.h. */
#include "report/picture/layout_models.h"

#define MARGIN 4
/* Between two layers. */
#define LAYER_SPACE 30
/* Cells of text beside the mark of a card. */
#define NAME_CELLS 19
#define STATE_CELLS 23
/* The preferred maximum of models in a layer. */
#define WIDEST 6

/* ---- Models and layers ---------------------------------------------------------------------- */

static void choose_models(mns_lattice *lattice, const mns_document *document, bool all) {
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        mns_model model = (mns_model)m;
        if (all || mns_model_is_well_known(model) || mns_document_asked(document, model)) {
            lattice->nodes[lattice->node_count++] = (mns_node){.model = model};
        }
    }
    lattice->model_count = lattice->node_count;
}

/* For each pair of models, whether the first is stronger than the second. */
static void find_weaker(const mns_lattice *lattice, bool (*weaker)[MNS_MODEL_COUNT]) {
    for (uint32_t i = 0; i < lattice->model_count; i++) {
        bool below[MNS_MODEL_COUNT] = {false};
        below[lattice->nodes[i].model] = true;
        mns_models_add_weaker(below);
        for (uint32_t j = 0; j < lattice->model_count; j++) {
            weaker[i][j] = i != j && below[lattice->nodes[j].model];
        }
    }
}

/* Lines between direct neighbours only: transitive ones are omitted. */
static void make_links(mns_lattice *lattice, bool (*weaker)[MNS_MODEL_COUNT]) {
    for (uint32_t i = 0; i < lattice->model_count; i++) {
        for (uint32_t j = 0; j < lattice->model_count; j++) {
            bool direct = weaker[i][j];
            for (uint32_t k = 0; k < lattice->model_count && direct; k++) {
                direct = !(weaker[i][k] && weaker[k][j]);
            }
            if (direct) {
                lattice->links[lattice->link_count++] = (mns_link){.from = i, .to = j};
            }
        }
    }
}

/* The catalog lists a model after all that are stronger, so one pass is enough. */
static void make_layers(mns_lattice *lattice) {
    for (uint32_t n = 0; n < lattice->model_count; n++) {
        for (uint32_t l = 0; l < lattice->link_count; l++) {
            const mns_link *link = &lattice->links[l];
            uint32_t below = lattice->nodes[link->from].layer + 1;
            if (link->to == n && lattice->nodes[n].layer < below) {
                assert(link->from < n);
                lattice->nodes[n].layer = below;
            }
        }
    }
}

static bool is_weakest(const mns_lattice *lattice, uint32_t node) {
    uint32_t l = 0;
    while (l < lattice->link_count && lattice->links[l].from != node) {
        l++;
    }
    return l == lattice->link_count;
}

/* If a layer is too wide, models without a weaker one below move down, last of the catalog first.
 * */
static void narrow_layers(mns_lattice *lattice) {
    for (uint32_t layer = 0; layer < MNS_MODEL_COUNT; layer++) {
        uint32_t count = 0;
        for (uint32_t n = 0; n < lattice->model_count; n++) {
            count += lattice->nodes[n].layer == layer ? 1 : 0;
        }
        for (uint32_t n = lattice->model_count; n > 0 && count > WIDEST; n--) {
            if (lattice->nodes[n - 1].layer == layer && is_weakest(lattice, n - 1)) {
                lattice->nodes[n - 1].layer++;
                count--;
            }
        }
    }
    for (uint32_t n = 0; n < lattice->model_count; n++) {
        uint32_t layers = lattice->nodes[n].layer + 1;
        lattice->layer_count = layers > lattice->layer_count ? layers : lattice->layer_count;
    }
}

static void make_bends(mns_lattice *lattice) {
    for (uint32_t l = 0; l < lattice->link_count; l++) {
        mns_link *link = &lattice->links[l];
        uint32_t from = lattice->nodes[link->from].layer, to = lattice->nodes[link->to].layer;
        link->first_bend = lattice->node_count;
        link->bends = to - from - 1;
        for (uint32_t layer = from + 1; layer < to; layer++) {
            lattice->nodes[lattice->node_count++] =
                (mns_node){.model = MNS_MODEL_COUNT, .layer = layer};
        }
    }
}

/* ---- Text ----------------------------------------------------------------------------------- */

/* Breaks a line of at most so many cells: after its last space, else after its last hyphen, else at
 * its end. */
static size_t line_end(const char *text, size_t size, size_t cells) {
    if (size <= cells) {
        return size;
    }
    size_t hyphen = 0;
    for (size_t end = cells; end > 0; end--) {
        if (text[end - 1] == ' ') {
            return end;
        }
        hyphen = hyphen == 0 && text[end - 1] == '-' ? end : hyphen;
    }
    return hyphen > 0 ? hyphen : cells;
}

/* Names of the catalog are ASCII; text beyond the last line is omitted. */
static void wrap(mns_arena *arena, const char *text, size_t size, size_t cells,
                 const char *lines[MNS_MODEL_LINES]) {
    for (uint32_t line = 0; line < MNS_MODEL_LINES && size > 0; line++) {
        size_t end = line_end(text, size, cells);
        size_t length = text[end - 1] == ' ' ? end - 1 : end;
        lines[line] = mns_arena_bytes(arena, text, length);
        text += end;
        size -= end;
    }
}

static void write_lines(mns_node *node, mns_arena *arena, const mns_document *document,
                        mns_model_state state) {
    size_t size;
    const char *name = mns_document_model_name(document, node->model, &size);
    wrap(arena, name, size, NAME_CELLS, node->name);
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_str(&text, mns_model_state_text(state));
    if (state == MNS_RULED_OUT) {
        mns_buf_str(&text, mns_anomaly_name(document->judgement.ruled_out_by[node->model]));
    }
    const char *words = mns_text_take(arena, &text);
    wrap(arena, words, strlen(words), STATE_CELLS, node->state);
}

static int32_t height_of(const mns_node *node) {
    int32_t lines = 0;
    for (uint32_t i = 0; i < MNS_MODEL_LINES; i++) {
        lines += (node->name[i] != NULL ? 1 : 0) + (node->state[i] != NULL ? 1 : 0);
    }
    return 12 + lines * 15;
}

/* ---- Positions ------------------------------------------------------------------------------ */

static void place_layers(mns_lattice *lattice) {
    int32_t y = MARGIN;
    for (uint32_t layer = 0; layer < lattice->layer_count; layer++) {
        int32_t height = 0;
        for (uint32_t n = 0; n < lattice->model_count; n++) {
            int32_t needed = height_of(&lattice->nodes[n]);
            bool here = lattice->nodes[n].layer == layer;
            height = here && needed > height ? needed : height;
        }
        for (uint32_t n = 0; n < lattice->node_count; n++) {
            mns_node *node = &lattice->nodes[n];
            if (node->layer == layer) {
                bool bend = node->model == MNS_MODEL_COUNT;
                int32_t width = bend ? 0 : MNS_MODEL_WIDTH;
                node->box =
                    (mns_box){node->x - width / 2, y, width, bend ? height : height_of(node)};
            }
        }
        y += height + LAYER_SPACE;
    }
    lattice->height = y - LAYER_SPACE + MARGIN;
}

static void settle(mns_lattice *lattice) {
    mns_box bounds = lattice->nodes[0].box;
    for (uint32_t n = 0; n < lattice->node_count; n++) {
        bounds = mns_box_around(bounds, lattice->nodes[n].box);
    }
    for (uint32_t n = 0; n < lattice->node_count; n++) {
        lattice->nodes[n].box.x += MARGIN - bounds.x;
        lattice->nodes[n].x += MARGIN - bounds.x;
    }
    lattice->width = bounds.width + 2 * MARGIN;
}

mns_lattice *mns_lattice_layout(mns_arena *arena, const mns_document *document, bool all) {
    enum { MODELS = MNS_MODEL_COUNT, MOST_LINKS = MODELS * MODELS / 2 };
    mns_lattice *lattice = MNS_ARENA_ARRAY(arena, mns_lattice, 1);
    bool(*weaker)[MNS_MODEL_COUNT] = mns_arena_alloc(arena, MODELS, sizeof *weaker);
    mns_link *links = MNS_ARENA_ARRAY(arena, mns_link, MOST_LINKS);
    /* Every layer has a model, so a line has at most one bend per model. */
    mns_node *nodes = MNS_ARENA_ARRAY(arena, mns_node, MODELS + MOST_LINKS * 4);
    if (arena->failed) {
        return NULL;
    }
    lattice->links = links;
    lattice->nodes = nodes;
    choose_models(lattice, document, all);
    find_weaker(lattice, weaker);
    make_links(lattice, weaker);
    make_layers(lattice);
    narrow_layers(lattice);
    make_bends(lattice);
    mns_document_model_states(document, lattice->states);
    for (uint32_t n = 0; n < lattice->model_count; n++) {
        write_lines(&nodes[n], arena, document, lattice->states[nodes[n].model]);
    }
    mns_lattice_arrange(lattice, arena);
    if (arena->failed) {
        return NULL;
    }
    place_layers(lattice);
    settle(lattice);
    return lattice;
}
