/*
 * server_log.c - the last lines of a server's log, for a message.
 *
 * The log may contain any bytes, of any size. Only a few lines are shown, in printable characters,
 * and never the password, which a server may repeat in an error about a statement.
 */
#include "run/server/server.h"
#include "run/system/scratch.h"

#define READ_BYTES 16384
#define SHOWN_LINES 6
#define SHOWN_BYTES 400 /* of a line */

/* Offset of the last lines. */
static size_t last_lines(const mns_buf *log) {
    size_t at = log->size;
    for (unsigned lines = 0; at > 0; at--) {
        if (log->data[at - 1] == '\n' && at < log->size && ++lines == SHOWN_LINES) {
            break;
        }
    }
    return at;
}

static void hide(char *text, const char *secret) {
    size_t size = strlen(secret);
    for (char *at = text; size > 0 && (at = strstr(at, secret)) != NULL; at += size) {
        memset(at, '*', size);
    }
}

static void add_line(const char *line, size_t size, mns_buf *message) {
    mns_buf_str(message, "\n  ");
    if (size > SHOWN_BYTES) {
        size = SHOWN_BYTES;
    }
    for (size_t i = 0; i < size;) {
        size_t length = mns_utf8_length(line + i, size - i);
        if (length == 0 || (length == 1 && ((unsigned char)line[i] < ' ' || line[i] == 127))) {
            mns_buf_char(message, ' ');
            i++;
        } else {
            mns_buf_bytes(message, line + i, length);
            i += length;
        }
    }
}

/* The last bytes of the log; NULs become blanks. */
static bool log_read(const mns_node *node, mns_buf *log) {
    mns_buf_init(log);
    if (!mns_scratch_read(node->folder.data, MNS_SERVER_LOG, READ_BYTES, log) || log->failed ||
        log->size == 0) {
        return false;
    }
    for (size_t i = 0; i < log->size; i++) {
        log->data[i] = (char)(log->data[i] == '\0' ? ' ' : log->data[i]);
    }
    return true;
}

void mns_server_log_tail(const mns_node *node, mns_buf *message) {
    mns_buf log;
    if (log_read(node, &log)) {
        hide(log.data, node->cluster->password);
        mns_buf_str(message, "; end of its log:");
        for (size_t at = last_lines(&log); at < log.size;) {
            size_t size = strcspn(log.data + at, "\n");
            add_line(log.data + at, size, message);
            at += size + 1;
        }
    }
    mns_buf_release(&log);
}

bool mns_server_log_has(const mns_node *node, const char *text) {
    mns_buf log;
    bool has = log_read(node, &log) && strstr(log.data, text) != NULL;
    mns_buf_release(&log);
    return has;
}
