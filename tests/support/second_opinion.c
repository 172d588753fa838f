/* second_opinion.c - see second_opinion.h. */
#include "support/second_opinion.h"

#include <stdio.h>
#include <stdlib.h>

#include "pipeline.h"

static unsigned looked_at;

unsigned second_opinions(void) { return looked_at; }

static void complain(const mns_cycles *cycles, const void *data, size_t size) {
    printf("the shortcut found no cycle, but the whole graph has:");
    for (int a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (cycles->total[a] > 0) {
            printf(" %s", mns_anomaly_name((mns_anomaly)a));
        }
    }
    printf("\n%.*s\n", (int)size, (const char *)data);
    exit(1);
}

void second_opinion(minos_result *r, const void *data, size_t size) {
    mns_workload workload = r->history.workload;
    bool ordered = workload == MNS_LIST_APPEND || workload == MNS_RW_REGISTER;
    if (r->status != MINOS_OK || r->loaded != NULL || !ordered || r->graph.vertex_count > 0) {
        return;
    }
    mns_graph graph;
    mns_cycles cycles;
    if (mns_infer_orders(&r->observation) != MINOS_OK ||
        mns_graph_build(&r->observation, &graph) != MINOS_OK ||
        mns_search(&graph, 1, &cycles) != MINOS_OK) {
        abort();
    }
    looked_at++;
    if (cycles.count > 0) {
        complain(&cycles, data, size);
    }
    mns_cycles_release(&cycles);
    mns_graph_release(&graph);
}

minos_status check_twice(const char *name, const void *data, size_t size,
                         const minos_options *options, minos_result **result) {
    minos_status status = minos_check_memory(name, data, size, options, result);
    if (status == MINOS_OK) {
        second_opinion(*result, data, size);
    }
    return status;
}
