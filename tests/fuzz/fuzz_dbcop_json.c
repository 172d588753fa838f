/*
 * fuzz_dbcop_json.c - libFuzzer target: any bytes as a history in dbcop's JSON format. See
 * fuzz_edn.c.
 */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    minos_result *result = NULL;
    fuzz_check(data, size, MINOS_FORMAT_DBCOP_JSON, 1, &result);
    minos_result_free(result);
    return 0;
}
