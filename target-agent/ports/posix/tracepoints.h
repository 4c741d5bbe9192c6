/** The tracepoints that a traced run records, and what their records mean. */
#ifndef CYCLESCOPE_TRACEPOINTS_H
#define CYCLESCOPE_TRACEPOINTS_H

#include <stdbool.h>
#include <stdint.h>

#include "trace_ring.h"

/** What happened in the kernel. */
typedef enum {
    CYCLESCOPE_SWITCH,
    CYCLESCOPE_INTERRUPT_BEGINS,
    CYCLESCOPE_INTERRUPT_ENDS
} cyclescope_kernel_happening;

/** One event of the kernel. */
typedef struct {
    cyclescope_kernel_happening what;
    uint32_t number;   /* of the thread that runs now, or of the interrupt */
    uint32_t priority; /* of that thread; 0: no real-time one */
    char name[24];     /* of either */
    uint32_t time;
} cyclescope_kernel_event;

/** Opens all of them on this CPU; `fact` tells which, or what was refused and why. */
bool cyclescope_tracepoints_open(char *fact, uint32_t size);

/** Reads one record; false: it is none of ours. */
bool cyclescope_tracepoints_read(const cyclescope_trace_record *record, cyclescope_kernel_event *event);

#endif
