/** The registers of a core's caches in memory; every write to them is observed. */
#ifndef CYCLESCOPE_CACHES_REGISTERS_H
#define CYCLESCOPE_CACHES_REGISTERS_H

#include <stdint.h>

uintptr_t fake_system_control(void);
void fake_barrier(void);
uint32_t fake_interrupts(uint32_t mask);

#define CYCLESCOPE_SYSTEM_CONTROL fake_system_control()

#endif
