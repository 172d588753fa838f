/*
 * recorder.c - see recorder.h: the clients' side, start and end.
 *
 * A client writes the text of its operation directly into its lane. After any failure operations
 * are only counted, not kept: the file then contains everything up to a moment, never a history
 * with a gap, whose reads could show values without a write.
 */
#include <errno.h>
#include <unistd.h>

#include "core/grow.h"
#include "run/record/recorder_internal.h"
#include "run/system/clock.h"

/* ---- Operations ------------------------------------------------------------------------------ */

static const char *const type_names[] = {", :type :ok, :process ", ", :type :fail, :process ",
                                         ", :type :info, :process "};

/* :error [:serialization-failure "40001" "could not serialize access"], :failed-at 2: the second
 * micro-operation failed; 0: BEGIN. */
static void write_error(const mns_driver_error *failure, mns_buf *out) {
    mns_buf_str(out, ", :error [:");
    mns_buf_str(out, failure->name);
    if (failure->code[0] != '\0') {
        mns_buf_char(out, ' ');
        mns_buf_json_string(out, failure->code, strlen(failure->code));
    }
    mns_buf_char(out, ' ');
    mns_buf_json_string(out, failure->message, strlen(failure->message));
    mns_buf_char(out, ']');
    if (failure->failed && failure->sent.commit) {
        mns_buf_str(out, ", :failed-at :commit");
    } else if (failure->failed) {
        mns_buf_str(out, ", :failed-at ");
        mns_buf_unsigned(out, failure->sent.mops);
    }
}

/* A time later than all in this lane: reads the clock again until it has advanced. False if the
 * clock cannot be read. */
static bool stamp(const mns_recorder *recorder, mns_lane *lane) {
    uint64_t now_ns = 0;
    do {
        if (!mns_clock_read(&now_ns)) {
            return false;
        }
        now_ns -= recorder->start_ns;
    } while (now_ns <= lane->last_ns);
    lane->last_ns = now_ns;
    return true;
}

/* Locks the lane and stamps; the text is what is appended to lane->filling until close_lane. False:
 * the operation is only counted, and the lane is not locked. */
static bool open_lane(mns_recorder *recorder, mns_lane *lane, bool completion, size_t *start) {
    pthread_mutex_lock(&lane->lock);
    lane->count++;
    if (!atomic_load(&recorder->failed) && !stamp(recorder, lane)) {
        mns_recorder_fail(recorder, errno);
    }
    if (atomic_load(&recorder->failed)) {
        pthread_mutex_unlock(&lane->lock);
        return false;
    }
    mns_recorded head = {.completion = completion, .time_ns = lane->last_ns};
    *start = lane->filling.size;
    mns_buf_bytes(&lane->filling, (const char *)&head, sizeof head);
    return true;
}

static void close_lane(mns_recorder *recorder, mns_lane *lane, size_t start) {
    mns_buf *filling = &lane->filling;
    mns_buf_str(filling, "}\n");
    if (filling->failed) {
        mns_recorder_fail(recorder, ENOMEM);
        filling->failed = false;
        mns_buf_truncate(filling, start);
    } else {
        size_t size = filling->size - start - sizeof(mns_recorded);
        memcpy(filling->data + start + offsetof(mns_recorded, size), &size, sizeof size);
        atomic_fetch_add(&recorder->waiting, filling->size - start);
    }
    pthread_mutex_unlock(&lane->lock);
}

/* The process and its node, which comes before the value because text there is compared eight bytes
 * at a time when the history is read (op_template.h). */
static void write_process(const mns_recorder *recorder, unsigned client, uint64_t process,
                          mns_buf *out) {
    mns_buf_unsigned(out, process);
    if (recorder->nodes > 0) {
        mns_buf_str(out, ", :node \"n");
        mns_buf_unsigned(out, client % recorder->nodes + 1);
        mns_buf_char(out, '"');
    }
}

/* The value and what follows it: final reads are marked (history/final_reads.h). */
static void write_value(const mns_recorder *recorder, const mns_run_txn *txn, bool answered,
                        mns_buf *out) {
    mns_buf_str(out, ", :f :txn, :value ");
    mns_run_txn_write(txn, answered, out);
    mns_buf_str(out, recorder->sets_are_objects ? ", :sets :objects" : "");
    mns_buf_str(out, txn->final ? ", :final true" : "");
}

/* Waits until less is buffered: before an invocation is stamped, so no transaction is running. */
static void wait_for_room(mns_recorder *recorder) {
    if (atomic_load(&recorder->waiting) < RECORDER_MOST_BYTES) {
        return;
    }
    pthread_mutex_lock(&recorder->lock);
    while (atomic_load(&recorder->waiting) >= RECORDER_MOST_BYTES &&
           !atomic_load(&recorder->failed)) {
        recorder->wake_writer = true;
        pthread_cond_signal(&recorder->work);
        pthread_cond_wait(&recorder->room, &recorder->lock);
    }
    pthread_mutex_unlock(&recorder->lock);
}

void mns_recorder_invoke(mns_recorder *recorder, unsigned client, uint64_t process,
                         const mns_run_txn *txn) {
    assert(client + 1 < recorder->lane_count);
    mns_lane *lane = &recorder->lanes[client];
    size_t start;
    wait_for_room(recorder);
    if (open_lane(recorder, lane, false, &start)) {
        mns_buf_str(&lane->filling, ", :type :invoke, :process ");
        write_process(recorder, client, process, &lane->filling);
        write_value(recorder, txn, false, &lane->filling);
        close_lane(recorder, lane, start);
    }
}

void mns_recorder_complete(mns_recorder *recorder, unsigned client, uint64_t process,
                           const mns_run_txn *txn, mns_run_outcome outcome,
                           const mns_driver_error *failure) {
    assert(client + 1 < recorder->lane_count);
    mns_lane *lane = &recorder->lanes[client];
    size_t start;
    if (open_lane(recorder, lane, true, &start)) {
        mns_buf *out = &lane->filling;
        mns_buf_str(out, type_names[outcome]);
        write_process(recorder, client, process, out);
        write_value(recorder, txn, outcome == MNS_OUTCOME_OK, out);
        if (failure != NULL) {
            write_error(failure, out);
        }
        /* An answer that was lost to a lack of memory must not be recorded as none. */
        out->failed = out->failed || (outcome == MNS_OUTCOME_OK && txn->answers.failed);
        close_lane(recorder, lane, start);
    }
}

void mns_recorder_event(mns_recorder *recorder, const char *name, const char *value) {
    mns_lane *lane = &recorder->lanes[recorder->lane_count - 1];
    size_t start;
    if (open_lane(recorder, lane, true, &start)) {
        mns_buf *out = &lane->filling;
        mns_buf_str(out, ", :type :info, :process :nemesis, :f :");
        mns_buf_str(out, name);
        mns_buf_str(out, ", :value ");
        for (const char *c = value == NULL ? "nil" : value; *c != '\0'; c++) {
            mns_buf_char(out, *c == '\n' ? ' ' : *c); /* one line per operation */
        }
        close_lane(recorder, lane, start);
    }
}

/* ---- State ----------------------------------------------------------------------------------- */

bool mns_recorder_failed(const mns_recorder *recorder) { return atomic_load(&recorder->failed); }

uint64_t mns_recorder_written(const mns_recorder *recorder) {
    return atomic_load(&recorder->written);
}

/* ---- Start ----------------------------------------------------------------------------------- */

static void release(mns_recorder *recorder) {
    for (unsigned i = 0; i < recorder->lane_count; i++) {
        mns_lane *lane = &recorder->lanes[i];
        pthread_mutex_destroy(&lane->lock);
        mns_buf_release(&lane->filling);
        mns_buf_release(&lane->pending);
        mns_buf_release(&lane->spare);
    }
    pthread_mutex_destroy(&recorder->lock);
    pthread_cond_destroy(&recorder->work);
    pthread_cond_destroy(&recorder->room);
    mns_history_file_release(&recorder->file);
    mns_buf_release(&recorder->out);
    free(recorder->heap);
    free(recorder->lanes);
    free(recorder);
}

/* NULL when out of memory. */
static mns_recorder *make(unsigned lane_count) {
    mns_recorder *recorder = MNS_NEW_ARRAY(mns_recorder, 1);
    if (recorder == NULL) {
        return NULL;
    }
    recorder->file.descriptor = -1;
    mns_buf_init(&recorder->out);
    pthread_mutex_init(&recorder->lock, NULL);
    pthread_cond_init(&recorder->room, NULL);
    mns_clock_cond_init(&recorder->work);
    recorder->lanes = MNS_NEW_ARRAY(mns_lane, lane_count);
    recorder->heap = MNS_NEW_ARRAY(unsigned, lane_count);
    for (unsigned i = 0; i < lane_count && recorder->lanes != NULL; i++) {
        pthread_mutex_init(&recorder->lanes[i].lock, NULL);
        mns_buf_init(&recorder->lanes[i].filling);
        mns_buf_init(&recorder->lanes[i].pending);
        mns_buf_init(&recorder->lanes[i].spare);
        recorder->lane_count++;
    }
    if (recorder->lanes == NULL || recorder->heap == NULL) {
        release(recorder);
        return NULL;
    }
    return recorder;
}

mns_recorder *mns_recorder_start(const char *path, unsigned clients, char **message) {
    *message = NULL;
    mns_recorder *recorder = make(clients + 1);
    if (recorder == NULL) {
        return NULL;
    }
    mns_buf why;
    mns_buf_init(&why);
    if (!mns_clock_read(&recorder->start_ns)) {
        mns_buf_printf(&why, "cannot read the clock: %s", strerror(errno));
    } else if (!mns_history_file_create(&recorder->file, path)) {
        mns_buf_printf(&why, "cannot create %s: %s", path, strerror(recorder->file.error));
    } else {
        int error = pthread_create(&recorder->writer, NULL, mns_recorder_writer, recorder);
        if (error == 0) {
            return recorder;
        }
        mns_buf_printf(&why, "cannot start a thread: %s", strerror(error));
        unlink(path); /* empty, and would block the next attempt */
    }
    *message = mns_buf_take(&why, NULL);
    release(recorder);
    return NULL;
}

void mns_recorder_sets_are_objects(mns_recorder *recorder) { recorder->sets_are_objects = true; }

void mns_recorder_name_nodes(mns_recorder *recorder, unsigned nodes) { recorder->nodes = nodes; }

/* ---- End ------------------------------------------------------------------------------------- */

static char *describe_loss(const mns_recorder *recorder) {
    const mns_history_file *file = &recorder->file;
    uint64_t count = 0;
    for (unsigned i = 0; i < recorder->lane_count; i++) {
        count += recorder->lanes[i].count;
    }
    mns_buf text;
    mns_buf_init(&text);
    const char *why = "cannot read the clock";
    if (file->error != 0) {
        why = strerror(file->error);
    } else if (atomic_load(&recorder->error) == ENOMEM) {
        why = "out of memory";
    }
    mns_buf_printf(&text, "%s: %s: ", file->path, why);
    if (count == file->lines) {
        mns_buf_str(&text, "all operations were written, but may not be on disk");
    } else {
        mns_buf_printf(&text, "only the first %llu operations were written, %llu are missing",
                       (unsigned long long)file->lines, (unsigned long long)(count - file->lines));
    }
    if (file->torn) {
        mns_buf_str(&text, ", and its last line is incomplete");
    }
    return mns_buf_take(&text, NULL);
}

minos_status mns_recorder_finish(mns_recorder *recorder, uint64_t *operations, char **message) {
    pthread_mutex_lock(&recorder->lock);
    recorder->ending = true;
    pthread_cond_signal(&recorder->work);
    pthread_mutex_unlock(&recorder->lock);
    pthread_join(recorder->writer, NULL);
    bool closed = mns_history_file_close(&recorder->file);
    bool failed = atomic_load(&recorder->failed) || !closed;
    bool no_memory = closed && atomic_load(&recorder->error) == ENOMEM;
    minos_status failure = no_memory ? MINOS_ENOMEM : MINOS_EIO;
    *operations = recorder->file.lines;
    *message = failed ? describe_loss(recorder) : NULL;
    release(recorder);
    return failed ? failure : MINOS_OK;
}
