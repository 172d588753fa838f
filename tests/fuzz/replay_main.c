/*
 * replay_main.c - runs a fuzz target on stored inputs: the corpus as an ordinary test.
 *
 * In: files and folders (only the files directly in them). Out: 0 after all of them; a crash or a
 * broken promise ends the process, and the name printed last is the input that caused it.
 */
#include <dirent.h>
#include <sys/stat.h>

#include "fuzz/fuzz.h"

static int replay_file(const char *path) {
    struct stat info;
    FILE *file = fopen(path, "rb");
    if (file == NULL || fstat(fileno(file), &info) != 0) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    printf("%s\n", path);
    fflush(stdout);
    /* An allocation of exactly this size, so that AddressSanitizer sees reads past the end. */
    size_t size = (size_t)info.st_size;
    uint8_t *data = malloc(size == 0 ? 1 : size);
    if (data == NULL || fread(data, 1, size, file) != size) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 1;
}

static int is_file(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static int replay_folder(const char *folder) {
    int replayed = 0;
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (is_file(path)) {
            replayed += replay_file(path);
        }
        free(entries[i]);
    }
    free(entries);
    return replayed;
}

int main(int argc, char **argv) {
    int replayed = 0;
    for (int i = 1; i < argc; i++) {
        replayed += is_file(argv[i]) ? replay_file(argv[i]) : replay_folder(argv[i]);
    }
    printf("%d inputs replayed\n", replayed);
    return replayed > 0 ? 0 : 1;
}
