/*
 * fuzz_redis.c - libFuzzer target: any bytes as the replies of a Redis server to a transaction.
 *
 * The driver connects to a socket of this process. The bytes are in the socket before the driver
 * sends its commands, and the connection ends after them. The last byte chooses the workload, and
 * MULTI or a script. The driver acknowledges the transaction, and it can be recorded, or the driver
 * reports an error.
 */
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "fuzz/answers.h"
#include "run/driver/driver.h"
#include "run/driver/redis/redis.h"

/* Replies beyond the socket buffer are dropped: nothing reads while it is filled. */
enum { MOST_BYTES = 32 << 10 };

static char path[64];

static void remove_socket(void) { unlink(path); }

/* A listening socket, created once. */
static int listener(void) {
    static int fd = -1;
    if (fd < 0) {
        struct sockaddr_un address = {.sun_family = AF_UNIX};
        snprintf(path, sizeof path, "/tmp/minos-fuzz-redis-%ld", (long)getpid());
        memcpy(address.sun_path, path, sizeof path);
        unlink(path);
        fd = socket(AF_UNIX, SOCK_STREAM, 0);
        fuzz_must(fd >= 0 && bind(fd, (struct sockaddr *)&address, sizeof address) == 0 &&
                      listen(fd, 1) == 0,
                  "there is a socket to listen on");
        atexit(remove_socket);
    }
    return fd;
}

/* The server's end of a new connection, with all replies sent. */
static int answer_at(int fd, const uint8_t *data, size_t size) {
    int server = accept(fd, NULL, NULL);
    size = size < MOST_BYTES ? size : MOST_BYTES;
    fuzz_must(server >= 0, "the connection is accepted");
    fuzz_must(size == 0 || send(server, data, size, MSG_NOSIGNAL) == (ssize_t)size,
              "the socket holds the replies");
    shutdown(server, SHUT_WR);
    return server;
}

static void transact(mns_connection *connection, mns_run_txn *txn) {
    bool acknowledged = mns_redis_begin(connection, txn);
    for (size_t i = 0; i < txn->count && acknowledged; i++) {
        acknowledged = mns_redis_apply(connection, txn, i);
    }
    if (acknowledged && mns_redis_commit(connection, txn)) {
        fuzz_must(txn->mops[1].answered && txn->mops[2].answered, "ok answers every read");
        fuzz_recorded(txn);
    } else {
        const mns_driver_error *failure = &connection->failure;
        fuzz_must(failure->name != NULL && failure->outcome != MNS_OUTCOME_OK,
                  "what is not acknowledged has a reason");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    unsigned bits = size == 0 ? 0 : data[size - 1];
    int fd = listener();
    const mns_run_level level = {(bits & 4) != 0 ? MNS_REDIS_LUA : "multi", "", "", NULL};
    mns_database database = {.level = &level, .prefix = "minos"};
    mns_connection connection = {.database = &database};
    mns_run_txn txn;
    fuzz_txn_init(&txn, bits);
    mns_deadline never = {0};
    bool open = mns_resp_open(&connection.wire, path, 0, &never, &connection.failure);
    fuzz_must(open, "the driver connects");
    mns_resp_settle(&connection.wire, 60000);
    int server = answer_at(fd, data, size == 0 ? 0 : size - 1);
    transact(&connection, &txn);
    mns_resp_close(&connection.wire);
    close(server);
    mns_run_txn_release(&txn);
    return 0;
}
