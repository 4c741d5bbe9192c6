/** Records of the kernel's tracepoints on one CPU, in time order. */
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

/** Adds a tracepoint, disabled; the first one creates the ring. False: see errno. */
bool cyclescope_trace_ring_add(uint32_t tracepoint, int cpu);

/** Enables or disables all of them. */
void cyclescope_trace_ring_enable(bool on);

/** Reads and empties the ring. */
void cyclescope_trace_ring_read(cyclescope_trace_sink sink);

/** Returns how many records have been dropped for lack of room; call it after reading. */
uint64_t cyclescope_trace_ring_lost(void);

#endif
