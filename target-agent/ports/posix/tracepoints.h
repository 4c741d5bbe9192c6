/** The tracepoints that a traced run records, and how to read their records. */
#ifndef CYCLESCOPE_TRACEPOINTS_H
#define CYCLESCOPE_TRACEPOINTS_H

#include <stdbool.h>
#include <stdint.h>

#include "trace_ring.h"

/** Kind of kernel event. */
typedef enum {
    CYCLESCOPE_SWITCH,
    CYCLESCOPE_INTERRUPT_BEGINS,
    CYCLESCOPE_INTERRUPT_ENDS
} cyclescope_kernel_happening;

/** One kernel event. */
typedef struct {
    cyclescope_kernel_happening what;
    uint32_t number;   /* of the thread that now runs, or of the interrupt */
    uint32_t priority; /* of that thread; 0: not real-time */
    char name[24];     /* of either */
    uint32_t time;
} cyclescope_kernel_event;

/** Opens all of them on this CPU; `fact` lists them, or what was refused and why. */
bool cyclescope_tracepoints_open(char *fact, uint32_t size);

/** Reads one record; false: not one of ours. */
bool cyclescope_tracepoints_read(const cyclescope_trace_record *record,
                                 cyclescope_kernel_event *event);

#endif
