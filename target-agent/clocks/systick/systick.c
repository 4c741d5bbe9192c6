#include <stdbool.h>
#include <stddef.h>

#include "../../parts/cortex-m/core.h"
#include "../moves.h"
#include "cyclescope/clock.h"
#include "cyclescope/port.h"
#include "cyclescope_clock.h"
#include "cyclescope_os.h"

/* Tests substitute plain memory. */
#ifndef CYCLESCOPE_SYSTEM_CONTROL
#define CYCLESCOPE_SYSTEM_CONTROL 0xE000E000u
#define FENCE() __asm volatile("isb" ::: "memory")
#else
#define FENCE()
#endif
#ifndef CYCLESCOPE_VECTORS_AT
#define CYCLESCOPE_VECTORS_AT(address) ((const uint32_t *)(uintptr_t)(address))
#endif

#define REGISTER(offset) (*(volatile uint32_t *)(CYCLESCOPE_SYSTEM_CONTROL + (offset)))
#define CONTROL REGISTER(0x010u)
#define RELOAD REGISTER(0x014u)
#define VALUE REGISTER(0x018u)
#define ICSR REGISTER(0xD04u)
#define SCB_VTOR REGISTER(0xD08u)

#define ENABLED 1u
#define COUNTS_CORE_CLOCK 4u
#define SYSTICK_PENDS (1u << 26)

static struct {
    /** Cycles up to the next wrap: the timer counts down to it. */
    volatile uint32_t base;
    uint32_t period;
    /** The longest time from a wrap to its handler. */
    volatile uint32_t latest;
} s_clock;

uint32_t cyclescope_systick_now(void)
{
    uint32_t base;
    uint32_t left;
    uint32_t pends;
    FENCE();
    do {
        base = s_clock.base;
        left = VALUE;
        pends = ICSR & SYSTICK_PENDS;
    } while (base != s_clock.base);
    if (pends) {
        /* Masked: the timer has wrapped, and its handler has not added that yet. */
        left = VALUE;
        base += s_clock.period;
    }
    return base - left;
}

static void count_wrap(void)
{
    const uint32_t late = s_clock.period - 1u - VALUE;
    s_clock.base += s_clock.period;
    if (late > s_clock.latest) s_clock.latest = late;
}

#ifdef CYCLESCOPE_SYSTICK_IN_TABLE

void SysTick_Handler(void);

void cyclescope_systick_handler(void)
{
    count_wrap();
    SysTick_Handler();
}

static bool is_in_front(void) { return true; }

#else

#include "../../parts/cortex-m/interrupt.h"

#define SYSTICK_VECTOR 15u

static uint32_t s_vectors[CYCLESCOPE_VECTORS] __attribute__((aligned(CYCLESCOPE_VECTORS * 4u)));
static void (*s_kernel_tick)(void);

void cyclescope_systick_handler(void)
{
    count_wrap();
    s_kernel_tick();
}

static uint32_t own_table(void) { return (uint32_t)(uintptr_t)s_vectors; }

/** The application's table may be in flash: the core is pointed at a copy with our handler. */
static bool is_in_front(void)
{
    if (SCB_VTOR == own_table()) return true;
    const uint32_t mask = cyclescope_core_mask();
    const uint32_t before = SCB_VTOR;
    const uint32_t *from = CYCLESCOPE_VECTORS_AT(before);
    for (uint32_t i = 0; i < CYCLESCOPE_VECTORS; ++i) s_vectors[i] = from[i];
    s_kernel_tick = (void (*)(void))(uintptr_t)s_vectors[SYSTICK_VECTOR];
    s_vectors[SYSTICK_VECTOR] = (uint32_t)(uintptr_t)cyclescope_systick_handler;
    SCB_VTOR = own_table();
    cyclescope_core_synchronise();
    const bool is_replaced = SCB_VTOR == own_table();
    cyclescope_core_unmask(mask);
    return is_replaced;
}

#endif

static cyclescope_clock_info s_info = {
    .name = "systick", .unit = "cycles", .ratio_num = 1, .ratio_den = 1};

const cyclescope_clock_info *cyclescope_clock_info_get(void)
{
    s_info.hz = cyclescope_port_core_hz();
    return &s_info;
}

void cyclescope_clock_start(void)
{
    s_clock.period = RELOAD + 1u;
    s_clock.base = s_clock.period;
}

const char *cyclescope_clock_check(void)
{
#if defined(configUSE_TICKLESS_IDLE) && configUSE_TICKLESS_IDLE
    return "tickless idle reprograms SysTick, which is the clock here: define "
           "configUSE_TICKLESS_IDLE 0 in the build with the agent";
#else
    if (!(CONTROL & ENABLED)) return "SysTick does not run: another timer makes the kernel's ticks";
    if (!(CONTROL & COUNTS_CORE_CLOCK)) return "SysTick does not count the core's clock";
    if (RELOAD + 1u != s_clock.period) return "something changed SysTick's period meanwhile";
    if (!is_in_front()) {
        return "this core cannot move its vector table into RAM, so SysTick's wraps cannot be "
               "counted";
    }
    if (!cyclescope_clock_moves()) return "SysTick does not move";
    return cyclescope_port_core_hz() ? NULL : "the system does not know its core's clock rate";
#endif
}

void cyclescope_clock_begin_block(void) { s_clock.latest = 0; }

/**
 * Interrupts that are masked for longer than a period hide a wrap. The masked time is known only up to
 * a period: code that masks for longer than that is also seen to mask for more than half of one.
 */
const char *cyclescope_clock_check_block(void)
{
    if (!cyclescope_clock_moves()) return "SysTick had stopped by the end of a block";
    if (s_clock.latest <= s_clock.period / 2u) return NULL;
    return "interrupts were masked for more than half a kernel tick: SysTick as the clock misses "
           "what takes longer than one";
}
