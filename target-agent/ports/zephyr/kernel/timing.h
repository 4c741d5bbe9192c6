/** Zephyr's time and sleeping. */
#ifndef CYCLESCOPE_TIMING_H
#define CYCLESCOPE_TIMING_H

#include <stdint.h>
#include <zephyr/kernel.h>

#include "cyclescope/inline.h"

#if CONFIG_SYS_CLOCK_TICKS_PER_SEC < 1000
#define CYCLESCOPE_SLEEP_REFUSED                                                                \
    "a tick of Zephyr is longer than 1 ms here: needs CONFIG_SYS_CLOCK_TICKS_PER_SEC=1000, or " \
    "more"
#endif

/** Microseconds since the start, in steps of a tick. */
CYCLESCOPE_INLINE uint64_t cyclescope_os_time_us(void)
{
    return k_ticks_to_us_floor64((uint64_t)k_uptime_ticks());
}
CYCLESCOPE_INLINE void cyclescope_os_sleep_ms(uint32_t ms) { (void)k_msleep((int32_t)ms); }
/** The kernel has only one way to wait that does not keep the core busy. */
CYCLESCOPE_INLINE void cyclescope_os_delay_ms(uint32_t ms) { (void)k_sleep(K_MSEC(ms)); }

#endif
