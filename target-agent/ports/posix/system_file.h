/** Small files of /proc and /sys. */
#ifndef CYCLESCOPE_SYSTEM_FILE_H
#define CYCLESCOPE_SYSTEM_FILE_H

#include <stdbool.h>
#include <stddef.h>

/** Reads a file's first line; false: missing or empty, and so is `text`. */
bool cyclescope_system_line(const char *path, char *text, size_t size);

/** Reads the value after `key :` in a file of such lines; false: not found. */
bool cyclescope_system_value(const char *path, const char *key, char *text, size_t size);

/** Writes a setting; false: refused, see errno. */
bool cyclescope_system_write(const char *path, const char *text);

#endif
