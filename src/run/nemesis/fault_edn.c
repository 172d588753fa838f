/* fault_edn.c - faults as EDN values of history operations. */
#include "run/nemesis/schedule.h"

static const char *const shapes[] = {"clients", "answers", "client",  "everybody",
                                     "nodes",   "hearing", "speaking"};

void mns_fault_write_nodes(const mns_fault *fault, const char *quote, mns_buf *out) {
    const char *between = "";
    for (unsigned i = 0; i < MNS_VICTIM_NODES; i++) {
        if ((fault->victims & MNS_VICTIM_NODE(i)) != 0) {
            mns_buf_printf(out, "%s%sn%u%s", between, quote, i + 1, quote);
            between = " ";
        }
    }
}

static void write_processes(const mns_fault *fault, const long *processes, mns_buf *out) {
    const char *before = ", :processes [";
    for (unsigned i = 0; i < MNS_VICTIM_PROCESSES; i++) {
        if ((fault->victims & MNS_VICTIM_PROCESS(i)) != 0) {
            mns_buf_printf(out, "%s%ld", before, processes[i]);
            before = " ";
        }
    }
    mns_buf_str(out, *before == ',' ? "" : "]");
}

static void write_network(const mns_fault *fault, mns_buf *out) {
    const mns_link_conditions *conditions = &fault->conditions;
    mns_buf_printf(out, ", :between :%s", shapes[fault->shape]);
    if (fault->shape == MNS_SHAPE_CLIENT) {
        mns_buf_printf(out, ", :client %u", fault->client);
    }
    if (fault->kind == MNS_FAULT_RESET) {
        mns_buf_printf(out, ", :how :%s",
                       fault->broken == MNS_NETWORK_RESET ? "reset" : "half-open");
    } else if (conditions->bytes_per_s > 0) {
        mns_buf_printf(out, ", :bytes-per-s %u", conditions->bytes_per_s);
    } else if (!conditions->cut) {
        mns_buf_printf(out, ", :delay-us %u, :jitter-us %u", conditions->delay_us,
                       conditions->jitter_us);
    }
}

void mns_fault_write(const mns_fault *fault, const long *processes, mns_buf *out) {
    mns_buf_printf(out, "{:fault %u, :on :%s, :nodes [", fault->number,
                   mns_fault_scope_name(fault->scope));
    mns_fault_write_nodes(fault, "\"", out);
    mns_buf_char(out, ']');
    write_processes(fault, processes, out);
    if (mns_fault_need(fault->kind) == MNS_NEEDS_NETWORK) {
        write_network(fault, out);
    } else if (fault->kind == MNS_FAULT_CLOCK) {
        mns_buf_str(out, ", :ahead-ms ");
        mns_buf_integer(out, fault->skew_ms);
    }
}
