/* nemesis.c - see nemesis.h. */
#include "run/nemesis.h"

bool mns_nemesis_check(const minos_fault_options *faults, bool server, bool proxied, unsigned nodes,
                       mns_buf *message) {
    (void)faults, (void)server, (void)proxied, (void)nodes, (void)message;
    return true;
}
bool mns_nemesis_wanted(const minos_fault_options *faults) { return faults->kinds != NULL; }
bool mns_nemesis_wants_network(const minos_fault_options *faults) {
    (void)faults;
    return false;
}
mns_nemesis *mns_nemesis_start(const minos_fault_options *faults, uint64_t seed,
                               const mns_nemesis_reach *reach, mns_buf *message) {
    (void)faults, (void)seed, (void)reach, (void)message;
    return NULL;
}
const char *mns_nemesis_fault(const mns_nemesis *nemesis) {
    (void)nemesis;
    return NULL;
}
void mns_nemesis_end(mns_nemesis *nemesis) { (void)nemesis; }
bool mns_nemesis_is_over(const mns_nemesis *nemesis) {
    (void)nemesis;
    return true;
}
void mns_nemesis_finish(mns_nemesis *nemesis, mns_buf *warnings) { (void)nemesis, (void)warnings; }
