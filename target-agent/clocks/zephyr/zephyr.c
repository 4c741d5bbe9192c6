#include <stddef.h>

#include "../moves.h"
#include "cyclescope/clock.h"
#include "cyclescope_clock.h"

#define NS_PER_SECOND 1000000000u

static cyclescope_clock_info s_info = {.name = "k_cycle_get_32", .unit = "ns"};

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    while (b) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

const cyclescope_clock_info *cyclescope_clock_info_get(void)
{
    const uint32_t hz = (uint32_t)sys_clock_hw_cycles_per_sec();
    const uint32_t divisor = common_divisor(NS_PER_SECOND, hz);
    s_info.hz = hz;
    s_info.ratio_num = NS_PER_SECOND / divisor;
    s_info.ratio_den = hz / divisor;
    return &s_info;
}

/* Already started by the kernel. */
void cyclescope_clock_start(void) {}

const char *cyclescope_clock_check(void)
{
    return cyclescope_clock_moves() ? NULL : "the kernel's counter k_cycle_get_32() does not move";
}

/* A step backwards, seen with this kind of counter, shows up as a window that is too long. */
void cyclescope_clock_begin_block(void) {}

const char *cyclescope_clock_check_block(void)
{
    return cyclescope_clock_moves() ? NULL : "the clock had stopped by the end of a block";
}
