/*
 * run_note.c - run.json: what was run, so that it can be done again; and the same as a part of
 * --json.
 *
 * Written when a run begins and again when it has ended, so that a history whose run was killed has
 * its note too. No password is in it. Nothing reads it back. What a database says of itself is any
 * bytes, so text is written as JSON wants it: what is no UTF-8 becomes U+FFFD.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd_run.h"

/* ---- Values ----------------------------------------------------------------------------------------- */

/* Bytes of the UTF-8 character that text begins with; 0 if there is none. */
static size_t character(const unsigned char *text) {
    unsigned char first = text[0];
    size_t length = first < 0x80                    ? 1
                    : first >= 0xC2 && first < 0xE0 ? 2
                    : first >= 0xE0 && first < 0xF0 ? 3
                    : first >= 0xF0 && first < 0xF5 ? 4
                                                    : 0;
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    bool overlong = (first == 0xE0 && text[1] < 0xA0) || (first == 0xF0 && text[1] < 0x90);
    bool beyond = (first == 0xED && text[1] > 0x9F) || (first == 0xF4 && text[1] > 0x8F);
    return overlong || beyond ? 0 : length;
}

static void write_string(FILE *out, const char *text) {
    if (text == NULL) {
        fputs("null", out);
        return;
    }
    fputc('"', out);
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0';) {
        size_t length = character(c);
        if (length == 0) {
            fputs("\\ufffd", out);
        } else if (*c < 0x20 || *c == 0x7F) {
            fprintf(out, "\\u%04x", *c);
        } else {
            fputs(*c == '"' || *c == '\\' ? "\\" : "", out);
            fwrite(c, 1, length, out);
        }
        c += length == 0 ? 1 : length;
    }
    fputc('"', out);
}

static void write_field(FILE *out, const char *name, const char *text) {
    fprintf(out, ", \"%s\": ", name);
    write_string(out, text);
}

/* ---- What was asked for ------------------------------------------------------------------------------- */

static void write_load(FILE *out, const run_settings *s) {
    const minos_sim_options *load = &s->run.load;
    write_field(out, "workload", load->workload);
    fprintf(out, ", \"seed\": %llu, \"processes\": %u, \"transactions\": %llu, \"keys\": %u",
            (unsigned long long)load->seed, load->processes, (unsigned long long)load->transactions,
            load->keys);
    write_field(out, "key_distribution", load->key_distribution);
    fprintf(
        out,
        ", \"min_length\": %u, \"max_length\": %u, \"max_writes_per_key\": %u, "
        "\"read_fraction\": %g, \"min_increment\": %d, \"max_increment\": %d, \"final_reads\": %s",
        load->min_length, load->max_length, load->max_writes_per_key, load->read_fraction,
        load->min_increment, load->max_increment, load->final_reads ? "true" : "false");
    write_field(out, "bugs", load->bugs);
}

static void write_options(FILE *out, const run_settings *s) {
    const minos_run_options *run = &s->run;
    fprintf(out, ", \"time_s\": %g, \"rate\": %g, \"timeout_ms\": %u, \"tables\": %u", run->time_s,
            run->rate, run->timeout_ms, run->tables);
    write_field(out, "append", run->append);
    write_field(out, "access", run->access);
    write_field(out, "prefix", run->prefix);
    fprintf(out, ", \"sets_are_objects\": %s", run->sets_are_objects ? "true" : "false");
    fprintf(out, ", \"simple_protocol\": %s, \"keep\": %s, \"stop_on_anomaly\": %s",
            run->simple_protocol ? "true" : "false", run->keep ? "true" : "false",
            s->stop_on_anomaly ? "true" : "false");
    fputs(", \"server_options\": [", out);
    for (size_t i = 0; i < s->server_option_count; i++) {
        fputs(i == 0 ? "" : ", ", out);
        write_string(out, s->server_options[i]);
    }
    fputc(']', out);
}

static void write_masked(FILE *out, const char *text) {
    char *masked = text == NULL ? NULL : minos_run_mask(text);
    write_string(out, masked == NULL && text != NULL ? "" : masked);
    minos_free(masked);
}

static void write_nodes(FILE *out, const run_settings *s) {
    fprintf(out, ", \"nodes\": %u, \"more\": [", s->nodes);
    for (size_t i = 0; s->more != NULL && s->more[i] != NULL; i++) {
        fputs(i == 0 ? "" : ", ", out);
        write_masked(out, s->more[i]);
    }
    fprintf(out, "], \"sync\": %s, \"namespaces\": %s", s->server.sync ? "true" : "false",
            s->server.namespaces ? "true" : "false");
}

/* A command for the shell may have a password in it, like a target. */
static void write_faults(FILE *out, const run_settings *s) {
    const minos_fault_options *faults = &s->run.faults;
    if (!run_faults_wanted(s)) {
        fputs(", \"faults\": null", out);
        return;
    }
    fputs(", \"faults\": {\"kinds\": ", out);
    write_string(out, faults->kinds);
    write_field(out, "on", faults->on);
    fprintf(out, ", \"every_s\": %g, \"for_s\": %g, \"command\": ", faults->every_s, faults->for_s);
    write_masked(out, faults->command);
    fputs(", \"heal_command\": ", out);
    write_masked(out, faults->heal_command);
    fputs(", \"processes\": [", out);
    for (size_t i = 0; i < s->process_count; i++) {
        fprintf(out, "%s%ld", i == 0 ? "" : ", ", s->processes[i]);
    }
    fputs("]}", out);
}

/* The arguments, each without passwords. */
static void write_command(FILE *out, const run_settings *s) {
    fputs(", \"command\": [\"minos\", \"run\"", out);
    for (int i = 0; i < s->argc; i++) {
        fputs(", ", out);
        write_masked(out, s->argv[i]);
    }
    fputc(']', out);
}

/* ---- What came of it ------------------------------------------------------------------------------------ */

static void write_summary(FILE *out, const minos_run_summary *summary) {
    write_field(out, "database", summary->database);
    write_field(out, "isolation", summary->isolation);
    write_field(out, "claims", summary->claims);
    write_field(out, "warnings", summary->warnings);
    write_field(out, "ended", summary->ended);
    fprintf(
        out,
        ", \"seconds\": %.3f, \"ok\": %llu, \"fail\": %llu, \"info\": %llu, \"operations\": %llu",
        summary->seconds, (unsigned long long)summary->ok, (unsigned long long)summary->fail,
        (unsigned long long)summary->info, (unsigned long long)summary->operations);
    fprintf(out, ", \"fault_count\": %llu", (unsigned long long)summary->faults);
    write_field(out, "fault_kinds", summary->fault_kinds);
}

char *run_note_text(const run_settings *s, const char *level, const minos_run_summary *summary) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) {
        return NULL;
    }
    fputs("{\"schema\": 1, \"minos\": ", out);
    write_string(out, minos_version());
    write_field(out, "target", s->shown);
    write_field(out, "level", level);
    if (summary != NULL) {
        write_summary(out, summary);
    }
    write_load(out, s);
    write_options(out, s);
    write_nodes(out, s);
    write_faults(out, s);
    write_command(out, s);
    fputc('}', out);
    bool whole = !ferror(out);
    whole = fclose(out) == 0 && whole;
    if (!whole) {
        free(text);
        return NULL;
    }
    return text;
}

int run_note(const run_settings *s, const char *level, const minos_run_summary *summary,
             const char *folder) {
    char *path = run_path(folder, "run.json");
    char *text = run_note_text(s, level, summary);
    char *lines = text == NULL ? NULL : realloc(text, strlen(text) + 2);
    int status = EXIT_TROUBLE;
    if (path == NULL || lines == NULL) {
        free(lines == NULL ? text : lines);
        free(path);
        return out_of_memory();
    }
    size_t size = strlen(lines);
    lines[size] = '\n';
    status = file_write(path, lines, size + 1);
    free(lines);
    free(path);
    return status;
}
