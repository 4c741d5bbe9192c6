/** Parses the kernel's description of a tracepoint's records. */
#ifndef CYCLESCOPE_TRACE_FORMAT_H
#define CYCLESCOPE_TRACE_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

/** Position of a value in a record. */
typedef struct {
    uint32_t offset;
    uint32_t size;
} cyclescope_trace_field;

/** Reads the id of this tracepoint's records; false: not found. */
bool cyclescope_trace_format_id(const char *format, uint32_t *id);

/** Looks a field up by its name; false: there is no such field. */
bool cyclescope_trace_format_field(const char *format, const char *name,
                                   cyclescope_trace_field *field);

#endif
