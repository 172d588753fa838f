/*
 * cmd_convert.c - minos convert: writes a history in another format.
 *
 * The output is opened when its first bytes arrive, after the history was read without an error,
 * and takes its name only when it is complete (new_file.h, new_folder.h). SIGINT, SIGTERM and
 * SIGHUP then end the conversion at the next piece, so that the unfinished output is removed.
 */
#include <signal.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "cli/new_file.h"
#include "cli/new_folder.h"

typedef struct settings {
    minos_options options;
    minos_format to;
    bool quiet;
    color_choice color;
} settings;

/* ---- Options and operands -------------------------------------------------------------------- */

static int handle(void *context, const cli_option *option, const char *value) {
    settings *s = context;
    switch (option->id) {
    case OPTION_CONVERT_FROM: return format_option(option, value, &s->options.format);
    case OPTION_CONVERT_TO: return format_option(option, value, &s->to);
    case OPTION_CONVERT_QUIET: s->quiet = true; return GO_ON;
    case OPTION_COLOR: return color_parse(value, &s->color);
    default: return history_option(&s->options, option, value);
    }
}

static bool is_standard(const char *path) { return strcmp(path, "-") == 0; }

static bool is_folder(const char *path) {
    struct stat there;
    return stat(path, &there) == 0 && S_ISDIR(there.st_mode);
}

/* The format of the output, by its suffix where no option names it. */
static int choose_format(settings *s, const char *to) {
    if (s->to == MINOS_FORMAT_AUTO) {
        s->to = minos_format_of_path(to);
    }
    if (s->to == MINOS_FORMAT_AUTO && is_standard(to)) {
        return complain("stdout has no suffix; name the format with --to, such as --to edn");
    }
    if (s->to == MINOS_FORMAT_AUTO) {
        return complain("the suffix of %s is not that of a format; name the format with --to, "
                        "such as --to edn",
                        to);
    }
    return GO_ON;
}

static int check_operands(settings *s, int count, char **operands) {
    if (count != 2) {
        return complain("convert needs two operands, the history and the file to write: "
                        "minos convert history.edn history.plume");
    }
    const char *from = operands[0], *to = operands[1];
    if (from[0] == '\0' || to[0] == '\0') {
        return complain("convert needs two file names, and one is empty");
    }
    int status = choose_format(s, to);
    if (status != GO_ON) {
        return status;
    }
    if (is_standard(to) && minos_format_is_folder(s->to)) {
        return complain("a history in the format %s is a folder and cannot be written to stdout",
                        minos_format_name(s->to));
    }
    if (is_standard(from) && minos_format_is_folder(s->options.format)) {
        return complain("a history in the format %s is a folder and cannot be read from stdin",
                        minos_format_name(s->options.format));
    }
    if (minos_format_is_folder(s->to) && file_is_below(to, from)) {
        return complain("%s is inside the input folder %s; choose a folder outside of it", to,
                        from);
    }
    if (is_standard(to) ? stdout_is_history(from) : file_is_history(to, from)) {
        return complain("%s is the input history and is not overwritten; choose another file",
                        is_standard(to) ? "stdout" : to);
    }
    if (!is_standard(to) && !minos_format_is_folder(s->to) && is_folder(to)) {
        return complain("%s is a folder, but a history in the format %s is one file", to,
                        minos_format_name(s->to));
    }
    return GO_ON;
}

/* ---- Signals --------------------------------------------------------------------------------- */

static volatile sig_atomic_t interrupted; /* the number of the signal, or 0 */

static void interrupt(int number) { interrupted = number; }

/* From now on the signal only ends the conversion; a second one has its default effect. A signal
 * that is ignored stays so. */
static void catch_signal(int number) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN) {
        memset(&action, 0, sizeof action);
        action.sa_handler = interrupt;
        action.sa_flags = (int)SA_RESETHAND;
        sigemptyset(&action.sa_mask);
        sigaction(number, &action, NULL);
    }
}

/* ---- Output ---------------------------------------------------------------------------------- */

typedef struct target {
    const char *from, *path;
    bool folder, quiet;
    bool opened;
    bool failed; /* a message was printed */
    new_file file;
    new_folder directory;
} target;

static bool open_target(target *t) {
    if (!t->opened && !is_standard(t->path)) {
        catch_signal(SIGINT);
        catch_signal(SIGTERM);
        catch_signal(SIGHUP);
        signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is then a failed write */
        int status =
            t->folder ? new_folder_open(&t->directory, t->path) : new_file_open(&t->file, t->path);
        t->failed = status != GO_ON;
    }
    t->opened = true;
    return !t->failed;
}

static minos_status write_piece(void *context, const char *file, const void *data, size_t size) {
    target *t = context;
    if (!open_target(t) || interrupted != 0) {
        return MINOS_EIO;
    }
    if (is_standard(t->path)) {
        return size == 0 || output_data(data, size) ? MINOS_OK : MINOS_EIO;
    }
    if (!t->folder) {
        return new_file_write(&t->file, data, size);
    }
    /* Without any transaction a folder has no files. */
    return file == NULL ? MINOS_OK : new_folder_write(&t->directory, file, data, size);
}

/* Puts the output in its place, or removes it. Returns the exit status. */
static int close_target(target *t, int status) {
    bool keep = interrupted == 0 && !t->failed && (status == EXIT_HOLDS || status == GO_ON);
    int closed = GO_ON;
    if (t->opened && !is_standard(t->path)) {
        closed = t->folder ? new_folder_close(&t->directory, keep) : new_file_close(&t->file, keep);
    }
    if (interrupted != 0) {
        raise(interrupted); /* its default effect, now that nothing unfinished is left */
    }
    status = status == GO_ON ? EXIT_ERROR : status;
    return closed == GO_ON ? status : closed;
}

static void warn(void *context, const char *sentence) {
    const target *t = context;
    if (!t->quiet) {
        complain("%s: warning: %s", t->from, sentence);
    }
}

/* ---- The work -------------------------------------------------------------------------------- */

static int show_problems(const settings *s, const minos_result *result, minos_status status) {
    int told = result_tell(result, MINOS_VIEW_TEXT, color_flag(s->color, stderr));
    return told == GO_ON ? exit_of(status) : told;
}

/* The exit status; GO_ON: the output could not be written, and closing it says why. */
static int convert(const settings *s, target *t) {
    const minos_conversion conversion = {
        .format = s->to, .write = write_piece, .warn = warn, .context = t};
    minos_result *result = NULL;
    progress_begin(t->from, 1, 1);
    minos_status status = minos_convert_file(t->from, &s->options, &conversion, &result);
    progress_end();
    int exit_status = EXIT_HOLDS;
    if (result != NULL) {
        exit_status = show_problems(s, result, status);
    } else if (status == MINOS_ENOMEM) {
        exit_status = out_of_memory();
    } else if (status != MINOS_OK) {
        exit_status = t->failed ? EXIT_ERROR : GO_ON;
    }
    minos_result_free(result);
    return exit_status;
}

int cmd_convert(const cli_command *command, int argc, char **argv) {
    settings s = {.to = MINOS_FORMAT_AUTO, .color = COLOR_AUTO};
    minos_options_init(&s.options);
    s.options.models = "none";
    s.options.progress = progress_show;
    int count;
    int status = options_parse(command, argc, argv, handle, &s, &count);
    if (status == GO_ON) {
        status = check_operands(&s, count, argv);
    }
    if (status != GO_ON) {
        return status;
    }
    target t = {.from = argv[0],
                .path = argv[1],
                .folder = minos_format_is_folder(s.to) != 0,
                .quiet = s.quiet};
    status = close_target(&t, convert(&s, &t));
    return is_standard(argv[1]) ? output_finish(status) : status;
}
