/*
 * fault_command.c - faults by user-supplied commands: one injects the fault, another reverts it.
 *
 * The shell runs them with the fault's number as $1 and in MINOS_FAULT, and the names of the
 * affected nodes in MINOS_NODES ("n1 n3"). Standard output is discarded, standard error is passed
 * through. Each command has one minute. After that, or when the command has exited, its process
 * group is killed.
 */
#include "run/nemesis/nemesis_internal.h"
#include "run/system/clock.h"
#include "run/system/shell_process.h"

#define LIMIT_NS UINT64_C(60000000000)
#define POLL_NS UINT64_C(20000000)

extern char **environ;

static void write_script(const mns_fault *fault, const char *command, mns_buf *out) {
    mns_buf_str(out, "exec </dev/null >/dev/null\nMINOS_NODES='");
    mns_fault_write_nodes(fault, "", out);
    mns_buf_printf(out, "' MINOS_FAULT=%u\nexport MINOS_NODES MINOS_FAULT\nset -- %u\n",
                   fault->number, fault->number);
    mns_buf_str(out, command);
}

/* True once the command has exited; false after the time limit, or when `wait` returns false. */
static bool wait_for_end(mns_nemesis *nemesis, const mns_process *process,
                         bool (*wait)(mns_nemesis *nemesis, uint64_t ns)) {
    uint64_t until = mns_clock_ns() + LIMIT_NS;
    while (!mns_process_has_ended(process, 0, NULL)) {
        if (mns_clock_ns() > until || !wait(nemesis, POLL_NS)) {
            return false;
        }
    }
    return true;
}

static bool run(mns_nemesis *nemesis, const mns_fault *fault, const char *command,
                bool (*wait)(mns_nemesis *nemesis, uint64_t ns), mns_buf *message) {
    mns_buf script;
    mns_buf_init(&script);
    write_script(fault, command, &script);
    mns_process process;
    bool started = !script.failed && mns_process_start(&process, script.data, environ, message);
    mns_buf_release(&script);
    if (!started) {
        mns_buf_str(message, message->size == 0 ? "out of memory" : "");
        return false;
    }
    bool ended = wait_for_end(nemesis, &process, wait);
    mns_process_end(&process, 0, NULL);
    if (!ended) {
        mns_buf_str(message, "the command timed out and was killed");
    } else if (process.status != 0) {
        mns_buf_str(message, "the command ");
        mns_process_describe(&process, message);
    }
    return ended && process.status == 0;
}

bool mns_fault_command_inject(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message) {
    return run(nemesis, fault, nemesis->command, mns_nemesis_wait_unless_ending, message);
}

bool mns_fault_command_revert(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message) {
    return nemesis->heal_command == NULL ||
           run(nemesis, fault, nemesis->heal_command, mns_nemesis_wait_unless_aborted, message);
}
