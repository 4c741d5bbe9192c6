#include "check.h"
#include "cyclescope/clock.h"
#include "cyclescope/port.h"
#include "cyclescope_clock.h"
#include "cyclescope_os.h"

#define TRACE_ENABLE (1u << 24)
#define LOCK (0xFB0u / 4u)
#define LOCK_STATUS (0xFB4u / 4u)
#define KEY 0xC5ACCE55u
#define IMPLEMENTED 1u
#define LOCKED 3u
#define CYCLES_PER_TICK 600000u

static const char s_behind[] =
    "the cycle counter fell behind the kernel's ticks: the core slept in a block, or is slower "
    "than it claims";

static struct {
    uint32_t unit[0x400];
    uint32_t demcr;
    uint32_t hz;
    uint32_t ticks;
    uint32_t missed;
    bool absent;   /* DEMCR.TRCENA does not stick */
    bool standing; /* the counter has no clock */
    bool lockable; /* locked like the Cortex-M7: without its key the unit ignores writes */
    bool jammed;   /* no key unlocks it */
} s_core;

uintptr_t fake_demcr(void)
{
    if (s_core.absent) s_core.demcr = 0;
    return (uintptr_t)&s_core.demcr;
}

uintptr_t fake_dwt(void)
{
    const bool open = !s_core.lockable || (s_core.unit[LOCK] == KEY && !s_core.jammed);
    if (s_core.lockable) s_core.unit[LOCK_STATUS] = open ? IMPLEMENTED : LOCKED;
    if (!open) s_core.unit[0] = 0;
    const bool counts = (s_core.demcr & TRACE_ENABLE) && (s_core.unit[0] & 1u) && !s_core.standing;
    if (counts) s_core.unit[1] += 3u;
    return (uintptr_t)s_core.unit;
}

uint32_t cyclescope_port_core_hz(void) { return s_core.hz; }
uint32_t cyclescope_os_ticks(void) { return s_core.ticks & CYCLESCOPE_OS_LAST_TICK; }
void cyclescope_clock_add_wraps(uint32_t wraps) { s_core.missed += wraps; }

static void reset(void)
{
    memset(&s_core, 0, sizeof s_core);
    s_core.hz = 600000000u;
}

static void started(void)
{
    reset();
    cyclescope_clock_start();
    CHECK(!cyclescope_clock_check());
}

/** Runs a block of `ticks` in which the counter counts `cycles`. */
static const char *block(uint32_t ticks, uint64_t cycles)
{
    cyclescope_clock_begin_block();
    s_core.ticks += ticks;
    s_core.unit[1] += (uint32_t)cycles;
    s_core.missed = 0;
    return cyclescope_clock_check_block();
}

TEST(starting_unlocks_the_unit_and_enables_the_counter)
{
    reset();
    s_core.demcr = 0x00000400u;
    s_core.unit[0] = 0x40000000u;
    cyclescope_clock_start();
    CHECK_EQUAL(s_core.unit[LOCK], KEY);
    CHECK_EQUAL(s_core.demcr, 0x00000400u | TRACE_ENABLE);
    CHECK_EQUAL(s_core.unit[0], 0x40000001u);
    CHECK(!cyclescope_clock_check());
}

TEST(a_unit_that_is_locked_again_is_unlocked_again)
{
    reset();
    s_core.lockable = true;
    cyclescope_clock_start();
    CHECK(!cyclescope_clock_check());
    s_core.unit[LOCK] = 0;
    (void)cyclescope_clock_now();
    CHECK_EQUAL(s_core.unit[LOCK_STATUS], LOCKED);
    CHECK(!cyclescope_clock_check());
    CHECK_EQUAL(s_core.unit[LOCK_STATUS], IMPLEMENTED);
}

TEST(a_unit_that_rejects_the_key_is_reported)
{
    reset();
    s_core.lockable = s_core.jammed = true;
    cyclescope_clock_start();
    CHECK_TEXT(cyclescope_clock_check(),
               "the cycle counter is locked: DWT_LAR does not take the key");
}

TEST(a_counter_stopped_by_a_debugger_restarts_without_going_back_in_time)
{
    reset();
    cyclescope_clock_start();
    for (int i = 0; i < 100; ++i) (void)cyclescope_clock_now();
    const uint32_t before = cyclescope_clock_now();
    s_core.demcr = 0;
    s_core.unit[LOCK] = 0;
    CHECK(!cyclescope_clock_check());
    CHECK_EQUAL(s_core.demcr, TRACE_ENABLE);
    CHECK_EQUAL(s_core.unit[LOCK], KEY);
    s_core.unit[0] = 0;
    CHECK(!cyclescope_clock_check());
    CHECK_EQUAL(s_core.unit[0], 1);
    CHECK(cyclescope_clock_now() > before);
}

TEST(a_stopped_counter_is_reported)
{
    started();
    s_core.standing = true;
    CHECK_TEXT(cyclescope_clock_check(), "the cycle counter DWT_CYCCNT does not move");
}

TEST(a_counter_that_a_debugger_stops_in_a_block_is_reported_after_it)
{
    static const char stood[] = "the cycle counter had stopped by the end of a block";
    started();
    cyclescope_clock_begin_block();
    s_core.demcr = 0;
    CHECK_TEXT(cyclescope_clock_check_block(), stood);
    /* Only the check before the next block repairs it. */
    CHECK_TEXT(cyclescope_clock_check_block(), stood);
    CHECK(!cyclescope_clock_check());
    CHECK(!block(0, 1000));
}

TEST(a_core_without_a_trace_unit_is_reported)
{
    reset();
    s_core.absent = true;
    cyclescope_clock_start();
    CHECK_TEXT(cyclescope_clock_check(), "the core has no trace unit: DEMCR.TRCENA does not stick");
}

TEST(an_unknown_rate_is_reported)
{
    started();
    s_core.hz = 0;
    CHECK_TEXT(cyclescope_clock_check(), "the system does not know its core's clock rate");
}

TEST(blocks_with_a_steady_counter_are_accepted)
{
    started();
    CHECK(!block(0, 1000));
    /* The first tick was about to come, and the last was reported late. */
    CHECK(!block(1, 10));
    CHECK(!block(2, 10));
    CHECK(!block(100, 98 * CYCLES_PER_TICK));
    /* Ticks may be lost while interrupts are masked. */
    CHECK(!block(100, 150 * CYCLES_PER_TICK));
    /* An oscillator that is off by some percent. */
    CHECK(!block(1000, 899 * CYCLES_PER_TICK));
    CHECK_EQUAL(s_core.missed, 0);
}

TEST(a_core_that_sleeps_in_a_block_or_is_slower_than_stated_is_reported)
{
    started();
    CHECK_TEXT(block(3, 10), s_behind);
    CHECK_TEXT(block(100, 87 * CYCLES_PER_TICK), s_behind);
    CHECK_TEXT(block(1000, 897 * CYCLES_PER_TICK), s_behind);
    /* The stated rate is 600 MHz, the actual one 528 MHz. */
    CHECK_TEXT(block(1000, 1000ull * 528000u), s_behind);
    s_core.hz = 528000000u;
    CHECK(!block(1000, 1000ull * 528000u));
}

TEST(ticks_that_restart_from_zero_are_counted_on)
{
    started();
    s_core.ticks = 65530;
    CHECK(!block(100, 100 * CYCLES_PER_TICK));
}

TEST(wraps_in_a_long_block_are_reported)
{
    started();
    CHECK(!block(7000, 7000ull * CYCLES_PER_TICK));
    CHECK_EQUAL(s_core.missed, 0);
    CHECK(!block(8000, 8000ull * CYCLES_PER_TICK));
    CHECK_EQUAL(s_core.missed, 1);
    CHECK(!block(60000, 60000ull * CYCLES_PER_TICK));
    CHECK_EQUAL(s_core.missed, 8);
    CHECK(!block(10000, 10000ull * CYCLES_PER_TICK * 97u / 100u));
    CHECK_EQUAL(s_core.missed, 1);
    /* Asleep for most of twenty seconds. */
    CHECK_TEXT(block(20000, 1000ull * CYCLES_PER_TICK), s_behind);
}

TEST(the_clock_counts_single_core_cycles)
{
    reset();
    const cyclescope_clock_info *info = cyclescope_clock_info_get();
    CHECK_TEXT(info->unit, "cycles");
    CHECK_EQUAL(info->hz, 600000000);
    CHECK_EQUAL(info->ratio_num, 1);
    CHECK_EQUAL(info->ratio_den, 1);
    s_core.hz = 528000000u;
    CHECK_EQUAL(cyclescope_clock_info_get()->hz, 528000000);
}

TEST(the_clock_reports_that_it_stops_in_sleep)
{
    CHECK_TEXT(cyclescope_clock_info_get()->asleep,
               "it waits asleep, and the cycle counter stops in a sleeping core");
}
