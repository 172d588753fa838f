/* faulty.c - see faulty.h. */
#define _GNU_SOURCE /* accept4, open64 */
#include "faulty/faulty.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct faults {
    atomic_bool on;
    unsigned call;
    unsigned long n;
    fault_mode mode;
    atomic_ulong calls; /* of that kind, so far */
} faults;

static faults own;
static faults *state = &own;

static const struct {
    const char *name;
    int error;
    unsigned modes;
} calls[] = {
#define CALL(name, error, modes) {#name, error, modes},
#include "faulty/calls.def"
#undef CALL
};

const char *fault_name(unsigned call) { return calls[call].name; }
bool fault_has(unsigned call, fault_mode mode) { return (calls[call].modes & mode) != 0; }

const char *fault_mode_name(fault_mode mode) {
    return mode == FAULT_HARD          ? "fails"
           : mode == FAULT_INTERRUPTED ? "is interrupted"
           : mode == FAULT_SHORT       ? "is short"
           : mode == FAULT_TORN        ? "is short and then fails"
           : mode == FAULT_ON          ? "fails, and all after it"
                                       : "does nothing";
}

void *__real_mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset);

void fault_share(void) {
    state =
        __real_mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (state == MAP_FAILED) {
        abort();
    }
}

void fault_begin(unsigned call, unsigned long n, fault_mode mode) {
    state->call = call;
    state->n = n;
    state->mode = mode;
    state->calls = 0;
    state->on = true;
}

bool fault_end(void) {
    state->on = false;
    return state->calls >= state->n;
}

/* 0, or the mode in which this call fails. */
static unsigned fate(unsigned call) {
    if (!state->on || state->call != call) {
        return 0;
    }
    unsigned long n = ++state->calls;
    bool on = (state->mode & (FAULT_TORN | FAULT_NOTHING | FAULT_ON)) != 0;
    if (n < state->n || (n > state->n && !on)) {
        return 0;
    }
    if (state->mode == FAULT_TORN) {
        return n == state->n ? FAULT_SHORT : FAULT_HARD;
    }
    return state->mode == FAULT_ON ? FAULT_HARD : state->mode;
}

/* True if the call fails; sets errno. */
static bool fails(unsigned call) {
    unsigned mode = fate(call);
    if (mode != 0) {
        errno = mode == FAULT_INTERRUPTED ? EINTR : calls[call].error;
    }
    return mode != 0;
}

/* ---- Calls that fail and do nothing ---------------------------------------------------------- */

#define WRAP(type, name, failed, parameters, arguments)                                            \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters {                                                                \
        return fails(FAULT_##name) ? (failed) : __real_##name arguments;                           \
    }

WRAP(int, fsync, -1, (int fd), (fd))
WRAP(int, ftruncate64, -1, (int fd, off64_t size), (fd, size))
WRAP(int, stat, -1, (const char *path, struct stat *info), (path, info))
WRAP(int, lstat, -1, (const char *path, struct stat *info), (path, info))
WRAP(int, fstat, -1, (int fd, struct stat *info), (fd, info))
WRAP(int, fstatat, -1, (int at, const char *path, struct stat *info, int flags),
     (at, path, info, flags))
WRAP(int, rename, -1, (const char *from, const char *to), (from, to))
WRAP(int, renameat, -1, (int at, const char *from, int there, const char *to),
     (at, from, there, to))
WRAP(int, linkat, -1, (int at, const char *from, int there, const char *to, int flags),
     (at, from, there, to, flags))
WRAP(int, symlink, -1, (const char *target, const char *path), (target, path))
WRAP(int, unlink, -1, (const char *path), (path))
WRAP(int, unlinkat, -1, (int at, const char *path, int flags), (at, path, flags))
WRAP(int, mkdir, -1, (const char *path, mode_t mode), (path, mode))
WRAP(int, rmdir, -1, (const char *path), (path))
WRAP(DIR *, opendir, NULL, (const char *path), (path))
WRAP(DIR *, fdopendir, NULL, (int fd), (fd))
WRAP(struct dirent *, readdir, NULL, (DIR * directory), (directory))
WRAP(FILE *, fopen, NULL, (const char *path, const char *mode), (path, mode))
WRAP(int, fflush, EOF, (FILE * file), (file))
WRAP(int, clock_gettime, -1, (clockid_t clock, struct timespec *time), (clock, time))
WRAP(int, pthread_create, EAGAIN,
     (pthread_t * thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument),
     (thread, attributes, start, argument))
WRAP(int, pipe, -1, (int fds[2]), (fds))
WRAP(int, getaddrinfo, EAI_FAIL,
     (const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found),
     (host, service, hints, found))
WRAP(int, socket, -1, (int domain, int type, int protocol), (domain, type, protocol))
WRAP(int, bind, -1, (int fd, const struct sockaddr *address, socklen_t size), (fd, address, size))
WRAP(int, listen, -1, (int fd, int backlog), (fd, backlog))
WRAP(int, getsockname, -1, (int fd, struct sockaddr *address, socklen_t *size), (fd, address, size))
WRAP(int, getsockopt, -1, (int fd, int level, int name, void *value, socklen_t *size),
     (fd, level, name, value, size))
WRAP(int, setsockopt, -1, (int fd, int level, int name, const void *value, socklen_t size),
     (fd, level, name, value, size))
WRAP(int, connect, -1, (int fd, const struct sockaddr *address, socklen_t size),
     (fd, address, size))
WRAP(int, accept4, -1, (int fd, struct sockaddr *address, socklen_t *size, int flags),
     (fd, address, size, flags))
WRAP(int, poll, -1, (struct pollfd * fds, nfds_t count, int wait_ms), (fds, count, wait_ms))
WRAP(int, shutdown, -1, (int fd, int how), (fd, how))

void *__wrap_mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset);
void *__wrap_mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset) {
    return fails(FAULT_mmap) ? MAP_FAILED
                             : __real_mmap(address, size, protection, flags, fd, offset);
}

/* ---- Calls with a variable argument ---------------------------------------------------------- */

static int optional(va_list arguments, bool given) { return given ? va_arg(arguments, int) : 0; }

#define WRAP_OPEN(name)                                                                            \
    int __real_##name(const char *path, int flags, ...);                                           \
    int __wrap_##name(const char *path, int flags, ...);                                           \
    int __wrap_##name(const char *path, int flags, ...) {                                          \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        int mode = optional(arguments, (flags & O_CREAT) != 0);                                    \
        va_end(arguments);                                                                         \
        return fails(FAULT_##name) ? -1 : __real_##name(path, flags, mode);                        \
    }
WRAP_OPEN(open)
WRAP_OPEN(open64)

int __real_openat(int at, const char *path, int flags, ...);
int __wrap_openat(int at, const char *path, int flags, ...);
int __wrap_openat(int at, const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    int mode = optional(arguments, (flags & O_CREAT) != 0);
    va_end(arguments);
    return fails(FAULT_openat) ? -1 : __real_openat(at, path, flags, mode);
}

int __real_fcntl64(int fd, int command, ...);
int __wrap_fcntl64(int fd, int command, ...);
int __wrap_fcntl64(int fd, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    int argument = optional(arguments, true);
    va_end(arguments);
    return fails(FAULT_fcntl64) ? -1 : __real_fcntl64(fd, command, argument);
}

/* ---- Calls that close even if they fail ------------------------------------------------------ */

int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_close(int fd) {
    unsigned mode = fate(FAULT_close);
    int result = __real_close(fd);
    if (mode != 0) {
        errno = mode == FAULT_INTERRUPTED ? EINTR : calls[FAULT_close].error;
    }
    return mode != 0 ? -1 : result;
}

/* Buffered data is lost. */
int __real_fclose(FILE *file);
int __wrap_fclose(FILE *file);
int __wrap_fclose(FILE *file) {
    bool failing = fails(FAULT_fclose);
    int error = errno;
    int result = __real_fclose(file);
    if (failing) {
        errno = error;
    }
    return failing ? EOF : result;
}

/* ---- Calls that move bytes ------------------------------------------------------------------- */

/* How many bytes to transfer; -1: none, errno is set. */
static ssize_t portion(unsigned call, size_t size) {
    unsigned mode = fate(call);
    if (mode == FAULT_HARD || mode == FAULT_INTERRUPTED) {
        errno = mode == FAULT_INTERRUPTED ? EINTR : calls[call].error;
        return -1;
    }
    return mode == FAULT_NOTHING ? 0 : (ssize_t)(mode == FAULT_SHORT ? (size + 1) / 2 : size);
}

ssize_t __real_write(int fd, const void *bytes, size_t size);
ssize_t __wrap_write(int fd, const void *bytes, size_t size);
ssize_t __wrap_write(int fd, const void *bytes, size_t size) {
    ssize_t some = portion(FAULT_write, size);
    return some <= 0 ? some : __real_write(fd, bytes, (size_t)some);
}

ssize_t __real_read(int fd, void *bytes, size_t size);
ssize_t __wrap_read(int fd, void *bytes, size_t size);
ssize_t __wrap_read(int fd, void *bytes, size_t size) {
    ssize_t some = portion(FAULT_read, size);
    return some < 0 ? some : __real_read(fd, bytes, (size_t)some);
}

/* A reset connection is reset for both ends. */
static ssize_t reset(int fd) {
    int error = errno;
    if (error == ECONNRESET) {
        __real_shutdown(fd, SHUT_RDWR);
    }
    errno = error;
    return -1;
}

ssize_t __real_send(int fd, const void *bytes, size_t size, int flags);
ssize_t __wrap_send(int fd, const void *bytes, size_t size, int flags);
ssize_t __wrap_send(int fd, const void *bytes, size_t size, int flags) {
    ssize_t some = portion(FAULT_send, size);
    return some < 0 ? reset(fd) : __real_send(fd, bytes, (size_t)some, flags);
}

ssize_t __real_recv(int fd, void *bytes, size_t size, int flags);
ssize_t __wrap_recv(int fd, void *bytes, size_t size, int flags);
ssize_t __wrap_recv(int fd, void *bytes, size_t size, int flags) {
    ssize_t some = portion(FAULT_recv, size);
    return some < 0 ? reset(fd) : __real_recv(fd, bytes, (size_t)some, flags);
}

size_t __real_fwrite(const void *items, size_t size, size_t count, FILE *file);
size_t __wrap_fwrite(const void *items, size_t size, size_t count, FILE *file);
size_t __wrap_fwrite(const void *items, size_t size, size_t count, FILE *file) {
    if (!fails(FAULT_fwrite)) {
        return __real_fwrite(items, size, count, file);
    }
    int error = errno;
    size_t some = __real_fwrite(items, size, count / 2, file);
#ifdef __GLIBC__
    file->_flags |= 0x20; /* _IO_ERR_SEEN, which ferror reads */
#endif
    errno = error;
    return some;
}

/* ---- All of them ----------------------------------------------------------------------------- */

/* True if the n-th call was made. */
static bool fail_once(bool (*run)(unsigned, fault_mode), unsigned call, fault_mode mode,
                      unsigned long n, unsigned *wrong) {
    fault_begin(call, n, mode);
    bool good = run(call, mode);
    bool reached = fault_end();
    if (!good && (*wrong)++ < 20) {
        printf("^ where %s number %lu %s\n", calls[call].name, n, fault_mode_name(mode));
        fflush(stdout);
    }
    return reached;
}

unsigned fault_everything(bool (*run)(unsigned call, fault_mode mode), unsigned modes,
                          unsigned long most, unsigned *runs) {
    unsigned wrong = 0;
    /* Each time; with sanitizers, which are slow, every third. */
    const char *sanitized = getenv("MINOS_SANITIZED");
    unsigned long step = sanitized != NULL && sanitized[0] != '\0' ? 3 : 1;
    for (unsigned call = 0; call < FAULT_CALLS; call++) {
        for (unsigned mode = FAULT_HARD; mode <= FAULT_ON; mode *= 2) {
            bool reached = (calls[call].modes & modes & mode) != 0;
            for (unsigned long n = 1; reached && n <= most; n += step) {
                reached = fail_once(run, call, (fault_mode)mode, n, &wrong);
                *runs += reached ? 1 : 0;
            }
        }
    }
    return wrong;
}
