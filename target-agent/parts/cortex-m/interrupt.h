/**
 * Takes an unused interrupt, requested by software. Its vector goes into a copy of the vector
 * table, as the table may be in flash: the core is pointed at the copy and back again.
 */
#ifndef CYCLESCOPE_INTERRUPT_H
#define CYCLESCOPE_INTERRUPT_H

#include <stdint.h>

#include "core.h"
#include "cyclescope/inline.h"

/** Longest vector table that fits: a power of two, as the core requires that alignment. */
#ifndef CYCLESCOPE_VECTORS
#define CYCLESCOPE_VECTORS 256u
#endif
_Static_assert((CYCLESCOPE_VECTORS & (CYCLESCOPE_VECTORS - 1u)) == 0 && CYCLESCOPE_VECTORS >= 64u,
               "CYCLESCOPE_VECTORS is a power of two, 64 or more");

/** The copy of the vector table. */
extern uint32_t cyclescope_interrupt_vectors[CYCLESCOPE_VECTORS];

/** Register and bit that request the taken interrupt. */
typedef struct {
    volatile uint32_t *set_pending;
    uint32_t bit;
} cyclescope_interrupt;
extern cyclescope_interrupt cyclescope_interrupt_taken;

/**
 * Takes the highest interrupt that is implemented, disabled and not pending. `priority` is the byte
 * written to the interrupt controller. Returns the reason why none is available, or NULL.
 */
const char *cyclescope_interrupt_take(void (*handler)(void), uint32_t priority);

/** Undoes that; returns the reason why the vector table was changed meanwhile, or NULL. */
const char *cyclescope_interrupt_give_back(void);

/** The handler has run when this returns, unless interrupts of its priority are masked. */
CYCLESCOPE_INLINE void cyclescope_interrupt_request(void)
{
    *cyclescope_interrupt_taken.set_pending = cyclescope_interrupt_taken.bit;
    cyclescope_core_synchronise();
}

#endif
