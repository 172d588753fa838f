/*
 * fuzz_plume.c - libFuzzer target: any bytes as Plume's text. See fuzz_edn.c.
 */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    minos_result *result = NULL;
    fuzz_check(data, size, MINOS_FORMAT_PLUME, 1, &result);
    minos_result_free(result);
    return 0;
}
