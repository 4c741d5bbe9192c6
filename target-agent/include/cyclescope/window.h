/**
 * Opens and closes windows: a window is what runs between two readings of the clock.
 *
 *     uint32_t start;
 *     cyclescope_open_window(&start);
 *     operation();
 *     const uint32_t stop = cyclescope_close_window();
 *
 * The readings execute the same instructions in every window, whatever the code around them is: an
 * empty window measures what they add. Therefore a reading takes nothing from registers that the
 * compiler might load inside one window and before another, and the first one goes to memory, where
 * it needs no register meanwhile.
 */
#ifndef CYCLESCOPE_WINDOW_H
#define CYCLESCOPE_WINDOW_H

#include <stdint.h>

#include "cyclescope/inline.h"
#include "cyclescope_clock.h"

/** Compiler barrier: no code is moved across it. */
#define CYCLESCOPE_BARRIER() __asm volatile("" ::: "memory")

#if defined(CYCLESCOPE_CLOCK_REGISTER) && defined(__thumb2__)

/* One piece of assembly, so that the compiler can put nothing between its instructions. */
#define CYCLESCOPE_READ_CLOCK_ \
    "movw %0, %[low]\n"        \
    "movt %0, %[high]\n" CYCLESCOPE_CLOCK_FENCE "ldr %0, [%0]\n" CYCLESCOPE_CLOCK_CONVERT
#define CYCLESCOPE_CLOCK_ADDRESS_ \
    [low] "i"((CYCLESCOPE_CLOCK_REGISTER) % 0x10000u), [high] "i"((CYCLESCOPE_CLOCK_REGISTER) >> 16)

/** Opens a window; stores the reading. */
CYCLESCOPE_INLINE void cyclescope_open_window(volatile uint32_t *start)
{
    uint32_t reading;
    __asm volatile(CYCLESCOPE_READ_CLOCK_ "str %0, %[start]"
                   : "=&r"(reading), [start] "=m"(*start)
                   : CYCLESCOPE_CLOCK_ADDRESS_
                   : "memory");
}

/** Closes the window; returns the reading. */
CYCLESCOPE_INLINE uint32_t cyclescope_close_window(void)
{
    uint32_t reading;
    __asm volatile(CYCLESCOPE_READ_CLOCK_ : "=r"(reading) : CYCLESCOPE_CLOCK_ADDRESS_ : "memory");
    return reading;
}

/** Returns a batch's next index; the compiler cannot merge the addition with the operation. */
CYCLESCOPE_INLINE uint32_t cyclescope_next(uint32_t index)
{
    uint32_t next;
    __asm volatile("add %0, %1, #1" : "=r"(next) : "r"(index) : "memory");
    return next;
}

/** Executes the branch that closes a loop, for an empty twin of two threads' loops. */
CYCLESCOPE_INLINE void cyclescope_branch(void) { __asm volatile("b.n 1f\n1:" : : : "memory"); }

#else

/** Opens a window; stores the reading. */
CYCLESCOPE_INLINE void cyclescope_open_window(volatile uint32_t *start)
{
    *start = cyclescope_clock_now();
    CYCLESCOPE_BARRIER();
}

/** Closes the window; returns the reading. */
CYCLESCOPE_INLINE uint32_t cyclescope_close_window(void)
{
    CYCLESCOPE_BARRIER();
    const uint32_t reading = cyclescope_clock_now();
    CYCLESCOPE_BARRIER();
    return reading;
}

/** Returns a batch's next index; the compiler cannot merge the addition with the operation. */
CYCLESCOPE_INLINE uint32_t cyclescope_next(uint32_t index)
{
    uint32_t next = index + 1u;
    __asm volatile("" : "+r"(next) : : "memory");
    return next;
}

/** Executes the branch that closes a loop, for an empty twin of two threads' loops. */
CYCLESCOPE_INLINE void cyclescope_branch(void) { CYCLESCOPE_BARRIER(); }

#endif

#endif
