#include "trace_format.h"

#include <stdlib.h>
#include <string.h>

#define FIELD "\tfield:"

/** Reads the number after a key within one line. */
static bool parse_number(const char *line, const char *key, uint32_t *number)
{
    const char *at = strstr(line, key);
    if (!at || at >= line + strcspn(line, "\n")) return false;
    at += strlen(key);
    char *end;
    *number = (uint32_t)strtoul(at, &end, 10);
    return end != at;
}

/** Checks whether a declaration such as `char comm[16]` declares this name. */
static bool declares(const char *declaration, const char *name)
{
    const char *end = declaration + strcspn(declaration, ";\n");
    if (end > declaration && end[-1] == ']') {
        while (end > declaration && *end != '[') --end;
    }
    const char *begin = end;
    while (begin > declaration && begin[-1] != ' ' && begin[-1] != '*') --begin;
    const size_t length = strlen(name);
    return (size_t)(end - begin) == length && memcmp(begin, name, length) == 0;
}

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : NULL;
}

bool cyclescope_trace_format_id(const char *format, uint32_t *id)
{
    for (const char *line = format; line; line = next_line(line)) {
        if (strncmp(line, "ID:", 3) == 0) return parse_number(line, "ID:", id);
    }
    return false;
}

bool cyclescope_trace_format_field(const char *format, const char *name,
                                   cyclescope_trace_field *field)
{
    for (const char *line = format; line; line = next_line(line)) {
        if (strncmp(line, FIELD, strlen(FIELD)) != 0) continue;
        if (!declares(line + strlen(FIELD), name)) continue;
        return parse_number(line, "offset:", &field->offset) &&
               parse_number(line, "size:", &field->size);
    }
    return false;
}
