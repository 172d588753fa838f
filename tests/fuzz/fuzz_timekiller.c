/* fuzz_timekiller.c - libFuzzer target: any bytes as a history of TimeKiller; see formats.h. */
#include "fuzz/formats.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static fuzz_files given;
    mns_buf *bytes = fuzz_files_add(&given, "file");
    if (size > 0) {
        mns_buf_bytes(bytes, (const char *)data, size);
    }
    mns_timekiller_reader.fits((const char *)data, size, true);
    fuzz_format(MINOS_FORMAT_TIMEKILLER, &given);
    fuzz_files_release(&given);
    return 0;
}
