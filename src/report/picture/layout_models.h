/*
 * layout_models.h - models as a picture, the strongest at the top.
 *
 * A model is below every shown model that is stronger: its layer is the longest path down to it.
 * Lines lead from each model only to the next weaker ones. A line that crosses layers has a node in
 * each (a bend), which is ordered like a narrow card. The layout depends only on the catalog and
 * the request, and takes a few thousand steps.
 */
#ifndef MNS_REPORT_PICTURE_LAYOUT_MODELS_H
#define MNS_REPORT_PICTURE_LAYOUT_MODELS_H

#include "report/model/headline.h"
#include "report/picture/picture_layout.h"

#define MNS_MODEL_LINES 4

/* A model, or a bend of a line if model is MNS_MODEL_COUNT. */
typedef struct mns_node {
    mns_model model;
    uint32_t layer;
    uint32_t place; /* in its layer, from the left */
    int32_t x;      /* of its center */
    mns_box box;
    const char *name[MNS_MODEL_LINES], *state[MNS_MODEL_LINES]; /* lines; the last ones NULL */
} mns_node;

/* A line from a model to a weaker one, through `bends` consecutive nodes. */
typedef struct mns_link {
    uint32_t from, to;
    uint32_t first_bend, bends;
} mns_link;

typedef struct mns_lattice {
    mns_node *nodes; /* models first, in the catalog's order */
    uint32_t node_count, model_count;
    mns_link *links;
    uint32_t link_count;
    uint32_t layer_count;
    mns_model_state states[MNS_MODEL_COUNT];
    int32_t width, height;
} mns_lattice;

/* The well-known and the requested models, or all. NULL when out of memory. */
mns_lattice *mns_lattice_layout(mns_arena *arena, const mns_document *document, bool all);

/* The second part, after nodes, links and layers: the order in each layer, and x. */
void mns_lattice_arrange(mns_lattice *lattice, mns_arena *arena);
/* The width of a card, and the gap between two; the same for bends. */
#define MNS_MODEL_WIDTH 170
#define MNS_MODEL_SPACE 12
#define MNS_BEND_WIDTH 18

#endif
