/*
 * run_effort.c - which bugs of the simulator the load of a run would have shown.
 *
 * Simulates each bug under the same load: workload, keys, lengths, number of transactions (up to
 * MINOS_SHOWN_TRANSACTIONS) and the concurrency that the run reached. The answer becomes the field
 * "effort" of run.json, so that reports have it.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd_run.h"

/* The load that the run really was. */
static minos_sim_options load_of(const run_settings *s, const minos_run_summary *summary) {
    minos_sim_options load = s->run.load;
    double clients = summary->concurrency + 0.5;
    load.transactions = summary->ok + summary->fail + summary->info;
    load.processes = clients < 1 ? 1 : (unsigned)clients;
    return load;
}

static void write_effort(FILE *out, const minos_bugs_shown *shown) {
    fprintf(out, "{\"isolation\": \"%s\", \"processes\": %u, \"transactions\": %llu, \"bugs\": [",
            shown->isolation, shown->processes, (unsigned long long)shown->transactions);
    for (size_t i = 0; i < shown->count; i++) {
        fprintf(out, "%s{\"bug\": \"%s\", \"shown\": %u, \"of\": %d}", i == 0 ? "" : ", ",
                shown->bugs[i].name, shown->bugs[i].shown, MINOS_SHOWN_RUNS);
    }
    fputs("]}", out);
}

/* The note, which ends with a brace, with one more field; NULL when out of memory. */
static char *add_field(const char *note, const minos_bugs_shown *shown) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) {
        return NULL;
    }
    fprintf(out, "%.*s, \"effort\": ", (int)(strlen(note) - 1), note);
    write_effort(out, shown);
    fputc('}', out);
    bool whole = !ferror(out);
    whole = fclose(out) == 0 && whole;
    if (!whole) {
        free(text);
        return NULL;
    }
    return text;
}

int run_effort(const run_settings *s, const minos_run_summary *summary, const minos_options *rules,
               char **note) {
    minos_bugs_shown shown;
    minos_sim_options load = load_of(s, summary);
    if (s->no_effort || summary->ok == 0) {
        return GO_ON;
    }
    if ((s->judging.flags & MINOS_QUIET) == 0) {
        progress_step("simulating bugs");
    }
    minos_status status = minos_sim_bugs_shown(&load, rules, &shown);
    progress_end();
    if (status != MINOS_OK) {
        return status == MINOS_ENOMEM ? out_of_memory() : exit_of(status);
    }
    char *more = shown.count == 0 ? NULL : add_field(*note, &shown);
    if (shown.count > 0 && more == NULL) {
        return out_of_memory();
    }
    if (more != NULL) {
        free(*note);
        *note = more;
    }
    return GO_ON;
}
