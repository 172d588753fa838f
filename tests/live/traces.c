/* traces.c - what there is of a throw-away server on this machine. */
#include "traces.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

void pause_step(void) {
    struct timespec step = {.tv_nsec = 10000000};
    nanosleep(&step, NULL);
}

void about_server(const minos_server *server, about *a) { about_node(server, 0, a); }

void about_node(const minos_server *server, unsigned node, about *a) {
    snprintf(a->url, sizeof a->url, "%s", minos_server_url(server, node));
    snprintf(a->folder, sizeof a->folder, "%s", minos_server_folder(server, node));
    const char *host = strstr(a->url, "@127.0.0.1:");
    assert_non_null(host);
    const char *password = host;
    while (password[-1] != ':') {
        password--;
    }
    snprintf(a->password, sizeof a->password, "%.*s", (int)(host - password), password);
    a->port = (unsigned)strtoul(host + strlen("@127.0.0.1:"), NULL, 10);
}

bool listens(unsigned port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    bool connected = connect(fd, (struct sockaddr *)&address, sizeof address) == 0;
    close(fd);
    return connected;
}

unsigned processes(bool (*is)(const char *process, const about *a), const about *a) {
    unsigned count = 0;
    DIR *list = opendir("/proc");
    assert_non_null(list);
    for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9') {
            char path[300];
            snprintf(path, sizeof path, "/proc/%s", entry->d_name);
            count += is(path, a);
        }
    }
    closedir(list);
    return count;
}

/* Servers work in their folder; Redis for one overwrites its command line and its environment. */
bool works_there(const char *process, const about *a) {
    char link[400], place[300];
    snprintf(link, sizeof link, "%s/cwd", process);
    ssize_t size = readlink(link, place, sizeof place - 1);
    return size > 0 && strncmp(place, a->folder, strlen(a->folder)) == 0;
}

static bool file_has(const char *process, const char *name, const char *text) {
    mns_buf words;
    mns_buf_init(&words);
    char path[400], bytes[4096];
    snprintf(path, sizeof path, "%s/%s", process, name);
    int fd = open(path, O_RDONLY);
    for (ssize_t got; fd >= 0 && (got = read(fd, bytes, sizeof bytes)) > 0;) {
        for (ssize_t i = 0; i < got; i++) {
            mns_buf_char(&words, (char)(bytes[i] == '\0' ? ' ' : bytes[i]));
        }
    }
    if (fd >= 0) {
        close(fd);
    }
    bool has = words.size > 0 && strstr(words.data, text) != NULL;
    mns_buf_release(&words);
    return has;
}

bool shows_password(const char *process, const about *a) {
    return file_has(process, "cmdline", a->password) || file_has(process, "environ", a->password);
}

bool shows_port(const char *process, const about *a) {
    char port[20];
    snprintf(port, sizeof port, "%u", a->port);
    return works_there(process, a) && file_has(process, "cmdline", port);
}

bool any_process_of(const about *a) { return processes(works_there, a) > 0; }

/* What there still is of it, in a word; NULL: nothing. */
static const char *left_of(const about *a) {
    return access(a->folder, F_OK) == 0 ? "its folder"
           : any_process_of(a)          ? "a process"
           : listens(a->port)           ? "something on its port"
                                        : NULL;
}

void expect_nothing(const about *a) {
    const char *left = left_of(a);
    if (left != NULL) {
        fail_msg("%s is left of %s", left, a->folder);
    }
}

void expect_all(const about *a) {
    assert_int_equal(access(a->folder, F_OK), 0);
    assert_true(any_process_of(a));
    assert_true(listens(a->port));
}

void expect_nothing_soon(const about *a) {
    for (unsigned i = 0; i < PATIENCE_STEPS && left_of(a) != NULL; i++) {
        pause_step();
    }
    expect_nothing(a);
}
