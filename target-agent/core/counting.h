/**
 * Batches whose values are a processor's counter instead of the clock. Reading such a counter may
 * be a system call, so that it stands around whole batches, in a pass of its own.
 */
#ifndef CYCLESCOPE_COUNTING_H
#define CYCLESCOPE_COUNTING_H

#include "cyclescope/bench.h"

/** The number of batches that are counted: counts scatter little, and every batch costs time. */
#define CYCLESCOPE_COUNTED_BATCHES 10u

#ifdef CYCLESCOPE_COUNTERS

/** Is there a counter? */
bool cyclescope_counting_possible(void);

/** A measuring function that counts each of the batches of `batch`, until the next call. */
cyclescope_measure cyclescope_counted(cyclescope_measure batch);

#else

/* Microcontrollers have clocks that count as well, and no room for this. */
static inline bool cyclescope_counting_possible(void) { return false; }
static inline cyclescope_measure cyclescope_counted(cyclescope_measure batch) { return batch; }

#endif

#endif
