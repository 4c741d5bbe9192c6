/** POSIX's time and sleeping on Zephyr. */
#ifndef CYCLESCOPE_TIMING_H
#define CYCLESCOPE_TIMING_H

#include <stdint.h>
#include <zephyr/posix/time.h>

#include "cyclescope/inline.h"

#if CONFIG_SYS_CLOCK_TICKS_PER_SEC < 1000
#define CYCLESCOPE_SLEEP_REFUSED                                                                \
    "a tick of Zephyr is longer than 1 ms here: needs CONFIG_SYS_CLOCK_TICKS_PER_SEC=1000, or " \
    "more"
#endif

/** Microseconds of the monotonic clock, which is never set. */
CYCLESCOPE_INLINE uint64_t cyclescope_os_time_us(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}
CYCLESCOPE_INLINE void cyclescope_os_sleep_ms(uint32_t ms)
{
    const struct timespec pause = {.tv_sec = ms / 1000u, .tv_nsec = (long)(ms % 1000u) * 1000000};
    (void)nanosleep(&pause, NULL);
}
/** Not every version of Zephyr has a second call for it. */
CYCLESCOPE_INLINE void cyclescope_os_delay_ms(uint32_t ms) { cyclescope_os_sleep_ms(ms); }

#endif
