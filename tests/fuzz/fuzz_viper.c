/*
 * fuzz_viper.c - libFuzzer target: any bytes as the logs of Viper; see formats.h. A NUL ends a log.
 */
#include "fuzz/formats.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static fuzz_files given;
    const char *p = (const char *)data, *end = p + size;
    for (unsigned log = 0; log < 4; log++) {
        const char *zero = p < end && log < 3 ? memchr(p, '\0', (size_t)(end - p)) : NULL;
        const char *stop = zero == NULL ? end : zero;
        char name[32];
        snprintf(name, sizeof name, "J%u.log", log);
        mns_buf *bytes = fuzz_files_add(&given, name);
        if (stop > p) {
            mns_buf_bytes(bytes, p, (size_t)(stop - p));
            mns_viper_reader.fits(p, (size_t)(stop - p), true);
        }
        p = zero == NULL ? end : zero + 1;
    }
    fuzz_format(MINOS_FORMAT_VIPER, &given);
    fuzz_files_release(&given);
    return 0;
}
