/** Small files of /proc and /sys. */
#ifndef CYCLESCOPE_SYSTEM_FILE_H
#define CYCLESCOPE_SYSTEM_FILE_H

#include <stdbool.h>
#include <stddef.h>

/** Reads a file's first line; false: it is not there, or says nothing, and `text` is empty. */
bool cyclescope_system_line(const char *path, char *text, size_t size);

/** The value behind `key :` in a file of such lines; false: there is none. */
bool cyclescope_system_value(const char *path, const char *key, char *text, size_t size);

/** Writes a setting; false: refused, and errno tells why. */
bool cyclescope_system_write(const char *path, const char *text);

#endif
