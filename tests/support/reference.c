/* reference.c - see reference.h. */
#include "support/reference.h"

#include <stdio.h>
#include <string.h>

bool reference_agrees(const verdict *v, json expect) {
    json valid;
    json not_models;
    if (!json_get(expect, "valid?", &valid)) {
        return false;
    }
    if (json_is(valid, "true")) {
        return strcmp(v->valid, "true") == 0;
    }
    names set = {{NULL}, 0};
    if (json_get(expect, "not", &not_models)) {
        set = names_from_json(not_models);
    }
    bool same = strcmp(v->valid, json_is(valid, "false") ? "false" : "unknown") == 0 &&
                names_equal(&v->not_models, &set);
    names_release(&set);
    return same;
}

/* Adds the names of an array to a set, if the object has it. */
static void add_names(names *set, json object, const char *member) {
    json array;
    if (json_get(object, member, &array)) {
        names more = names_from_json(array);
        for (size_t i = 0; i < more.count; i++) {
            names_add(set, more.items[i], strlen(more.items[i]));
        }
        names_release(&more);
    }
}

names reference_ruled_out(json expect) {
    names set = {{NULL}, 0};
    add_names(&set, expect, "not");
    add_names(&set, expect, "also-not");
    return set;
}

bool reference_is_exceeded(const verdict *v, json expect) {
    json valid;
    if (strcmp(v->valid, "false") != 0 || !json_get(expect, "valid?", &valid)) {
        return false;
    }
    names ours = {{NULL}, 0};
    names theirs = reference_ruled_out(expect);
    add_names(&ours, v->root, "not");
    add_names(&ours, v->root, "also_not");
    bool all = true;
    for (size_t i = 0; i < theirs.count; i++) {
        all = all && names_has(&ours, theirs.items[i]);
    }
    names_release(&theirs);
    names_release(&ours);
    return all;
}

minos_options reference_options(const char *request, char **models) {
    minos_options options;
    minos_options_init(&options);
    size_t length = strcspn(request, "+");
    *models = strndup(request, length);
    if (strcmp(*models, "default") != 0) {
        options.models = *models;
    }
    options.assume_wfr = strstr(request + length, "+wfr") != NULL;
    options.assume_sequential = strstr(request + length, "+sequential") != NULL;
    options.assume_linearizable = strstr(request + length, "+linearizable") != NULL;
    return options;
}

static void show_member(json object, const char *name, const char *before) {
    json member;
    if (json_get(object, name, &member)) {
        printf("%s%.*s", before, (int)member.size, member.text);
    }
}

void reference_show(const char *name, const char *what, const verdict *v, json expect) {
    printf("%s: %s\n  minos:     %s, not %s (%s)", name, what, v->valid, names_show(&v->not_models),
           names_show(&v->anomaly_types));
    if (v->rendered != NULL) {
        show_member(v->root, "error", "\n             ");
    }
    printf("\n  Elle:      ");
    show_member(expect, "valid?", " ");
    show_member(expect, "not", ", not ");
    show_member(expect, "throws", " throws ");
    printf("\n");
}
