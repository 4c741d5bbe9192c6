#include "interrupt.h"

#include <stdbool.h>
#include <stddef.h>

/* Tests substitute plain memory. */
#ifndef CYCLESCOPE_SYSTEM_CONTROL
#define CYCLESCOPE_SYSTEM_CONTROL 0xE000E000u
#endif
#ifndef CYCLESCOPE_VECTORS_AT
#define CYCLESCOPE_VECTORS_AT(address) ((const uint32_t *)(uintptr_t)(address))
#endif

#define REGISTER(offset) (*(volatile uint32_t *)(CYCLESCOPE_SYSTEM_CONTROL + (offset)))
#define ICTR REGISTER(0x004u)
#define SET_ENABLED(line) REGISTER(0x100u + (line) / 32u * 4u)
#define CLEAR_ENABLED(line) REGISTER(0x180u + (line) / 32u * 4u)
#define SET_PENDING(line) REGISTER(0x200u + (line) / 32u * 4u)
#define CLEAR_PENDING(line) REGISTER(0x280u + (line) / 32u * 4u)
/* Accessed by words: the smallest cores support nothing else. */
#define PRIORITY(line) REGISTER(0x400u + (line) / 4u * 4u)
#define SCB_VTOR REGISTER(0xD08u)
#define SCB_CCR REGISTER(0xD14u)
#define ICIMVAU REGISTER(0xF58u)
#define DCCMVAC REGISTER(0xF68u)

#define BIT(line) (1u << ((line) % 32u))
#define PRIORITY_SHIFT(line) ((line) % 4u * 8u)
#define CORE_VECTORS 16u
#if defined(__ARM_ARCH) && __ARM_ARCH < 8
#define MOST_LINES 240u
#else
#define MOST_LINES 480u
#endif
#define CACHES_ENABLED (3u << 16)
#define CACHE_LINE 32u

cyclescope_interrupt cyclescope_interrupt_taken;

uint32_t cyclescope_interrupt_vectors[CYCLESCOPE_VECTORS]
    __attribute__((aligned(CYCLESCOPE_VECTORS * 4u)));
static uint32_t s_line;
static uint32_t s_priority_before;
static uint32_t s_table_before;

/** Returns the number of interrupt lines, in steps of 32; which of them exist is not reported. */
static uint32_t line_count(void)
{
#if defined(__ARM_ARCH_6M__)
    return 32u;
#else
    const uint32_t lines = ((ICTR & 15u) + 1u) * 32u;
    return lines < MOST_LINES ? lines : MOST_LINES;
#endif
}

static uint32_t own_table(void) { return (uint32_t)(uintptr_t)cyclescope_interrupt_vectors; }

static void set_priority(uint32_t line, uint32_t priority)
{
    const uint32_t shift = PRIORITY_SHIFT(line);
    PRIORITY(line) = (PRIORITY(line) & ~(0xFFu << shift)) | priority << shift;
}

static uint32_t read_priority(uint32_t line)
{
    return (PRIORITY(line) >> PRIORITY_SHIFT(line)) & 0xFFu;
}

/** A line that does not exist stores no priority. */
static bool exists(uint32_t line)
{
    const uint32_t before = read_priority(line);
    set_priority(line, 0xFFu);
    const bool kept = read_priority(line) != 0;
    set_priority(line, before);
    return kept;
}

static bool find_free(uint32_t lines)
{
    for (s_line = lines; s_line-- > 0;) {
        const bool used = (SET_ENABLED(s_line) | SET_PENDING(s_line)) & BIT(s_line);
        if (!used && exists(s_line)) return true;
    }
    return false;
}

static void copy_vectors(uint32_t count, void (*handler)(void))
{
    const uint32_t *from = CYCLESCOPE_VECTORS_AT(s_table_before);
    for (uint32_t i = 0; i < count; ++i) cyclescope_interrupt_vectors[i] = from[i];
    cyclescope_interrupt_vectors[CORE_VECTORS + s_line] = (uint32_t)(uintptr_t)handler;
    if (!(SCB_CCR & CACHES_ENABLED)) return;
    /* The core may fetch vectors around its data cache, through the instruction cache. */
    for (uint32_t at = 0; at < sizeof cyclescope_interrupt_vectors; at += CACHE_LINE)
        DCCMVAC = own_table() + at;
    cyclescope_core_synchronise();
    for (uint32_t at = 0; at < sizeof cyclescope_interrupt_vectors; at += CACHE_LINE)
        ICIMVAU = own_table() + at;
}

static void use_table(uint32_t table)
{
    SCB_VTOR = table;
    cyclescope_core_synchronise();
}

/** Points the core at the copy while no interrupt can need a vector. */
static bool replace_table(uint32_t vectors, void (*handler)(void))
{
    const uint32_t mask = cyclescope_core_mask();
    s_table_before = SCB_VTOR;
    copy_vectors(vectors, handler);
    use_table(own_table());
    const bool replaced = SCB_VTOR == own_table();
    if (!replaced) use_table(s_table_before);
    cyclescope_core_unmask(mask);
    return replaced;
}

const char *cyclescope_interrupt_take(void (*handler)(void), uint32_t priority)
{
    const uint32_t lines = line_count();
    if (CORE_VECTORS + lines > CYCLESCOPE_VECTORS) {
        return "the vector table of this core is longer than CYCLESCOPE_VECTORS: define it larger";
    }
    if (!find_free(lines)) return "every interrupt of this core is in use";
    if (!replace_table(CORE_VECTORS + lines, handler)) {
        return "this core cannot move its vector table into RAM";
    }
    s_priority_before = read_priority(s_line);
    set_priority(s_line, priority);
    cyclescope_interrupt_taken =
        (cyclescope_interrupt){.set_pending = &SET_PENDING(s_line), .bit = BIT(s_line)};
    SET_ENABLED(s_line) = BIT(s_line);
    cyclescope_core_synchronise();
    return NULL;
}

const char *cyclescope_interrupt_give_back(void)
{
    CLEAR_ENABLED(s_line) = BIT(s_line);
    CLEAR_PENDING(s_line) = BIT(s_line);
    cyclescope_core_synchronise();
    set_priority(s_line, s_priority_before);
    if (SCB_VTOR != own_table()) return "something else moved the vector table meanwhile";
    use_table(s_table_before);
    return NULL;
}
