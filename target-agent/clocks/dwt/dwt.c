#include <stddef.h>

#include "cyclescope/clock.h"
#include "cyclescope_clock.h"

#ifndef CYCLESCOPE_DEMCR
#define CYCLESCOPE_DEMCR 0xE000EDFCu
#endif
#ifndef CYCLESCOPE_CORE_HZ
#error "the board must say how fast its core runs: CYCLESCOPE_CORE_HZ"
#endif

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define DEMCR REGISTER(CYCLESCOPE_DEMCR)
#define DWT_CTRL REGISTER(CYCLESCOPE_DWT_BASE)
#define DWT_CYCCNT REGISTER(CYCLESCOPE_DWT_BASE + 4u)
#define DWT_LAR REGISTER(CYCLESCOPE_DWT_BASE + 0xFB0u)

#define TRACE_ENABLE (1u << 24)
#define CYCLE_COUNTER_ENABLE 1u
#define UNLOCK 0xC5ACCE55u

static const cyclescope_clock_info s_info = {.name = "dwt-cyccnt",
                                             .hz = CYCLESCOPE_CORE_HZ,
                                             .unit = "cycles",
                                             .ratio_num = 1,
                                             .ratio_den = 1};

const cyclescope_clock_info *cyclescope_clock_info_get(void) { return &s_info; }

void cyclescope_clock_start(void)
{
    /* A debugger that detaches may have cleared the trace enable, and the M7 locks the unit. */
    DEMCR |= TRACE_ENABLE;
    DWT_LAR = UNLOCK;
    DWT_CTRL |= CYCLE_COUNTER_ENABLE;
}

const char *cyclescope_clock_check(void)
{
    if (!(DEMCR & TRACE_ENABLE) || !(DWT_CTRL & CYCLE_COUNTER_ENABLE)) cyclescope_clock_start();
    if (!(DEMCR & TRACE_ENABLE)) return "the core has no trace unit: DEMCR.TRCENA does not stick";
    /* The bit NOCYCCNT is not to be trusted: emulators leave it clear without a counter. */
    const uint32_t before = DWT_CYCCNT;
    for (volatile uint32_t rounds = 0; rounds < 100u; ++rounds) {
    }
    return DWT_CYCCNT != before ? NULL : "the cycle counter DWT_CYCCNT does not move";
}
