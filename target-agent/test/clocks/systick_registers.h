/** A core's SysTick in memory: every access to a register advances the timer. */
#ifndef CYCLESCOPE_SYSTICK_REGISTERS_H
#define CYCLESCOPE_SYSTICK_REGISTERS_H

#include <stdint.h>

uintptr_t fake_system_control(void);
#define CYCLESCOPE_SYSTEM_CONTROL fake_system_control()
#define CYCLESCOPE_SYSTICK_IN_TABLE 1

/* Replaces parts/cortex-m/core.h. */
#define CYCLESCOPE_CORE_H

#endif
