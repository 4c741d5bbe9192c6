/** Shared by operations that sleep: no sleep may end early. */
#ifndef CYCLESCOPE_SLEEP_ROUND_H
#define CYCLESCOPE_SLEEP_ROUND_H

#include "cyclescope/bench.h"
#include "cyclescope/clock.h"

/** Each lasts a millisecond. */
#define CYCLESCOPE_SLEEPS 100u

static uint32_t s_too_short;

CYCLESCOPE_UNUSED static const char *may_sleep(cyclescope_run *run)
{
    (void)run;
    s_too_short = 0;
    return CYCLESCOPE_SLEEP_REFUSED;
}

/** Clock ticks in a millisecond, minus the kernel tick during which the sleep may begin. */
CYCLESCOPE_INLINE uint32_t shortest_sleep(void)
{
    const uint32_t hz = cyclescope_clock_info_get()->hz;
#ifdef CYCLESCOPE_OS_TICK_HZ
    const uint32_t tick = hz / CYCLESCOPE_OS_TICK_HZ;
    return hz / 1000u > tick ? hz / 1000u - tick : 0;
#else
    return hz / 1000u;
#endif
}

CYCLESCOPE_UNUSED static void check_length(cyclescope_run *run, uint32_t i)
{
    (void)i;
    if ((run->store[run->stored - 1u].value >> 1) < shortest_sleep()) ++s_too_short;
}

CYCLESCOPE_UNUSED static const char *check_sleeps(cyclescope_run *run)
{
    (void)run;
    return s_too_short ? "a sleep was shorter than it was to be" : NULL;
}

#endif
