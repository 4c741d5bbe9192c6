/** The kernel's folder of tracepoints. */
#ifndef CYCLESCOPE_TRACEFS_H
#define CYCLESCOPE_TRACEFS_H

#include <stdbool.h>
#include <stddef.h>

/** Finds the folder or mounts it where only this process sees it; false: neither, see errno. */
bool cyclescope_tracefs_start(void);

/** Reads the description of `group/tracepoint`; false: see errno. */
bool cyclescope_tracefs_format(const char *tracepoint, char *text, size_t size);

#endif
