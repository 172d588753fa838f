/* server_settings.c - which settings a user may give to a throw-away server. */
#include <ctype.h>

#include "run/server.h"

/* Servers write their names with '-' or '_', and do not look at case. */
static bool same_name(const char *setting, size_t size, const char *name) {
    if (strlen(name) != size) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        char c = setting[i] == '-' ? '_' : setting[i];
        if (tolower((unsigned char)c) != name[i]) {
            return false;
        }
    }
    return true;
}

static bool is_name(const char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        if (!isalnum(c) && c != '_' && (i == 0 || (c != '-' && c != '.'))) {
            return false;
        }
    }
    return size > 0;
}

minos_status mns_server_settings_check(const mns_server_kind *kind, const char *const *settings,
                                       mns_buf *message) {
    for (size_t i = 0; settings != NULL && settings[i] != NULL; i++) {
        const char *setting = settings[i];
        size_t size = strcspn(setting, "=");
        /* A line of its own would be a setting of its own where they are written to a file. */
        if (setting[size] != '=' || !is_name(setting, size) || strpbrk(setting, "\r\n") != NULL) {
            mns_buf_printf(message, "a setting is written NAME=VALUE, in one line: %.80s", setting);
            return MINOS_EARGUMENT;
        }
        for (const char *const *name = kind->fixed; *name != NULL; name++) {
            if (same_name(setting, size, *name)) {
                mns_buf_printf(message, "%s is not for choosing on a throw-away server", *name);
                return MINOS_EARGUMENT;
            }
        }
    }
    return MINOS_OK;
}
