/* list_text.c - see list_text.h. */
#include "report/folder/list_text.h"

const char *mns_list_open(const char *text) {
    size_t before = strcspn(text, "[{(");
    return text[before] == '\0' ? text + before : text + before + 1;
}

/* The position after the string that begins here, or the end of the text. */
static const char *skip_string(const char *at) {
    at++;
    while (*at != '\0' && *at != '"') {
        at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
    }
    return *at == '\0' ? at : at + 1;
}

bool mns_list_next(const char **rest, const char **element, size_t *size) {
    const char *at = *rest + strspn(*rest, " ,\t\r\n");
    *element = at;
    size_t depth = 0;
    while (*at != '\0' && (depth > 0 || strchr(" ,\t\r\n]})", *at) == NULL)) {
        if (*at == '"') {
            at = skip_string(at);
            continue;
        }
        depth += strchr("[{(", *at) != NULL ? 1 : 0;
        depth -= depth > 0 && strchr("]})", *at) != NULL ? 1 : 0;
        at += at[0] == '\\' && at[1] != '\0' ? 2 : 1; /* a character of EDN, such as \[ */
    }
    *rest = at;
    *size = (size_t)(at - *element);
    return *size > 0;
}
