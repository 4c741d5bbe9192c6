/**
 * Counts instructions under QEMU: with `-icount shift=S,sleep=off` every instruction takes 2^S ns
 * of emulated time, which the CMSDK timer counts in ticks of 40 ns.
 */
#ifndef CYCLESCOPE_EMULATED_CLOCK_H
#define CYCLESCOPE_EMULATED_CLOCK_H

#include <stdint.h>

#include "cyclescope/inline.h"

#ifndef CYCLESCOPE_TIMER_BASE
#define CYCLESCOPE_TIMER_BASE 0x40000000u
#endif

#define CYCLESCOPE_CLOCK_RUNS_IN_SLEEP 1

CYCLESCOPE_INLINE uint32_t cyclescope_clock_now(void)
{
    /* A down-counter. */
    return ~*(volatile const uint32_t *)(CYCLESCOPE_TIMER_BASE + 4u);
}

#endif
