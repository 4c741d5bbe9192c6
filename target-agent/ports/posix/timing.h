/** The kernel's time and sleeping. */
#ifndef CYCLESCOPE_TIMING_H
#define CYCLESCOPE_TIMING_H

#include <stdint.h>
#include <time.h>

#include "cyclescope/inline.h"

#if CYCLESCOPE_TRACED
#define CYCLESCOPE_SLEEP_REFUSED                                                               \
    "the trace would hold all that others do meanwhile, and lose of it: measure it without a " \
    "trace"
#endif

/** Microseconds of the monotonic clock, which is never set. */
CYCLESCOPE_INLINE uint64_t cyclescope_os_time_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}
CYCLESCOPE_INLINE void cyclescope_os_sleep_ms(uint32_t ms)
{
    const struct timespec pause = {.tv_sec = ms / 1000u, .tv_nsec = (long)(ms % 1000u) * 1000000};
    nanosleep(&pause, NULL);
}
/** Waits on the same clock that the time is read from. */
CYCLESCOPE_INLINE void cyclescope_os_delay_ms(uint32_t ms)
{
    const struct timespec pause = {.tv_sec = ms / 1000u, .tv_nsec = (long)(ms % 1000u) * 1000000};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
}

#endif
