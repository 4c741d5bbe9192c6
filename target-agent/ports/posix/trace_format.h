/** The text with which the kernel describes a tracepoint's records. */
#ifndef CYCLESCOPE_TRACE_FORMAT_H
#define CYCLESCOPE_TRACE_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

/** Where a record holds a value. */
typedef struct {
    uint32_t offset;
    uint32_t size;
} cyclescope_trace_field;

/** The number that records of this tracepoint bear; false: the text has none. */
bool cyclescope_trace_format_id(const char *format, uint32_t *id);

/** Looks a field up by its name; false: there is no such field. */
bool cyclescope_trace_format_field(const char *format, const char *name,
                                   cyclescope_trace_field *field);

#endif
