/**
 * Interface of a time source. Its folder holds `cyclescope_clock.h`, which benchmarks find through
 * the include path, with
 *
 *     static inline uint32_t cyclescope_clock_now(void);
 *
 * a free-running 32-bit up-counter, and the functions below. Where the counter is a register of a
 * Cortex-M, the header also defines how window.h reads it:
 *
 *     #define CYCLESCOPE_CLOCK_REGISTER 0xE0001004u // its address
 *     #define CYCLESCOPE_CLOCK_FENCE "isb\n"        // instructions before the reading
 *     #define CYCLESCOPE_CLOCK_CONVERT ""           // .. and after it, on %0
 */
#ifndef CYCLESCOPE_CLOCK_H
#define CYCLESCOPE_CLOCK_H

#include <stdint.h>

typedef struct {
    const char *name;
    uint32_t hz;
    const char *unit;   /**< "instructions", "cycles" or "ns" */
    uint32_t ratio_num; /**< ticks * num / den is the exact count in that unit */
    uint32_t ratio_den;
    const char *asleep; /**< why it cannot time operations that let the core sleep; NULL: it can */
} cyclescope_clock_info;

const cyclescope_clock_info *cyclescope_clock_info_get(void);

/** Starts the counter. */
void cyclescope_clock_start(void);

/** Returns what is wrong with the counter, or NULL. No run starts with a faulty clock. */
const char *cyclescope_clock_check(void);

/**
 * Called right before and right after a block; the second returns why the block's values must not
 * be trusted, or NULL.
 */
void cyclescope_clock_begin_block(void);
const char *cyclescope_clock_check_block(void);

/** Provided by the core; a clock reports wraps here that were missed because it was not read. */
void cyclescope_clock_add_wraps(uint32_t wraps);

#endif
