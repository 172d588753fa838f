/* fault_names.c - see fault_names.h; the names themselves are in fault_windows.def. */
#include "history/fault_names.h"

static const struct {
    const char *begins, *ends;
} windows[] = {
#define FAULT_WINDOW(begins, ends) {begins, ends},
#include "history/fault_windows.def"
};

static const struct {
    const char *name, *object;
} enders[] = {
#define FAULT_ENDS(name, object) {name, object},
#include "history/fault_windows.def"
};

mns_fault_name mns_fault_name_of(const char *form, size_t size) {
    bool keyword = size > 0 && form[0] == ':';
    bool string = size > 1 && form[0] == '"' && form[size - 1] == '"';
    size_t before = keyword || string ? 1 : 0, after = string ? 1 : 0;
    return (mns_fault_name){form + before, size - before - after};
}

bool mns_fault_name_is(mns_fault_name a, mns_fault_name b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.text, b.text, a.size) == 0);
}

static bool is_separator(char c) { return c == '-' || c == '_'; }

/* True if the name is this verb, alone or with an object before or after it; *object is the rest.
 * */
static bool has_word(mns_fault_name name, const char *word, mns_fault_name *object) {
    size_t size = strlen(word);
    *object = (mns_fault_name){name.text, 0};
    if (name.size < size) {
        return false;
    }
    size_t rest = name.size - size;
    if (memcmp(name.text, word, size) == 0 && (rest == 0 || is_separator(name.text[size]))) {
        *object = (mns_fault_name){name.text + name.size - (rest > 0 ? rest - 1 : 0),
                                   rest > 0 ? rest - 1 : 0};
        return true;
    }
    if (rest > 0 && memcmp(name.text + rest, word, size) == 0 &&
        is_separator(name.text[rest - 1])) {
        *object = (mns_fault_name){name.text, rest - 1};
        return true;
    }
    return false;
}

bool mns_fault_lasts(mns_fault_name name) {
    mns_fault_name object;
    for (size_t i = 0; i < MNS_COUNT_OF(windows); i++) {
        if (has_word(name, windows[i].begins, &object)) {
            return true;
        }
    }
    return false;
}

bool mns_fault_ends(mns_fault_name action, mns_fault_name fault) {
    mns_fault_name of_action, of_fault;
    for (size_t i = 0; i < MNS_COUNT_OF(windows); i++) {
        if (has_word(fault, windows[i].begins, &of_fault) &&
            has_word(action, windows[i].ends, &of_action) &&
            mns_fault_name_is(of_action, of_fault)) {
            return true;
        }
    }
    for (size_t i = 0; i < MNS_COUNT_OF(enders); i++) {
        mns_fault_name name = {enders[i].name, strlen(enders[i].name)};
        if (mns_fault_name_is(action, name) && has_word(fault, enders[i].object, &of_fault)) {
            return true;
        }
    }
    return false;
}
