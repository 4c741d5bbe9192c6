#include "system_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool cyclescope_system_line(const char *path, char *text, size_t size)
{
    *text = 0;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    const ssize_t length = read(file, text, size - 1u);
    close(file);
    text[length > 0 ? length : 0] = 0;
    text[strcspn(text, "\n")] = 0;
    return *text != 0;
}

bool cyclescope_system_value(const char *path, const char *key, char *text, size_t size)
{
    char line[256];
    *text = 0;
    FILE *file = fopen(path, "re");
    if (!file) return false;
    while (!*text && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (!colon || strncmp(line, key, strlen(key)) != 0) continue;
        const char *value = colon + 1 + strspn(colon + 1, " \t");
        snprintf(text, size, "%.*s", (int)strcspn(value, "\n"), value);
    }
    fclose(file);
    return *text != 0;
}

bool cyclescope_system_write(const char *path, const char *text)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return false;
    const size_t length = strlen(text);
    const bool done = write(file, text, length) == (ssize_t)length;
    close(file);
    return done;
}
