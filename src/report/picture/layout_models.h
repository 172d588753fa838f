/*
 * layout_models.h - models as a picture, the strongest at the top.
 *
 * A model stands below every shown model that is stronger: its layer is the longest way down to it.
 * Lines go from each model to the next weaker ones only. A line that passes layers bends around their
 * cards: it has a node of its own in each, which takes part in ordering as a narrow card would.
 * Everything depends on the catalog and on the request alone, a few thousand steps.
 */
#ifndef MNS_REPORT_PICTURE_LAYOUT_MODELS_H
#define MNS_REPORT_PICTURE_LAYOUT_MODELS_H

#include "report/model/headline.h"
#include "report/picture/picture_layout.h"

#define MNS_MODEL_LINES 4

/* A model, or a bend of a line where model is MNS_MODEL_COUNT. */
typedef struct mns_node {
    mns_model model;
    uint32_t layer;
    uint32_t place; /* in its layer, from the left */
    int32_t x;      /* its middle */
    mns_box box;
    const char *name[MNS_MODEL_LINES], *state[MNS_MODEL_LINES]; /* lines; the last ones NULL */
} mns_node;

/* A line from a model to a weaker one: by way of `bends` nodes that follow each other. */
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

/* The well-known models and the asked ones, or all. NULL when out of memory. */
mns_lattice *mns_lattice_layout(mns_arena *arena, const mns_document *document, bool all);

/* Its second part, once nodes, links and layers are known: the order in each layer, and x. */
void mns_lattice_arrange(mns_lattice *lattice, mns_arena *arena);
/* The width of a card and the space between two; bends are narrower, with their space. */
#define MNS_MODEL_WIDTH 170
#define MNS_MODEL_SPACE 12
#define MNS_BEND_WIDTH 18

#endif
