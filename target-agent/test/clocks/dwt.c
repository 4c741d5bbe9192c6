#include "check.h"
#include "cyclescope/clock.h"
#include "cyclescope_clock.h"

#define TRACE_ENABLE (1u << 24)
#define LOCK (0xFB0u / 4u)

static struct {
    uint32_t unit[0x400];
    uint32_t demcr;
    bool absent;   /* DEMCR.TRCENA does not stick */
    bool standing; /* the counter has no clock */
} s_core;

uintptr_t fake_demcr(void)
{
    if (s_core.absent) s_core.demcr = 0;
    return (uintptr_t)&s_core.demcr;
}

uintptr_t fake_dwt(void)
{
    const bool counts = (s_core.demcr & TRACE_ENABLE) && (s_core.unit[0] & 1u) && !s_core.standing;
    if (counts) s_core.unit[1] += 3u;
    return (uintptr_t)s_core.unit;
}

static void reset(void) { memset(&s_core, 0, sizeof s_core); }

TEST(starting_unlocks_the_unit_and_enables_the_counter)
{
    reset();
    s_core.demcr = 0x00000400u;
    s_core.unit[0] = 0x40000000u;
    cyclescope_clock_start();
    CHECK_EQUAL(s_core.unit[LOCK], 0xC5ACCE55u);
    CHECK_EQUAL(s_core.demcr, 0x00000400u | TRACE_ENABLE);
    CHECK_EQUAL(s_core.unit[0], 0x40000001u);
    CHECK(!cyclescope_clock_check());
}

TEST(what_a_debugger_switched_off_is_switched_on_again_without_going_back_in_time)
{
    reset();
    cyclescope_clock_start();
    for (int i = 0; i < 100; ++i) (void)cyclescope_clock_now();
    const uint32_t before = cyclescope_clock_now();
    s_core.demcr = 0;
    s_core.unit[LOCK] = 0;
    CHECK(!cyclescope_clock_check());
    CHECK_EQUAL(s_core.demcr, TRACE_ENABLE);
    CHECK_EQUAL(s_core.unit[LOCK], 0xC5ACCE55u);
    s_core.unit[0] = 0;
    CHECK(!cyclescope_clock_check());
    CHECK_EQUAL(s_core.unit[0], 1);
    CHECK(cyclescope_clock_now() > before);
}

TEST(a_counter_that_stands_still_is_found_out)
{
    reset();
    cyclescope_clock_start();
    s_core.standing = true;
    CHECK_TEXT(cyclescope_clock_check(), "the cycle counter DWT_CYCCNT does not move");
}

TEST(a_core_without_a_trace_unit_is_found_out)
{
    reset();
    s_core.absent = true;
    cyclescope_clock_start();
    CHECK_TEXT(cyclescope_clock_check(), "the core has no trace unit: DEMCR.TRCENA does not stick");
}

TEST(it_counts_cycles_of_the_core_one_by_one)
{
    const cyclescope_clock_info *info = cyclescope_clock_info_get();
    CHECK_TEXT(info->unit, "cycles");
    CHECK_EQUAL(info->hz, 600000000);
    CHECK_EQUAL(info->ratio_num, 1);
    CHECK_EQUAL(info->ratio_den, 1);
}
