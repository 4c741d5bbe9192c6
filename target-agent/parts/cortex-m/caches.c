#include "caches.h"

#include <stddef.h>
#include <stdint.h>

#include "cyclescope/port.h"
#include "cyclescope/worst_case.h"

/* Tests substitute plain memory. */
#ifndef CYCLESCOPE_SYSTEM_CONTROL
#define CYCLESCOPE_SYSTEM_CONTROL 0xE000E000u
#define BARRIER() __asm volatile("dsb\n isb" ::: "memory")
#define INTERRUPTS_OFF(mask) __asm volatile("mrs %0, primask\n cpsid i" : "=r"(mask)::"memory")
#define INTERRUPTS_AS(mask) __asm volatile("msr primask, %0" ::"r"(mask) : "memory")
#else
#define BARRIER() fake_barrier()
#define INTERRUPTS_OFF(mask) ((mask) = fake_interrupts(1u))
#define INTERRUPTS_AS(mask) ((void)fake_interrupts(mask))
#endif

#define REGISTER(offset) (*(volatile uint32_t *)(CYCLESCOPE_SYSTEM_CONTROL + (offset)))
#define SCB_CCR REGISTER(0xD14u)
#define SCB_CLIDR REGISTER(0xD78u)
#define SCB_CCSIDR REGISTER(0xD80u)
#define SCB_CSSELR REGISTER(0xD84u)
#define SCB_ICIALLU REGISTER(0xF50u)
#define SCB_DCCISW REGISTER(0xF74u)

#define DATA_CACHE (1u << 16)
#define INSTRUCTION_CACHE (1u << 17)
#define FIRST_LEVEL 7u

const char *cyclescope_caches(void)
{
    static const char *const names[] = {"off", "data", "instruction", "instruction and data"};
    const uint32_t on = (SCB_CCR >> 16) & 3u;
    return on || (SCB_CLIDR & FIRST_LEVEL) ? names[on] : "none";
}

#ifdef CYCLESCOPE_WORST_CASE_TIMING

#if defined(__clang__)
#ifndef __OPTIMIZE__
#error "Cyclescope: worst-case timing needs this file compiled with optimization, such as -Os"
#endif
#define WITHOUT_STACK
#else
#define WITHOUT_STACK __attribute__((optimize("O2")))
#endif

/** Cleans and invalidates every line of the data cache, by set and way. */
WITHOUT_STACK static inline __attribute__((always_inline)) void clean_by_sets(uint32_t size)
{
    const uint32_t ways = (size >> 3) & 0x3FFu;
    const uint32_t line_bits = (size & 7u) + 4u;
    /* The way is encoded in the highest bits. */
    const uint32_t way_bit = ways ? (uint32_t)__builtin_clz(ways) : 0;
    for (uint32_t set = ((size >> 13) & 0x7FFFu) + 1u; set-- > 0;) {
        for (uint32_t way = ways + 1u; way-- > 0;) {
            SCB_DCCISW = way << way_bit | set << line_bits;
        }
    }
}

/**
 * Cleans before switching off, so that memory is not stale meanwhile, and again afterwards, for
 * data written in between. A line dirty at that time must not be written around the cache before it
 * is cleaned: interrupts are off, and this function keeps its variables in registers.
 */
WITHOUT_STACK static void data_cache_off(void)
{
    uint32_t mask;
    INTERRUPTS_OFF(mask);
    SCB_CSSELR = 0;
    BARRIER();
    const uint32_t size = SCB_CCSIDR;
    clean_by_sets(size);
    BARRIER();
    SCB_CCR &= ~DATA_CACHE;
    BARRIER();
    clean_by_sets(size);
    BARRIER();
    INTERRUPTS_AS(mask);
}

void cyclescope_caches_off(void)
{
    if (SCB_CCR & DATA_CACHE) data_cache_off();
    if (!(SCB_CCR & INSTRUCTION_CACHE)) return;
    BARRIER();
    SCB_CCR &= ~INSTRUCTION_CACHE;
    SCB_ICIALLU = 0;
    BARRIER();
}

void cyclescope_worst_case_start(void)
{
    cyclescope_caches_off();
    if (cyclescope_board_accelerators_off) (void)cyclescope_board_accelerators_off();
}

const char *cyclescope_accelerators(void)
{
    if (!cyclescope_board_accelerators_off)
        return "unknown: the board has no cyclescope_board_accelerators_off()";
    return cyclescope_board_accelerators_off() ? "off" : "on";
}

const char *cyclescope_port_worst_case(void)
{
    if (SCB_CCR & (DATA_CACHE | INSTRUCTION_CACHE)) {
        return "a cache came on again: the application must leave the caches off for worst-case "
               "timing";
    }
    if (cyclescope_board_accelerators_off && !cyclescope_board_accelerators_off()) {
        return "cyclescope_board_accelerators_off() could not switch the board's accelerators off";
    }
    return NULL;
}

#endif
