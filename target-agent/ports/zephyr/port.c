/** Port functions for Zephyr on a Cortex-M, except the stream. */
#include "cyclescope/port.h"

#include <SEGGER_RTT.h>

#include "channels.h"
#include "cyclescope/clock.h"
#include "cyclescope_clock.h"
#include "cyclescope_os.h"
#include "link.h"

/* SysTick counts down from its reload value. */
#define SYSTEM_REGISTER(address) (*(volatile uint32_t *)(address))
#define SYSTICK_RELOAD SYSTEM_REGISTER(0xE000E014u)
#define SYSTICK_VALUE SYSTEM_REGISTER(0xE000E018u)

#define PROBE_SPINS 256u

uint32_t cyclescope_port_core_hz(void)
{
#if CONFIG_CYCLESCOPE_CORE_HZ > 0
    return CONFIG_CYCLESCOPE_CORE_HZ;
#elif defined(CONFIG_CORTEX_M_SYSTICK)
    /* SysTick runs with the core. */
    return (uint32_t)sys_clock_hw_cycles_per_sec();
#else
    return 0;
#endif
}

static void await_tick(void)
{
    const uint32_t tick = cyclescope_os_ticks();
    /* Waiting here instead of blocking keeps threads of lower priority from running. */
    while (cyclescope_os_ticks() == tick) {
#if CYCLESCOPE_CLOCK_RUNS_IN_SLEEP && !defined(CONFIG_TICKLESS_KERNEL)
        __asm volatile("dsb\n wfi\n isb" ::: "memory");
#endif
    }
}

void cyclescope_port_wait_tick(void)
{
    cyclescope_link_serve();
    await_tick();
}

#if defined(CONFIG_TICKLESS_KERNEL)

/* The kernel counts ticks without an interrupt. */
bool cyclescope_os_tick_between(uint32_t start, uint32_t stop)
{
    ARG_UNUSED(start);
    ARG_UNUSED(stop);
    return false;
}

#elif defined(CONFIG_CORTEX_M_SYSTICK)

bool cyclescope_os_tick_between(uint32_t start, uint32_t stop)
{
    const uint32_t since = SYSTICK_RELOAD - SYSTICK_VALUE;
    const uint32_t now = cyclescope_clock_now();
    const uint64_t hz = cyclescope_clock_info_get()->hz;
    const uint32_t tick = now - (uint32_t)(since * hz / (uint32_t)sys_clock_hw_cycles_per_sec());
    return tick - start < stop - start;
}

#else

/* Another timer makes the ticks and only their count is known: assume that the tick is inside. */
bool cyclescope_os_tick_between(uint32_t start, uint32_t stop)
{
    ARG_UNUSED(start);
    ARG_UNUSED(stop);
    return true;
}

#endif

/** Spins in rounds of two instructions, the same on every core. */
static void spin(uint32_t rounds)
{
    __asm volatile(
        "   .syntax unified \n"
        "1: subs %0, #1     \n"
        "   bne 1b          \n"
        : "+l"(rounds)
        :
        : "cc");
}

/** Measured once, right after a tick, so that no tick falls into it. */
static uint32_t spins_per_tick(void)
{
    static uint32_t found;
    if (found) return found;
    await_tick();
    const uint32_t start = cyclescope_clock_now();
    spin(PROBE_SPINS);
    const uint32_t elapsed = cyclescope_clock_now() - start;
    const uint64_t tick = cyclescope_clock_info_get()->hz / CYCLESCOPE_OS_TICK_HZ;
    found = (uint32_t)(tick * PROBE_SPINS / (elapsed ? elapsed : 1u)) | 1u;
    return found;
}

void cyclescope_port_align(uint32_t phase)
{
    const uint32_t rounds = (uint32_t)(((uint64_t)phase * spins_per_tick()) >> 16) + 1u;
    await_tick();
    spin(rounds);
}

void cyclescope_port_idle(void)
{
    cyclescope_link_idle();
    k_sleep(K_TICKS(1));
}

int cyclescope_control_read(void)
{
    char byte;
    return SEGGER_RTT_Read(CYCLESCOPE_CONTROL_CHANNEL, &byte, 1) == 1 ? (unsigned char)byte : -1;
}

uint32_t cyclescope_control_room(void)
{
    return SEGGER_RTT_GetAvailWriteSpace(CYCLESCOPE_CONTROL_CHANNEL);
}

void cyclescope_control_write(const char *text, uint32_t bytes)
{
    SEGGER_RTT_Write(CYCLESCOPE_CONTROL_CHANNEL, text, bytes);
}
