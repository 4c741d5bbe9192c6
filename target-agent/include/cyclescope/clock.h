/**
 * What a time source must supply. Its folder holds `cyclescope_clock.h`, which benchmarks include
 * through the include path, with
 *
 *     static inline uint32_t cyclescope_clock_now(void);
 *
 * a free-running 32-bit counter that counts upwards, and the functions below.
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
} cyclescope_clock_info;

const cyclescope_clock_info *cyclescope_clock_info_get(void);

/** Starts the counter. */
void cyclescope_clock_start(void);

/** What is wrong with the counter, or NULL. Runs refuse to start with a clock that is wrong. */
const char *cyclescope_clock_check(void);

#endif
