/* duration.c - see duration.h. */
#include "report/model/duration.h"

void mns_write_duration(mns_buf *out, uint64_t ns) {
    static const struct {
        uint64_t ns;
        const char *name;
    } units[] = {{1000000000, "s"}, {1000000, "ms"}, {1000, "µs"}, {1, "ns"}};
    size_t u = 0;
    while (u + 1 < MNS_COUNT_OF(units) && ns < units[u].ns) {
        u++;
    }
    uint64_t whole = ns / units[u].ns;
    uint64_t hundredths = units[u].ns == 1 ? 0 : ns % units[u].ns / (units[u].ns / 100);
    mns_buf_printf(out, "%llu", (unsigned long long)whole);
    if (whole < 10 && hundredths % 10 > 0) {
        mns_buf_printf(out, ".%02llu", (unsigned long long)hundredths);
    } else if (whole < 100 && hundredths / 10 > 0) {
        mns_buf_printf(out, ".%llu", (unsigned long long)hundredths / 10);
    }
    mns_buf_printf(out, " %s", units[u].name);
}
