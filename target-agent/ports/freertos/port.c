/** Port functions for FreeRTOS on a Cortex-M, except the stream. */
#include "cyclescope/port.h"

#include "SEGGER_RTT.h"
#include "board.h"
#include "channels.h"
#include "commands.h"
#include "cyclescope/clock.h"
#include "cyclescope_clock.h"
#include "cyclescope_os.h"

/* SysTick counts down from its reload value. */
#define SYSTEM_REGISTER(address) (*(volatile uint32_t *)(address))
#define SYSTICK_CTRL SYSTEM_REGISTER(0xE000E010u)
#define SYSTICK_RELOAD SYSTEM_REGISTER(0xE000E014u)
#define SYSTICK_VALUE SYSTEM_REGISTER(0xE000E018u)
#define SYSTICK_RUNS 1u
#ifdef configSYSTICK_CLOCK_HZ
#define SYSTICK_HZ configSYSTICK_CLOCK_HZ
#else
#define SYSTICK_HZ configCPU_CLOCK_HZ
#endif

uint32_t cyclescope_port_core_hz(void) { return configCPU_CLOCK_HZ; }

void cyclescope_port_wait_tick(void)
{
    const TickType_t tick = xTaskGetTickCount();
    /* Waiting here instead of blocking keeps threads of lower priority from running. */
    while (xTaskGetTickCount() == tick) {
        if (CYCLESCOPE_CLOCK_RUNS_IN_SLEEP) __asm volatile("dsb\n wfi\n isb" ::: "memory");
    }
}

/** Returns how many ticks of the benchmarks' clock a number of SysTick's ticks takes. */
static uint32_t to_clock_ticks(uint32_t systicks)
{
#ifdef CYCLESCOPE_CLOCK_IS_SYSTICK
    return systicks;
#else
    const uint64_t hz = cyclescope_clock_info_get()->hz;
    return (uint32_t)(systicks * hz / SYSTICK_HZ);
#endif
}

bool cyclescope_os_tick_between(uint32_t start, uint32_t stop)
{
    /* Another timer makes the ticks, as in tickless kernels: assume that the tick is inside. */
    if (!(SYSTICK_CTRL & SYSTICK_RUNS)) return true;
    const uint32_t since = SYSTICK_RELOAD - SYSTICK_VALUE;
    const uint32_t now = cyclescope_clock_now();
    const uint32_t tick = now - to_clock_ticks(since);
    return tick - start < stop - start;
}

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

#ifdef CYCLESCOPE_SPINS_PER_TICK
static uint32_t spins_per_tick(void) { return CYCLESCOPE_SPINS_PER_TICK; }
#else
#define PROBE_SPINS 256u

/** Measured once, right after a tick, so that no tick falls into it. */
static uint32_t spins_per_tick(void)
{
    static uint32_t found;
    if (found) return found;
    cyclescope_port_wait_tick();
    const uint32_t start = cyclescope_clock_now();
    spin(PROBE_SPINS);
    const uint32_t elapsed = cyclescope_clock_now() - start;
    const uint32_t tick = cyclescope_clock_info_get()->hz / configTICK_RATE_HZ;
    const uint32_t probe = elapsed ? elapsed : 1u;
    /* In two parts, because the product with a whole tick may need more than 32 bits. */
    found = (tick / probe * PROBE_SPINS + tick % probe * PROBE_SPINS / probe) | 1u;
    return found;
}
#endif

void cyclescope_port_align(uint32_t phase)
{
    const uint32_t rounds = (uint32_t)(((uint64_t)phase * spins_per_tick()) >> 16) + 1u;
    cyclescope_port_wait_tick();
    spin(rounds);
}

void cyclescope_port_idle(void) { vTaskDelay(1); }

int cyclescope_control_read(void)
{
    char byte;
    return SEGGER_RTT_Read(CYCLESCOPE_CONTROL_CHANNEL, &byte, 1) == 1 ? (unsigned char)byte : -1;
}

static uint32_t control_room(void)
{
    return SEGGER_RTT_GetAvailWriteSpace(CYCLESCOPE_CONTROL_CHANNEL);
}

#ifdef CYCLESCOPE_CONTROL_IN_PIECES

/* Writing waits instead, because a line may be longer than the channel's buffer. */
uint32_t cyclescope_control_room(void) { return CYCLESCOPE_LINE_OUT; }

void cyclescope_control_write(const char *text, uint32_t bytes)
{
    while (bytes > 0) {
        const uint32_t room = control_room();
        const uint32_t piece = room < bytes ? room : bytes;
        SEGGER_RTT_Write(CYCLESCOPE_CONTROL_CHANNEL, text, piece);
        text += piece;
        bytes -= piece;
        if (bytes > 0) cyclescope_port_idle();
    }
}

#else

uint32_t cyclescope_control_room(void) { return control_room(); }

void cyclescope_control_write(const char *text, uint32_t bytes)
{
    SEGGER_RTT_Write(CYCLESCOPE_CONTROL_CHANNEL, text, bytes);
}

#endif
