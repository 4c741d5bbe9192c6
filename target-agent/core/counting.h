/**
 * Batches whose values come from a processor counter instead of the clock, and the preemptions of an
 * operation. Reading such a counter may be a system call, so it brackets whole batches, in a separate
 * pass, and whole operations.
 */
#ifndef CYCLESCOPE_COUNTING_H
#define CYCLESCOPE_COUNTING_H

#include "cyclescope/bench.h"

/** Number of counted batches: counts scatter little, and every batch costs time. */
#define CYCLESCOPE_COUNTED_BATCHES 10u

#ifdef CYCLESCOPE_COUNTERS

/** Returns whether batches can be counted. */
bool cyclescope_can_count(void);

/** Returns a measuring function that counts each batch of `batch`; valid until the next call. */
cyclescope_measure cyclescope_counted(cyclescope_measure batch);

/** Returns how often the system has preempted the agent. */
uint32_t cyclescope_preemptions(void);

#else

/* Microcontrollers have no room for this, and clocks that count as well. */
static inline bool cyclescope_can_count(void) { return false; }
static inline cyclescope_measure cyclescope_counted(cyclescope_measure batch) { return batch; }
static inline uint32_t cyclescope_preemptions(void) { return 0; }

#endif

#endif
