/*
 * layout_layers.c - the order of models in their layers, and their x coordinates.
 *
 * Order (barycenter heuristic): each node moves to the mean place of its ties in the layer above,
 * then below, and so on, a fixed number of times; the order with the fewest crossings is kept. Then
 * x: the wanted x of a node is the mean x of its ties, subject to minimal distances in its layer.
 * The nearest solution that keeps order and distances is found by merging nodes that would come too
 * close into blocks, which are placed at the mean of their members' wanted x (isotonic regression).
 * All arithmetic is in integers; equal nodes keep their order. Cost: O(passes * nodes * ties).
 */
#include "report/picture/layout_models.h"

#define PASSES 24

/* Two nodes of adjacent layers that a line joins. */
typedef struct tie {
    uint32_t above, below;
} tie;

typedef struct layers {
    mns_lattice *lattice;
    tie *ties;
    uint32_t tie_count;
    uint32_t *rows;         /* nodes by layer and place */
    uint32_t *starts;       /* start of each layer in rows, and the end */
    int64_t *wanted;        /* for each node */
    uint32_t *best;         /* the best rows so far */
    int64_t *sums, *counts; /* of blocks, see merge_blocks */
} layers;

/* ---- Ties and rows -------------------------------------------------------------------------- */

static void make_ties(layers *l) {
    const mns_lattice *lattice = l->lattice;
    for (uint32_t i = 0; i < lattice->link_count; i++) {
        const mns_link *link = &lattice->links[i];
        uint32_t above = link->from;
        for (uint32_t b = 0; b <= link->bends; b++) {
            uint32_t below = b == link->bends ? link->to : link->first_bend + b;
            l->ties[l->tie_count++] = (tie){above, below};
            above = below;
        }
    }
}

static void make_rows(layers *l) {
    uint32_t at = 0;
    for (uint32_t layer = 0; layer < l->lattice->layer_count; layer++) {
        l->starts[layer] = at;
        for (uint32_t n = 0; n < l->lattice->node_count; n++) {
            if (l->lattice->nodes[n].layer == layer) {
                l->lattice->nodes[n].place = at - l->starts[layer];
                l->rows[at++] = n;
            }
        }
    }
    l->starts[l->lattice->layer_count] = at;
}

static void number_places(layers *l) {
    for (uint32_t layer = 0; layer < l->lattice->layer_count; layer++) {
        for (uint32_t i = l->starts[layer]; i < l->starts[layer + 1]; i++) {
            l->lattice->nodes[l->rows[i]].place = i - l->starts[layer];
        }
    }
}

/* ---- Order ---------------------------------------------------------------------------------- */

static uint64_t crossings(const layers *l) {
    const mns_node *nodes = l->lattice->nodes;
    uint64_t count = 0;
    for (uint32_t i = 0; i < l->tie_count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            tie a = l->ties[i], b = l->ties[j];
            bool same = nodes[a.above].layer == nodes[b.above].layer;
            int64_t above = (int64_t)nodes[a.above].place - nodes[b.above].place;
            int64_t below = (int64_t)nodes[a.below].place - nodes[b.below].place;
            count += same && above * below < 0 ? 1 : 0;
        }
    }
    return count;
}

/* The mean x, or place in thousandths, of a node's ties above or below; its own without ties. */
static int64_t mean(const layers *l, uint32_t node, bool above, bool of_x) {
    const mns_node *nodes = l->lattice->nodes;
    int64_t sum = 0, count = 0;
    for (uint32_t i = 0; i < l->tie_count; i++) {
        if ((above ? l->ties[i].below : l->ties[i].above) == node) {
            const mns_node *other = &nodes[above ? l->ties[i].above : l->ties[i].below];
            sum += of_x ? other->x : 1000 * (int64_t)other->place;
            count++;
        }
    }
    int64_t own = of_x ? nodes[node].x : 1000 * (int64_t)nodes[node].place;
    return count == 0 ? own : sum / count;
}

/* Insertion sort, which is stable. */
static void order_layer(layers *l, uint32_t layer, bool above) {
    uint32_t first = l->starts[layer], end = l->starts[layer + 1];
    for (uint32_t i = first; i < end; i++) {
        l->wanted[l->rows[i]] = mean(l, l->rows[i], above, false);
    }
    for (uint32_t i = first + 1; i < end; i++) {
        uint32_t node = l->rows[i], at = i;
        while (at > first && l->wanted[l->rows[at - 1]] > l->wanted[node]) {
            l->rows[at] = l->rows[at - 1];
            at--;
        }
        l->rows[at] = node;
    }
    number_places(l);
}

static void order(layers *l) {
    uint32_t count = l->lattice->layer_count;
    uint64_t least = UINT64_MAX;
    for (uint32_t pass = 0; pass < PASSES; pass++) {
        bool down = pass % 2 == 0;
        for (uint32_t i = 1; i < count; i++) {
            order_layer(l, down ? i : count - 1 - i, down);
        }
        uint64_t crossed = crossings(l);
        if (crossed < least) {
            least = crossed;
            memcpy(l->best, l->rows, l->lattice->node_count * sizeof l->rows[0]);
        }
    }
    memcpy(l->rows, l->best, l->lattice->node_count * sizeof l->rows[0]);
    number_places(l);
}

/* ---- x -------------------------------------------------------------------------------------- */

static int32_t width_of(const mns_node *node) {
    return node->model == MNS_MODEL_COUNT ? MNS_BEND_WIDTH : MNS_MODEL_WIDTH;
}

/* The minimal distance between the centers of a node and the one before it; lines may be closer. */
static int32_t step_to(const layers *l, uint32_t at) {
    const mns_node *a = &l->lattice->nodes[l->rows[at - 1]], *b = &l->lattice->nodes[l->rows[at]];
    bool cards = a->model != MNS_MODEL_COUNT && b->model != MNS_MODEL_COUNT;
    return (width_of(a) + width_of(b)) / 2 + (cards ? MNS_MODEL_SPACE : 0);
}

/* The distance between the centers of the first and the last node of a layer, and its full width.
 * */
static int32_t length_of(const layers *l, uint32_t layer, int32_t *whole) {
    const mns_node *nodes = l->lattice->nodes;
    uint32_t first = l->starts[layer], last = l->starts[layer + 1] - 1;
    int32_t length = 0;
    for (uint32_t at = first + 1; at <= last; at++) {
        length += step_to(l, at);
    }
    *whole = length + (width_of(&nodes[l->rows[first]]) + width_of(&nodes[l->rows[last]])) / 2;
    return length;
}

/* Merges nodes into blocks. A block has the sum of its members' wanted x minus their offsets in the
 * layer, and their number. Returns the number of blocks. */
static uint32_t merge_blocks(const layers *l, uint32_t layer) {
    uint32_t blocks = 0;
    int32_t offset = 0;
    for (uint32_t at = l->starts[layer]; at < l->starts[layer + 1]; at++) {
        offset += at > l->starts[layer] ? step_to(l, at) : 0;
        l->sums[blocks] = l->wanted[l->rows[at]] - offset;
        l->counts[blocks++] = 1;
        while (blocks > 1 && l->sums[blocks - 2] * l->counts[blocks - 1] >
                                 l->sums[blocks - 1] * l->counts[blocks - 2]) {
            l->sums[blocks - 2] += l->sums[blocks - 1];
            l->counts[blocks - 2] += l->counts[blocks - 1];
            blocks--;
        }
    }
    return blocks;
}

/* Keeps all layers within the widest, `extent`, so that the picture is as narrow as possible. */
static void spread_layer(layers *l, uint32_t layer, int32_t extent) {
    mns_node *nodes = l->lattice->nodes;
    uint32_t blocks = merge_blocks(l, layer), at = l->starts[layer];
    int32_t whole, length = length_of(l, layer, &whole), offset = 0;
    int32_t least = (width_of(&nodes[l->rows[at]]) - extent) / 2;
    int32_t most = (extent - width_of(&nodes[l->rows[l->starts[layer + 1] - 1]])) / 2 - length;
    for (uint32_t b = 0; b < blocks; b++) {
        int64_t x = l->sums[b] / l->counts[b];
        x = x > most ? most : x;
        x = x < least ? least : x;
        for (int64_t k = 0; k < l->counts[b]; k++, at++) {
            offset += at > l->starts[layer] ? step_to(l, at) : 0;
            nodes[l->rows[at]].x = (int32_t)x + offset;
        }
    }
}

static void spread(layers *l) {
    uint32_t count = l->lattice->layer_count;
    int32_t extent = 0, whole;
    for (uint32_t layer = 0; layer < count; layer++) {
        length_of(l, layer, &whole);
        extent = whole > extent ? whole : extent;
    }
    for (uint32_t pass = 0; pass <= PASSES; pass++) {
        bool down = pass % 2 == 0;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t layer = down ? i : count - 1 - i;
            for (uint32_t at = l->starts[layer]; at < l->starts[layer + 1]; at++) {
                l->wanted[l->rows[at]] = pass == 0 ? 0 : mean(l, l->rows[at], down, true);
            }
            spread_layer(l, layer, extent);
        }
    }
}

void mns_lattice_arrange(mns_lattice *lattice, mns_arena *arena) {
    size_t count = lattice->node_count;
    layers l = {.lattice = lattice,
                .ties = MNS_ARENA_ARRAY(arena, tie, count + lattice->link_count),
                .rows = MNS_ARENA_ARRAY(arena, uint32_t, count),
                .starts = MNS_ARENA_ARRAY(arena, uint32_t, lattice->layer_count + 1),
                .wanted = MNS_ARENA_ARRAY(arena, int64_t, count),
                .best = MNS_ARENA_ARRAY(arena, uint32_t, count),
                .sums = MNS_ARENA_ARRAY(arena, int64_t, count),
                .counts = MNS_ARENA_ARRAY(arena, int64_t, count)};
    if (arena->failed) {
        return;
    }
    make_ties(&l);
    make_rows(&l);
    order(&l);
    spread(&l);
}
