/*
 * cobra_check.c - checks the logs of a folder before they are translated (cobra.h).
 *
 * Three passes over the files, each in order:
 *
 *   1. Every log is a sequence of transactions. This pass also counts, and finds the transactions
 *      without a commit.
 *   2. Ids of transactions and writes are unique. All reads of the initial state of a key agree.
 *   3. Every read names the transaction, key and value of the write whose id it has. A write id
 *      that no log has is no fault of the logs (cobra_unlogged.h).
 *
 * Passes 2 and 3 need a fingerprint of each transaction, write and unwritten key (cobra_prints.h),
 * which are freed before the translation begins. O(size).
 */
#include <inttypes.h>

#include "core/grow.h"
#include "format/cobra.h"
#include "format/cobra_prints.h"
#include "format/cobra_unlogged.h"
#include "format/number_set.h"

/* How many records wait for their fingerprints to arrive in the cache. */
#define WAITING 16

/* How many ids there are, and from where to where. */
typedef struct ids {
    uint64_t count;
    int64_t least, most;
} ids;

typedef struct checking {
    mns_reading *reading;
    mns_cobra_facts *facts;
    ids write_ids, unwritten_keys;
    mns_number_set txns;
    mns_prints writes, unwritten;
} checking;

/* ---- Pass 1: the logs by themselves --------------------------------------------------------- */

static void count(ids *counted, int64_t id) {
    counted->least = counted->count == 0 || id < counted->least ? id : counted->least;
    counted->most = counted->count == 0 || id > counted->most ? id : counted->most;
    counted->count++;
}

static void count_record(checking *check, const mns_cobra_record *record) {
    if (record->type == 'W') {
        count(&check->write_ids, record->write);
    } else if (record->type == 'R') {
        mns_cobra_source source = mns_cobra_read_source(record);
        check->facts->flag_reads += source == MNS_COBRA_FLAG;
        if (source == MNS_COBRA_UNWRITTEN) {
            count(&check->unwritten_keys, record->key);
        }
    }
}

static void note_open(mns_cobra_facts *facts, uint32_t file, const mns_cobra_log *log) {
    facts->open_at[file] = log->open ? log->start : MNS_NO_OFFSET;
    if (log->open) {
        facts->open[facts->open_count++] = (struct mns_cobra_open){.txn = log->txn, .file = file};
    }
}

static int compare_open(const void *a, const void *b) {
    const struct mns_cobra_open *x = a, *y = b;
    return (x->txn > y->txn) - (x->txn < y->txn);
}

static bool check_logs(checking *check) {
    mns_reading *reading = check->reading;
    mns_cobra_fault fault = {.kind = MNS_COBRA_UNREADABLE};
    for (uint32_t i = 0; i < reading->input_count; i++) {
        mns_cobra_log log = {.input = &reading->inputs[i], .timed = check->facts->timed};
        mns_cobra_record record;
        int more = mns_input_rewind(reading, log.input) ? 1 : -1;
        while (more > 0 && (more = mns_cobra_next(reading, &log, &record, &fault)) > 0) {
            count_record(check, &record);
        }
        if (more < 0) {
            return mns_cobra_refuse(reading, &fault, log.timed) > 0;
        }
        note_open(check->facts, i, &log);
    }
    if (check->facts->open_count > 0) {
        qsort(check->facts->open, check->facts->open_count, sizeof *check->facts->open,
              compare_open);
    }
    return true;
}

/* Decides whether the logs have times, by the first log with more than an S. */
static bool have_times(mns_reading *reading, bool *timed) {
    size_t plain = mns_cobra_size('S', false);
    *timed = false;
    for (uint32_t i = 0; i < reading->input_count; i++) {
        mns_input *input = &reading->inputs[i];
        if (!mns_input_rewind(reading, input)) {
            return false;
        }
        if (mns_input_need(reading, input, plain + 1) > plain) {
            *timed = mns_cobra_is_time(mns_input_bytes(input)[plain]);
            break;
        }
    }
    return reading->status == MINOS_OK;
}

/* ---- Earlier records ------------------------------------------------------------------------ */

/* What an earlier record is found by, for messages. */
typedef struct sought {
    char type;
    int64_t id; /* S: the transaction; W: the write id; R: the key, of a read of no write */
} sought;

static bool is_wanted(const mns_cobra_record *record, const sought *wanted) {
    if (record->type != wanted->type) {
        return false;
    }
    switch (record->type) {
    case 'S': return record->txn == wanted->id;
    case 'W': return record->write == wanted->id;
    default:
        return record->key == wanted->id && mns_cobra_read_source(record) == MNS_COBRA_UNWRITTEN;
    }
}

/* The first such record and its transaction. False if reading fails. O(size), once per reading. */
static bool find_first(checking *check, sought wanted, mns_cobra_record *record, int64_t *txn) {
    mns_reading *reading = check->reading;
    mns_cobra_fault fault;
    for (uint32_t i = 0; i < reading->input_count; i++) {
        mns_cobra_log log = {.input = &reading->inputs[i], .timed = check->facts->timed};
        if (!mns_input_rewind(reading, log.input)) {
            return false;
        }
        while (mns_cobra_next(reading, &log, record, &fault) > 0) {
            if (is_wanted(record, &wanted)) {
                *txn = log.txn;
                return true;
            }
        }
    }
    return false;
}

/* The name of the log, without its folder. */
static const char *log_name(const checking *check, mns_place place) {
    const char *path = check->reading->inputs[place.file].source.name;
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static bool refuse_repeated(checking *check, const mns_cobra_record *record) {
    bool write = record->type == 'W';
    mns_cobra_record first;
    int64_t txn;
    if (!find_first(check, (sought){record->type, write ? record->write : record->txn}, &first,
                    &txn)) {
        return false;
    }
    return mns_reading_fail(check->reading, record->place, NULL,
                            "%s id %" PRId64 " is not unique: it is also at byte %" PRIu64 " of %s",
                            write ? "write" : "transaction", write ? record->write : record->txn,
                            first.place.offset, log_name(check, first.place)) > 0;
}

static bool refuse_unwritten(checking *check, const mns_cobra_record *read) {
    mns_cobra_record first;
    int64_t txn;
    if (!find_first(check, (sought){'R', read->key}, &first, &txn)) {
        return false;
    }
    return mns_reading_fail(check->reading, read->place, NULL,
                            "the initial value of key %" PRId64 " is %" PRId64 " here and %" PRId64
                            " at byte %" PRIu64 " of %s",
                            read->key, read->value, first.value, first.place.offset,
                            log_name(check, first.place)) > 0;
}

static bool refuse_read(checking *check, const mns_cobra_record *read) {
    mns_cobra_record write;
    int64_t writer;
    if (!find_first(check, (sought){'W', read->write}, &write, &writer)) {
        return false;
    }
    return mns_reading_fail(check->reading, read->place,
                            "the log is damaged, or the database returned a damaged value",
                            "the read of write id %" PRId64 " (transaction %" PRId64
                            ", key %" PRId64 ", value %" PRId64 ") disagrees with the write at "
                            "byte %" PRIu64 " of %s (transaction %" PRId64 ", key %" PRId64
                            ", value %" PRId64 ")",
                            read->write, read->txn, read->key, read->value, write.place.offset,
                            log_name(check, write.place), writer, write.key, write.value) > 0;
}

/* ---- Passes 2 and 3: the logs together ------------------------------------------------------ */

static bool note_record(checking *check, const mns_cobra_record *record, int64_t txn) {
    mns_prints *writes = &check->writes;
    uint64_t print;
    bool added;
    switch (record->type) {
    case 'S':
        if (!mns_number_set_add(&check->txns, (uint64_t)record->txn, &added)) {
            return mns_reading_no_memory(check->reading) > 0;
        }
        return added || refuse_repeated(check, record);
    case 'W':
        print = mns_print(writes, txn, record->key, record->value);
        return mns_prints_put(writes, record->write, print) == 0 || refuse_repeated(check, record);
    case 'R':
        if (mns_cobra_read_source(record) != MNS_COBRA_UNWRITTEN) {
            return true;
        }
        print = mns_print(&check->unwritten, record->value, 0, 0);
        uint64_t earlier = mns_prints_put(&check->unwritten, record->key, print);
        return earlier == 0 || earlier == print || refuse_unwritten(check, record);
    default: return true;
    }
}

static bool check_read(checking *check, const mns_cobra_record *record, int64_t txn) {
    (void)txn;
    if (record->type != 'R' || mns_cobra_read_source(record) != MNS_COBRA_WRITTEN) {
        return true;
    }
    uint64_t written = mns_prints_get(&check->writes, record->write);
    if (written == 0) {
        bool known = mns_number_set_has(&check->txns, (uint64_t)record->txn);
        return mns_cobra_unlogged_note(check->reading, check->facts, record, known);
    }
    return written == mns_print(&check->writes, record->txn, record->key, record->value) ||
           refuse_read(check, record);
}

typedef bool (*visitor)(checking *check, const mns_cobra_record *record, int64_t txn);

/* The latest records, each with its transaction. */
typedef struct queue {
    struct {
        mns_cobra_record record;
        int64_t txn;
    } items[WAITING];
    uint64_t count; /* of all that were added */
} queue;

/* Visits the record that has waited longest, and lets this one wait. */
static bool queue_add(queue *waiting, checking *check, visitor visit,
                      const mns_cobra_record *record, int64_t txn) {
    size_t place = waiting->count % WAITING;
    if (waiting->count >= WAITING &&
        !visit(check, &waiting->items[place].record, waiting->items[place].txn)) {
        return false;
    }
    if (record->type == 'W' || record->type == 'R') {
        mns_prints_prefetch(&check->writes, record->write);
    }
    waiting->items[place].record = *record;
    waiting->items[place].txn = txn;
    waiting->count++;
    return true;
}

static bool queue_end(const queue *waiting, checking *check, visitor visit) {
    uint64_t first = waiting->count < WAITING ? 0 : waiting->count - WAITING;
    for (uint64_t i = first; i < waiting->count; i++) {
        if (!visit(check, &waiting->items[i % WAITING].record, waiting->items[i % WAITING].txn)) {
            return false;
        }
    }
    return true;
}

/* Visits every record in order, with the transaction it is in. */
static bool each_record(checking *check, visitor visit) {
    mns_reading *reading = check->reading;
    mns_cobra_fault fault = {.kind = MNS_COBRA_UNREADABLE};
    queue waiting = {.count = 0};
    for (uint32_t i = 0; i < reading->input_count; i++) {
        mns_cobra_log log = {.input = &reading->inputs[i], .timed = check->facts->timed};
        mns_cobra_record record;
        int more = mns_input_rewind(reading, log.input) ? 1 : -1;
        while (more > 0 && (more = mns_cobra_next(reading, &log, &record, &fault)) > 0) {
            if (!queue_add(&waiting, check, visit, &record, log.txn)) {
                return false;
            }
        }
        if (more < 0) { /* the file changed since the first pass */
            return mns_cobra_refuse(reading, &fault, log.timed) > 0;
        }
    }
    return queue_end(&waiting, check, visit);
}

static bool make_room(mns_prints *prints, const ids *counted) {
    return mns_prints_init(prints, counted->count, counted->least, counted->most);
}

void mns_cobra_facts_release(mns_cobra_facts *facts) {
    free(facts->open_at);
    free(facts->open);
    free(facts->unlogged);
    *facts = (mns_cobra_facts){.open_at = NULL};
}

bool mns_cobra_check(mns_reading *reading, mns_cobra_facts *facts) {
    checking check = {.reading = reading, .facts = facts};
    facts->open_at = MNS_NEW_ARRAY(uint64_t, reading->input_count);
    facts->open = MNS_NEW_ARRAY(struct mns_cobra_open, reading->input_count);
    if (facts->open_at == NULL || facts->open == NULL) {
        return mns_reading_no_memory(reading) > 0;
    }
    if (!have_times(reading, &facts->timed) || !check_logs(&check)) {
        return false;
    }
    mns_number_set_init(&check.txns);
    bool room = make_room(&check.writes, &check.write_ids) &&
                make_room(&check.unwritten, &check.unwritten_keys);
    bool good = room ? each_record(&check, note_record) && each_record(&check, check_read) &&
                           mns_cobra_unlogged_finish(reading, facts)
                     : mns_reading_no_memory(reading) > 0;
    mns_number_set_release(&check.txns);
    mns_prints_release(&check.writes);
    mns_prints_release(&check.unwritten);
    return good;
}
