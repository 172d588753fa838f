/* server_settings.c - checks and expands the settings that users give to a throw-away server. */
#include <ctype.h>

#include "run/server/server.h"

/* Servers accept '-' and '_' and ignore case. */
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

static minos_status check(const mns_server_kind *kind, const char *setting, mns_buf *message) {
    size_t size = strcspn(setting, "=");
    /* A line break would start another setting where settings are written to a file. */
    if (setting[size] != '=' || !is_name(setting, size) || strpbrk(setting, "\r\n") != NULL) {
        mns_buf_printf(message, "--server-option must be NAME=VALUE, in one line: %.80s", setting);
        return MINOS_EARGUMENT;
    }
    for (const char *const *name = kind->reserved; *name != NULL; name++) {
        if (same_name(setting, size, *name)) {
            mns_buf_printf(message,
                           "--server-option %s: Minos sets it itself on throw-away servers", *name);
            return MINOS_EARGUMENT;
        }
    }
    if (same_name(setting, size, "durability") &&
        (strcmp(setting + size, "=off") != 0 || kind->durability_off == NULL)) {
        mns_buf_printf(message,
                       kind->durability_off == NULL
                           ? "--server-option durability is not supported for %s"
                           : "--server-option durability: %s accepts only durability=off",
                       kind->title);
        return MINOS_EARGUMENT;
    }
    return MINOS_OK;
}

/* Adds settings, each with its NUL. */
static void keep_all(minos_server *server, const char *const *settings, size_t *count) {
    for (const char *const *one = settings; *one != NULL; one++) {
        mns_buf_bytes(&server->settings_text, *one, strlen(*one) + 1);
        ++*count;
    }
}

/* Adds a setting, or what it expands to. */
static void keep(minos_server *server, const char *setting, size_t *count) {
    bool named = same_name(setting, strcspn(setting, "="), "durability");
    const char *const alone[] = {setting, NULL};
    keep_all(server, named ? server->kind->durability_off : alone, count);
}

minos_status mns_server_settings(minos_server *server, const char *const *settings,
                                 mns_buf *message) {
    size_t count = 0;
    if (mns_faults_need(server->faults, MNS_NEEDS_DISK) && server->kind->small_disk != NULL) {
        keep_all(server, server->kind->small_disk, &count); /* first: later ones win */
    }
    for (size_t i = 0; settings != NULL && settings[i] != NULL; i++) {
        minos_status status = check(server->kind, settings[i], message);
        if (status != MINOS_OK) {
            return status;
        }
        keep(server, settings[i], &count);
    }
    server->settings = calloc(count + 1, sizeof *server->settings);
    if (server->settings == NULL || server->settings_text.failed) {
        return MINOS_ENOMEM;
    }
    const char *next = server->settings_text.data;
    for (size_t i = 0; i < count; i++) {
        server->settings[i] = next;
        next += strlen(next) + 1;
    }
    return MINOS_OK;
}
