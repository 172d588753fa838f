/* dag_labels.c - see dag_labels.h. */
#include "search/dag_labels.h"

#include "core/grow.h"

typedef struct numbering {
    const mns_dag *dag;
    mns_dag_label *labels; /* numbers are from 1; 0: not left yet */
    uint64_t *followed;    /* by node: how many of its edges */
    uint32_t *path;
    bool *led_to; /* by node: some edge leads to it */
    int walk;     /* 0: the first edge first, 1: the last */
    uint32_t last;
} numbering;

/* The node that the next edge leads to, or MNS_NONE when all are followed. */
static uint32_t follow(numbering *n, uint32_t node) {
    uint64_t first = n->dag->offset[node], end = n->dag->offset[node + 1];
    if (n->followed[node] == end - first) {
        return MNS_NONE;
    }
    uint64_t i = n->followed[node]++;
    return n->dag->target[n->walk == 0 ? first + i : end - 1 - i];
}

/* A node also reaches what its successor reaches. */
static void take_least(numbering *n, uint32_t node, uint32_t from) {
    uint32_t *least = &n->labels[node].walk[n->walk].least;
    uint32_t other = n->labels[from].walk[n->walk].least;
    *least = *least == 0 || other < *least ? other : *least;
}

static void leave(numbering *n, uint32_t node) {
    n->labels[node].walk[n->walk].number = ++n->last;
    if (n->labels[node].walk[n->walk].least == 0) {
        n->labels[node].walk[n->walk].least = n->last;
    }
}

static void walk_from(numbering *n, uint32_t root) {
    uint32_t depth = 0;
    n->path[depth++] = root;
    while (depth > 0) {
        uint32_t node = n->path[depth - 1], next = follow(n, node);
        if (next == MNS_NONE) {
            leave(n, node);
            if (--depth > 0) {
                take_least(n, n->path[depth - 1], node);
            }
        } else if (n->labels[next].walk[n->walk].number == 0) {
            n->path[depth++] = next;
        } else {
            take_least(n, node, next);
        }
    }
}

static void walk_all(numbering *n) {
    uint32_t count = n->dag->count;
    memset(n->followed, 0, count * sizeof *n->followed);
    n->last = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t root = n->walk == 0 ? i : count - 1 - i;
        if (!n->led_to[root]) {
            walk_from(n, root);
        }
    }
}

mns_dag_label *mns_dag_labels(const mns_dag *dag) {
    numbering n = {.dag = dag,
                   .labels = MNS_NEW_ARRAY(mns_dag_label, dag->count),
                   .followed = MNS_NEW_ARRAY(uint64_t, dag->count),
                   .path = MNS_NEW_ARRAY(uint32_t, dag->count),
                   .led_to = MNS_NEW_ARRAY(bool, dag->count)};
    bool good = n.labels != NULL && n.followed != NULL && n.path != NULL && n.led_to != NULL;
    if (good) {
        for (uint64_t e = 0; e < dag->offset[dag->count]; e++) {
            n.led_to[dag->target[e]] = true;
        }
        for (n.walk = 0; n.walk < 2; n.walk++) {
            walk_all(&n);
        }
        for (uint32_t node = 0; node < dag->count; node++) {
            assert(n.labels[node].walk[0].number > 0 && n.labels[node].walk[1].number > 0);
            for (uint64_t e = dag->offset[node]; e < dag->offset[node + 1]; e++) {
                assert(mns_dag_may_lead(n.labels, node, dag->target[e]));
            }
        }
    } else {
        free(n.labels);
        n.labels = NULL;
    }
    free(n.followed);
    free(n.path);
    free(n.led_to);
    return n.labels;
}
