/** Records of the kernel's tracepoints on one CPU, in the order of their time. */
#ifndef CYCLESCOPE_TRACE_RING_H
#define CYCLESCOPE_TRACE_RING_H

#include <stdbool.h>
#include <stdint.h>

/** One record: when it was made by CLOCK_MONOTONIC, and the tracepoint's own bytes. */
typedef struct {
    uint64_t time;
    const uint8_t *bytes;
    uint32_t length;
} cyclescope_trace_record;

typedef void (*cyclescope_trace_sink)(const cyclescope_trace_record *record);

/** Adds a tracepoint, switched off; the first one makes the ring. False: errno tells why. */
bool cyclescope_trace_ring_add(uint32_t tracepoint, int cpu);

/** Switches all of them on or off. */
void cyclescope_trace_ring_enable(bool on);

/** Takes everything out of the ring. */
void cyclescope_trace_ring_read(cyclescope_trace_sink sink);

/** How many records the ring had no room for, from the first on; to be asked when it was read. */
uint64_t cyclescope_trace_ring_lost(void);

#endif
