/*
 * fuzz_order.c - libFuzzer target: any bytes as a transaction order.
 *
 * The result must be what the header promises: ascending indices, no number twice, and problems if
 * and only if the text is rejected.
 */
#include "fuzz/fuzz.h"
#include "read/order_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    mns_source source = {.data = size == 0 ? "" : (const char *)data, .size = size};
    mns_problems problems;
    mns_order_file file;
    mns_problems_init(&problems);
    minos_status status = mns_order_file_read(&file, &source, &problems);
    fuzz_must(status == MINOS_OK || status == MINOS_EINPUT, "bytes are an order or refused");
    fuzz_must((problems.total > 0) == (status == MINOS_EINPUT), "only bad input has problems");
    for (size_t i = 0; status == MINOS_OK && i < file.count; i++) {
        fuzz_must(mns_order_file_find(&file, file.entries[i].index) == &file.entries[i],
                  "every index is found");
        fuzz_must(file.entries[i].number != MNS_NO_NUMBER, "every entry has a number");
    }
    mns_problems_locate(&problems, source.data, source.size);
    mns_problems_release(&problems);
    mns_order_file_release(&file);
    return 0;
}
