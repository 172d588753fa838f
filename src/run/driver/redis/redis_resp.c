/*
 * redis_resp.c - see redis_resp.h.
 *
 * The socket is non-blocking; shutdown() from another thread ends any wait for it.
 */
#include "run/driver/redis/redis_resp.h"

#include <errno.h>
#include <limits.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* For all replies to one request together. */
#define LIMIT_REPLY_BYTES ((size_t)256 << 20)
#define LIMIT_REPLY_ITEMS ((size_t)1 << 22)
#define CHUNK_BYTES (64u << 10)

/* ---- Replies --------------------------------------------------------------------------------- */

/* Subtracts `amount` from what is left; false if it is more than that. */
static bool take(size_t *left, size_t amount) {
    bool enough = amount <= *left;
    *left -= enough ? amount : 0;
    return enough;
}

/* Adds a new reply to its parent array. NULL: out of memory, which hiredis reports. */
static mns_redis_reply *create(const redisReadTask *task, int type) {
    mns_resp *wire = task->privdata;
    mns_redis_reply *reply = MNS_ARENA_ARRAY(&wire->replies, mns_redis_reply, 1);
    if (reply != NULL) {
        reply->type = type;
        if (task->parent != NULL) {
            mns_redis_reply *parent = task->parent->obj;
            assert(parent->type == REDIS_REPLY_ARRAY && (size_t)task->idx < parent->count);
            parent->items[task->idx] = reply;
        }
    }
    return reply;
}

static void *create_string(const redisReadTask *task, char *text, size_t size) {
    mns_resp *wire = task->privdata;
    mns_redis_reply *reply = create(task, task->type);
    if (reply == NULL || !take(&wire->bytes_left, size)) {
        return NULL;
    }
    reply->text = mns_arena_bytes(&wire->replies, text, size);
    reply->size = size;
    return reply->text == NULL ? NULL : reply;
}

/* A server announces the size of an array before sending it, and arrays may be nested: the sum of
 * all counts. */
static void *create_array(const redisReadTask *task, int count) {
    mns_resp *wire = task->privdata;
    mns_redis_reply *reply = create(task, REDIS_REPLY_ARRAY);
    if (reply == NULL || count < 0 || !take(&wire->items_left, (size_t)count + 1)) {
        return NULL;
    }
    reply->items = MNS_ARENA_ARRAY(&wire->replies, mns_redis_reply *, (size_t)count + 1);
    reply->count = (size_t)count;
    return reply->items == NULL ? NULL : reply;
}

static void *create_integer(const redisReadTask *task, long long integer) {
    mns_redis_reply *reply = create(task, REDIS_REPLY_INTEGER);
    if (reply != NULL) {
        reply->integer = integer;
    }
    return reply;
}

static void *create_nil(const redisReadTask *task) { return create(task, REDIS_REPLY_NIL); }

/* The arena owns all replies. */
static void free_nothing(void *reply) { (void)reply; }

static redisReplyObjectFunctions reply_functions = {create_string, create_array, create_integer,
                                                    create_nil, free_nothing};

/* ---- Connecting ------------------------------------------------------------------------------ */

static void lost(mns_driver_error *failure, mns_run_outcome outcome, const char *what, int error) {
    char message[160];
    const char *name = "connection-lost";
    if (error == EAGAIN || error == EWOULDBLOCK || error == EINPROGRESS || error == ETIMEDOUT) {
        name = "timeout";
        error = ETIMEDOUT;
    } else if (error == ECONNREFUSED || error == ENOENT) {
        name = "connection-refused";
    } else if (error == EHOSTUNREACH || error == ENETUNREACH) {
        name = "unreachable";
    }
    snprintf(message, sizeof message, "%s: %s", what, strerror(error));
    mns_driver_error_set(failure, outcome, true, name, "", message);
}

/* Completes a connect() in progress; false: errno. */
static bool finish_connect(int fd, const mns_deadline *deadline) {
    int error = 0;
    socklen_t size = sizeof error;
    if (errno != EINPROGRESS || !mns_deadline_wait(deadline, fd, POLLOUT) ||
        getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0) {
        return false;
    }
    errno = error;
    return error == 0;
}

/* A connected socket, or -1 and errno. */
static int connect_to(int family, const struct sockaddr *address, socklen_t size,
                      const mns_deadline *deadline) {
    int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) {
        return -1;
    }
    int on = 1;
    if ((family != AF_UNIX && setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0) ||
        (connect(fd, address, size) != 0 && !finish_connect(fd, deadline))) {
        int error = errno;
        close(fd);
        errno = error;
        return -1;
    }
    return fd;
}

static bool open_path(mns_resp *wire, const char *path, mns_driver_error *failure) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        mns_driver_error_set(failure, MNS_OUTCOME_FAIL, true, "bad-address", "",
                             "the path of the socket is too long");
        return false;
    }
    memcpy(address.sun_path, path, strlen(path) + 1);
    wire->fd =
        connect_to(AF_UNIX, (const struct sockaddr *)&address, sizeof address, wire->deadline);
    if (wire->fd < 0) {
        lost(failure, MNS_OUTCOME_FAIL, "cannot connect to the socket", errno);
    }
    return wire->fd >= 0;
}

static bool open_host(mns_resp *wire, const char *host, unsigned port, mns_driver_error *failure) {
    char service[16];
    snprintf(service, sizeof service, "%u", port);
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *found = NULL;
    int result = getaddrinfo(host, service, &hints, &found);
    if (result != 0) {
        mns_driver_error_set(failure, MNS_OUTCOME_FAIL, true,
                             result == EAI_AGAIN ? "unreachable" : "unknown-host", "",
                             gai_strerror(result));
        return false;
    }
    for (struct addrinfo *a = found; a != NULL && wire->fd < 0; a = a->ai_next) {
        wire->fd = connect_to(a->ai_family, a->ai_addr, a->ai_addrlen, wire->deadline);
    }
    int error = errno;
    freeaddrinfo(found);
    if (wire->fd < 0) {
        lost(failure, MNS_OUTCOME_FAIL, "cannot connect", error);
    }
    return wire->fd >= 0;
}

bool mns_resp_open(mns_resp *wire, const char *host, unsigned port, const mns_deadline *deadline,
                   mns_driver_error *failure) {
    *wire = (mns_resp){.fd = -1, .deadline = deadline};
    mns_buf_init(&wire->out);
    mns_arena_init(&wire->replies);
    wire->reader = redisReaderCreateWithFunctions(&reply_functions);
    if (wire->reader == NULL) {
        mns_driver_error_set(failure, MNS_OUTCOME_FAIL, true, "out-of-memory", "", "out of memory");
        return false;
    }
    wire->reader->privdata = wire;
    return host[0] == '/' ? open_path(wire, host, failure) : open_host(wire, host, port, failure);
}

void mns_resp_settle(mns_resp *wire, unsigned timeout_ms) {
    wire->deadline = NULL;
    wire->timeout_ms = timeout_ms;
}

void mns_resp_close(mns_resp *wire) {
    if (wire->fd >= 0) {
        close(wire->fd);
    }
    if (wire->reader != NULL) {
        redisReaderFree(wire->reader);
    }
    mns_buf_release(&wire->out);
    mns_arena_release(&wire->replies);
    *wire = (mns_resp){.fd = -1};
}

void mns_resp_shut(mns_resp *wire) { shutdown(wire->fd, SHUT_RDWR); }

/* ---- Commands -------------------------------------------------------------------------------- */

void mns_resp_begin(mns_resp *wire) {
    mns_buf_clear(&wire->out);
    wire->sent = 0;
    mns_arena_release(&wire->replies);
    mns_arena_init(&wire->replies);
    wire->bytes_left = LIMIT_REPLY_BYTES;
    wire->items_left = LIMIT_REPLY_ITEMS;
}

static void write_head(mns_buf *out, char kind, size_t size) {
    mns_buf_char(out, kind);
    mns_buf_unsigned(out, size);
    mns_buf_bytes(out, "\r\n", 2);
}

void mns_resp_command(mns_resp *wire, size_t words) { write_head(&wire->out, '*', words); }

void mns_resp_word(mns_resp *wire, const char *text, size_t size) {
    write_head(&wire->out, '$', size);
    mns_buf_bytes(&wire->out, text, size);
    mns_buf_bytes(&wire->out, "\r\n", 2);
}

void mns_resp_text(mns_resp *wire, const char *text) { mns_resp_word(wire, text, strlen(text)); }

void mns_resp_integer(mns_resp *wire, int64_t number) {
    char text[24];
    int size = snprintf(text, sizeof text, "%lld", (long long)number);
    mns_resp_word(wire, text, (size_t)size);
}

void mns_resp_key(mns_resp *wire, const char *prefix, uint64_t key) {
    char text[96];
    int size = snprintf(text, sizeof text, "%s:%llu", prefix, (unsigned long long)key);
    assert(size > 0 && (size_t)size < sizeof text);
    mns_resp_word(wire, text, (size_t)size);
}

/* Waits for the socket; false: errno. */
static bool wait_for_socket(const mns_resp *wire, short events) {
    if (wire->deadline != NULL) {
        return mns_deadline_wait(wire->deadline, wire->fd, events);
    }
    struct pollfd entry = {.fd = wire->fd, .events = events};
    int ready;
    do {
        ready = poll(&entry, 1, (int)(wire->timeout_ms < INT_MAX ? wire->timeout_ms : INT_MAX));
    } while (ready < 0 && errno == EINTR);
    if (ready == 0) {
        errno = ETIMEDOUT;
    }
    return ready > 0;
}

/* True if the call would have blocked and the socket is ready now. */
static bool may_retry(const mns_resp *wire, short events) {
    return errno == EINTR ||
           ((errno == EAGAIN || errno == EWOULDBLOCK) && wait_for_socket(wire, events));
}

bool mns_resp_send(mns_resp *wire, mns_driver_error *failure) {
    if (wire->out.failed) {
        mns_driver_error_set(failure, MNS_OUTCOME_FAIL, true, "out-of-memory", "", "out of memory");
        return false;
    }
    if (wire->reader->pos < wire->reader->len) {
        mns_driver_error_set(failure, MNS_OUTCOME_FAIL, true, "unexpected-reply", "",
                             "a reply without a request");
        return false;
    }
    while (wire->sent < wire->out.size) {
        ssize_t taken =
            send(wire->fd, wire->out.data + wire->sent, wire->out.size - wire->sent, MSG_NOSIGNAL);
        if (taken > 0) {
            wire->sent += (size_t)taken;
        } else if (!may_retry(wire, POLLOUT)) {
            lost(failure, MNS_OUTCOME_FAIL, "the connection was lost before the request was sent",
                 errno);
            return false;
        }
    }
    return true;
}

/* Reads some bytes into the reader. */
static bool feed(mns_resp *wire, mns_driver_error *failure) {
    char chunk[CHUNK_BYTES];
    ssize_t size;
    do {
        size = recv(wire->fd, chunk, sizeof chunk, 0);
    } while (size < 0 && may_retry(wire, POLLIN));
    if (size <= 0) {
        lost(failure, MNS_OUTCOME_INFO, "no reply", size < 0 ? errno : ECONNRESET);
        return false;
    }
    if (redisReaderFeed(wire->reader, chunk, (size_t)size) != REDIS_OK ||
        wire->reader->len - wire->reader->pos > LIMIT_REPLY_BYTES) {
        mns_driver_error_set(failure, MNS_OUTCOME_INFO, true, "out-of-memory", "",
                             "a reply is too large");
        return false;
    }
    return true;
}

const mns_redis_reply *mns_resp_reply(mns_resp *wire, mns_driver_error *failure) {
    for (;;) {
        void *reply = NULL;
        if (redisReaderGetReply(wire->reader, &reply) != REDIS_OK) {
            bool large = wire->reader->err == REDIS_ERR_OOM;
            mns_driver_error_set(failure, MNS_OUTCOME_INFO, true,
                                 large ? "out-of-memory" : "unexpected-reply", "",
                                 large ? "a reply is too large" : wire->reader->errstr);
            return NULL;
        }
        if (reply != NULL) {
            return reply;
        }
        if (!feed(wire, failure)) {
            return NULL;
        }
    }
}
