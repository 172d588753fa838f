/*
 * fuzz_edn.c - libFuzzer target: any bytes as an EDN history.
 *
 * Checks what the sanitizers and the library's own asserts see, that a status agrees with its
 * problems, and that a verdict on arbitrary bytes never fails its own re-check.
 */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    minos_result *result = NULL;
    fuzz_check(data, size, MINOS_FORMAT_EDN, 1, &result);
    minos_result_free(result);
    return 0;
}
