/*
 * fuzz_reading.c - libFuzzer target: any bytes, read by the slow path, in one chunk and in many.
 *
 * The last byte chooses the size of chunks. All readings must be the same, also if the bytes are
 * rejected (support/readings.h).
 */
#include "fuzz/fuzz.h"
#include "support/readings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const size_t chunk_bytes[] = {1, 40, 100, 300};
    size_t last = size == 0 ? 0 : data[size - 1];
    for (int chunks = 0; chunks < 2; chunks++) {
        mns_read_options options = {.recognise = true,
                                    .ambiguous = last % 2 == 1,
                                    .chunk_bytes = chunks == 0 ? 0 : chunk_bytes[last / 2 % 4]};
        mns_buf out;
        mns_buf_init(&out);
        bool agree = readings_agree((const char *)data, size, options, 1, &out);
        fuzz_must(agree, agree ? "" : out.data);
        mns_buf_release(&out);
    }
    return 0;
}
