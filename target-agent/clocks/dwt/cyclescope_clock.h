/** Counts core cycles with the cycle counter of a Cortex-M's DWT unit. */
#ifndef CYCLESCOPE_DWT_CLOCK_H
#define CYCLESCOPE_DWT_CLOCK_H

#include <stdint.h>

#include "cyclescope/inline.h"

#ifndef CYCLESCOPE_DWT_BASE
#define CYCLESCOPE_DWT_BASE 0xE0001000u
#endif

/** Set by the build for boards whose counter keeps running while the core sleeps. */
#ifndef CYCLESCOPE_CLOCK_RUNS_IN_SLEEP
#define CYCLESCOPE_CLOCK_RUNS_IN_SLEEP 0
#endif

/* For window.h. Without the fence a dual-issue core reads before the operation has finished. */
#define CYCLESCOPE_CLOCK_REGISTER (CYCLESCOPE_DWT_BASE + 4u)
#define CYCLESCOPE_CLOCK_FENCE "isb\n"
#define CYCLESCOPE_CLOCK_CONVERT ""

CYCLESCOPE_INLINE uint32_t cyclescope_clock_now(void)
{
#ifdef __arm__
    __asm volatile(CYCLESCOPE_CLOCK_FENCE ::: "memory");
#endif
    return *(volatile const uint32_t *)CYCLESCOPE_CLOCK_REGISTER;
}

#endif
