/*
 * folder_names.c - the names of files in a report folder.
 *
 * A file of a witness is named by its number, a file of a key by the key. A key is any text: bytes
 * other than letters, digits and _.- are percent-encoded, as is a leading dot, so that no name is
 * hidden or a path. Long names are cut. If two keys would have the same name, also on a
 * case-insensitive file system, the later one gets a number. O(keys²).
 */
#include <stdio.h>

#include "report/folder/folder.h"

/* Bytes of a name without number and extension; every file system allows twice as many. */
#define NAME_SHOWN 80

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void write_key(const char *key, char name[MNS_KEY_NAME_SIZE]) {
    static const char hex[] = "0123456789ABCDEF";
    size_t size = 0;
    for (; *key != '\0' && size + 3 <= NAME_SHOWN; key++) {
        unsigned char c = (unsigned char)*key;
        bool plain = is_letter(*key) || is_digit(*key) || (*key == '.' && size > 0) ||
                     *key == '_' || *key == '-';
        if (plain) {
            name[size++] = *key;
        } else {
            name[size++] = '%';
            name[size++] = hex[c >> 4];
            name[size++] = hex[c & 15];
        }
    }
    name[size] = '\0';
}

static bool same_on_disk(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] != '\0' && (a[i] == b[i] || (is_letter(a[i]) && (a[i] ^ b[i]) == 0x20))) {
        i++;
    }
    return a[i] == b[i];
}

static bool is_taken(const char (*names)[MNS_KEY_NAME_SIZE], uint32_t count, const char *name) {
    for (uint32_t i = 0; i < count; i++) {
        if (same_on_disk(names[i], name)) {
            return true;
        }
    }
    return false;
}

void mns_folder_key_name(const char *key, char (*names)[MNS_KEY_NAME_SIZE], uint32_t place) {
    char *name = names[place];
    write_key(key, name);
    size_t size = strlen(name);
    bool taken = size == 0 || is_taken((const char(*)[MNS_KEY_NAME_SIZE])names, place, name);
    for (uint32_t number = 2; taken; number++) {
        snprintf(name + size, MNS_KEY_NAME_SIZE - size, "-%lu", (unsigned long)number);
        taken = is_taken((const char(*)[MNS_KEY_NAME_SIZE])names, place, name);
    }
}

/* 12.dot, 12.svg, 12-timeline.svg */
bool mns_folder_is_witness(const char *name) {
    size_t digits = strspn(name, "0123456789");
    const char *ending = name + digits;
    return digits > 0 && (strcmp(ending, ".dot") == 0 || strcmp(ending, ".svg") == 0 ||
                          strcmp(ending, "-timeline.svg") == 0);
}

bool mns_folder_is_key(const char *name) {
    size_t size =
        strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.%-");
    return name[size] == '\0' && size > 5 && size < MNS_KEY_NAME_SIZE + 5 && name[0] != '.' &&
           strcmp(name + size - 5, ".html") == 0;
}
