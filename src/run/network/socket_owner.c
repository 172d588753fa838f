/* socket_owner.c - see socket_owner.h. Files of unexpected format count as "not found". */
#include "run/network/socket_owner.h"
#include "run/system/proc.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

#include "core/grow.h"

/* Limits on the processes and files that are searched. */
#define OWNER_PROCESSES 8192
#define OWNER_FILES 65536
/* Limit on the depth of the process tree. */
#define OWNER_GENERATIONS 64

/* ---- Sockets --------------------------------------------------------------------------------- */

/* Finds a pair of ports in a kernel table; `loopback` is the address in the table's format. */
static bool find_socket(const char *table, const char *loopback, unsigned port, unsigned other,
                        unsigned long long *number) {
    char wanted[160], line[512];
    FILE *file = fopen(table, "re");
    bool found = false;
    *number = 0;
    snprintf(wanted, sizeof wanted, " %s:%04X %s:%04X ", loopback, port, loopback, other);
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL) {
        const char *at = strstr(line, wanted);
        /* After the addresses: state, queues, timer, retransmissions, user, timeout, inode. */
        found = at != NULL;
        *number = found ? strtoull(mns_proc_word(at + strlen(wanted), 6), NULL, 10) : 0;
    }
    if (file != NULL) {
        fclose(file);
    }
    return *number != 0;
}

/* True if the process has this socket open. */
static bool has_file(pid_t process, const char *name) {
    char path[40], target[64];
    snprintf(path, sizeof path, "/proc/%ld/fd", (long)process);
    DIR *files = opendir(path);
    bool found = false;
    const struct dirent *entry;
    for (size_t i = 0; files != NULL && !found && i < OWNER_FILES; i++) {
        entry = readdir(files);
        if (entry == NULL) {
            break;
        }
        ssize_t size = readlinkat(dirfd(files), entry->d_name, target, sizeof target - 1);
        target[size > 0 ? size : 0] = '\0';
        found = strcmp(target, name) == 0;
    }
    if (files != NULL) {
        closedir(files);
    }
    return found;
}

/* ---- Processes ------------------------------------------------------------------------------- */

typedef struct process_table {
    pid_t *process, *parent;
    size_t count, process_capacity, parent_capacity;
} process_table;

static void read_process_table(process_table *all) {
    DIR *processes = opendir("/proc");
    const struct dirent *entry;
    while (processes != NULL && all->count < OWNER_PROCESSES &&
           (entry = readdir(processes)) != NULL) {
        if (!isdigit((unsigned char)entry->d_name[0])) {
            continue;
        }
        if (!MNS_GROW(all->process, all->count, all->process_capacity, 1) ||
            !MNS_GROW(all->parent, all->count, all->parent_capacity, 1)) {
            break;
        }
        long process = strtol(entry->d_name, NULL, 10);
        all->process[all->count] = (pid_t)process;
        all->parent[all->count++] = (pid_t)mns_proc_number(process, MNS_PROC_PARENT);
    }
    if (processes != NULL) {
        closedir(processes);
    }
}

static pid_t parent_in(const process_table *all, pid_t process) {
    for (size_t i = 0; i < all->count; i++) {
        if (all->process[i] == process) {
            return all->parent[i];
        }
    }
    return 0;
}

static size_t index_of(const pid_t *processes, size_t count, pid_t process) {
    for (size_t i = 0; i < count; i++) {
        if (processes[i] == process) {
            return i;
        }
    }
    return SIZE_MAX;
}

/* Which of the processes is an ancestor of this one. */
static size_t ancestor_of(const process_table *all, pid_t process, const pid_t *processes,
                          size_t count) {
    pid_t at = parent_in(all, process);
    for (unsigned i = 0; i < OWNER_GENERATIONS && at > 0; i++) {
        size_t found = index_of(processes, count, at);
        if (found != SIZE_MAX) {
            return found;
        }
        at = parent_in(all, at);
    }
    return SIZE_MAX;
}

static size_t find_among_children(const pid_t *processes, size_t count, const char *name) {
    process_table all = {0};
    size_t found = SIZE_MAX;
    read_process_table(&all);
    for (size_t i = 0; i < all.count && found == SIZE_MAX; i++) {
        size_t ancestor = ancestor_of(&all, all.process[i], processes, count);
        if (ancestor != SIZE_MAX && has_file(all.process[i], name)) {
            found = ancestor;
        }
    }
    free(all.process);
    free(all.parent);
    return found;
}

size_t mns_socket_owner(const pid_t *processes, size_t count, unsigned port, unsigned other) {
    unsigned long long number;
    char name[48];
    /* 127.0.0.1 in the IPv4 and the IPv6 table. */
    if (!find_socket("/proc/net/tcp", "0100007F", port, other, &number) &&
        !find_socket("/proc/net/tcp6", "0000000000000000FFFF00000100007F", port, other, &number)) {
        return SIZE_MAX;
    }
    snprintf(name, sizeof name, "socket:[%llu]", number);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        any = any || processes[i] > 0;
        if (processes[i] > 0 && has_file(processes[i], name)) {
            return i;
        }
    }
    return any ? find_among_children(processes, count, name) : SIZE_MAX;
}
