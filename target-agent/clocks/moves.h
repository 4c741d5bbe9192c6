/** Checks that a time source counts at all. */
#ifndef CYCLESCOPE_MOVES_H
#define CYCLESCOPE_MOVES_H

#include <stdbool.h>

#include "cyclescope_clock.h"

static inline bool cyclescope_clock_moves(void)
{
    const uint32_t before = cyclescope_clock_now();
    for (volatile uint32_t rounds = 0; rounds < 100u; ++rounds) {
    }
    return cyclescope_clock_now() != before;
}

#endif
