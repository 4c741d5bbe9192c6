/** A core's interrupt controller in memory, and its instructions as observable calls. */
#ifndef CYCLESCOPE_INTERRUPT_REGISTERS_H
#define CYCLESCOPE_INTERRUPT_REGISTERS_H

#include <stdint.h>

/** Returns the registers after applying the last write. */
uintptr_t fake_interrupt_registers(void);
#define CYCLESCOPE_SYSTEM_CONTROL fake_interrupt_registers()

/** Addresses have 32 bits: the vector table that the core uses at first is given by its number. */
const uint32_t *fake_vectors_at(uint32_t address);
#define CYCLESCOPE_VECTORS_AT(address) fake_vectors_at(address)

/* Replaces parts/cortex-m/core.h. */
#define CYCLESCOPE_CORE_H
uint32_t cyclescope_core_mask(void);
void cyclescope_core_unmask(uint32_t before);
void cyclescope_core_synchronise(void);

#endif
