/**
 * An interrupt that nobody else has, requested by software. Its vector stands in a copy of the vector
 * table, which may lie in flash: the core is pointed at the copy and back again.
 */
#ifndef CYCLESCOPE_INTERRUPT_H
#define CYCLESCOPE_INTERRUPT_H

#include <stdint.h>

#include "core.h"
#include "cyclescope/inline.h"

/** The longest vector table that there is room for: a power of two, as the core wants it aligned. */
#ifndef CYCLESCOPE_VECTORS
#define CYCLESCOPE_VECTORS 256u
#endif
_Static_assert((CYCLESCOPE_VECTORS & (CYCLESCOPE_VECTORS - 1u)) == 0 && CYCLESCOPE_VECTORS >= 64u,
               "CYCLESCOPE_VECTORS is a power of two, 64 or more");

/** The copy that the core is pointed at. */
extern uint32_t cyclescope_interrupt_vectors[CYCLESCOPE_VECTORS];

/** Where the interrupt that was taken is requested. */
typedef struct {
    volatile uint32_t *set_pending;
    uint32_t bit;
} cyclescope_interrupt;
extern cyclescope_interrupt cyclescope_interrupt_taken;

/**
 * Takes the highest interrupt that is implemented, disabled and not requested. `priority` is the
 * byte that the interrupt controller gets. Gives the reason why there is none to be had, or NULL.
 */
const char *cyclescope_interrupt_take(void (*handler)(void), uint32_t priority);

/** Undoes that; gives the reason why the vector table is not as it was before, or NULL. */
const char *cyclescope_interrupt_give_back(void);

/** The handler has run when this returns, unless interrupts of its priority are masked. */
CYCLESCOPE_INLINE void cyclescope_interrupt_request(void)
{
    *cyclescope_interrupt_taken.set_pending = cyclescope_interrupt_taken.bit;
    cyclescope_core_synchronise();
}

#endif
