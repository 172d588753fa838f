/*
 * fuzz_awdit.c - libFuzzer target: any bytes as AWDIT's text. See fuzz_edn.c.
 */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    minos_result *result = NULL;
    fuzz_check(data, size, MINOS_FORMAT_AWDIT, 1, &result);
    minos_result_free(result);
    return 0;
}
