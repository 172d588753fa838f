/*
 * fuzz_results.c - libFuzzer target: any bytes as a results.json (support/saved_check.h).
 */
#include "fuzz/fuzz.h"
#include "support/saved_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *broken = saved_broken_promise((const char *)data, size);
    fuzz_must(broken == NULL, broken == NULL ? "" : broken);
    return 0;
}
