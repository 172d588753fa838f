/* second_opinion.c - see second_opinion.h. */
#include "support/second_opinion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipeline.h"

static unsigned looked_at;

unsigned second_opinions(void) { return looked_at; }

static void complain(const uint64_t total[MNS_ANOMALY_COUNT], const void *data, size_t size) {
    printf("the shortcut found no anomaly, but without it there are:");
    for (int a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (total[a] > 0) {
            printf(" %s", mns_anomaly_name((mns_anomaly)a));
        }
    }
    printf("\n%.*s\n", (int)size, (const char *)data);
    exit(1);
}

static void look_for_cycles(minos_result *r, const void *data, size_t size) {
    mns_graph graph;
    mns_cycles cycles;
    if (mns_infer_orders(&r->observation) != MINOS_OK ||
        mns_graph_build(&r->observation, &graph) != MINOS_OK ||
        mns_search(&graph, 1, &cycles) != MINOS_OK) {
        abort();
    }
    looked_at++;
    if (cycles.count > 0) {
        complain(cycles.total, data, size);
    }
    if (r->proved && (graph.kinds & ~(unsigned)(MNS_PROCESS | MNS_REALTIME)) == 0) {
        printf("an execution was taken for a test, but no dependency was inferred\n%.*s\n",
               (int)size, (const char *)data);
        exit(1);
    }
    mns_cycles_release(&cycles);
    mns_graph_release(&graph);
}

/* The stages that were skipped because an execution proves that there is no anomaly. */
static void look_for_cases(minos_result *r, const void *data, size_t size) {
    mns_cases cases;
    memset(&cases, 0, sizeof cases);
    if (mns_infer_version_orders(&r->observation, &r->assumptions) != MINOS_OK ||
        mns_detect_all(&r->observation, 1, 1, &cases) != MINOS_OK) {
        abort();
    }
    for (int a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (cases.total[a] > 0) {
            complain(cases.total, data, size);
        }
    }
    mns_cases_release(&cases);
}

void second_opinion(minos_result *r, const void *data, size_t size) {
    mns_workload workload = r->history.workload;
    bool ordered = workload == MNS_LIST_APPEND || workload == MNS_RW_REGISTER;
    if (r->status != MINOS_OK || r->loaded != NULL || r->graph.vertex_count > 0) {
        return;
    }
    if (r->proved) {
        look_for_cases(r, data, size);
    }
    if (ordered || r->proved) {
        look_for_cycles(r, data, size);
    }
}

minos_status check_twice(const char *name, const void *data, size_t size,
                         const minos_options *options, minos_result **result) {
    minos_status status = minos_check_memory(name, data, size, options, result);
    if (status == MINOS_OK) {
        second_opinion(*result, data, size);
    }
    return status;
}
