/*
 * fuzz_reading.c - libFuzzer target: any bytes, read by the slow path, in one part and in many.
 *
 * The last byte chooses the size of parts. All readings must be the same, also if the bytes are
 * rejected (support/readings.h).
 */
#include "fuzz/fuzz.h"
#include "support/readings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const size_t part_bytes[] = {1, 40, 100, 300};
    size_t last = size == 0 ? 0 : data[size - 1];
    for (int parts = 0; parts < 2; parts++) {
        mns_read_options options = {.recognise = true,
                                    .ambiguous = last % 2 == 1,
                                    .part_bytes = parts == 0 ? 0 : part_bytes[last / 2 % 4]};
        mns_buf out;
        mns_buf_init(&out);
        bool agree = readings_agree((const char *)data, size, options, 1, &out);
        fuzz_must(agree, agree ? "" : out.data);
        mns_buf_release(&out);
    }
    return 0;
}
