/* fault_kinds.c - see fault_kinds.h. */
#include "run/server/fault_kinds.h"

#include "core/spelling.h"
#include "minos_run.h"

static const struct row {
    const char *name, *begins, *ends, *summary;
    mns_fault_needs needs;
} rows[] = {
#define FAULT(id, name, begins, ends, needs, summary)                                              \
    {name, begins, ends, summary, MNS_NEEDS_##needs},
#include "run/server/fault_kinds.def"
#undef FAULT
};

static const char *const scope_names[] = {"one", "primary", "majority", "all"};

const char *mns_fault_name(mns_fault_kind kind) { return rows[kind].name; }

const char *minos_fault(size_t i) { return i < MNS_FAULT_COUNT ? rows[i].name : NULL; }

const char *minos_fault_summary(size_t i) { return i < MNS_FAULT_COUNT ? rows[i].summary : NULL; }

mns_fault_needs mns_fault_need(mns_fault_kind kind) { return rows[kind].needs; }

const char *mns_fault_begin_name(mns_fault_kind kind) { return rows[kind].begins; }

const char *mns_fault_end_name(mns_fault_kind kind) { return rows[kind].ends; }

const char *mns_fault_scope_name(mns_fault_scope scope) { return scope_names[scope]; }

static const char *kind_name(size_t i) { return rows[i].name; }

static const char *scope_name(size_t i) { return scope_names[i]; }

/* ---- Lists ----------------------------------------------------------------------------------- */

/* A list of valid names. */
typedef struct choice {
    const char *what; /* for messages */
    const char *(*name)(size_t i);
    size_t count;
} choice;

static bool add(const choice *from, const char *name, size_t size, unsigned *set,
                mns_buf *message) {
    mns_spelling spelling;
    mns_spelling_init(&spelling, name, size);
    for (size_t i = 0; i < from->count; i++) {
        if (mns_spelling_is(&spelling, from->name(i))) {
            *set |= 1u << i;
            return true;
        }
        mns_spelling_offer(&spelling, from->name(i));
    }
    mns_name_unknown(message, from->what, name, size, spelling.nearest);
    for (size_t i = 0; i < from->count; i++) {
        mns_buf_printf(message, "%s%s", i == 0 ? " (expected " : ", ", from->name(i));
    }
    mns_buf_char(message, ')');
    return false;
}

static bool read_list(const choice *from, const char *list, unsigned *set, mns_buf *message) {
    *set = 0;
    for (bool more = list != NULL; more;) {
        size_t size = strcspn(list, ",");
        if (!add(from, list, size, set, message)) {
            return false;
        }
        more = list[size] == ',';
        list += size + 1;
    }
    return true;
}

bool mns_faults_read(const char *list, mns_fault_set *set, mns_buf *message) {
    return read_list(&(choice){"fault", kind_name, MNS_FAULT_COUNT}, list, set, message);
}

bool mns_fault_scopes_read(const char *list, unsigned *set, mns_buf *message) {
    return read_list(&(choice){"value of --fault-on", scope_name, MNS_SCOPE_COUNT},
                     list == NULL ? scope_names[MNS_SCOPE_ONE] : list, set, message);
}

bool mns_faults_need(mns_fault_set set, mns_fault_needs what) {
    for (size_t i = 0; i < MNS_FAULT_COUNT; i++) {
        if ((set >> i & 1u) != 0 && rows[i].needs == what) {
            return true;
        }
    }
    return false;
}
