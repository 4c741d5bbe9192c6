/** Reads the kernel's own counter, for cores without a cycle counter. */
#ifndef CYCLESCOPE_ZEPHYR_CLOCK_H
#define CYCLESCOPE_ZEPHYR_CLOCK_H

#include <stdint.h>
#include <zephyr/kernel.h>

#include "cyclescope/inline.h"

/* The system timer keeps running while the core sleeps, or the kernel would lose ticks. */
#define CYCLESCOPE_CLOCK_RUNS_IN_SLEEP 1

CYCLESCOPE_INLINE uint32_t cyclescope_clock_now(void) { return k_cycle_get_32(); }

#endif
