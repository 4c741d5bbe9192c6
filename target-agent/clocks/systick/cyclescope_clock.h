/**
 * Counts core cycles with the SysTick timer, for cores without a cycle counter: what it has counted
 * since the last kernel tick, on top of the ticks.
 */
#ifndef CYCLESCOPE_SYSTICK_CLOCK_H
#define CYCLESCOPE_SYSTICK_CLOCK_H

#include <stdint.h>

#include "cyclescope/inline.h"

/** SysTick continues in a core that waits for an interrupt; debug ports of some chips do not. */
#ifndef CYCLESCOPE_CLOCK_RUNS_IN_SLEEP
#define CYCLESCOPE_CLOCK_RUNS_IN_SLEEP 0
#endif

#define CYCLESCOPE_CLOCK_IS_SYSTICK 1

/** A function, so that every reading executes the same instructions. */
uint32_t cyclescope_systick_now(void);

CYCLESCOPE_INLINE uint32_t cyclescope_clock_now(void) { return cyclescope_systick_now(); }

/** Handles SysTick in front of the kernel. A board with a vector table of its own names it there. */
void cyclescope_systick_handler(void);

#endif
