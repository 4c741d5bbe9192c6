/** The kernel's monotonic clock in nanoseconds, truncated to 32 bits. */
#ifndef CYCLESCOPE_POSIX_CLOCK_H
#define CYCLESCOPE_POSIX_CLOCK_H

#include <stdint.h>
#include <time.h>

#include "cyclescope/inline.h"

CYCLESCOPE_INLINE uint32_t cyclescope_clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)now.tv_sec * 1000000000u + (uint32_t)now.tv_nsec;
}

#endif
