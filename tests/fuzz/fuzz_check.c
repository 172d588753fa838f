/*
 * fuzz_check.c - libFuzzer target: any bytes as a history of whichever format it looks like, with
 * every view of the result rendered. See fuzz_edn.c.
 */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_check(data, size, MINOS_FORMAT_AUTO, 1);
    return 0;
}
