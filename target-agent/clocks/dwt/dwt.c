#include <stddef.h>

#include "../moves.h"
#include "cyclescope/clock.h"
#include "cyclescope/port.h"
#include "cyclescope_clock.h"
#include "cyclescope_os.h"

#if defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__)
#error "Cortex-M0, M0+ and M23 have no cycle counter: choose CLOCK systick"
#endif
#ifndef CYCLESCOPE_OS_TICK_HZ
#error "cyclescope_os.h must define how often the kernel ticks: CYCLESCOPE_OS_TICK_HZ"
#endif
#ifndef CYCLESCOPE_OS_LAST_TICK
#define CYCLESCOPE_OS_LAST_TICK UINT32_MAX
#endif
#ifndef CYCLESCOPE_DEMCR
#define CYCLESCOPE_DEMCR 0xE000EDFCu
#endif

#ifndef CYCLESCOPE_DWT_LOCK
#define CYCLESCOPE_DWT_LOCK (CYCLESCOPE_DWT_BASE + 0xFB0u)
#endif

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define DEMCR REGISTER(CYCLESCOPE_DEMCR)
#define DWT_CTRL REGISTER(CYCLESCOPE_DWT_BASE)
#define DWT_LAR REGISTER(CYCLESCOPE_DWT_LOCK)
#define DWT_LSR REGISTER(CYCLESCOPE_DWT_LOCK + 4u)

#define TRACE_ENABLE (1u << 24)
#define CYCLE_COUNTER_ENABLE 1u
#define UNLOCK 0xC5ACCE55u
/* The lock exists and is closed; cores without one read zero. */
#define LOCKED 3u

/* The first tick of a block may be due at any time, and the last one may be counted late. */
#define TICKS_UNSURE 2u
/* A core may run from an oscillator that is off by some percent; the host judges that. */
#define MOST_PERCENT_BEHIND 10u
#define PERCENT_AHEAD 1u

static cyclescope_clock_info s_info = {
    .name = "dwt-cyccnt",
    .unit = "cycles",
    .ratio_num = 1,
    .ratio_den = 1,
#if !CYCLESCOPE_CLOCK_RUNS_IN_SLEEP
    .asleep = "it waits asleep, and the cycle counter stops in a sleeping core",
#endif
};

static uint32_t s_block_start;
static uint32_t s_block_tick;

const cyclescope_clock_info *cyclescope_clock_info_get(void)
{
    /* Boards start on a slow clock and raise it later. */
    s_info.hz = cyclescope_port_core_hz();
    return &s_info;
}

void cyclescope_clock_start(void)
{
    /* A detaching debugger may have cleared trace enable, and the M7 locks the unit. */
    DEMCR |= TRACE_ENABLE;
    DWT_LAR = UNLOCK;
    DWT_CTRL |= CYCLE_COUNTER_ENABLE;
}

const char *cyclescope_clock_check(void)
{
    if (!(DEMCR & TRACE_ENABLE) || !(DWT_CTRL & CYCLE_COUNTER_ENABLE)) cyclescope_clock_start();
    if (!(DEMCR & TRACE_ENABLE)) return "the core has no trace unit: DEMCR.TRCENA does not stick";
    /* NOCYCCNT is unreliable: emulators leave it clear without having a counter. */
    if (!cyclescope_clock_moves()) {
        return (DWT_LSR & LOCKED) == LOCKED
                   ? "the cycle counter is locked: DWT_LAR does not take the key"
                   : "the cycle counter DWT_CYCCNT does not move";
    }
    return cyclescope_port_core_hz() ? NULL : "the system does not know its core's clock rate";
}

void cyclescope_clock_begin_block(void)
{
    s_block_tick = cyclescope_os_ticks();
    s_block_start = cyclescope_clock_now();
}

/**
 * Compares the counter with the kernel's ticks, which continue while it has stopped. Where whole
 * counter periods are missing, the counter wrapped unread; nothing else reports that.
 */
static bool is_behind(uint32_t counted, uint32_t ticks)
{
    /* Without a division of 64 bits, which would be a function of its own in small images. */
    const uint32_t tick = cyclescope_port_core_hz() / CYCLESCOPE_OS_TICK_HZ;
    const uint64_t due = (uint64_t)ticks * tick;
    const uint32_t unsure = TICKS_UNSURE * tick;
    if (due <= counted) return false;
    const uint64_t most = due + unsure + (uint64_t)ticks * (tick / 100u * PERCENT_AHEAD + 1u);
    const uint32_t wraps = (uint32_t)((most - counted) >> 32);
    if (wraps) cyclescope_clock_add_wraps(wraps);
    const uint64_t total = ((uint64_t)wraps << 32) + counted;
    return total + unsure + (uint64_t)ticks * (tick / 100u * MOST_PERCENT_BEHIND) < due;
}

const char *cyclescope_clock_check_block(void)
{
    const uint32_t counted = cyclescope_clock_now() - s_block_start;
    const uint32_t ticks = (cyclescope_os_ticks() - s_block_tick) & CYCLESCOPE_OS_LAST_TICK;
    if (!cyclescope_clock_moves()) return "the cycle counter had stopped by the end of a block";
    if (!is_behind(counted, ticks)) return NULL;
    return "the cycle counter fell behind the kernel's ticks: "
           "the core slept in a block, or is slower than it claims";
}
