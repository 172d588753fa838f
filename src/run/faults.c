/* faults.c - see faults.h. */
#include "run/faults.h"

#include "core/spelling.h"
#include "minos_run.h"

static const struct row {
    const char *name, *summary;
    mns_fault_needs needs;
} rows[] = {
#define FAULT(id, name, needs, summary) {name, summary, MNS_NEEDS_##needs},
#include "run/faults.def"
#undef FAULT
};

const char *mns_fault_name(mns_fault_kind kind) { return rows[kind].name; }

const char *mns_fault_summary(mns_fault_kind kind) { return rows[kind].summary; }

const char *minos_fault(size_t i) { return i < MNS_FAULT_COUNT ? rows[i].name : NULL; }

const char *minos_fault_summary(size_t i) { return i < MNS_FAULT_COUNT ? rows[i].summary : NULL; }

static bool add(const char *name, size_t size, mns_fault_set *set, mns_buf *message) {
    mns_spelling spelling;
    mns_spelling_init(&spelling, name, size);
    for (size_t i = 0; i < MNS_FAULT_COUNT; i++) {
        if (mns_spelling_is(&spelling, rows[i].name)) {
            *set |= 1u << i;
            return true;
        }
        mns_spelling_offer(&spelling, rows[i].name);
    }
    mns_buf_printf(message, "unknown fault '%.*s'; nearest is %s, there are",
                   (int)(size < 60 ? size : 60), name, spelling.nearest);
    for (size_t i = 0; i < MNS_FAULT_COUNT; i++) {
        mns_buf_printf(message, "%s %s", i == 0 ? "" : ",", rows[i].name);
    }
    return false;
}

bool mns_faults_read(const char *list, mns_fault_set *set, mns_buf *message) {
    *set = 0;
    for (bool more = list != NULL; more;) {
        size_t size = strcspn(list, ",");
        if (!add(list, size, set, message)) {
            return false;
        }
        more = list[size] == ',';
        list += size + 1;
    }
    return true;
}

bool mns_faults_need(mns_fault_set set, mns_fault_needs what) {
    for (size_t i = 0; i < MNS_FAULT_COUNT; i++) {
        if ((set >> i & 1u) != 0 && rows[i].needs == what) {
            return true;
        }
    }
    return false;
}
