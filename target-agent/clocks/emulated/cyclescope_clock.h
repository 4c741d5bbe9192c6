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

/* For window.h. A down-counter. */
#define CYCLESCOPE_CLOCK_REGISTER (CYCLESCOPE_TIMER_BASE + 4u)
#define CYCLESCOPE_CLOCK_FENCE ""
#define CYCLESCOPE_CLOCK_CONVERT "mvn %0, %0\n"

CYCLESCOPE_INLINE uint32_t cyclescope_clock_now(void)
{
    return ~*(volatile const uint32_t *)CYCLESCOPE_CLOCK_REGISTER;
}

#endif
