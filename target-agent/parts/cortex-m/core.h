/** Instructions needed around changes to a Cortex-M's system registers. */
#ifndef CYCLESCOPE_CORE_H
#define CYCLESCOPE_CORE_H

#include <stdint.h>

#include "cyclescope/inline.h"

/** Masks all interrupts; returns the value for `cyclescope_core_unmask` to restore. */
CYCLESCOPE_INLINE uint32_t cyclescope_core_mask(void)
{
    uint32_t before;
    __asm volatile(
        "mrs %0, primask \n"
        "cpsid i         \n"
        : "=r"(before)
        :
        : "memory");
    return before;
}

CYCLESCOPE_INLINE void cyclescope_core_unmask(uint32_t before)
{
    __asm volatile("msr primask, %0" : : "r"(before) : "memory");
}

/** Makes preceding writes take effect; a pending interrupt is taken here. */
CYCLESCOPE_INLINE void cyclescope_core_synchronise(void)
{
    __asm volatile("dsb\n isb" ::: "memory");
}

#endif
